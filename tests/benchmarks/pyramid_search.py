"""Searching ten and a hundred thousand observations, and what was summarised of them."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sense_memory import Identity, Insight, MemoryStore, Observation, SearchConfig, Summary
from sense_memory.core.change import Cause, Change
from sense_memory.core.items import Stated
from sense_memory.core.records.conversation import turn_origin
from sense_memory.core.records.pyramid import observation_id
from sense_memory.core.ref import Ref
from sense_memory.core.search_result import Filters
from sense_memory.mind.pyramid.findable import findable
from sense_memory.mind.pyramid.finding import found
from sense_memory.mind.pyramid.making import due
from sense_memory.mind.pyramid.recency import TIME_WEIGHT
from sense_memory.mind.pyramid.seal import Piece
from sense_memory.mind.search.question import Question
from sense_memory.mind.search.ranking import rank
from sense_memory.mind.views import Views
from sense_memory.mind.views.pyramids import KnownPyramid

from .figures import Figure, Table, of, percentile
from .searching import NOW, memories, questions

SMALL, LARGE = 10_000, 100_000
LIMIT = 20
TOPICS = 20
ADDED = 30
MINUTE = 60.0


def run() -> Table:
    """The smaller one is a store in a file; of the larger one there are the views alone."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-pyramid-search-") as directory:
        stored = asyncio.run(_stored(Path(directory)))
    figures = [*stored, *_viewed(SMALL), *_viewed(LARGE)]
    return Table(
        f"pyramid.search: {SMALL:,} and {LARGE:,} observations, {LIMIT} hits",
        tuple(figures),
        (
            "a question has words of one observation, some frequent; every third names a date",
            f"half are lines of conversations; {TOPICS} topics; every full group is summarised",
            "of the larger number there is no file: the views are filled with records at hand",
        ),
    )


async def _stored(directory: Path) -> list[Figure]:
    """A store in a file, everything included but an encoder."""
    made = list(memories(SMALL))
    identity, path = Identity.generate(), directory / "store.db"
    async with MemoryStore(identity, path=path, addressing="plain") as store:
        await store.import_items(
            Stated("made-up", f"subject {number % TOPICS}", one.value, NOW + number, "", "")
            for number, one in enumerate(made)
        )
        await store.pyramid.refresh()
    async with MemoryStore(identity, path=path) as store:
        began = time.perf_counter()
        await store.pyramid.search("anything")
        first = time.perf_counter() - began
        spent = []
        for question in questions(made):
            began = time.perf_counter()
            await store.pyramid.search(question, LIMIT)
            spent.append(1000 * (time.perf_counter() - began))
        added = []
        for number in range(ADDED):
            await store.pyramid.observe(f"{made[number].value} again", topic="subject 1")
            began = time.perf_counter()
            await store.pyramid.search(made[number].value, LIMIT)
            added.append(1000 * (time.perf_counter() - began))
    return [
        Figure(f"{SMALL:,}: the first search of a process, which fills the views", first, "s"),
        of(f"{SMALL:,}: pyramid.search", spent, "ms"),
        _p95(f"{SMALL:,}: pyramid.search, p95", spent),
        of(f"{SMALL:,}: a search right after a new observation", added, "ms"),
    ]


def _viewed(count: int) -> list[Figure]:
    """The views alone."""
    made = list(memories(count))
    views = Views(lambda _view: None)
    known = views.pyramids.finish("", views.pyramids.begin(""))
    views.piece_index.finish("", views.piece_index.begin(""))
    observed = [*_observations(made)]
    began = time.perf_counter()
    for one in observed:
        _note(views, one)
    filled = time.perf_counter() - began
    summaries = [*_summaries(known)]
    for summary in summaries:
        _note(views, summary)
    spent = [_spent(partial(_search, views, known, question)) for question in questions(made)]
    added = []
    for number in range(ADDED):
        again = observed[number]
        id_ = observation_id("again", float(number), "")
        _note(views, Observation(id_, again.text, again.at, again.topic, again.origin))
        added.append(_spent(partial(_search, views, known, again.text)))
    return [
        Figure(f"{count:,}: filling the views", filled, "s", note=f"{len(summaries):,} summaries"),
        of(f"{count:,}: ranking and ordering", spent, "ms"),
        _p95(f"{count:,}: ranking and ordering, p95", spent),
        of(f"{count:,}: the same right after a new observation", added, "ms"),
    ]


def _observations(made: Sequence[Insight]) -> Iterator[Observation]:
    for number, one in enumerate(made):
        at = NOW - MINUTE * (len(made) - number)
        origin = turn_origin(one.source, str(number)) if one.source else ""
        id_ = observation_id(one.value, at, origin)
        yield Observation(id_, one.value, at, f"topic-{number % TOPICS}", origin)


def _summaries(known: KnownPyramid) -> Iterator[Summary]:
    """What is due, tier by tier: the beginnings of what it is made of."""
    for slug in known.slugs:
        while tasks := due(known.pyramid(slug)):
            for task in tasks:
                said = " ".join(str(part.text)[:40] for part in task.parts)
                one = task.done(said, "made-up")
                known.note(Ref(Summary, one.id), one)
                yield one


def _note(views: Views, piece: Piece) -> None:
    assert findable(piece) is not None
    ref: Ref[Any] = Ref(type(piece), piece.id)
    change = Change(ref, None, piece, Cause.LOCAL, is_before_known=False)
    views.piece_index.apply(change)
    views.pyramids.apply(change)


def _search(views: Views, known: KnownPyramid, text: str) -> None:
    """What ``pyramid.search`` does once its views are up to date."""
    documents = views.piece_index.documents("")
    assert documents is not None
    ranking = rank(documents, Question.of(text, NOW), Filters(), SearchConfig(), NOW)
    found(ranking, known, LIMIT, TIME_WEIGHT, NOW)


def _spent(do: Callable[[], Any]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    do()
    return 1000 * (time.perf_counter() - began)


def _p95(name: str, values: Sequence[float]) -> Figure:
    return Figure(name, percentile(values, 95), "ms", runs=len(values))
