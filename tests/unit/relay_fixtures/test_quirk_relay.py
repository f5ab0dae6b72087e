"""Connections, answers and refusals of the sans-I/O relay."""

import dataclasses
import json

import pytest

from relay_fixtures import QuirkRelay, Quirks
from relay_fixtures.rates import RateLimit

AUTH_REQUIRED = "auth-required: authenticate first"


class TestSubscriptions:
    def test_a_new_event_reaches_every_matching_subscription(self, connect, alice):
        writer = connect()
        reader = connect(writer.relay)
        for client in (writer, reader):
            client.send("REQ", "mine", {"authors": [alice.pubkey]})
        writer.send("REQ", "other", {"kinds": [7]})
        event = alice.event()
        sent = writer.relay.receive_text(writer.conn, json.dumps(["EVENT", event.to_dict()]))
        heard = [(conn, json.loads(text)[:2]) for conn, text in sent]
        assert heard == [
            (writer.conn, ["OK", event.id]),
            (writer.conn, ["EVENT", "mine"]),
            (reader.conn, ["EVENT", "mine"]),
        ]

    def test_a_closed_subscription_hears_nothing(self, connect, alice):
        client = connect()
        client.send("REQ", "s", {"kinds": [1]})
        assert client.send("CLOSE", "s") == []
        event = alice.event()
        assert client.send("EVENT", event.to_dict()) == [["OK", event.id, True, ""]]

    def test_a_disconnected_client_hears_nothing(self, connect, alice):
        writer = connect()
        reader = connect(writer.relay)
        reader.send("REQ", "s", {"kinds": [1]})
        writer.relay.disconnect(reader.conn)
        assert not writer.relay.is_open(reader.conn)
        sent = writer.relay.receive_text(
            writer.conn, json.dumps(["EVENT", alice.event().to_dict()])
        )
        assert [conn for conn, _ in sent] == [writer.conn]
        assert reader.send("REQ", "s", {"kinds": [1]}) == []

    def test_a_replaced_subscription_follows_its_new_filter(self, connect, alice):
        client = connect()
        client.send("REQ", "s", {"kinds": [1]})
        client.send("REQ", "s", {"kinds": [7]})
        event = alice.event()
        assert client.send("EVENT", event.to_dict()) == [["OK", event.id, True, ""]]

    def test_too_many_subscriptions_are_closed(self, connect):
        client = connect(max_subs=1)
        client.send("REQ", "a", {"kinds": [1]})
        answer = client.send("REQ", "b", {"kinds": [1]})
        assert answer == [["CLOSED", "b", "rate-limited: too many subscriptions"]]
        assert client.send("REQ", "a", {"kinds": [2]}) == [["EOSE", "a"]]
        client.send("CLOSE", "a")
        assert client.send("REQ", "b", {"kinds": [1]}) == [["EOSE", "b"]]

    def test_too_many_subscriptions_can_be_a_mere_notice(self, connect):
        client = connect(max_subs=0, notice_on_too_many_subs=True)
        answer = client.send("REQ", "a", {"kinds": [1]})
        assert answer == [["NOTICE", "rate-limited: too many subscriptions"]]

    def test_an_identical_req_can_be_ignored(self, connect):
        client = connect(ignores_identical_req=True)
        assert client.send("REQ", "a", {"kinds": [1]}) == [["EOSE", "a"]]
        assert client.send("REQ", "a", {"kinds": [1]}) == []
        assert client.send("REQ", "a", {"kinds": [2]}) == [["EOSE", "a"]]

    def test_no_eose(self, connect, alice):
        client = connect(no_eose=True)
        client.publish(alice.event())
        [only] = client.send("REQ", "s", {"kinds": [1]})
        assert only[0] == "EVENT"

    def test_count(self, connect, alice):
        client = connect(filter_cap=1)
        client.relay.seed(alice.event(content=str(n)) for n in range(3))
        assert client.send("COUNT", "c", {"kinds": [1]}) == [["COUNT", "c", {"count": 3}]]

    def test_count_can_be_met_with_silence(self, connect):
        assert connect(answers_count=False).send("COUNT", "c", {"kinds": [1]}) == []


