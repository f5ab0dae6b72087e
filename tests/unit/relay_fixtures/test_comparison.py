"""NIP-77 with the quirk relay: its side, its limits and its refusals."""

import pytest

from nips.negentropy import Negentropy, Storage
from relay_fixtures import QuirkRelay, Quirks

AUTH_REQUIRED = "auth-required: authenticate first"


def items(events):
    return [(event.created_at, bytes.fromhex(event.id)) for event in events]


def compare(client, ours, wanted, limit=0):
    """What a client that has `ours` finds: ids only it has, ids only the relay has, rounds."""
    side = Negentropy(Storage(items(ours)), limit)
    message: bytes | None = side.initiate()
    have, need, rounds = set(), set(), 0
    answer = client.send("NEG-OPEN", "n", wanted, message.hex())
    while message is not None:
        [[verb, name, text]] = answer
        assert (verb, name) == ("NEG-MSG", "n")
        step = side.reconcile(bytes.fromhex(text))
        have |= {identifier.hex() for identifier in step.have}
        need |= {identifier.hex() for identifier in step.need}
        message, rounds = step.output, rounds + 1
        if message is not None:
            answer = client.send("NEG-MSG", "n", message.hex())
    assert client.send("NEG-CLOSE", "n") == []
    return have, need, rounds


@pytest.fixture
def events(alice, now):
    return [alice.event(content=str(n), created_at=now - n) for n in range(300)]


@pytest.mark.parametrize(("frame", "expected"), [(0, 2), (4096, 3)])
def test_both_sides_find_what_they_lack(connect, alice, events, frame, expected):
    client = connect(negentropy=True, negentropy_frame=frame)
    client.relay.seed([*events[:-5], alice.data()])
    have, need, rounds = compare(client, events[200:], {"authors": [alice.pubkey], "kinds": [1]})
    assert have == {event.id for event in events[-5:]}
    assert need == {event.id for event in events[:200]}
    assert rounds == expected


def test_what_is_hidden_or_withheld_is_not_compared(connect, alice, events):
    client = connect(
        negentropy=True,
        require_auth="read",
        auth_kinds=frozenset({1}),
        hides_auth_for_mixed_kinds=True,
    )
    client.relay.seed(events[:3])
    assert compare(client, [], {"kinds": [1, 5]})[1] == set()
    [auth, error] = client.send("NEG-OPEN", "n", {"kinds": [1]}, "61")
    assert auth[0] == "AUTH"
    assert error == ["NEG-ERR", "n", AUTH_REQUIRED]
    client.relay.quirks = Quirks(negentropy=True, withholds=1.0)
    assert compare(client, [], {"kinds": [1]})[1] == set()


def test_events_can_be_too_many(connect, events):
    client = connect(negentropy=True, max_compared_events=2)
    client.relay.seed(events[:3])
    answer = client.send("NEG-OPEN", "n", {"kinds": [1]}, "61")
    assert answer == [["NEG-ERR", "n", "blocked: too many query results", 2]]


def test_comparisons_can_be_too_many(connect):
    client = connect(negentropy=True, max_comparisons=1)
    for _ in range(2):
        # One that is opened again under its name is not another.
        assert client.send("NEG-OPEN", "a", {"kinds": [1]}, "61")[0][0] == "NEG-MSG"
    assert client.send("NEG-OPEN", "b", {"kinds": [1]}, "61")[0][0] == "NEG-ERR"
    client.send("NEG-CLOSE", "a")
    assert client.send("NEG-OPEN", "b", {"kinds": [1]}, "61")[0][0] == "NEG-MSG"


def test_an_idle_comparison_is_forgotten(connect, now):
    time = [float(now)]
    relay = QuirkRelay(Quirks(negentropy=True, negentropy_idle=7.0), clock=lambda: time[0])
    client = connect(relay)
    client.send("NEG-OPEN", "n", {"kinds": [1]}, "61")
    for _ in range(2):
        time[0] += 7.0
        assert client.send("NEG-MSG", "n", "61")[0][0] == "NEG-MSG"
    time[0] += 7.1
    for _ in range(2):
        assert client.send("NEG-MSG", "n", "61") == [["NEG-ERR", "n", "closed: no such comparison"]]


def test_a_broken_message_ends_the_comparison(connect):
    client = connect(negentropy=True)
    for text in ("", "00", "6100"):
        answer = client.send("NEG-OPEN", "n", {"kinds": [1]}, text)
        assert answer == [["NEG-ERR", "n", "error: invalid negentropy message"]]
        assert client.send("NEG-MSG", "n", "61")[0][2].startswith("closed:")


def test_another_version_is_told_ours(connect):
    client = connect(negentropy=True)
    assert client.send("NEG-OPEN", "n", {"kinds": [1]}, "62") == [["NEG-MSG", "n", "61"]]


@pytest.mark.parametrize(
    "frame", [["NEG-OPEN", "n", {"kinds": [1]}, "61"], ["NEG-MSG", "n", "61"], ["NEG-CLOSE", "n"]]
)
def test_a_relay_may_not_know_these_words(connect, frame):
    assert connect().send(*frame) == [["NOTICE", "error: negentropy disabled"]]
    assert connect(silent_on_malformed=True).send(*frame) == []
