"""Replacement, deletion and queries, through a relay."""

import pytest


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
