"""One examination for all relays: what does this one really do?

A case puts one question to a relay, over the wire, and answers it in a few words; relays that
behave alike get the same words. Nothing is graded: the specification leaves much open, and what
a client must cope with is what relays do.

    python -m relay_fixtures.conformance ws://127.0.0.1:7777

Every case uses keys of its own, so cases run side by side, and a relay may be examined again.
The events are small and signed by throw-away keys. Still, they are events: examine relays of
your own, or leave out what is `heavy`.
"""

import asyncio
from collections.abc import Iterable

from relay_fixtures.conformance import deleting, limits, manners, reading, storing
from relay_fixtures.conformance.case import Case, Examination, Finding

__all__ = ["CASES", "Case", "Examination", "Finding", "examine"]

CASES: tuple[Case, ...] = tuple(
    case for module in (reading, storing, deleting, limits, manners) for case in module.SUITE.cases
)
"""Every case, in the order of the table."""

AT_ONCE = 8
"""Cases that run side by side."""


async def examine(
    url: str, cases: Iterable[Case] = CASES, *, at_once: int = AT_ONCE, patience: float = 10.0
) -> tuple[Finding, ...]:
    """Put cases to the relay at `url`; the findings in the order of the cases.

    Args:
        url: `ws://` or `wss://`.
        cases: some of `CASES`.
        at_once: cases that run side by side; 1 for a relay that limits its connections.
        patience: seconds after which a relay that says nothing at all counts as silent.

    Raises:
        OSError: the relay cannot be reached.
    """
    places = asyncio.Semaphore(at_once)

    async def put(case: Case) -> Finding:
        async with places:
            try:
                return await case(url, patience=patience)
            except OSError as error:
                # It could be reached a moment ago: refusing is what it does under this case.
                return Finding(case.name, f"refuses to be connected to: {error}")

    async with Examination(url, patience).visit():
        pass
    async with asyncio.TaskGroup() as group:
        running = [group.create_task(put(case)) for case in cases]
    return tuple(task.result() for task in running)