class TestAuthentication:
    @staticmethod
    def login(client, author, **changes):
        """Trigger a challenge if none came yet, and answer it."""
        frames = client.greeting or client.send("REQ", "login", {"kinds": [1, 30078]})
        [challenge] = [frame[1] for frame in frames if frame[0] == "AUTH"]
        event = author.auth(changes.get("url", client.relay.url), challenge)
        return client.send("AUTH", event.to_dict())[0][2:]

    def test_a_challenge_can_come_at_once(self, connect):
        assert connect().greeting == []
        assert connect(challenge_on_connect=True).greeting[0][0] == "AUTH"

    def test_every_connection_has_its_own_challenge(self, connect):
        one = connect(challenge_on_connect=True)
        two = connect(one.relay)
        assert one.greeting != two.greeting

    def test_reading_needs_authentication(self, connect, alice):
        client = connect(require_auth="read")
        assert client.publish(alice.event(content="x")) == (True, "")
        auth, closed = client.send("REQ", "s", {"kinds": [1]})
        assert auth[0] == "AUTH"
        assert closed == ["CLOSED", "s", AUTH_REQUIRED]
        event = alice.auth(client.relay.url, auth[1])
        assert client.send("AUTH", event.to_dict()) == [["OK", event.id, True, ""]]
        assert client.read() == ["x"]

    def test_counting_needs_authentication_too(self, connect):
        client = connect(require_auth="both", challenge_on_connect=True)
        assert client.send("COUNT", "c", {"kinds": [1]}) == [["CLOSED", "c", AUTH_REQUIRED]]

    def test_writing_needs_authentication(self, connect, alice):
        client = connect(require_auth="write")
        event = alice.event()
        auth, refusal = client.send("EVENT", event.to_dict())
        assert refusal == ["OK", event.id, False, AUTH_REQUIRED]
        assert client.read() == []
        client.send("AUTH", alice.auth(client.relay.url, auth[1]).to_dict())
        assert client.publish(event) == (True, "")

    def test_an_answer_for_another_relay_is_refused(self, connect, alice):
        client = connect(require_auth="both")
        reply = self.login(client, alice, url="ws://elsewhere.example")
        assert reply == [False, "invalid: bad authentication"]
        assert client.publish(alice.event()) == (False, AUTH_REQUIRED)

    def test_a_stale_answer_is_refused(self, connect, alice, now):
        client = connect(challenge_on_connect=True)
        event = alice.auth(client.relay.url, client.greeting[0][1], created_at=now - 3600)
        assert client.send("AUTH", event.to_dict())[0][2] is False

    def test_several_pubkeys_may_share_a_connection(self, connect, alice, bob):
        client = connect(challenge_on_connect=True)
        assert self.login(client, alice) == [True, ""]
        assert self.login(client, bob) == [True, ""]

    def test_one_pubkey_per_connection(self, connect, alice, bob):
        client = connect(challenge_on_connect=True, one_pubkey_per_connection=True)
        self.login(client, alice)
        assert self.login(client, bob) == [False, "error: already authenticated"]
        assert self.login(client, alice) == [True, ""]

    def test_the_wrong_pubkey_is_restricted(self, connect, alice, bob):
        client = connect(require_auth="both", allowed_pubkeys=frozenset({alice.pubkey}))
        self.login(client, bob)
        restricted = "restricted: not for this pubkey"
        assert client.publish(bob.event()) == (False, restricted)
        assert client.send("REQ", "s", {"kinds": [1]}) == [["CLOSED", "s", restricted]]

    def test_only_some_kinds_can_be_guarded(self, connect, alice):
        client = connect(require_auth="both", auth_kinds=frozenset({30078}))
        assert client.publish(alice.event(content="open")) == (True, "")
        assert client.publish(alice.data()) == (False, AUTH_REQUIRED)
        assert client.read({"kinds": [1]}) == ["open"]
        for wanted in ({"kinds": [1, 30078]}, {"authors": [alice.pubkey]}):
            assert client.send("REQ", "s", wanted)[-1] == ["CLOSED", "s", AUTH_REQUIRED]

    def test_mixed_kinds_can_hide_what_is_guarded(self, connect, alice):
        client = connect(require_auth="read", hides_auth_for_mixed_kinds=True)
        client.publish(alice.data(content="hidden"))
        client.publish(alice.event(5, "request"))
        mixed = {"kinds": [30078, 5]}
        assert client.send("REQ", "s", {"kinds": [30078]})[-1] == ["CLOSED", "s", AUTH_REQUIRED]
        assert client.read(mixed) == ["request"]
        assert client.read({"authors": [alice.pubkey]}) == ["request"]
        assert client.send("COUNT", "c", mixed) == [["COUNT", "c", {"count": 1}]]

    def test_what_is_hidden_is_not_pushed_either(self, connect, alice):
        client = connect(require_auth="read", hides_auth_for_mixed_kinds=True)
        client.send("REQ", "s", {"kinds": [30078, 5]})
        event = alice.data()
        assert client.send("EVENT", event.to_dict()) == [["OK", event.id, True, ""]]

    def test_owners_alone_may_write_and_read_some_kinds(self, connect, alice, bob):
        client = connect(owner_kinds=frozenset({30078}), challenge_on_connect=True)
        assert client.publish(alice.data()) == (False, AUTH_REQUIRED)
        wanted = {"kinds": [30078]}
        assert client.send("REQ", "s", wanted) == [["CLOSED", "s", AUTH_REQUIRED]]
        self.login(client, alice)
        assert client.publish(alice.data(content="mine")) == (True, "")
        assert client.publish(bob.data())[1].startswith("restricted:")
        assert client.read(wanted) == ["mine"]
        stranger = connect(client.relay)
        assert stranger.read({"kinds": [30078, 5]}) == []
        self.login(stranger, bob)
        assert stranger.read(wanted) == []
        assert stranger.send("COUNT", "c", wanted) == [["COUNT", "c", {"count": 0}]]

    @pytest.mark.parametrize(("age", "accepted"), [(60, True), (61, False)])
    def test_an_answer_may_have_to_be_fresh(self, connect, alice, now, age, accepted):
        client = connect(challenge_on_connect=True, auth_max_age=60)
        event = alice.auth(client.relay.url, client.greeting[0][1], created_at=now - age)
        assert client.send("AUTH", event.to_dict())[0][2] is accepted

    def test_a_protected_event_comes_from_its_author(self, connect, alice, bob):
        client = connect()
        event = alice.event(tags=[("-",)])
        auth, refusal = client.send("EVENT", event.to_dict())
        assert refusal == ["OK", event.id, False, AUTH_REQUIRED]
        client.send("AUTH", bob.auth(client.relay.url, auth[1]).to_dict())
        assert client.publish(event)[1].startswith("blocked: only its author")
        client.send("AUTH", alice.auth(client.relay.url, auth[1]).to_dict())
        assert client.publish(event) == (True, "")

    def test_protection_can_be_refused_or_ignored(self, connect, alice):
        event = alice.event(tags=[("-",)])
        refusal = (False, "blocked: event marked as protected")
        assert connect(protected="refused").publish(event) == refusal
        assert connect(protected="anybody").publish(event) == (True, "")


