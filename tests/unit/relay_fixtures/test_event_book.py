"""Replacement, deletion and queries, through a relay."""

import pytest

from relay_fixtures import QuirkRelay, Quirks


class TestReplacement:
    def test_a_newer_version_replaces(self, connect, alice, now):
        client = connect()
        client.publish(alice.data(content="old", created_at=now - 1))
        assert client.publish(alice.data(content="new")) == (True, "")
        assert client.read() == ["new"]

    @pytest.mark.parametrize(
        ("quirk", "answer"),
        [
            ("replaced", (False, "replaced: have newer event")),
            ("duplicate", (True, "duplicate: have newer event")),
            ("silent_true", (True, "")),
            ("error", (False, "error: unknown")),
        ],
    )
    def test_an_older_version_loses(self, connect, alice, now, quirk, answer):
        client = connect(ok_for_older=quirk)
        client.publish(alice.data(content="new"))
        assert client.publish(alice.data(content="old", created_at=now - 1)) == answer
        assert client.read() == ["new"]

    @pytest.mark.parametrize("turn", [1, -1])
    def test_lowest_id_wins_a_second_in_either_order(self, connect, alice, turn):
        client = connect()
        low, high = alice.rivals()
        for event in (low, high)[::turn]:
            client.publish(event)
        assert client.read() == [low.content]

    def test_first_wins_a_second(self, connect, alice):
        client = connect(same_second_winner="first")
        low, high = alice.rivals()
        client.publish(high)
        client.publish(low)
        assert client.read() == [high.content]

    def test_both_versions_of_a_second_stay(self, connect, alice, now):
        client = connect(same_second_winner="both")
        low, high = alice.rivals()
        client.publish(high)
        client.publish(low)
        assert client.read() == [low.content, high.content]
        client.publish(alice.data(content="later", created_at=now + 1))
        assert client.read() == ["later"]

    def test_all_versions_stay(self, connect, alice, now):
        client = connect(keeps_all_versions=True)
        client.publish(alice.data(content="new"))
        assert client.publish(alice.data(content="old", created_at=now - 1)) == (True, "")
        assert client.read() == ["new", "old"]

    def test_a_plainly_replaceable_event_ignores_its_d(self, connect, alice, now):
        client = connect()
        client.publish(alice.event(10002, "a", [("d", "x")], now - 1))
        client.publish(alice.event(10002, "b", [("d", "y")]))
        assert client.read({"kinds": [10002]}) == ["b"]

    def test_other_authors_and_other_identifiers_are_apart(self, connect, alice, bob):
        client = connect()
        for event in (alice.data("x"), alice.data("y"), bob.data("x"), alice.event()):
            client.publish(event)
        assert len(client.relay.events) == 4

    def test_a_long_identifier_is_not_indexed(self, connect, alice, now):
        client = connect(max_indexed_bytes=255)
        client.publish(alice.data("x" * 256, "first", now - 1))
        client.publish(alice.data("y" * 256, "second"))
        assert client.read() == ["second"]
        answer = client.send("REQ", "s", {"#d": ["x" * 256]})
        assert answer == [["CLOSED", "s", "bad req: indexed value too long"]]

    def test_the_same_event_twice_is_a_duplicate(self, connect, alice):
        client = connect()
        event = alice.event()
        client.publish(event)
        assert client.publish(event) == (True, "duplicate: already have this event")

    def test_ephemeral_events_pass_through(self, connect, alice):
        client = connect()
        client.send("REQ", "s", {"kinds": [20001]})
        event = alice.event(20001)
        heard = client.send("EVENT", event.to_dict())
        assert heard == [["OK", event.id, True, ""], ["EVENT", "s", event.to_dict()]]
        assert client.relay.events == ()


class TestReplacementByCarelessRelays:
    def test_an_older_version_can_be_stored_beside(self, connect, alice, now):
        client = connect(stores_older_beside=True)
        for age in (0, 2, 1):
            client.publish(alice.data(content=str(age), created_at=now - age))
        # The version of a second ago replaced the one before it, and not the newest.
        assert client.read() == ["0", "1"]
        client.publish(alice.data(content="next", created_at=now + 1))
        assert client.read() == ["next", "1"]

    def test_every_d_tag_can_count(self, connect, alice, now):
        for quirk, served in ((False, ["new", "old"]), (True, ["new"])):
            client = connect(any_d_replaces=quirk)
            client.publish(alice.data("x", "old", now - 1))
            client.publish(alice.event(30078, "new", [("d", "y"), ("d", "x")]))
            assert client.read() == served

    def test_a_duplicate_can_be_refused(self, connect, alice):
        client = connect(refuses_duplicates=True, empty_ok_id_on_reject=True)
        event = alice.event()
        client.publish(event)
        assert client.publish(event) == (False, "duplicate: exists")

    def test_ephemeral_events_can_be_kept(self, connect, alice):
        client = connect(keeps_ephemeral=True)
        event = alice.event(20001)
        client.publish(event)
        assert client.relay.events == (event,)


