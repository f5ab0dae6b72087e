"""One connection to a relay, frame by frame, without a connection and without a clock."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from nips.negentropy import Negentropy, Storage
from nips.nip01 import Event, Filter
from sense_memory.sync import protocol as protocol_module
from sense_memory.sync.conduct import TOLERATED, Offence
from sense_memory.sync.protocol import (
    MAX_ANSWER_BYTES,
    Acknowledged,
    Answered,
    Arrived,
    AuthDone,
    AuthWanted,
    Compared,
    LiveEnded,
    Misbehaved,
    Noticed,
    RelayProtocol,
    Unanswered,
)
from sense_memory.sync.reconcile import Difference

FILTER = Filter(kinds=(30078,), limit=10)
EVENT: dict[str, Any] = {"id": "aa", "kind": 30078}


def signed(number: int, kind: int = 30078) -> Event:
    """An event whose id is that number; nobody here looks at signatures."""
    return Event(f"{number:064x}", "ab" * 32, 1, kind, (), "", "0" * 128)


WRITE, OTHER_WRITE, PROOF = signed(1), signed(2), signed(3, 22242)


class Conversation:
    """A protocol, and a relay that says what a test tells it to."""

    def __init__(self) -> None:
        self.protocol = RelayProtocol(answer_timeout=10, ok_timeout=5)
        self.now = 100.0

    def ask(self, *, live: bool = False, question: Filter = FILTER) -> tuple[int, str]:
        """Ask; the question's number and the subscription id that was sent."""
        number = self.protocol.ask(question, self.now, live=live)
        (frame,) = self.sent()
        assert frame[0] == "REQ"
        return number, frame[1]

    def sent(self) -> list[Any]:
        return [json.loads(text) for text in self.protocol.data_to_send()]

    def relay(self, *frame: object) -> list[Any]:
        """Let the relay say something; what follows from it."""
        self.protocol.receive_text(json.dumps(frame), self.now)
        return self.protocol.events()

    def later(self, seconds: float) -> list[Any]:
        """Let time pass; what follows from it."""
        self.now += seconds
        self.protocol.expire(self.now)
        return self.protocol.events()

    def publish(self, event: Event = WRITE) -> None:
        self.protocol.publish(event, self.now)
        assert [frame[0] for frame in self.sent()] == ["EVENT"]

    def authenticate(self, *, accepted: bool = True) -> list[Any]:
        """Answer the challenge and hear the verdict."""
        self.protocol.authenticate(PROOF, self.now)
        assert [frame[0] for frame in self.sent()] == ["AUTH"]
        return self.relay("OK", PROOF.id, accepted, "" if accepted else "restricted: not you")


@pytest.fixture
def talk() -> Conversation:
    return Conversation()


# --------------------------------------------------------------------------- questions


def test_a_question_is_answered_with_its_events_and_closed(talk: Conversation) -> None:
    number, sub = talk.ask()
    assert talk.relay("EVENT", sub, EVENT) == []
    assert talk.relay("EOSE", sub) == [Answered(number, (EVENT,), ())]
    assert talk.sent() == [["CLOSE", sub]]


def test_the_hints_of_an_answer_are_handed_on(talk: Conversation) -> None:
    number, sub = talk.ask()
    assert talk.relay("EOSE", sub, ["finish"]) == [Answered(number, (), ("finish",))]


def test_questions_do_not_mix(talk: Conversation) -> None:
    first, sub_1 = talk.ask()
    second, sub_2 = talk.ask()
    assert first != second
    assert sub_1 != sub_2
    talk.relay("EVENT", sub_2, EVENT)
    assert talk.relay("EOSE", sub_1) == [Answered(first, (), ())]
    assert talk.relay("EOSE", sub_2) == [Answered(second, (EVENT,), ())]


def test_a_question_ends_once_whatever_follows(talk: Conversation) -> None:
    _, sub = talk.ask()
    assert len(talk.relay("EOSE", sub)) == 1
    assert talk.relay("EOSE", sub) == []
    assert talk.relay("CLOSED", sub, "error: late") == []
    assert talk.relay("EVENT", sub, EVENT) == []
    assert talk.later(1000) == []