class TestRefusals:
    def test_a_long_frame_cuts_the_connection(self, connect):
        client = connect(max_frame_bytes=30)
        assert client.send("REQ", "s", {"kinds": [1]}) == [["EOSE", "s"]]
        assert client.send("REQ", "äöü", {"kinds": [1]}) == []
        assert not client.relay.is_open(client.conn)

    def test_tags_can_be_too_many(self, connect, alice):
        client = connect(max_tags=1)
        assert client.publish(alice.event(tags=[("t", "x")])) == (True, "")
        assert client.publish(alice.event(tags=[("t", "x")] * 2))[1].startswith("invalid:")

    @pytest.mark.parametrize("tag", [("e",), ("e", ""), ("p", "x" * 64), ("p", "0" * 63)])
    def test_ids_and_keys_in_tags_can_have_to_be_such(self, connect, alice, tag):
        client = connect(strict_hex_tags=True)
        assert client.publish(alice.event(tags=[tag]))[1].startswith("invalid: unexpected size")
        assert client.publish(alice.event(tags=[("e", "0" * 64), ("x", "")])) == (True, "")

    def test_a_character_can_be_read_otherwise(self, connect, alice):
        client = connect(rejects_del_character=True)
        for event in (alice.event(content="\x7f"), alice.event(tags=[("d", "a\x7f")])):
            assert client.publish(event) == (False, "invalid: bad event id")

    def test_ephemeral_events_can_age_faster(self, connect, alice, now):
        client = connect(ephemeral_max_behind=60)
        assert client.publish(alice.event(20001, created_at=now - 61))[0] is False
        assert client.publish(alice.event(created_at=now - 61))[0] is True

    def test_the_rate_can_depend_on_the_kind(self, connect, alice):
        client = connect(rate_limits=(RateLimit(1, 60.0, (range(30000, 40000),)),))
        assert client.publish(alice.data("a")) == (True, "")
        assert client.publish(alice.data("b")) == (False, "rate-limited: slow down")
        assert client.publish(alice.event()) == (True, "")

    def test_requests_can_be_too_many(self, connect):
        client = connect(req_limits=(RateLimit(1, 60.0),))
        assert client.read() == []
        answer = client.send("REQ", "s", {"kinds": [1]})
        assert answer == [["CLOSED", "s", "rate-limited: slow down"]]

    def test_every_refusal_slows_the_connection_down(self, connect, alice):
        client = connect(max_content_chars=1, throttle=0.5, refuses_duplicates=True)
        event = alice.event(content="x")
        for _ in range(2):
            client.publish(event)
        assert client.relay.throttle(client.conn) == 0.0
        seconds = []
        for _ in range(3):
            client.publish(alice.event(content="long"))
            seconds.append(client.relay.throttle(client.conn))
        assert seconds == [1.0, 2.0, 4.0]
        assert connect(client.relay).relay.throttle(99) == 0.0

    def test_a_forged_event(self, connect, alice):
        client = connect()
        forged = dataclasses.replace(alice.event(), sig="0" * 128)
        assert client.publish(forged) == (False, "invalid: bad event id or signature")
        assert client.relay.events == ()

    def test_long_content(self, connect, alice):
        client = connect(max_content_chars=4)
        assert client.publish(alice.event(content="äöüß")) == (True, "")
        assert client.publish(alice.event(content="äöüßx"))[0] is False

    def test_big_events(self, connect, alice):
        event = alice.event(content="x" * 100)
        size = len(event.to_json().encode())
        assert connect(max_event_bytes=size).publish(event) == (True, "")
        refusal = f"blocked: event size ({size} bytes) exceeds {size - 1}"
        assert connect(max_event_bytes=size - 1).publish(event) == (False, refusal)

    @pytest.mark.parametrize(
        ("offset", "answer"),
        [
            (901, (False, "invalid: created_at too late")),
            (900, (True, "")),
            (-3600, (True, "")),
            (-3601, (False, "invalid: created_at too early")),
        ],
    )
    def test_time_limits(self, connect, alice, now, offset, answer):
        client = connect(created_at_max_ahead=900, created_at_max_behind=3600)
        assert client.publish(alice.event(created_at=now + offset)) == answer

    def test_the_rate_is_limited_in_a_sliding_window(self, connect, alice, now):
        time = [float(now)]
        relay = QuirkRelay(
            Quirks(rate_limit_after=2, rate_limit_seconds=10.0), clock=lambda: time[0]
        )
        client, other = connect(relay), connect(relay)
        answers = [client.publish(alice.event(content=str(n)))[0] for n in range(2)]
        slow_down = (False, "rate-limited: slow down")
        assert answers == [True, True]
        assert other.publish(alice.event(content="2")) == slow_down
        time[0] += 9.9
        assert client.publish(alice.event(content="3")) == slow_down
        time[0] += 0.1
        assert client.publish(alice.event(content="4")) == (True, "")

    def test_everything_can_be_refused_in_any_words(self, connect, alice):
        client = connect(reject_all_with="bad msg: no")
        assert client.publish(alice.event()) == (False, "bad msg: no")

    def test_a_kind_can_be_refused(self, connect, alice):
        client = connect(refused_kinds=frozenset({5}))
        assert client.publish(alice.event(kind=5)) == (False, "blocked: kind 5 is not taken")
        assert client.publish(alice.event()) == (True, "")

    def test_a_refusal_can_lack_its_id(self, connect, alice):
        client = connect(reject_all_with="invalid: no", empty_ok_id_on_reject=True)
        answer = client.send("EVENT", alice.event().to_dict())
        assert answer == [["OK", "", False, "invalid: no"]]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "nonsense",
            "{}",
            "[]",
            '["WHAT"]',
            '["EVENT",{}]',
            '["REQ"]',
            '["NEG-OPEN","n",{},""]',
        ],
    )
    def test_malformed_frames(self, connect, text):
        client = connect()
        [(_conn, answer)] = client.relay.receive_text(client.conn, text)
        assert json.loads(answer)[0] == "NOTICE"
        client.relay.quirks = Quirks(silent_on_malformed=True)
        assert client.relay.receive_text(client.conn, text) == []