class TestExpiration:
    @pytest.fixture
    def dying(self, alice, now):
        """An event with ten seconds to live."""
        return alice.event(content="dying", tags=[("expiration", str(now + 10))])

    @staticmethod
    def later(connect, now, **quirks):
        """A client of a relay whose clock can be set, at first to now."""
        time = [now]
        return time, connect(QuirkRelay(Quirks(**quirks), clock=lambda: time[0]))

    def test_what_has_expired_is_neither_taken_nor_served_nor_counted(self, connect, dying, now):
        time, client = self.later(connect, now)
        assert client.publish(dying) == (True, "")
        time[0] = now + 9
        assert client.read() == ["dying"]
        time[0] = now + 10
        assert client.read() == []
        assert client.send("COUNT", "c", {"kinds": [1]}) == [["COUNT", "c", {"count": 0}]]
        time, client = self.later(connect, now + 10)
        assert client.publish(dying) == (False, "blocked: event is expired")

    def test_it_can_be_counted_all_the_same(self, connect, dying, now):
        time, client = self.later(connect, now, counts_expired=True)
        client.publish(dying)
        time[0] = now + 10
        assert client.read() == []
        assert client.send("COUNT", "c", {"kinds": [1]}) == [["COUNT", "c", {"count": 1}]]

    def test_expiration_can_be_ignored(self, connect, dying, now):
        _, client = self.later(connect, now + 10, refuses_expired=False, serves_expired=True)
        assert client.publish(dying) == (True, "")
        assert client.read() == ["dying"]


DELETED = (False, "deleted: user requested deletion")


class TestDeletion:
    def test_a_covers_versions_up_to_the_request(self, connect, alice, now):
        client = connect()
        client.publish(alice.data(content="one"))
        client.publish(alice.deletion(a=[alice.address()]))
        assert client.read() == []
        assert client.publish(alice.data(content="same second")) == DELETED
        assert client.publish(alice.data(content="later", created_at=now + 1)) == (True, "")
        assert client.read() == ["later"]

    def test_a_late_old_request_spares_a_newer_version(self, connect, alice, now):
        client = connect()
        client.publish(alice.data(content="new"))
        client.publish(alice.deletion(a=[alice.address()], created_at=now - 1))
        assert client.read() == ["new"]

    def test_an_identifier_may_hold_colons(self, connect, alice):
        client = connect()
        client.publish(alice.data("a:b:c"))
        client.publish(alice.deletion(a=[alice.address("a:b:c")]))
        assert client.read() == []

    @pytest.mark.parametrize("address", ["", "nonsense", "x:y:z", "30078", "²:a:b"])
    def test_a_malformed_address_deletes_nothing(self, connect, alice, address):
        client = connect()
        client.publish(alice.data(content="kept"))
        assert client.publish(alice.deletion(a=[address])) == (True, "")
        assert client.read() == ["kept"]

    def test_e_lets_an_older_version_rise_again(self, connect, alice, now):
        client = connect()
        event = alice.data()
        client.publish(event)
        client.publish(alice.deletion(e=[event.id]))
        assert client.publish(event) == DELETED
        assert client.publish(alice.data(content="older", created_at=now - 1)) == (True, "")
        assert client.read() == ["older"]

    def test_a_request_before_its_event_is_remembered(self, connect, alice):
        client = connect()
        event = alice.event()
        client.publish(alice.deletion(e=[event.id]))
        assert client.publish(event) == DELETED

    def test_requests_are_served_and_cannot_be_deleted(self, connect, alice):
        client = connect()
        request = alice.deletion(e=["0" * 64])
        client.publish(request)
        client.publish(alice.deletion(e=[request.id]))
        assert len(client.read({"kinds": [5]})) == 2

    def test_requests_of_others_have_no_effect(self, connect, alice, bob):
        client = connect()
        event = alice.data(content="kept")
        client.publish(event)
        client.publish(bob.deletion(e=[event.id], a=[alice.address()]))
        assert client.read() == ["kept"]

    def test_a_can_be_ignored(self, connect, alice):
        client = connect(honours_a_deletion=False)
        event = alice.data(content="kept")
        client.publish(event)
        client.publish(alice.deletion(a=[alice.address()]))
        assert client.read() == ["kept"]
        client.publish(alice.deletion(e=[event.id], a=[alice.address()]))
        assert client.read() == []

    def test_e_can_be_ignored(self, connect, alice):
        client = connect(honours_e_deletion=False)
        event = alice.event(content="kept")
        client.publish(event)
        client.publish(alice.deletion(e=[event.id]))
        assert client.read() == ["kept"]

    def test_deletions_can_be_forgotten(self, connect, alice):
        client = connect(remembers_deletions=False)
        event = alice.data(content="back")
        client.publish(event)
        client.publish(alice.deletion(e=[event.id], a=[alice.address()]))
        assert client.read() == []
        assert client.publish(event) == (True, "")
        assert client.read() == ["back"]

    def test_a_foreign_address_can_spoil_the_request(self, connect, alice, bob):
        client = connect(rejects_foreign_deletion=True)
        client.publish(alice.data(content="kept"))
        mixed = alice.deletion(a=[alice.address(), bob.address()])
        assert client.publish(mixed) == (False, "invalid: can't delete other user's events")
        assert client.read() == ["kept"]
        assert client.publish(alice.deletion(a=[alice.address()])) == (True, "")

    def test_anybody_can_keep_an_event_out(self, connect, alice, bob):
        client = connect(third_party_deletions=True)
        event = alice.data()
        client.publish(bob.deletion(e=[event.id]))
        assert client.publish(event) == DELETED

    def test_all_versions_go_by_address(self, connect, alice, now):
        client = connect(keeps_all_versions=True)
        client.publish(alice.data(content="new"))
        client.publish(alice.data(content="old", created_at=now - 1))
        client.publish(alice.deletion(a=[alice.address()]))
        assert client.read() == []


