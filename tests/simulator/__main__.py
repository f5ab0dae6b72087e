"""Run many seeds, replay one, or compare with last-writer-wins.

python -m tests.simulator --seeds 10000 --jobs 2
python -m tests.simulator --seed 17 --trace
python -m tests.simulator --compare --seeds 200
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from .last_writer import compare
from .minimise import minimised
from .scenario import Scenario, scenario
from .simulation import Outcome, play

AT_A_TIME = 10


def broken(seed: int, copies: bool) -> tuple[str, float, int]:
    """What a seed breaks, in a line, or nothing; simulated seconds; edits."""
    try:
        outcome = play(scenario(seed, copies=copies))
    except Exception as error:  # noqa: BLE001 - whatever it is, the seed found it
        return f"{type(error).__name__}: {error}", 0.0, 0
    return "; ".join(outcome.broken[:3]), outcome.seconds, outcome.edits


def _many(options: argparse.Namespace) -> int:
    began = time.monotonic()
    failed = edits = 0
    simulated = 0.0
    seeds = range(options.first, options.first + options.seeds)
    for seed, (what, seconds, count) in zip(seeds, _results(seeds, options), strict=True):
        simulated += seconds
        edits += count
        if what:
            failed += 1
            print(f"seed {seed}: {what[:600]}", flush=True)
    copies = "" if options.copies else " --no-copies"
    print(
        f"{failed} of {options.seeds} seeds failed; {edits} edits, "
        f"{simulated / 3600:.1f} simulated hours in {time.monotonic() - began:.0f} s"
    )
    if failed:
        print(f"replay: python -m tests.simulator --seed N --trace{copies}")
    return 1 if failed else 0


def _results(seeds: range, options: argparse.Namespace) -> Iterator[tuple[str, float, int]]:
    if options.jobs == 1:
        yield from map(broken, seeds, repeat(options.copies))
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        yield from pool.map(broken, seeds, repeat(options.copies), chunksize=AT_A_TIME)


def _one(chosen: Scenario, *, with_trace: bool) -> int:
    outcome: Outcome = play(chosen)
    print(chosen)
    if with_trace:
        print(*outcome.trace, sep="\n")
    print(*outcome.broken, sep="\n")
    print(f"{len(outcome.broken)} rules broken; trace {outcome.digest}")
    return 1 if outcome.broken else 0


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__)
    parser.add_argument("--seeds", type=int, default=500, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first one")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, help="play this one alone")
    parser.add_argument("--trace", action="store_true", help="show all that happens")
    parser.add_argument("--minimise", action="store_true", help="leave out what is not needed")
    parser.add_argument(
        "--no-copies", dest="copies", action="store_false", help="no clones, no restored backups"
    )
    parser.add_argument("--compare", action="store_true", help="with last-writer-wins")
    options = parser.parse_args()
    if options.compare:
        print(compare(range(options.first, options.first + options.seeds)))
        return 0
    if options.seed is None:
        return _many(options)
    chosen = scenario(options.seed, copies=options.copies)
    if options.minimise:
        chosen = minimised(chosen)
    return _one(chosen, with_trace=options.trace)


if __name__ == "__main__":
    sys.exit(main())
