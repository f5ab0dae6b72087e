"""Two processes share one file."""

from pathlib import Path

import pytest

from tests.endurance import two_processes


@pytest.mark.parametrize("watched", [False, True], ids=["new file", "every version recorded"])
def test_two_processes_write_the_same_keys_at_once_and_nothing_is_lost(
    tmp_path: Path, watched: bool
) -> None:
    outcome = two_processes.run(200, tmp_path, watched=watched)

    assert outcome.faults == ()
    assert outcome.together > 0, "they wrote one after the other, which proves nothing"
