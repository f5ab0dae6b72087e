"""Open a graph in a fresh process and ask it: FILE KEYFILE NODES."""

import asyncio
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path

from ..graph_sample import DAY, HUB, NOW, SINCE
from .said import peak_mib

QUESTIONS = 520
COUNTED = 20
EVERYTHING = 9
Times = list[float]


async def timed(ask: Callable[[], Awaitable[object]]) -> float:
    """How much processor time an answer took, of all threads, ms."""
    began = time.process_time()
    await ask()
    return 1000 * (time.process_time() - began)


async def waited(ask: Callable[[], Awaitable[object]]) -> float:
    """How long one waited for an answer, ms."""
    began = time.perf_counter()
    await ask()
    return 1000 * (time.perf_counter() - began)


async def _main(path: str, key_file: str) -> None:
    from sense_memory import Identity, MemoryStore
    from sense_memory.testing import ManualClock

    clock = ManualClock(NOW)
    chance = random.Random(1)
    said: dict[str, Times] = {}

    def then() -> float:
        return NOW - chance.random() * SINCE * DAY

    async with MemoryStore(Identity.from_file(Path(key_file)), path=path, clock=clock) as store:
        graph = store.graph
        began = time.process_time()
        said["first_waited"] = [await waited(partial(graph.neighbors, HUB))]
        said["first"] = [1000 * (time.process_time() - began)]
        known = (await store._context()).views.graphs.known("")
        assert known is not None

        async def holding(valid: float, learned: float) -> object:
            return known.holding(valid, learned)

        async def saliences() -> object:
            return known.saliences(clock.now())

        async def each(keys: Iterable[str], ask: Callable[..., Awaitable[object]]) -> Times:
            return [await timed(partial(ask, key)) for key in keys]

        async def often(times: int, ask: Callable[..., Awaitable[object]]) -> Times:
            return [await timed(partial(ask, then(), then())) for _ in range(times)]

        said["first_holding"] = await often(1, holding)
        some = random.Random(1).sample([node.key for node in known.nodes], QUESTIONS)
        said["counts"] = [len(known.holding(NOW, NOW))]
        said["counts"] += [len(await graph.neighbors(key, 2)) for key in some[:COUNTED]]
        some = some[COUNTED:]
        said["near"] = await each(some, graph.neighbors)
        said["near_again"] = await each(some, graph.neighbors)
        said["near_waited"] = [await waited(partial(graph.neighbors, key)) for key in some]
        said["near_then"] = await each(some, lambda key: graph.neighbors(key, at=then()))
        said["two_hops"] = await each(some, lambda key: graph.neighbors(key, 2))
        said["hub"] = await each([HUB] * EVERYTHING, graph.neighbors)
        said["way"] = await each(some[1:51], partial(graph.path, some[0]))
        said["at_node"] = await each(some, lambda key: graph.at(then(), then(), node=key))
        said["holding"] = await often(50, holding)
        said["saliences"] = [await timed(saliences) for _ in range(50)]
        said["at"] = await often(EVERYTHING, graph.at)
        said["edges"] = [await timed(graph.edges) for _ in range(EVERYTHING)]
        said["holding_changed"], said["near_used"] = [], []
        for one, other in pairwise(some[:30]):
            await graph.relate(one, other, "met")
            said["holding_changed"] += await often(1, holding)
        for key in some[:100]:
            await graph.node(key)
            said["near_used"] += await each([key], graph.neighbors)
        said["peak"] = [peak_mib()]
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
