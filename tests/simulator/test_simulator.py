"""Five hundred seeds of the whole store: nothing is lost, all converges, and becomes quiet."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .last_writer import last_writer
from .scenario import scenario
from .simulation import play

SEEDS = 500
CHUNK = 10
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_rules_hold(first: int):
    broken = [
        f"seed {seed}: {what}"
        for seed in range(first, first + CHUNK)
        for what in play(scenario(seed)).broken[:3]
    ]
    assert not broken, "replay with: python -m tests.simulator --seed N --trace"


def test_memories_dissolve_in_some():
    """Else nothing would be said of that."""
    assert all(play(scenario(seed)).dissolved for seed in (6, 17, 28))


def test_a_seed_says_all():
    """The order of sets, and what ran before, decide nothing."""
    seeds = (1, 18, 85)
    here = [play(scenario(seed)).digest for seed in seeds]
    script = (
        "from tests.simulator.scenario import scenario\n"
        "from tests.simulator.simulation import play\n"
        f"for seed in {seeds}: print(play(scenario(seed)).digest)\n"
    )
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == here


def test_last_writer_wins_loses():
    """Else the scenarios would be too easy to say anything."""
    losses = [last_writer(scenario(seed)) for seed in range(200)]
    assert sum(loss.lost > 0 for loss in losses) > 25