class TestDeletionByCarelessRelays:
    @pytest.mark.parametrize(
        ("quirk", "answer"),
        [
            ("deleted", DELETED),
            ("blocked", (False, "blocked: this event has been deleted")),
            ("hidden", (True, "duplicate: have this event")),
            ("error", (False, "error: unknown")),
        ],
    )
    def test_a_deleted_event_is_met_in_many_ways(self, connect, alice, quirk, answer):
        client = connect(ok_for_deleted=quirk)
        event = alice.data()
        for request in (alice.deletion(e=[event.id]), alice.deletion(a=[alice.address()])):
            client.publish(event)
            client.publish(request)
            assert client.publish(event) == answer
            assert client.read() == []

    def test_an_address_can_be_met_otherwise(self, connect, alice):
        client = connect(ok_for_deleted="blocked", ok_for_deleted_address="error")
        client.publish(alice.deletion(a=[alice.address()]))
        assert client.publish(alice.data()) == (False, "error: unknown")

    def test_a_may_mean_addressable_kinds_only(self, connect, alice):
        client = connect(a_deletes_addressable_only=True)
        client.publish(alice.event(10002, "list"))
        client.publish(alice.data(content="data"))
        client.publish(alice.deletion(a=[alice.address(), f"10002:{alice.pubkey}:"]))
        assert client.read({"kinds": [10002, 30078]}) == ["list"]

    def test_a_request_can_come_too_early(self, connect, alice):
        client = connect(remembers_early_deletions=False)
        early, late = alice.event(content="early"), alice.event(content="late")
        client.publish(alice.deletion(e=[early.id]))
        client.publish(late)
        client.publish(alice.deletion(e=[late.id]))
        assert client.publish(early) == (True, "")
        assert client.publish(late) == DELETED

    def test_a_request_can_be_deleted(self, connect, alice):
        client = connect(deletes_deletions=True)
        event = alice.event()
        request = alice.deletion(e=[event.id])
        client.publish(request)
        client.publish(alice.event(5, "the second", [("e", request.id)]))
        assert client.read({"kinds": [5]}) == ["the second"]
        assert client.publish(event) == DELETED

    def test_the_id_of_another_can_spoil_the_request(self, connect, alice, bob):
        client = connect(
            rejects_foreign_deletion_by_id=True, foreign_deletion_message="error: unknown"
        )
        event = alice.event(content="kept")
        client.publish(event)
        assert client.publish(bob.deletion(e=[event.id])) == (False, "error: unknown")
        assert client.publish(bob.deletion(e=["0" * 64])) == (True, "")
        assert client.publish(bob.deletion(a=[alice.address()])) == (True, "")


