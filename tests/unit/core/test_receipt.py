"""The words that a receipt uses."""

import pytest

from sense_memory.core.receipt import Undelivered, level_of


@pytest.mark.parametrize(
    ("states", "level"),
    [
        ([], "local"),
        (["waiting"], "local"),
        (["parked", "dead"], "local"),
        (["accepted"], "accepted"),
        (["waiting", "accepted"], "accepted"),
        (["replicated"], "replicated"),
        (["replicated", "waiting"], "accepted"),
        (["replicated", "accepted"], "accepted"),
        (["replicated", "replicated"], "replicated"),
        (["dead", "replicated", "replicated"], "replicated"),
    ],
)
def test_a_write_is_replicated_on_two_relays_or_on_the_only_one(
    states: list[str], level: str
) -> None:
    assert level_of(states) == level


@pytest.mark.parametrize(
    ("state", "word"), [("waiting", "nothing"), ("parked", "sync()"), ("dead", "retry()")]
)
def test_what_waits_says_what_can_be_done(state: str, word: str) -> None:
    entry = Undelivered("wss://relay.example", None, "0" * 64, state, 0.0, None, "")
    assert word in entry.advice
