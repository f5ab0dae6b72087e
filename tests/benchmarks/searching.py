"""Searching ten and a hundred thousand memories by words, beside SQLite's FTS5."""

import asyncio
import itertools
import random
import sqlite3
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sense_memory import Cause, Change, Identity, Insight, MemoryStore, PersonaMemory, SearchConfig
from sense_memory.core.ref import Ref
from sense_memory.core.search_result import Filters
from sense_memory.mind.search.documents import Documents
from sense_memory.mind.search.question import Question
from sense_memory.mind.search.ranking import rank
from sense_memory.mind.views.search_index import SearchIndex

from . import filling, sample
from .figures import Figure, Table, of, percentile

SMALL, LARGE = 10_000, 100_000
QUESTIONS = 300
ADDED = 300
LIMIT = 10
NOW = 1_800_000_000.0
_SYLLABLES = (
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
)


def run() -> Table:
    """The smaller one is a store in a file; of the larger one there is the index alone."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-searching-") as directory:
        stored = asyncio.run(_stored(Path(directory)))
    figures = [*stored, *_indexed(SMALL), *_indexed(LARGE)]
    return Table(
        f"searching: {SMALL:,} and {LARGE:,} memories, {QUESTIONS} questions of 3–8 words",
        tuple(figures),
        (
            "a question has words of one memory, some of them frequent; every third names a date",
            f"half of the memories are lines of conversations of {_LINES} lines",
            f"“ranking” reads and shows nothing: {LARGE:,} memories are put into the index alone",
            "FTS5: porter stems, the words joined by OR, bm25() with weights 3, 2, 1, in memory",
        ),
    )


_LINES = 20


def _vocabulary() -> list[str]:
    """Words as frequent as those of a language: the n-th a share of about 1/n."""
    random_ = random.Random(sample.SEED)
    made = {"".join(random_.choices(_SYLLABLES, k=random_.randint(2, 4))) for _ in range(40_000)}
    return [*sample.WORDS, *sorted(made)]


def memories(count: int) -> Iterator[Insight]:
    """Facts and lines of conversations, of 60–250 characters."""
    random_ = random.Random(sample.SEED)
    words = _vocabulary()
    weights = list(itertools.accumulate(1 / (rank_ + 3) for rank_ in range(len(words))))
    for number in range(count):
        said = random_.choices(words, cum_weights=weights, k=random_.randint(10, 40))
        value = " ".join(said).capitalize()
        themes = random_.choices(words, cum_weights=weights, k=2)
        if number // _LINES % 2:
            speaker = ("Ann", "Bob")[number % 2]
            yield Insight(
                "chat",
                "turns",
                f"turn-{number}",
                f"{speaker}: {value}.",
                source=f"chat-{number // _LINES}",
            )
        else:
            yield Insight("people", "facts", f"{themes[0]}-{number}", value, themes=themes)


def questions(made: Sequence[Insight]) -> list[str]:
    """Words of some memories."""
    random_ = random.Random(sample.SEED + 2)
    asked = []
    for number in range(QUESTIONS):
        said = random_.choice(made).value.replace(".", "").split()
        words = random_.sample(said, random_.randint(3, 8))
        date = " on 15 January 2027" if number % 3 == 0 else ""
        asked.append(" ".join(words) + date)
    return asked


async def _stored(directory: Path) -> list[Figure]:
    """A store in a file, everything included."""
    made = list(memories(SMALL))
    identity, path = Identity.generate(), directory / "store.db"
    async with MemoryStore(identity, path=path, addressing="plain") as store:
        for start in range(0, len(made), filling.AT_ONCE):
            await store.persona_remember_many(made[start : start + filling.AT_ONCE])
    async with MemoryStore(identity, path=path) as store:
        began = time.perf_counter()
        await store.persona_search("anything")
        first = time.perf_counter() - began
        spent = []
        for question in questions(made):
            began = time.perf_counter()
            await store.persona_search(question, LIMIT)
            spent.append(1000 * (time.perf_counter() - began))
        added = []
        for number in range(ADDED // 10):
            await store.persona_remember("people", "facts", f"added-{number}", made[number].value)
            began = time.perf_counter()
            await store.persona_search(f"added {number}", LIMIT)
            added.append(1000 * (time.perf_counter() - began))
    return [
        Figure(f"{SMALL:,}: the first search of a process, which fills the index", first, "s"),
        of(f"{SMALL:,}: persona_search", spent, "ms"),
        _p95(f"{SMALL:,}: persona_search, p95", spent, "≤ 10 ms"),
        of(f"{SMALL:,}: a search right after a new memory", added, "ms"),
    ]


def _indexed(count: int) -> list[Figure]:
    """The index alone, and FTS5 with the same memories."""
    made = list(memories(count))
    records = [(_ref(one), _record(one, NOW - count + number)) for number, one in enumerate(made)]
    index = SearchIndex()
    filled = _spent(partial(_fill, index, records))
    documents = index.documents("")
    assert documents is not None
    spent = [_spent(partial(_search, documents, question)) for question in questions(made)]
    added = [
        _spent(partial(_change, index, f"people/facts/added-{number}", records[number][1]))
        for number in range(ADDED)
    ]
    gone = [
        _spent(partial(_change, index, f"people/facts/added-{number}", None))
        for number in range(ADDED)
    ]
    fts = _fts(made)
    of_fts = [_spent(partial(_search_fts, fts, question)) for question in questions(made)]
    fts.close()
    p95, p95_of_fts = percentile(spent, 95), percentile(of_fts, 95)
    return [
        Figure(f"{count:,}: filling the index", filled / 1000, "s", note="records at hand"),
        of(f"{count:,}: ranking", spent, "ms"),
        Figure(
            f"{count:,}: ranking, p95",
            p95,
            "ms",
            runs=len(spent),
            ratio=p95 / p95_of_fts,
            aim="≤ 60 ms" if count == LARGE else "",
            note="ratio: to FTS5's p95",
        ),
        of(f"{count:,}: FTS5", of_fts, "ms"),
        _p95(f"{count:,}: FTS5, p95", of_fts, ""),
        of(f"{count:,}: one memory more", added, "ms"),
        of(f"{count:,}: one memory less", gone, "ms"),
        Figure(f"{count:,}: memory per document", _bytes(records) / count, "B"),
    ]


def _p95(name: str, values: Sequence[float], aim: str) -> Figure:
    return Figure(name, percentile(values, 95), "ms", runs=len(values), aim=aim)


def _spent(do: Callable[[], Any]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    do()
    return 1000 * (time.perf_counter() - began)


def _ref(one: Insight) -> Ref[PersonaMemory]:
    return Ref(PersonaMemory, f"{one.domain}/{one.facet}/{one.key}")


def _record(one: Insight, at: float) -> PersonaMemory:
    return PersonaMemory(
        one.domain,
        one.facet,
        one.key,
        one.value,
        themes=tuple(one.themes or ()),
        source=one.source or "",
        created_at=at,
        last_accessed=at,
        last_reinforced=at,
    )


def _fill(index: SearchIndex, records: Sequence[tuple[Ref[PersonaMemory], PersonaMemory]]) -> None:
    filling_ = index.begin("")
    for ref, record in records:
        filling_.add(ref, record)
    index.finish("", filling_)


def _change(index: SearchIndex, name: str, after: PersonaMemory | None) -> None:
    ref = Ref(PersonaMemory, name)
    index.apply(Change(ref, None, after, Cause.LOCAL, is_before_known=False))


def _search(documents: Documents, text: str) -> None:
    """What ``persona_search`` does but for reading what it shows."""
    ranking = rank(documents, Question.of(text, NOW), Filters(), SearchConfig(), NOW)
    list(itertools.islice(ranking.best(), LIMIT + 3))


def _bytes(records: Sequence[tuple[Ref[PersonaMemory], PersonaMemory]]) -> int:
    """What the index holds above the records, whose references it shares."""
    tracemalloc.start()
    index = SearchIndex()
    _fill(index, records)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert index.documents("") is not None
    return held


def _fts(made: Sequence[Insight]) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE m USING fts5(key, themes, value, tokenize='porter')")
    connection.executemany(
        "INSERT INTO m VALUES (?, ?, ?)",
        ((one.key, " ".join(one.themes or ()), one.value) for one in made),
    )
    return connection


def _search_fts(connection: sqlite3.Connection, text: str) -> None:
    wanted = " OR ".join(f'"{word}"' for word in text.split())
    connection.execute(
        "SELECT key FROM m WHERE m MATCH ? ORDER BY bm25(m, 3, 2, 1) LIMIT ?", (wanted, LIMIT)
    ).fetchall()