ALL = {"kinds": [1, 5]}


class TestVanishing:
    BARRED = (False, "blocked: request to vanish active for pubkey")

    @pytest.fixture
    def client(self, connect):
        """Makes a client of a relay with a past."""

        def make(alice, bob, now, **quirks):
            client = connect(**quirks)
            for event in (
                alice.event(content="old", created_at=now - 1),
                alice.event(5, "request", [("e", "0" * 64)], now - 1),
                alice.event(content="new", created_at=now + 1),
                bob.event(content="other"),
            ):
                client.publish(event)
            return client

        return make

    def test_it_is_ignored_by_default(self, client, alice, bob, now):
        one = client(alice, bob, now)
        one.publish(alice.event(62, "", [("relay", "ALL_RELAYS")]))
        assert len(one.read(ALL)) == 4

    def test_it_erases_up_to_its_time_and_for_good(self, client, alice, bob, now):
        one = client(alice, bob, now, vanish="erases")
        assert one.publish(alice.event(62, "", [("relay", one.relay.url)])) == (True, "")
        assert sorted(one.read(ALL)) == ["new", "other"]
        assert one.publish(alice.event(created_at=now)) == self.BARRED
        assert one.publish(alice.event(created_at=now + 1)) == (True, "")

    def test_it_can_bar_the_author_for_ever(self, client, alice, bob, now):
        one = client(alice, bob, now, vanish="bars")
        one.publish(alice.event(62, "", [("relay", "ALL_RELAYS")]))
        assert one.publish(alice.event(created_at=now + 999)) == self.BARRED
        assert one.publish(bob.event(content="x")) == (True, "")

    def test_requests_to_other_relays_are_none(self, client, alice, bob, now):
        one = client(alice, bob, now, vanish="bars")
        for tags in ([], [("relay", "wss://else.where")]):
            one.publish(alice.event(62, str(tags), tags))
        assert len(one.read(ALL)) == 4

    def test_only_one_to_all_relays_may_count(self, client, alice, bob, now):
        one = client(alice, bob, now, vanish="erases", vanishes_for_all_relays_only=True)
        one.publish(alice.event(62, "", [("relay", one.relay.url)]))
        assert len(one.read(ALL)) == 4
        one.publish(alice.event(62, "", [("relay", "ALL_RELAYS")]))
        assert len(one.read(ALL)) == 2


