"""Many seeds of the whole store: nothing is lost, all converges, and becomes quiet."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from .last_writer import last_writer
from .scenario import MALICE, PRESETS, Act, Scenario, scenario
from .simulation import play

SEEDS = 500
ENOUGH = 1
"""Runs in which two things happen together; ``python -m tests.simulator`` plays more of them."""
CHUNK = 10
DISSOLVING = (6, 17, 28)
"""Seeds in which memories are let go."""
ROOT = Path(__file__).resolve().parents[2]


def kinds(of: Scenario) -> set[str]:
    """What there is in a run: what happens, what relays are like, how many devices there are."""
    malice = {step.key for step in of.steps if step.act is Act.MALICE}
    addressing = {f"addressing {device.addressing}" for device in of.devices}
    return {
        *(step.act for step in of.steps),
        *malice,
        *of.relays,
        *addressing,
        f"{len(of.devices)} devices",
    }


def telling() -> Iterator[int]:
    """Seeds without which something would meet something less often than enough.

    With a sixth of the runs each pair that any seed has is had once;
    ``python -m tests.simulator`` plays them all, and as many more as one likes.
    """
    pairs = [list(combinations(sorted(kinds(scenario(seed))), 2)) for seed in range(SEEDS)]
    met = Counter(pair for of_seed in pairs for pair in of_seed)
    enough = {pair: min(times, ENOUGH) for pair, times in met.items()}
    for seed in reversed(range(SEEDS)):
        if seed in DISSOLVING or any(met[pair] == enough[pair] for pair in pairs[seed]):
            yield seed
        else:
            met.subtract(pairs[seed])


TELLING = tuple(sorted(telling()))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seeds", [TELLING[i : i + CHUNK] for i in range(0, len(TELLING), CHUNK)])
def test_rules_hold(seeds: tuple[int, ...]):
    outcomes = {seed: play(scenario(seed)) for seed in seeds}
    broken = [f"seed {seed}: {what}" for seed, o in outcomes.items() for what in o.broken[:3]]
    assert not broken, "replay with: python -m tests.simulator --seed N --trace"
    # else nothing would be said of what dissolves
    assert all(outcomes[seed].dissolved for seed in DISSOLVING if seed in outcomes)


def test_whatever_meets_in_any_run_meets_in_one_that_is_played():
    every, played = (
        Counter(pair for seed in seeds for pair in combinations(sorted(kinds(scenario(seed))), 2))
        for seeds in (range(SEEDS), TELLING)
    )
    assert {pair for pair, times in every.items() if played[pair] < min(times, ENOUGH)} == set()
    assert len(TELLING) < SEEDS / 3


def test_every_act_is_played_again_and_again():
    counts = Counter(kind for seed in TELLING for kind in kinds(scenario(seed)))
    assert {act for act in Act if counts[act] < 5} == set()
    assert {what for what in (*MALICE, *PRESETS) if counts[what] < 5} == set()


def test_a_seed_says_all():
    """The order of sets, and what ran before, decide nothing."""
    seeds = (1, 18, 85)
    here = [play(scenario(seed)).digest for seed in seeds]
    script = (
        "from tests.simulator.scenario import scenario\n"
        "from tests.simulator.simulation import play\n"
        f"for seed in {seeds}: print(play(scenario(seed)).digest)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == here


def test_last_writer_wins_loses():
    """Else the scenarios would be too easy to say anything."""
    losses = [last_writer(scenario(seed)) for seed in range(200)]
    assert sum(loss.lost > 0 for loss in losses) > 25