class TestBreakdowns:
    def test_a_lying_relay_keeps_nothing(self, connect, alice):
        client = connect(lie_ok=True)
        client.send("REQ", "live", {"kinds": [1]})
        assert client.publish(alice.event()) == (True, "")
        assert client.read() == []

    def test_a_silent_relay_still_listens(self, connect, alice):
        client = connect(silent=True, challenge_on_connect=True)
        assert client.greeting == []
        event = alice.event()
        assert client.send("EVENT", event.to_dict()) == []
        assert client.send("REQ", "s", {"kinds": [1]}) == []
        assert client.relay.inject(event.to_dict()) == []
        assert client.relay.events == (event,)

    def test_a_connection_is_cut_after_so_many_frames(self, connect, alice):
        client = connect(drop_connection_after_frames=2)
        other = connect(client.relay)
        for n in range(2):
            client.publish(alice.event(content=str(n)))
        assert client.relay.is_open(client.conn)
        assert client.send("EVENT", alice.event().to_dict()) == []
        assert not client.relay.is_open(client.conn)
        assert other.publish(alice.event(content="other")) == (True, "")
        assert len(client.relay.events) == 3


class TestInjection:
    def test_a_forged_event_follows_the_stored_ones(self, connect, alice):
        client = connect()
        client.publish(alice.event(content="real"))
        client.relay.inject(alice.event(content="forged").to_dict() | {"sig": "0" * 128})
        assert client.read({"limit": 1}) == ["real", "forged"]
        assert client.read({"kinds": [7]}) == []
        assert len(client.relay.events) == 1

    @pytest.mark.parametrize("event", [None, 7, "text", [], {}, {"kind": 1, "tags": None}])
    def test_any_json_value_can_be_served(self, connect, event):
        client = connect()
        client.relay.inject(event)
        assert client.send("REQ", "s", {"kinds": [1]})[0] == ["EVENT", "s", event]

    def test_open_subscriptions_can_hear_it(self, connect):
        client = connect()
        client.send("REQ", "s", {"kinds": [1]})
        client.send("REQ", "t", {"kinds": [2]})
        [(conn, text)] = client.relay.inject({"kind": 1})
        assert (conn, json.loads(text)) == (client.conn, ["EVENT", "s", {"kind": 1}])