class TestQuery:
    @pytest.fixture
    def five(self, alice, now):
        """Five notes, one a second, oldest first."""
        return [alice.event(content=str(n), created_at=now + n) for n in range(5)]

    def test_newest_first_and_limited(self, connect, five):
        client = connect()
        client.relay.seed(five)
        assert client.read() == ["4", "3", "2", "1", "0"]
        assert client.read({"limit": 2}) == ["4", "3"]
        assert client.read({"limit": 0}) == []

    def test_ties_by_lowest_id(self, connect, alice):
        client = connect()
        events = [alice.event(content=str(n)) for n in range(5)]
        client.relay.seed(events)
        expected = [event.content for event in sorted(events, key=lambda event: event.id)]
        assert client.read() == expected

    def test_the_cap_is_silent(self, connect, five):
        client = connect(filter_cap=2)
        client.relay.seed(five)
        assert client.read() == ["4", "3"]
        assert client.read({"limit": 4}) == ["4", "3"]
        assert client.read({"limit": 1}) == ["4"]

    def test_the_cap_is_per_filter(self, connect, five, now):
        client = connect(filter_cap=2)
        client.relay.seed(five)
        assert client.read({"kinds": [1]}, {"until": now + 1}) == ["4", "3", "1", "0"]

    def test_an_event_two_filters_want_comes_once(self, connect, five):
        client = connect()
        client.relay.seed(five)
        assert client.read({"limit": 1}, {"kinds": [1], "limit": 2}) == ["4", "3"]

    def test_oldest_first_only_without_limit(self, connect, five):
        client = connect(oldest_first_without_limit=True, filter_cap=3)
        client.relay.seed(five)
        assert client.read() == ["0", "1", "2"]
        assert client.read({"limit": 3}) == ["4", "3", "2"]

    def test_no_limit_can_be_another_limit(self, connect, five):
        client = connect(filter_cap=4, default_limit=2)
        client.relay.seed(five)
        assert client.read() == ["4", "3"]
        assert client.read({"limit": 9}) == ["4", "3", "2", "1"]

    def test_limit_zero_can_mean_all(self, connect, five):
        client = connect(filter_cap=4, default_limit=2, limit_zero_means_all=True)
        client.relay.seed(five)
        assert client.read({"limit": 0}) == ["4", "3", "2", "1"]

    def test_ties_can_come_as_they_were_stored(self, connect, alice):
        client = connect(ties_unordered=True)
        events = sorted((alice.event(content=str(n)) for n in range(5)), key=lambda e: e.id)
        client.relay.seed(events[::-1])
        assert client.read() == [event.content for event in events[::-1]]

    def test_an_empty_tag_value_can_be_no_condition(self, connect, alice):
        wanted = {"kinds": [30078], "#d": [""]}
        for quirk, served in ((False, []), (True, ["x"])):
            client = connect(ignores_empty_tag_values=quirk)
            client.publish(alice.data(content="x"))
            assert client.read(wanted) == served
            assert client.read(wanted | {"#d": ["", "other"]}) == []

    def test_only_the_first_of_several_tag_values_may_count(self, connect, alice):
        client = connect(first_tag_value_only=True)
        for name in "ab":
            client.publish(alice.data(name, name))
        values = {"#d": ["a", "b"]}
        assert client.read(values | {"kinds": [30078], "authors": [alice.pubkey]}) == ["a"]
        assert sorted(client.read(values | {"kinds": [30078]})) == ["a", "b"]

    def test_filters_and_their_tags_can_be_too_many(self, connect):
        client = connect(max_filters=2, max_tag_filters=1)
        assert client.send("REQ", "s", {"kinds": [1]}, {"#d": ["x"]}) == [["EOSE", "s"]]
        many = client.send("REQ", "s", *[{"kinds": [1]}] * 3)
        assert many == [["CLOSED", "s", "rate-limited: REQ exceeds max filter count 2"]]
        tags = client.send("REQ", "s", {"#d": ["x"], "#e": ["0" * 64]})
        assert tags == [["CLOSED", "s", "bad req: too many tags in filter"]]

    def test_found_ids_can_end_a_subscription(self, connect, alice):
        client = connect(closes_found_ids=True)
        event = alice.event()
        client.publish(event)
        frames = client.send("REQ", "s", {"ids": [event.id]})
        assert frames[1:] == [["EOSE", "s"], ["CLOSED", "s", ""]]
        for wanted in ({"ids": [event.id, "0" * 64]}, {"kinds": [1]}):
            assert client.send("REQ", "t", wanted)[-1] == ["EOSE", "t"]

    def test_an_answer_can_come_from_a_cache(self, connect, alice, now):
        time = [float(now)]
        relay = QuirkRelay(Quirks(answer_cache_seconds=1.0), clock=lambda: time[0])
        client = connect(relay)
        assert client.read() == []
        client.publish(alice.event(content="new"))
        assert client.read() == []
        assert client.read({"kinds": [1]}) == ["new"]
        time[0] += 1.0
        assert client.read() == ["new"]

    def test_until_is_inclusive(self, connect, five, now):
        client = connect()
        client.relay.seed(five)
        assert client.read({"since": now + 2, "until": now + 2}) == ["2"]

    def test_until_can_be_exclusive(self, connect, five, now):
        client = connect(until_exclusive=True)
        client.relay.seed(five)
        assert client.read({"until": now + 2}) == ["1", "0"]
        assert client.read({"since": now + 2, "until": now + 2}) == []

    @pytest.mark.parametrize(
        ("quirk", "capped", "whole"),
        [
            ("none", [], []),
            ("honest", [["more"]], [["finish"]]),
            ("always_finish", [["finish"]], [["finish"]]),
        ],
    )
    def test_eose_hints(self, connect, five, quirk, capped, whole):
        client = connect(eose_hints=quirk)
        client.relay.seed(five)
        assert client.send("REQ", "s", {"limit": 4})[-1][2:] == capped
        assert client.send("REQ", "t", {"limit": 5})[-1][2:] == whole

    def test_a_stale_relay_answers_from_the_past(self, connect, alice):
        client = connect(stale_snapshot=True)
        client.publish(alice.event(content="seen"))
        client.relay.freeze()
        client.publish(alice.event(content="unseen"))
        assert client.read() == ["seen"]
        client.relay.freeze()
        assert sorted(client.read()) == ["seen", "unseen"]

    def test_without_the_quirk_freezing_does_nothing(self, connect, alice):
        client = connect()
        client.relay.freeze()
        client.publish(alice.event(content="seen"))
        assert client.read() == ["seen"]