def test_a_closed_question_is_unanswered_with_the_relays_words(talk: Conversation) -> None:
    number, sub = talk.ask()
    talk.relay("EVENT", sub, EVENT)
    assert talk.relay("CLOSED", sub, "error: no") == [Unanswered(number, "error: no", (EVENT,))]
    assert talk.relay("EOSE", sub) == []


def test_silence_ends_a_question_and_an_event_breaks_the_silence(talk: Conversation) -> None:
    number, sub = talk.ask()
    assert talk.protocol.next_deadline() == 110
    assert talk.later(9) == []
    talk.relay("EVENT", sub, EVENT)
    assert talk.later(9) == []
    assert talk.later(1) == [Unanswered(number, "timeout", (EVENT,))]
    assert talk.sent() == [["CLOSE", sub]]
    assert talk.protocol.next_deadline() is None


def test_an_answer_of_more_events_than_asked_for_is_cut(talk: Conversation) -> None:
    number, sub = talk.ask(question=Filter(limit=10))
    ends = [end for _ in range(1_000) for end in talk.relay("EVENT", sub, EVENT)]
    assert [type(end) for end in ends] == [Unanswered]
    assert ends[0].number == number
    assert len(ends[0].events) == 22
    assert talk.sent() == [["CLOSE", sub]]


def test_an_answer_of_too_many_bytes_is_cut(talk: Conversation) -> None:
    number, sub = talk.ask(question=Filter(limit=5_000))
    big = {**EVENT, "content": "x" * 180_000}
    count = MAX_ANSWER_BYTES // 180_000 + 1
    ends = [end for _ in range(count) for end in talk.relay("EVENT", sub, big)]
    assert [end.number for end in ends] == [number]
    assert isinstance(ends[0], Unanswered)


# ---------------------------------------------------------------------- live questions


def test_a_live_question_is_answered_and_then_delivers_what_comes(talk: Conversation) -> None:
    number, sub = talk.ask(live=True)
    talk.relay("EVENT", sub, EVENT)
    assert talk.relay("EOSE", sub) == [Answered(number, (EVENT,), ())]
    later = {**EVENT, "id": "bb"}
    assert talk.relay("EVENT", sub, later) == [Arrived(later)]
    assert talk.sent() == []


def test_a_live_question_that_was_answered_has_no_deadline(talk: Conversation) -> None:
    _, sub = talk.ask(live=True)
    talk.relay("EOSE", sub)
    assert talk.protocol.next_deadline() is None
    assert talk.later(1e9) == []
    assert talk.relay("EVENT", sub, EVENT) == [Arrived(EVENT)]


def test_a_live_question_without_an_answer_times_out_like_any(talk: Conversation) -> None:
    number, _ = talk.ask(live=True)
    assert talk.later(10) == [Unanswered(number, "timeout")]


def test_a_live_question_ends_once_even_if_the_relay_wants_proof_later(talk: Conversation) -> None:
    number, sub = talk.ask(live=True)
    ends = talk.relay("EOSE", sub)
    ends += talk.relay("CLOSED", sub, "auth-required: who are you")
    ends += talk.later(10)
    assert ends == [
        Answered(number, (), ()),
        LiveEnded(number, "auth-required: who are you"),
    ]


def test_a_live_question_that_the_relay_closes_later_is_not_lost_silently(
    talk: Conversation,
) -> None:
    """What arrives from then on would be missed, and replication wrongly proven."""
    _, sub = talk.ask(live=True)
    talk.relay("EOSE", sub)
    assert talk.relay("CLOSED", sub, "error: shutting down") != []


# ------------------------------------------------------------------------------ writes


