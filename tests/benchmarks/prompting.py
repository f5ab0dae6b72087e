"""One prompt of everything: ten thousand turns, ten thousand memories, a graph and a pyramid."""

import asyncio
import itertools
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from sense_memory import Config, EmbeddingConfig, Identity, MemoryStore
from sense_memory.core.change import Put
from sense_memory.core.items import Stated
from sense_memory.core.ports import Encoder
from sense_memory.core.records.graph import Edge, Node
from sense_memory.core.ref import Ref
from sense_memory.testing import HashEncoder, ManualClock
from tests.evals.streetai_memory import StreetAI, StreetMemory

from . import filling, graph_sample, sample
from .figures import Figure, Table, of, percentile
from .searching import memories

TURNS, MEMORIES, OBSERVATIONS, NODES, EDGES = 10_000, 10_000, 1_000, 1_000, 2_000
QUESTIONS = 200
ABOUT = "Somebody 0"
CONVERSATION = "main"
DIMENSION = 384
MINUTE = 60.0
OF_PEER = 2_000
"""Turns that streetai-memory gets: each costs it the more the more there are."""


def run() -> Table:
    """Make the file, then ask it with and without vectors; and the peers."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-prompting-") as directory:
        path, identity = Path(directory) / "store.db", Identity.generate()
        made = asyncio.run(fill(path, identity))
        peers = [_fts(), *_street(Path(directory))]
        figures = [
            *asyncio.run(_asked("words alone", path, identity, None, peers)),
            *asyncio.run(_asked("with vectors", path, identity, _encoder(), peers)),
        ]
    return Table(
        f"store.prompt(): {TURNS:,} turns of one conversation, {MEMORIES:,} memories, "
        f"{OBSERVATIONS:,} observations, {NODES:,} nodes, {EDGES:,} edges",
        (Figure("write it all", made, "s"), *figures, *(figure for _, figure in peers)),
        (
            f"each message has words of one turn or memory, and is about {ABOUT}, whom all know",
            "the encoder that is used takes no time",
            f"ratios: to the median of SQLite's FTS5 over turns and memories, {_LIMIT} hits",
            "streetai-memory is asked where it can be imported, with the same vectors",
        ),
    )


def _encoder() -> Encoder:
    return HashEncoder(DIMENSION)


async def fill(path: Path, identity: Identity) -> float:
    """Make the file with the vectors of everything; how long it took, in seconds."""
    began = time.perf_counter()
    clock = ManualClock(time.time() - MINUTE * TURNS)
    late = Config(embedding=EmbeddingConfig(remember_timeout=0))
    async with MemoryStore(
        identity, path=path, config=late, clock=clock, encoder=_encoder(), addressing="plain"
    ) as store:
        some = memories(MEMORIES)
        while batch := list(islice(some, filling.AT_ONCE)):
            await store.persona_remember_many(batch)
        await store.persona_embed()
        nodes = graph_sample.nodes(NODES)
        commit = (await store._context()).records.commit
        await commit(*(Put(Ref(Node, node.key), node) for node in nodes))
        await commit(*(Put(Ref(Edge, edge.id), edge) for edge in graph_sample.edges(nodes, EDGES)))
        await store.graph.embed()
        await store.import_items(
            Stated("made-up", f"subject {number % 20}", text, clock.now() + number, "", "")
            for number, text in enumerate(turns(OBSERVATIONS))
        )
        await store.pyramid.refresh()
        await store.pyramid.embed()
        conversation = store.conversation(CONVERSATION)
        for number, text in enumerate(turns(TURNS)):
            clock.advance(MINUTE)
            role, speaker = (("user", "Ann"), ("assistant", "Bob"))[number % 2]
            await conversation.add(role, text, speaker=speaker)
    return time.perf_counter() - began


def turns(count: int) -> list[str]:
    """What is said, of 60–250 characters; other words than those of the memories."""
    made = islice(memories(MEMORIES + count), MEMORIES, None)
    return [one.value.removeprefix("Ann: ").removeprefix("Bob: ") for one in made]


def messages() -> list[str]:
    """Words of some turns and memories."""
    chance = random.Random(sample.SEED + 3)
    texts = [*turns(TURNS), *(one.value for one in memories(MEMORIES))]
    asked = []
    for text in chance.sample(texts, QUESTIONS):
        words = text.replace(".", "").split()
        asked.append(" ".join(chance.sample(words, min(len(words), chance.randint(3, 12)))) + "?")
    return asked


Peer = tuple[list[float], Figure]


async def _asked(
    what: str, path: Path, identity: Identity, encoder: Encoder | None, peers: Sequence[Peer]
) -> list[Figure]:
    """The first prompt of a store that was just opened, and all others."""
    (of_fts, _), *_ = peers
    whole, alone = list[_Spent](), list[_Spent]()
    async with MemoryStore(identity, path=path, encoder=encoder) as store:
        conversation = store.conversation(CONVERSATION)
        everything = partial(store.prompt, about=ABOUT, conversation=CONVERSATION)
        first, *others = messages()
        filled = await _spent(partial(everything, first))
        for message in others:
            whole.append(await _spent(partial(everything, message)))
            alone.append(await _spent(partial(conversation.prompt, message)))
    return [
        Figure(f"{what}: the first prompt once it is open", filled.waited / 1000, "s"),
        *_figures(f"{what}: prompt", whole, statistics.median(of_fts)),
        *_figures(f"{what}: the conversation alone", alone, statistics.median(of_fts)),
    ]


@dataclass(frozen=True, slots=True)
class _Spent:
    """What an answer took, in ms: of somebody's time, and of the processor's, all threads."""

    waited: float
    worked: float


async def _spent(ask: Callable[[], Awaitable[object]]) -> _Spent:
    began, begun = time.perf_counter(), time.process_time()
    await ask()
    return _Spent(1000 * (time.perf_counter() - began), 1000 * (time.process_time() - begun))


def _figures(what: str, spent: Sequence[_Spent], peer: float) -> Iterable[Figure]:
    waited, worked = [one.waited for one in spent], [one.worked for one in spent]
    yield of(what, waited, "ms", ratio=statistics.median(waited) / peer)
    p95 = percentile(waited, 95)
    yield Figure(f"{what}, p95", p95, "ms", runs=len(waited), aim="≤ 25 ms")
    yield Figure(f"{what}, p95 of processor time", percentile(worked, 95), "ms", runs=len(worked))


_LIMIT = 64
"""What a room offers for a prompt at most."""


def _fts() -> Peer:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE m USING fts5(value, tokenize='porter')")
    texts = [*turns(TURNS), *(one.value for one in memories(MEMORIES))]
    connection.executemany("INSERT INTO m VALUES (?)", ((text,) for text in texts))
    spent = []
    for message in messages():
        wanted = " OR ".join(f'"{word}"' for word in message.rstrip("?").split())
        began = time.perf_counter()
        connection.execute(
            "SELECT value FROM m WHERE m MATCH ? ORDER BY bm25(m) LIMIT ?", (wanted, _LIMIT)
        ).fetchall()
        spent.append(1000 * (time.perf_counter() - began))
    connection.close()
    return spent, of("FTS5: the best of the same texts", spent, "ms")


def _street(directory: Path) -> list[Peer]:
    """What its ``build_prompt`` takes, where it is."""
    try:
        street = StreetAI(directory)
    except ImportError:
        return []
    memory = asyncio.run(_street_filled(street, directory))
    spent = []
    for message in messages():
        began = time.perf_counter()
        memory.prompt(message)
        spent.append(1000 * (time.perf_counter() - began))
    return [(spent, of(f"streetai-memory: build_prompt, {OF_PEER:,} turns", spent, "ms"))]


async def _street_filled(street: StreetAI, directory: Path) -> StreetMemory:
    from sense_memory.core.ports import TextKind

    said = turns(OF_PEER)
    pieces = [piece for text in said for piece in street.pieces(text)]
    for texts, kind in ((pieces, TextKind.DOCUMENT), (messages(), TextKind.QUERY)):
        street.know(dict(zip(texts, await _encoder().encode(texts, kind), strict=True)))
    memory = street.memory(directory / "street.db")
    for text, role in zip(said, itertools.cycle(("user", "assistant")), strict=False):
        memory.add(text, role)
    return memory