class TestWhatTheRelaySees:
    def test_every_frame_is_recorded(self, connect):
        client = connect(silent=True)
        client.send("REQ", "s", {"kinds": [1]})
        client.relay.receive_text(client.conn, "nonsense")
        texts = [text for _, text in client.relay.received_frames]
        assert texts == ['["REQ", "s", {"kinds": [1]}]', "nonsense"]
        assert client.relay.received("REQ") == [["REQ", "s", {"kinds": [1]}]]
        assert client.relay.received("EVENT") == []


class TestInformation:
    def test_an_honest_document_follows_the_quirks(self, connect):
        document = connect(max_event_bytes=65536, require_auth="both").relay.information()
        assert document is not None
        assert document["limitation"] == {
            "max_limit": 500,
            "max_message_length": 65536,
            "auth_required": True,
            "restricted_writes": True,
        }
        assert document["supported_nips"] == [1, 9, 11, 40, 42, 45, 70]

    def test_auth_is_not_required_where_some_kinds_are_open(self, connect):
        relay = connect(require_auth="read", auth_kinds=frozenset({4})).relay
        assert relay.information()["limitation"]["auth_required"] is False

    def test_hints_are_announced(self, connect):
        assert 67 in connect(eose_hints="honest").relay.information()["supported_nips"]

    def test_a_given_document_is_served_as_it_is(self, connect):
        assert connect(nip11_document={"name": 7}).relay.information() == {"name": 7}

    def test_there_may_be_none(self, connect):
        assert connect(nip11_document=None).relay.information() is None


def test_quirks_default_to_good_behaviour():
    assert QuirkRelay().quirks == Quirks()
