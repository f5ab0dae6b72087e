"""Our comparison against another implementation, the one in nostr-sdk's relay."""

import json

import pytest
from websockets.sync.client import connect

from nips.keys import SecretKey
from nips.messages import NegClose, NegErr, NegMsg, NegOpen, Publish, parse_relay_message
from nips.negentropy import Negentropy, Storage
from nips.nip01 import Event, Filter, UnsignedEvent, sign
from relay_fixtures import LocalRelay

COUNT = 800


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """Several in every second."""
    key = SecretKey.generate()
    return [
        sign(UnsignedEvent(key.public_key.hex, 1_700_000_000 + n // 7, 1, str(n)), key)
        for n in range(COUNT)
    ]


def ids_of(events: list[Event]) -> set[bytes]:
    return {bytes.fromhex(event.id) for event in events}


@pytest.mark.parametrize("frame_limit", [0, 4_096])
def test_a_relay_and_we_find_the_same_difference(
    relay: LocalRelay, events: list[Event], frame_limit: int
) -> None:
    ours, theirs = events[3:], [event for n, event in enumerate(events) if n % 100 != 50]
    storage = Storage((event.created_at, bytes.fromhex(event.id)) for event in ours)
    comparison = Negentropy(storage, frame_limit)
    have: list[bytes] = []
    need: list[bytes] = []
    rounds = 0
    with connect(relay.url, max_size=2**24) as socket:
        for event in theirs:
            socket.send(Publish(event).to_json())
        for _ in theirs:
            assert json.loads(socket.recv(timeout=10))[2] is True
        first = comparison.initiate()
        ours_of_all = Filter(kinds=(1,), authors=(events[0].pubkey,))
        socket.send(NegOpen("n", ours_of_all, first).to_json())
        while True:
            answer = parse_relay_message(str(socket.recv(timeout=10)))
            assert isinstance(answer, NegMsg)
            step = comparison.reconcile(answer.message)
            have.extend(step.have)
            need.extend(step.need)
            rounds += 1
            if step.output is None:
                break
            socket.send(NegMsg("n", step.output).to_json())
        socket.send(NegClose("n").to_json())
        socket.send(NegMsg("n", first).to_json())
        refusal = parse_relay_message(str(socket.recv(timeout=10)))
    assert set(have) == ids_of(ours) - ids_of(theirs)
    assert set(need) == ids_of(theirs) - ids_of(ours)
    assert (len(have), len(need)) == (8, 3)
    assert rounds > 1, "one list of everything proves little"
    assert isinstance(refusal, NegErr), "the relay forgot the comparison that we closed"
