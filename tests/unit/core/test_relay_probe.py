"""What the facts of a probe say together."""

from dataclasses import replace

import pytest

from sense_memory.core.relay_probe import RECORD_BYTES, Fitness, RelayProbe

GOOD = RelayProbe(
    url="wss://relay.example",
    latency=0.1,
    reads=True,
    writes=True,
    shows_after=0.1,
    replaces=True,
    newest_wins=True,
    largest_bytes=RECORD_BYTES[-1],
    deletes_by_id=True,
    deletes_by_address=False,
    resurrects=False,
    writes_again=True,
    burst_sent=20,
    burst_accepted=20,
)


def test_a_good_relay():
    assert (GOOD.fitness, GOOD.remarks) == (Fitness.GOOD, ())
    assert GOOD.verdict == "good for memories"


def test_nothing_is_known_before_it_was_tried():
    assert RelayProbe(url="wss://relay.example").verdict == "not usable: it does not answer"


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (replace(GOOD, latency=None, error="no connection"), "not usable: no connection"),
        (replace(GOOD, writes=None, error="no OK"), "not usable: no OK"),
        (replace(GOOD, reads=False, said="auth-required: no"), "read nothing (auth-required: no)"),
        (
            replace(GOOD, writes=False, said="pow: 28 bits"),
            "takes nothing from a key that it does not know (pow: 28 bits)",
        ),
        (replace(GOOD, newest_wins=False), "not usable: it shows an old version"),
        (replace(GOOD, shows_after=None), "not usable: it says OK and does not show"),
        (replace(GOOD, largest_bytes=10_240), "usable: holds at most 10,240 bytes"),
        (replace(GOOD, shows_after=1.6), "usable: shows a write only after 2 s"),
        (replace(GOOD, deletes_by_id=False), "usable: keeps what it was told to delete"),
        (replace(GOOD, writes_again=False), "usable: takes nothing more at an address once"),
        (replace(GOOD, burst_accepted=3), "usable: took 3 of 20 writes at once"),
        (replace(GOOD, resurrects=True, replaces=False), "old versions; takes back what was"),
        (replace(GOOD, error="it closed the connection"), "could be tried (it closed the"),
    ],
)
def test_what_is_wrong_is_said(found: RelayProbe, verdict: str):
    assert verdict in found.verdict
    assert found.fitness is not Fitness.GOOD
    assert (found.fitness is Fitness.UNUSABLE) == found.verdict.startswith("not usable")