@pytest.mark.parametrize("accepted", [True, False])
def test_an_ok_ends_a_write(talk: Conversation, accepted: bool) -> None:
    talk.publish()
    said = talk.relay("OK", WRITE.id, accepted, "blocked: no")
    assert said == [Acknowledged(WRITE.id, accepted, "blocked: no")]
    assert talk.relay("OK", WRITE.id, accepted, "again") == []
    assert talk.later(1000) == []


def test_no_ok_in_time_is_neither_yes_nor_no(talk: Conversation) -> None:
    talk.publish()
    assert talk.protocol.next_deadline() == 105
    assert talk.later(5) == [Acknowledged(WRITE.id, None, "no OK in time")]
    assert talk.relay("OK", WRITE.id, True, "") == []


def test_an_ok_without_an_id_belongs_to_the_only_write_in_flight(talk: Conversation) -> None:
    talk.publish()
    said = talk.relay("OK", "", False, "invalid: bad")
    assert said == [Acknowledged(WRITE.id, False, "invalid: bad")]


def test_an_ok_without_an_id_belongs_to_nobody_when_there_are_two(talk: Conversation) -> None:
    """What became of either is not known; a late OK with an id changes nothing any more."""
    talk.publish(WRITE)
    talk.publish(OTHER_WRITE)
    unknown = [Acknowledged(event.id, None, "invalid: bad") for event in (WRITE, OTHER_WRITE)]
    one_at_a_time = [talk.protocol.refuses_namelessly]
    assert talk.relay("OK", "", False, "invalid: bad") == unknown
    one_at_a_time.append(talk.protocol.refuses_namelessly)
    assert one_at_a_time == [False, True]
    assert talk.relay("OK", WRITE.id, True, "") == []
    assert talk.later(5) == []


def test_an_ok_for_a_stranger_changes_nothing(talk: Conversation) -> None:
    talk.publish()
    assert talk.relay("OK", "f" * 64, True, "") == []


# -------------------------------------------------------------------------------- AUTH


def test_a_challenge_is_handed_on(talk: Conversation) -> None:
    assert talk.relay("AUTH", "prove it") == [AuthWanted("prove it")]
    assert talk.protocol.challenge == "prove it"
    assert talk.authenticate() == [AuthDone(True, "")]
    assert talk.protocol.authenticated


def test_a_question_refused_for_want_of_auth_is_asked_once_more(talk: Conversation) -> None:
    number, sub = talk.ask()
    talk.relay("AUTH", "prove it")
    assert talk.relay("CLOSED", sub, "auth-required: who are you") == []
    talk.authenticate()
    frames = talk.sent()
    again = frames[-1][1]
    assert [frame[0] for frame in frames] == ["CLOSE", "REQ"]
    assert frames[-1][2] == FILTER.to_dict()
    assert again != sub
    refused = talk.relay("CLOSED", again, "auth-required: still not you")
    assert refused == [Unanswered(number, "auth-required: still not you")]


