"""When a sync may call itself complete."""

import dataclasses

import pytest

from sense_memory.core.status import RelaySync, SyncReport

GOOD = RelaySync("wss://one.example", "complete", received=3, sent=1, waiting=0, error=None)


def test_a_sync_is_complete_when_every_relay_gave_all_and_took_all() -> None:
    assert SyncReport((GOOD, GOOD)).is_complete


@pytest.mark.parametrize(
    "flaw", [{"verdict": "unproven"}, {"verdict": None}, {"waiting": 1}, {"error": "timeout"}]
)
def test_one_relay_that_did_not_is_enough_to_say_no(flaw: dict[str, object]) -> None:
    bad = dataclasses.replace(GOOD, **flaw)  # type: ignore[arg-type]
    assert not SyncReport((GOOD, bad)).is_complete
