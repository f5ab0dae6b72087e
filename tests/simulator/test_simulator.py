"""Many seeds of the whole store: nothing is lost, all converges, and becomes quiet."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from .last_writer import last_writer
from .scenario import MALICE, PRESETS, Act, Scenario, scenario
from .simulation import play

SEEDS = int(os.environ.get("SENSE_FAULTS_SEEDS", "300"))
"""Of so many seeds some are played; ``python -m tests.simulator`` plays every one, and more."""
AGAIN = 3
"""Runs in which each thing happens; in one it happens together with what it ever meets."""
CHUNK = 10
DISSOLVING = (6, 17, 28)
"""Seeds in which memories are let go."""
ROOT = Path(__file__).resolve().parents[2]


def kinds(of: Scenario) -> set[str]:
    """What there is in a run: what happens, and what relays and devices are like."""
    malice = {step.key for step in of.steps if step.act is Act.MALICE}
    addressing = {f"addressing {device.addressing}" for device in of.devices}
    return {
        *(step.act for step in of.steps),
        *malice,
        *of.relays,
        *addressing,
    }


def pairs(seed: int) -> list[tuple[str, str]]:
    """What happens together in a run, and each thing with itself."""
    return list(combinations_with_replacement(sorted(kinds(scenario(seed))), 2))


def enough(met: Counter[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """How often each must be met, where all seeds together meet it so often."""
    return {(a, b): min(times, AGAIN if a == b else 1) for (a, b), times in met.items()}


def telling() -> Iterator[int]:
    """Seeds without which something would meet something less often than enough.

    With a quarter of the runs each pair that any seed has is had.
    """
    of_seed = [pairs(seed) for seed in range(SEEDS)]
    met = Counter(pair for had in of_seed for pair in had)
    needed = enough(met)
    for seed in reversed(range(SEEDS)):
        if seed in DISSOLVING or any(met[pair] == needed[pair] for pair in of_seed[seed]):
            yield seed
        else:
            met.subtract(of_seed[seed])


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
        Counter(pair for seed in seeds for pair in pairs(seed)) for seeds in (range(SEEDS), TELLING)
    )
    assert {pair for pair, times in enough(every).items() if played[pair] < times} == set()
    assert len(TELLING) < SEEDS / 3


def test_every_act_is_played_again_and_again():
    counts = Counter(kind for seed in TELLING for kind in kinds(scenario(seed)))
    assert {act for act in Act if counts[act] < AGAIN} == set()
    assert {what for what in (*MALICE, *PRESETS) if counts[what] < AGAIN} == set()


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