def test_a_question_refused_after_auth_is_repeated_at_once(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    talk.authenticate()
    number, sub = talk.ask()
    talk.relay("CLOSED", sub, "auth-required: who are you")
    (_, again, _) = talk.sent()[-1]
    assert talk.relay("EOSE", again) == [Answered(number, (), ())]


def test_an_end_before_auth_counts_for_nothing_and_is_asked_again(talk: Conversation) -> None:
    """A relay that hides private events from strangers says "nothing here" to them."""
    talk.relay("AUTH", "prove it")
    number, sub = talk.ask()
    talk.relay("EVENT", sub, EVENT)
    assert talk.relay("EOSE", sub) == []
    talk.authenticate()
    again = talk.sent()[-1][1]
    mine = {**EVENT, "id": "mine"}
    talk.relay("EVENT", again, mine)
    assert talk.relay("EOSE", again) == [Answered(number, (mine,), ())]


def test_a_question_that_waits_for_auth_in_vain_times_out(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    number, sub = talk.ask()
    talk.relay("EOSE", sub)
    assert talk.later(10) == [Unanswered(number, "timeout")]


def test_a_refused_proof_ends_what_waited_for_it(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    number, sub = talk.ask()
    talk.relay("CLOSED", sub, "auth-required: who are you")
    talk.publish()
    talk.relay("OK", WRITE.id, False, "auth-required: who are you")
    assert talk.authenticate(accepted=False) == [
        AuthDone(False, "restricted: not you"),
        Unanswered(number, "restricted: not you"),
        Acknowledged(WRITE.id, False, "restricted: not you"),
    ]
    assert not talk.protocol.authenticated


def test_after_a_refused_proof_a_relay_is_taken_as_it_is(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    talk.authenticate(accepted=False)
    number, sub = talk.ask()
    assert talk.relay("EOSE", sub) == [Answered(number, (), ())]
    talk.sent()
    talk.publish()
    said = talk.relay("OK", WRITE.id, False, "auth-required: no")
    assert said == [Acknowledged(WRITE.id, False, "auth-required: no")]


def test_after_a_refused_proof_a_closed_question_ends_at_once(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    talk.authenticate(accepted=False)
    number, sub = talk.ask()
    said = talk.relay("CLOSED", sub, "auth-required: no")
    assert said == [Unanswered(number, "auth-required: no")]


def test_a_write_refused_for_want_of_auth_is_sent_once_more(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    talk.publish()
    assert talk.relay("OK", WRITE.id, False, "auth-required: who are you") == []
    talk.authenticate()
    assert talk.sent() == [["EVENT", WRITE.to_dict()]]
    said = talk.relay("OK", WRITE.id, False, "auth-required: still no")
    assert said == [Acknowledged(WRITE.id, False, "auth-required: still no")]


def test_a_write_that_must_be_read_before_is_not_sent_once_more(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    talk.protocol.publish(WRITE, talk.now, resends=False)
    talk.sent()
    assert talk.relay("OK", WRITE.id, False, "auth-required: who are you") == []
    ended = talk.authenticate()
    assert [event for event in ended if isinstance(event, Acknowledged)] == [
        Acknowledged(WRITE.id, False, "auth-required: who wrote it is known by now", again=True)
    ]
    assert ["EVENT", WRITE.to_dict()] not in talk.sent()


def test_a_write_that_is_sent_once_more_has_the_full_time_again(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    talk.publish()
    talk.relay("OK", WRITE.id, False, "auth-required: who are you")
    talk.later(4)
    talk.authenticate()
    assert talk.later(4) == []


def test_no_ok_to_a_proof_is_a_refusal(talk: Conversation) -> None:
    talk.relay("AUTH", "prove it")
    talk.protocol.authenticate(PROOF, talk.now)
    assert talk.protocol.next_deadline() == 105
    assert talk.later(5) == [AuthDone(False, "no OK to AUTH in time")]


def test_a_second_challenge_is_answered_too(talk: Conversation) -> None:
    talk.relay("AUTH", "one")
    talk.authenticate(accepted=False)
    assert talk.relay("AUTH", "two") == [AuthWanted("two")]
    assert talk.authenticate() == [AuthDone(True, "")]
    assert talk.protocol.authenticated


@pytest.mark.parametrize("challenge", ["", "x" * 257])
def test_a_challenge_of_a_strange_size_is_not_signed(talk: Conversation, challenge: str) -> None:
    assert talk.relay("AUTH", challenge) == []
    assert talk.protocol.challenge is None


# --------------------------------------------------------------------- the end, and junk


def test_a_lost_connection_ends_everything_open_once(talk: Conversation) -> None:
    number, _ = talk.ask()
    _, live = talk.ask(live=True)
    talk.relay("EOSE", live)
    talk.publish()
    talk.protocol.authenticate(PROOF, talk.now)
    talk.protocol.lost()
    assert talk.protocol.events() == [
        Unanswered(number, "connection lost"),
        Acknowledged(WRITE.id, None, "connection lost"),
        AuthDone(False, "connection lost"),
    ]
    talk.protocol.lost()
    assert talk.protocol.events() == []


def test_a_notice_is_handed_on(talk: Conversation) -> None:
    assert talk.relay("NOTICE", "maintenance at noon") == [Noticed("maintenance at noon")]


JUNK = ["", "{}", "[]", "null", "[1]", '["WHAT"]', '["EVENT"]', '["OK","x"]', "[" * 100_000]


@pytest.mark.parametrize("frame", JUNK, ids=lambda frame: repr(frame[:12]))
def test_a_relay_that_talks_nonsense_for_long_misbehaves(talk: Conversation, frame: str) -> None:
    for _ in range(TOLERATED[Offence.JUNK] - 1):
        talk.protocol.receive_text(frame, talk.now)
    assert talk.protocol.events() == []
    talk.protocol.receive_text(frame, talk.now)
    assert talk.protocol.events() == [Misbehaved(Offence.JUNK)]


def test_answers_without_end_are_misbehaviour_in_the_end(talk: Conversation) -> None:
    events: list[Any] = []
    for _ in range(TOLERATED[Offence.ENDLESS]):
        _, sub = talk.ask(question=Filter(limit=1))
        events = [event for _ in range(12) for event in talk.relay("EVENT", sub, EVENT)]
        talk.sent()
    assert isinstance(events[-1], Misbehaved)


def test_an_answer_that_drips_without_end_ends_after_a_minute(talk: Conversation) -> None:
    number, sub = talk.ask(question=Filter(limit=5_000))
    ends: list[Any] = []
    for _ in range(13):
        talk.relay("EVENT", sub, EVENT)
        ends += talk.later(5)
    assert [(end.number, end.reason) for end in ends] == [(number, "timeout")]
    assert talk.now == 165


# S-1.6
def test_events_that_nobody_asked_for_are_dropped(talk: Conversation) -> None:
    question = Filter(kinds=(30078,), authors=("ab",), tags={"d": ("here",)}, limit=9)
    number, sub = talk.ask(question=question)
    right = {"kind": 30078, "pubkey": "ab", "tags": [["d", "here"]]}
    wrong: list[dict[str, Any]] = [
        {**right, "kind": 1},
        {**right, "kind": [30078]},
        {**right, "pubkey": "cd"},
        {**right, "tags": [["d", "there"]]},
        {**right, "tags": [["d"], "d", ["here", "d"]]},
        {**right, "tags": "d"},
        {},
    ]
    for event in [*wrong, right]:
        assert talk.relay("EVENT", sub, event) == []
    assert talk.relay("EOSE", sub) == [Answered(number, (right,), ())]


def test_a_live_subscription_drops_them_too(talk: Conversation) -> None:
    _, sub = talk.ask(live=True)
    talk.relay("EOSE", sub)
    assert talk.relay("EVENT", sub, {**EVENT, "kind": 1}) == []
    assert talk.relay("EVENT", sub, EVENT) == [Arrived(EVENT)]


def test_a_relay_that_goes_on_sending_them_misbehaves(talk: Conversation) -> None:
    _, sub = talk.ask(question=Filter(kinds=(30078,), limit=100))
    said = [talk.relay("EVENT", sub, {"id": f"{n}", "kind": 1}) for n in range(20)]
    assert said[-1] == [Misbehaved(Offence.OFF_FILTER)]
    assert not any(said[:-1])


def test_one_broken_event_shown_again_and_again_is_one(talk: Conversation) -> None:
    _, sub = talk.ask(question=Filter(kinds=(30078,), limit=100))
    assert not any(talk.relay("EVENT", sub, {"id": "one", "kind": 1}) for _ in range(50))


# S-1.6
def test_frames_and_events_larger_than_any_of_ours_are_not_read(talk: Conversation) -> None:
    number, sub = talk.ask()
    assert talk.relay("EVENT", sub, {**EVENT, "content": "x" * 200_000}) == []
    assert talk.relay("EVENT", sub, {**EVENT, "content": "x" * 300_000}) == []
    assert talk.relay("EOSE", sub) == [Answered(number, (), ())]


def test_a_flood_of_challenges_is_not_answered(talk: Conversation) -> None:
    said = [talk.relay("AUTH", f"{n}") for n in range(30)]
    assert [len(events) for events in said[:4]] == [1, 1, 1, 0]
    assert [Misbehaved(Offence.CHALLENGE)] in said
    talk.later(61)
    assert talk.relay("AUTH", "another") == [AuthWanted("another")]


def test_all_open_questions_together_hold_no_more_than_they_may(talk: Conversation) -> None:
    big = {**EVENT, "content": "x" * 180_000}
    subs = [talk.ask(question=Filter(limit=5_000))[1] for _ in range(4)]
    ends = [end for _ in range(120) for sub in subs for end in talk.relay("EVENT", sub, big)]
    talk.sent()
    assert len(ends) == 1  # 480 events would be 86 MB; one question is given up at 64 MiB
    for sub in subs:
        talk.relay("EOSE", sub)
    talk.sent()
    _, sub = talk.ask(question=Filter(limit=5_000))
    assert not any(talk.relay("EVENT", sub, big) for _ in range(120))  # what was held is free again


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
VERBS = st.sampled_from(["EVENT", "OK", "EOSE", "CLOSED", "NOTICE", "AUTH", "COUNT", "NEG-MSG"])


@given(
    st.lists(st.tuples(VERBS, st.lists(JSON, max_size=4)) | st.text(), max_size=12), st.booleans()
)
def test_nothing_that_a_relay_sends_raises(frames: list[Any], live: bool) -> None:
    talk = Conversation()
    _, sub = talk.ask(live=live)
    talk.publish()
    for frame in frames:
        if isinstance(frame, str):
            talk.protocol.receive_text(frame, talk.now)
        else:
            verb, rest = frame
            talk.protocol.receive_text(json.dumps([verb, *rest]), talk.now)
            talk.protocol.receive_text(json.dumps([verb, sub, *rest]), talk.now)
            talk.protocol.receive_text(json.dumps([verb, WRITE.id, *rest]), talk.now)
    talk.later(1000)
    talk.protocol.lost()
    assert talk.protocol.next_deadline() is None


STEPS = st.sampled_from(
    ["event", "eose", "closed", "auth-required", "challenge", "yes", "no", "wait", "lost"]
)


@given(st.lists(STEPS, max_size=14))
def test_a_question_has_exactly_one_end_whatever_the_relay_does(steps: list[str]) -> None:
    talk = Conversation()
    number, sub = talk.ask()
    ends = []
    for step in [*steps, "lost"]:
        sub = [sub, *(frame[1] for frame in talk.sent() if frame[0] == "REQ")][-1]
        said: list[Any] = []
        match step:
            case "event":
                said = talk.relay("EVENT", sub, EVENT)
            case "eose":
                said = talk.relay("EOSE", sub)
            case "closed":
                said = talk.relay("CLOSED", sub, "error: no")
            case "auth-required":
                said = talk.relay("CLOSED", sub, "auth-required: who")
            case "challenge":
                said = talk.relay("AUTH", "prove it")
            case "yes" | "no":
                talk.protocol.authenticate(PROOF, talk.now)
                said = talk.relay("OK", PROOF.id, step == "yes", "")
            case "wait":
                said = talk.later(6)
            case "lost":
                talk.protocol.lost()
                said = talk.protocol.events()
        ends += [event for event in said if isinstance(event, Answered | Unanswered)]
    assert [end.number for end in ends] == [number]


# ------------------------------------------------------------------------- comparisons

OURS = Storage([(n, n.to_bytes(32)) for n in range(100)])
THEIRS = Storage([(n, n.to_bytes(32)) for n in range(1, 101)])
ENDLESS = (b"\x61\0\0\1" + b"x" * 16).hex()
"""All is different, says the relay, whatever we say."""
FOUND = Difference(frozenset({(0).to_bytes(32)}), frozenset({(100).to_bytes(32)}))


def opened(talk: Conversation) -> tuple[int, str, bytes]:
    """Begin a comparison; its number, its subscription id and the first message."""
    number = talk.protocol.compare(FILTER, OURS, 60_000, talk.now)
    *_, (verb, sub, wanted, message) = talk.sent()
    assert (verb, wanted) == ("NEG-OPEN", FILTER.to_dict())
    return number, sub, bytes.fromhex(message)


def compared(talk: Conversation, sub: str, message: bytes) -> list[Any]:
    """Let a relay that knows how answer until the end; what came of it."""
    relay = Negentropy(THEIRS, 60_000)
    while True:
        step = relay.reconcile(message)
        assert step.output is not None
        ends = talk.relay("NEG-MSG", sub, step.output.hex())
        ((verb, *rest),) = talk.sent()
        if verb == "NEG-CLOSE":
            assert rest == [sub]
            return ends
        assert (verb, ends) == ("NEG-MSG", [])
        message = bytes.fromhex(rest[1])


def test_a_comparison_finds_both_differences_and_is_closed(talk: Conversation) -> None:
    number, sub, message = opened(talk)
    assert compared(talk, sub, message) == [Compared(number, FOUND)]
    assert talk.protocol.next_deadline() is None
    assert talk.relay("NEG-MSG", sub, "61") == []


def test_an_empty_message_ends_a_comparison(talk: Conversation) -> None:
    number, sub, _ = opened(talk)
    assert talk.relay("NEG-MSG", sub, "") == [Compared(number, Difference())]


def test_a_relay_that_does_not_answer_a_comparison_is_given_up_soon(talk: Conversation) -> None:
    number, sub, _ = opened(talk)
    assert talk.later(1.9) == []
    assert talk.later(0.1) == [Unanswered(number, "timeout")]
    assert talk.sent() == [["NEG-CLOSE", sub]]
    # one that has begun gets the time of any answer
    number, sub, _ = opened(talk)
    assert talk.relay("NEG-MSG", sub, ENDLESS) == []
    assert talk.later(9) == []
    assert talk.later(1) == [Unanswered(number, "timeout")]


def test_a_comparison_that_goes_on_and_on_ends(talk: Conversation) -> None:
    number, sub, _ = opened(talk)
    assert talk.relay("NEG-MSG", sub, ENDLESS) == []
    for _ in range(6):
        assert talk.later(9.9) == []
        assert talk.relay("NEG-MSG", sub, ENDLESS) == []
    assert talk.later(1) == [Unanswered(number, "timeout")]


@pytest.mark.parametrize("verb", ["NEG-ERR", "CLOSED"])
def test_a_refused_comparison_has_the_relays_words(talk: Conversation, verb: str) -> None:
    number, sub, _ = opened(talk)
    said = "blocked: too many\x1b[2J"
    assert talk.relay(verb, sub, said) == [Unanswered(number, said.replace("\x1b", " "))]
    assert talk.relay("NEG-ERR", sub, "closed: again") == []


def test_a_word_to_people_ends_comparisons_that_were_not_answered(talk: Conversation) -> None:
    number, _, _ = opened(talk)
    (noticed,) = talk.relay("NOTICE", "slow down, please")
    assert isinstance(noticed, Noticed)
    _, ended = talk.relay("NOTICE", "ERROR: bad msg: negentropy disabled")
    assert ended == Unanswered(number, "unsupported: ERROR: bad msg: negentropy disabled")
    number, sub, _ = opened(talk)
    talk.relay("NEG-MSG", sub, ENDLESS)
    assert len(talk.relay("NOTICE", "unknown command")) == 1, "it does know how"


def test_junk_in_a_comparison_ends_it_and_is_charged(talk: Conversation) -> None:
    for count in range(1, TOLERATED[Offence.JUNK] + 1):
        number, sub, _ = opened(talk)
        ended, *more = talk.relay("NEG-MSG", sub, "61ffff")
        assert isinstance(ended, Unanswered)
        assert ended.number == number
        assert ended.reason.startswith("invalid:")
        assert talk.sent() == [["NEG-CLOSE", sub]]
        assert more == ([Misbehaved(Offence.JUNK)] if count == TOLERATED[Offence.JUNK] else [])


def test_a_comparison_may_bring_so_much_and_no_more(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol_module, "MAX_COMPARISON_BYTES", 10_000)
    number, sub, _ = opened(talk)
    ends: list[Any] = []
    for _ in range(1_000):
        ends += talk.relay("NEG-MSG", sub, ENDLESS)
        if ends:
            break
    assert ends == [Unanswered(number, "a comparison without end")]


def test_a_relay_may_name_only_so_many_ids(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol_module, "MAX_NEED", 10)
    _, sub, _ = opened(talk)
    ids = b"".join((1_000 + n).to_bytes(32) for n in range(11))
    (ended,) = talk.relay("NEG-MSG", sub, (b"\x61\0\0\2\x0b" + ids).hex())
    assert isinstance(ended, Unanswered)


def test_large_frames_are_read_only_where_something_is_compared(talk: Conversation) -> None:
    big = "00" * 200_000
    for _ in range(TOLERATED[Offence.STRAY] - 1):
        assert talk.relay("NEG-MSG", "nobody", "61") == []
    assert talk.relay("NEG-MSG", "nobody", big) == [Misbehaved(Offence.STRAY)]
    number, sub, _ = opened(talk)
    frame = json.dumps(["NEG-MSG", sub, "61" + "000000" * 100_000])
    talk.protocol.receive_text(frame, talk.now)
    assert talk.protocol.events() == [Compared(number, Difference())]


def test_a_comparison_before_the_proof_counts_for_nothing(talk: Conversation) -> None:
    """A relay may compare only what strangers may see."""
    number, sub, _ = opened(talk)
    assert talk.relay("AUTH", "who?") == [AuthWanted("who?")]
    assert talk.relay("NEG-MSG", sub, "61") == []
    assert talk.later(5) == []
    assert talk.authenticate() == [AuthDone(True, "")]
    (closed, (verb, again, _, message)) = talk.sent()
    assert closed == ["NEG-CLOSE", sub]
    assert verb == "NEG-OPEN"
    assert again != sub
    assert compared(talk, again, bytes.fromhex(message)) == [Compared(number, FOUND)]


def test_a_comparison_that_is_refused_to_strangers_is_repeated_once(talk: Conversation) -> None:
    number, sub, _ = opened(talk)
    assert talk.relay("NEG-ERR", sub, "auth-required: who?") == []
    assert talk.relay("AUTH", "who?") == [AuthWanted("who?")]
    talk.authenticate()
    (_, (_, again, *_)) = talk.sent()
    assert talk.relay("NEG-ERR", again, "auth-required: still") == [
        Unanswered(number, "auth-required: still")
    ]


def test_a_comparison_ends_where_the_proof_is_refused(talk: Conversation) -> None:
    number, sub, _ = opened(talk)
    talk.relay("AUTH", "who?")
    talk.relay("NEG-ERR", sub, "auth-required: who?")
    done, ended = talk.authenticate(accepted=False)
    assert done == AuthDone(False, "restricted: not you")
    assert ended == Unanswered(number, "auth-required: restricted: not you")


def test_a_lost_connection_ends_comparisons(talk: Conversation) -> None:
    number, _, _ = opened(talk)
    talk.protocol.lost()
    assert talk.protocol.events() == [Unanswered(number, "connection lost")]


def test_events_that_were_not_asked_for_by_id_are_no_answer(talk: Conversation) -> None:
    _, sub = talk.ask(question=Filter(ids=("aa" * 32,), limit=1))
    talk.relay("EVENT", sub, {**EVENT, "id": "bb" * 32})
    talk.relay("EVENT", sub, {**EVENT, "id": "aa" * 32})
    (answer,) = talk.relay("EOSE", sub)
    assert [event["id"] for event in answer.events] == ["aa" * 32]
