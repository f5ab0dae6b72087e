"""What befalls the published client and this release in the same scenarios.

    python -m tests.interop.faults [--quick]

Both run in processes of their own, driven by the same words of the published API, against relays
made anew for each scenario. Ends with 1 if this release shows any fault.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from relay_fixtures.environment import InstallError

from .client import Client
from .fault_list import FAULTS, Fault, Outcome
from .stage import Stage

PATIENCE = 90.0
"""Seconds after which a scenario counts as hung."""


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario, played by both.

    Attributes:
        name: The scenario.
        theirs: What the published client did.
        ours: What this release did.
    """

    name: str
    theirs: Outcome
    ours: Outcome


async def played(client: Client, faults: Sequence[Fault]) -> list[Outcome]:
    """What a client, already running, does in each scenario."""
    outcomes = []
    for fault in faults:
        async with Stage() as stage, asyncio.timeout(PATIENCE):
            outcomes.append(await fault.play(client, stage))
    return outcomes


async def side_by_side(faults: Sequence[Fault]) -> list[Row]:
    """Both clients in each scenario."""
    async with Client.published() as theirs, Client.ours() as ours:
        outcomes = await asyncio.gather(played(theirs, faults), played(ours, faults))
    return [
        Row(fault.name, published, this)
        for fault, published, this in zip(faults, *outcomes, strict=True)
    ]


def table(rows: Sequence[Row]) -> str:
    """The rows as text."""
    cells = [("", "published client 0.3.1", "this release")]
    cells += [(row.name, _cell(row.theirs), _cell(row.ours)) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    lines = ["  ".join(cell.ljust(n) for cell, n in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(line.rstrip() for line in lines)


def _cell(outcome: Outcome) -> str:
    return f"{'FAULT' if outcome.is_fault else 'ok   '} {outcome.saw}"


def main() -> int:
    """Run it; 0 if this release shows no fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.interop.faults", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="leave out what takes 15 seconds and more"
    )
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if not (options.quick and fault.is_slow)]
    try:
        rows = asyncio.run(side_by_side(faults))
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    print(table(rows))
    ours = sum(row.ours.is_fault for row in rows)
    theirs = sum(row.theirs.is_fault for row in rows)
    print(f"\n{len(rows)} scenarios; faults: published client {theirs}, this release {ours}")
    return 1 if ours else 0


if __name__ == "__main__":
    raise SystemExit(main())
