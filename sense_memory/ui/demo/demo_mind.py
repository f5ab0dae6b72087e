"""A mind to look at without a key: fourteen months of somebody's assistant, made up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ...core.clock import SystemClock
from ...core.records.persona import SECONDS_PER_DAY
from ...io.identity import Identity
from ...store import MemoryStore
from . import graph, memories, talks, topics
from .elsewhere import DemoRelays, Elsewhere


class DemoClock:
    """The machine's clock, which can be put back while a past is made up."""

    def __init__(self) -> None:
        self._system = SystemClock()
        self._back = 0.0

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._system.now() - self._back

    def put_back(self, days: float) -> None:
        """Let it show a time so many days ago; 0 is the present."""
        self._back = days * SECONDS_PER_DAY


@dataclass(frozen=True, slots=True)
class Demo:
    """A mind that was made up.

    Attributes:
        store: Open; whatever it keeps is gone once it is closed.
        clock: The store's.
        rest: What happens to it while it is looked at already; ``None`` where nothing does.
    """

    store: MemoryStore
    clock: DemoClock = field(repr=False)
    rest: asyncio.Task[None] | None = field(default=None, repr=False)


@asynccontextmanager
async def demo_mind() -> AsyncIterator[Demo]:
    """The mind, in memory, without a relay; its key is thrown away with it."""
    clock = DemoClock()
    async with MemoryStore(Identity.generate(), clock=clock) as store:
        await _live(store, clock)
        yield Demo(store, clock)


@asynccontextmanager
async def demo_mind_on(relays: DemoRelays) -> AsyncIterator[Demo]:
    """The same with two more devices, in files that are deleted in the end, and on three relays.

    There the past is soon told; then one relay goes, another hides some of what it took, and a
    phone brings what it wrote alone.

    Args:
        relays: They run; one of them is stopped on the way.
    """
    clock = DemoClock()
    with TemporaryDirectory(prefix="sense-memory-demo-") as folder:
        elsewhere = Elsewhere(relays, Path(folder), clock)
        async with elsewhere.lived(partial(_live, clock=clock)) as (store, rest):
            yield Demo(store, clock, rest)


async def _live(store: MemoryStore, clock: DemoClock) -> None:
    """Let it live through its past, in order of time; the clock is right again afterwards."""
    past = (*memories.steps(), *graph.Acquaintances().steps(), *talks.steps(), *topics.steps())
    for step in sorted(past, key=lambda one: -one.ago):
        clock.put_back(step.ago)
        await step.do(store, clock.now())
    clock.put_back(0)
