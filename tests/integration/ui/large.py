"""A mind of ten thousand memories around the made-up life, for who measures and who looks."""

import json
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from sense_memory import MemoryStore
from sense_memory.core.change import Put
from sense_memory.core.ports import Clock
from sense_memory.core.records.device import Device
from sense_memory.core.records.persona import SECONDS_PER_DAY
from sense_memory.core.ref import Ref
from sense_memory.store import context_of
from sense_memory.ui.demo.demo_mind import demo_mind
from tests.benchmarks.sample import insights

MEMORIES = 10_000
NODES = 450
"""With the demo's own about as many as the graph shows at once."""
EDGES = 900
OBSERVATIONS = 1_000
EACH = 30
"""Observations of each topic that there is besides."""
PAST = 400
"""Days over which all of it is spread."""
APART = ("user/facts/tea", "user/facts/zone")
"""What two devices wrote without having seen each other."""
ROOMS = ("people", "projects", "self", "world", "skills")
_SEED = 11


def lines(memories: int, topics: int, now: float) -> Iterator[str]:
    """Records as ``export_jsonl`` writes them, which costs a quarter of remembering one by one."""
    random_ = random.Random(_SEED)
    for number, one in enumerate(insights(memories)):
        at = now - PAST * SECONDS_PER_DAY * (1 - number / memories)
        name = (ROOMS[number % 5], one.facet, one.key)
        fields = {
            **dict(zip(("domain", "facet", "key"), name, strict=True)),
            "value": one.value,
            "themes": list(one.themes or ()),
            "halflife_days": 10.0 + number % 90,
            **dict.fromkeys(("created_at", "last_accessed", "last_reinforced"), at),
        }
        yield _line("persona", "/".join(name), fields, at)
    start = now - PAST * SECONDS_PER_DAY
    keys = [f"concept:idea-{number:03}" for number in range(NODES)]
    for key in keys:
        fields = {"name": key.partition(":")[2].replace("-", " "), "timestamp": start}
        yield _line("node", key, {**fields, "created_at": start, "updated_at": start}, start)
    for number in range(EDGES):
        begun = start + random_.random() * PAST * SECONDS_PER_DAY / 2
        fields = {
            "relationship_type": ("leads to", "is like", "came from")[number % 3],
            # each hangs on one before it, so that they are one graph
            "from": keys[random_.randrange(later := number % (NODES - 1) + 1)],
            "to": keys[later],
            **dict.fromkeys(("valid_from", "recorded_at", "created_at", "updated_at"), begun),
        }
        if number % 4 == 0:
            ended = begun + 100 * SECONDS_PER_DAY
            fields |= {"valid_to": ended, "invalidated_at": ended}
        yield _line("edge", f"{number:032x}", fields, begun)
    for number in range(OBSERVATIONS):
        at = start + number * PAST * SECONDS_PER_DAY / OBSERVATIONS
        text = f"On round {number} the tide was {random_.randrange(300)} cm."
        fields = {"v": 1, "text": text, "timestamp": at, "topic": "lighthouse"}
        yield _line("observation", f"{number:032x}", fields, at)
    for number in range(topics * EACH):
        at = start + (number // topics) * PAST * SECONDS_PER_DAY / EACH
        fields = {"v": 1, "text": f"Seen {number}.", "timestamp": at}
        fields["topic"] = f"matter-{number % topics:03}"
        yield _line("observation", f"{OBSERVATIONS + number:032x}", fields, at)


def _line(kind: str, name: str, fields: dict[str, object], at: float) -> str:
    whole = {"type": f"sense-memory:{kind}", "name": name, "scope": "", "fields": fields}
    return json.dumps({**whole, "written_at": at})


@asynccontextmanager
async def large(
    memories: int = MEMORIES, topics: int = 0
) -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """The mind, in memory."""
    async with demo_mind() as made:
        given = list(lines(memories, topics, time.time()))
        assert (await made.store.import_jsonl(given)).taken == len(given)
        yield made.store, made.clock


@asynccontextmanager
async def beside_another(
    memories: int = MEMORIES, topics: int = 0
) -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """The same, and what a laptop wrote that had seen nothing of it."""
    async with large(memories, topics) as (store, clock):
        async with MemoryStore(store._identity, clock=clock) as laptop:
            await _write_apart(laptop, "black", "Berlin")
            itself = Device(laptop.status().device, "laptop", clock.now())
            records = (await context_of(laptop)).records
            await records.commit(Put(Ref(Device, itself.id), itself))
            wrote = [line async for line in laptop.export_events()]
        await _write_apart(store, "green", "Vancouver")
        assert (await store.import_events(wrote)).taken == len(wrote)
        yield store, clock


async def _write_apart(store: MemoryStore, drink: str, city: str) -> None:
    for name, value in zip(APART, (drink, city), strict=True):
        domain, facet, key = name.split("/")
        await store.persona_remember(domain, facet, key, value)
