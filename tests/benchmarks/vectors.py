"""Vectors beside memories: what they weigh, and what comparing a query with all of them takes."""

import asyncio
import statistics
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sense_memory import (
    Cause,
    Change,
    Config,
    EmbeddingConfig,
    Identity,
    MemoryStore,
    PersonaMemory,
    Ref,
)
from sense_memory.core.records.embedding import Embedding, Vector, embedding_name
from sense_memory.mind.embedded_text import embedded_text, text_sha256
from sense_memory.mind.views.vectors import Vectors
from sense_memory.testing import HashEncoder

from . import sample
from .figures import Figure, Table, of

SMALL, LARGE = 10_000, 100_000
STORED = 2_000
DIMENSION = 384
RUNS = 100
TOP = 200
ENCODER = "made-up"


def run() -> Table:
    """A store in a file for bytes and for filling; the matrix alone for speed."""
    figures: list[Figure] = []
    for addressing in ("plain", "blinded"):
        with tempfile.TemporaryDirectory(prefix="sense-memory-vectors-") as directory:
            figures += asyncio.run(_stored(Path(directory), addressing))
    for count in (SMALL, LARGE):
        figures += _compared(count)
    return Table(
        f"vectors of {DIMENSION} numbers: {STORED:,} memories in a file, {SMALL:,} and {LARGE:,} "
        "in the matrix",
        tuple(figures),
        (
            f"a vector is {4 * DIMENSION:,} bytes, and {16 * DIMENSION // 3:,} as base64",
            "the encoder that is used takes no time",
            "ratio of a comparison: to the product of the matrix and the query by itself",
        ),
    )


async def _stored(directory: Path, addressing: str) -> list[Figure]:
    encoder = HashEncoder(DIMENSION)
    identity = Identity.generate()
    path = directory / "store.db"
    late = Config(embedding=EmbeddingConfig(remember_timeout=0))
    async with MemoryStore(identity, path=path, addressing=addressing) as store:
        await store.persona_remember_many(sample.insights(STORED))
    before = path.stat().st_size
    async with MemoryStore(identity, path=path, config=late, encoder=encoder) as store:
        began = time.perf_counter()
        await store.persona_embed()
        made = time.perf_counter() - began
        events = [event async for event in store.export_events()]
    sizes = sorted(len(event) for event in events)[-STORED:]
    after = path.stat().st_size
    async with MemoryStore(identity, path=path, config=late, encoder=encoder) as store:
        await store.persona_search("coffee", 1)
        began = time.perf_counter()
        await store.persona_search("coffee", 1)
        again = time.perf_counter() - began
    return [
        of(f"{addressing}: event of a vector", sizes, "bytes", note="what a relay keeps"),
        of(f"{addressing}: file, a memory more", [(after - before) / STORED], "bytes"),
        of(f"{addressing}: sealing and committing", [1000 * made / STORED], "ms", note="a vector"),
        of(f"{addressing}: a search of {STORED:,}", [1000 * again], "ms"),
    ]


def _compared(count: int) -> list[Figure]:
    random = np.random.default_rng(sample.SEED)
    rows = random.standard_normal((count, DIMENSION)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    memories = {
        Ref(PersonaMemory, f"{one.domain}/{one.facet}/{one.key}"): PersonaMemory(
            one.domain, one.facet, one.key, one.value, themes=tuple(one.themes or ())
        )
        for one in sample.insights(count)
    }
    texts = {ref: text_sha256(embedded_text(memory)) for ref, memory in memories.items()}
    vectors = {
        ref: Vector(ENCODER, texts[ref], row.tobytes(), 0.0)
        for ref, row in zip(memories, rows, strict=True)
    }
    view = Vectors()
    filling = view.begin("", ENCODER)
    tracemalloc.start()
    view.fill(filling, texts, vectors)
    weight, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    began = time.perf_counter()
    again = Vectors()
    again.fill(again.begin("", ENCODER), texts, vectors)
    filled = time.perf_counter() - began
    compared, bare = _times(view, rows, random)
    changes = _changes(view, memories, vectors)
    return [
        of(
            f"{count:,}: all cosines and the {TOP} nearest",
            compared,
            "ms",
            aim="≤ 1 ms" if count == SMALL else "≤ 15 ms",
            ratio=statistics.median(compared) / statistics.median(bare),
        ),
        of(f"{count:,}: the product alone", bare, "ms"),
        of(f"{count:,}: a memory changes, and its vector", changes, "ms"),
        of(f"{count:,}: filling the matrix", [filled], "s"),
        of(f"{count:,}: memory", [weight / count], "bytes", note="a vector"),
    ]


def _times(
    view: Vectors, rows: NDArray[np.float32], random: np.random.Generator
) -> tuple[list[float], list[float]]:
    compared: list[float] = []
    bare: list[float] = []
    for _ in range(RUNS):
        query = rows[random.integers(len(rows))].copy()
        began = time.perf_counter()
        view.cosines("", ENCODER, query).nearest(TOP)
        between = time.perf_counter()
        rows @ query
        compared.append(1000 * (between - began))
        bare.append(1000 * (time.perf_counter() - between))
    return compared, bare


def _changes(
    view: Vectors,
    memories: dict[Ref[PersonaMemory], PersonaMemory],
    vectors: dict[Ref[PersonaMemory], Vector],
) -> list[float]:
    times = []
    for ref, memory in list(memories.items())[:RUNS]:
        name = embedding_name(PersonaMemory, ref.name)
        embedding = Embedding(name, (vectors[ref],))
        there: Ref[Any] = Ref(Embedding, name)
        place: Ref[Any] = ref
        began = time.perf_counter()
        view.apply(Change(place, memory, memory, Cause.LOCAL))
        view.apply(Change(there, embedding, embedding, Cause.LOCAL))
        times.append(1000 * (time.perf_counter() - began))
    return times
