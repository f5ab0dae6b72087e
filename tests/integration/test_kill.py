"""A process that dies while it writes has lost nothing of what it was told is safe."""

from pathlib import Path

import pytest

from tests.endurance import kill

RUNS = 6
KEYS = 120
SEED = 7


# S-5.2
@pytest.mark.timeout(180)
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    done = list(kill.runs(RUNS, KEYS, SEED, tmp_path))

    assert [str(run) for run in done if run.faults] == []
    # kills that all fell before the first write, or after the last, would prove nothing
    assert any(0 < run.acknowledged < KEYS for run in done)
