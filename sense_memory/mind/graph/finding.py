"""Which nodes and edges answer a query, in which order.

What is found is told by its meaning alone: by words, dates, and vectors where there is an encoder.
The seed's sum of meaning, recency and salience then puts in order what answers about as well. What
has nothing to do with the query is not found for being fresh or salient, and what has less to do
with it comes after what has more: by that sum alone somebody else's friend who is met every day
would stand above Bob's only friend.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ...core.config import GraphConfig, SearchConfig
from ...core.errors import InputError
from ...core.graph import ScoreShare
from ...core.records.graph import Edge, GraphState, Node, Note, note_name
from ...core.records.persona import SECONDS_PER_DAY
from ...core.ref import Ref
from ...core.search_result import Filters as Memories
from ..search.documents import Documents
from ..search.question import Question
from ..search.ranking import rank
from ..search.rows import NOWHERE, rows_of
from ..views.graphs import KnownGraph
from ..views.vectors import Cosines
from .filters import Filters
from .findable import EDGE, NODE
from .lifecycle import salience, state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RECENCY_RATE = 0.02
"""A day. Source: seed 004."""
COMPARABLE = 0.8
"""The part of what the best means from which on something answers as well. Of 0.5 to 0.8 chosen on
a generated graph (``tests/evals/graph.py``): below, what answers less takes the places of what
answers, the more so with vectors."""
NEAR = 0.25
"""The cosine from which on something is found by its meaning alone. Chosen with all-MiniLM-L6-v2:
what a question is about lies at 0.3 or more, what has nothing to do with it below 0.15."""
MOST = 1_000
"""Nodes, and edges, that can be asked for."""
_LOOKED_AT = 1_000
"""Vectors that are looked at if there are very many, and documents of which the vector is."""


def check_most(given: int | None, usual: int, what: str) -> int:
    """How many are wanted.

    Raises:
        InputError: It is no whole number from 0 to 1,000.
    """
    if given is None:
        return usual
    if type(given) is not int or not 0 <= given <= MOST:
        raise InputError(f"{what} is a whole number from 0 to {MOST}, got {given!r}")
    return given


# --- what answers


@dataclass(frozen=True, slots=True)
class Meanings:
    """How well each slot answers a query.

    Attributes:
        words: By its words and dates; 0 where it does not.
        nearness: What its vector, and those of its notes, add.
        whole: Both as a part of the greatest: 1 for what answers best, 0 for what does not.
    """

    words: "NDArray[np.float64]"
    nearness: "NDArray[np.float64]"
    whole: "NDArray[np.float64]"


def meanings(
    documents: Documents,
    known: KnownGraph,
    question: Question,
    config: SearchConfig,
    now: float,
    cosines: Cosines | None = None,
) -> Meanings:
    """How well each slot answers a query.

    Args:
        documents: The nodes and edges.
        known: All that is known of the scope.
        question: What is asked for.
        config: The weights of search.
        now: Seconds since the epoch.
        cosines: How near each vector is to the query's; ``None`` goes by words alone.
    """
    import numpy as np

    ranking = rank(documents, question, Memories(), config, now)
    words = np.where(ranking.is_found, ranking.scores, 0.0)
    nearness = np.zeros_like(words)
    if cosines is not None and len(cosines):
        nearness += _nearness(documents, known, ranking.matches.scores, cosines, config)
    scores = words + nearness
    greatest = scores.max(initial=0.0)
    whole = np.round(scores / greatest, 6) if greatest > 0 else scores
    return Meanings(words, nearness, whole)


def _nearness(
    documents: Documents,
    known: KnownGraph,
    words: "NDArray[np.float32]",
    cosines: Cosines,
    config: SearchConfig,
) -> "NDArray[np.float64]":
    """What vectors give each slot: the nearest of its own and those of its notes.

    What is farther than ``NEAR`` is not near at all, and the farthest of all is not either.
    """
    import numpy as np

    cosine = np.full(documents.end, -np.inf)
    rows = _worth_looking_at(documents, known, words, cosines)
    rows = rows[np.isfinite(cosines.numbers[rows])]
    slots = rows_of(documents, cosines).slots[rows]
    cosine[slots[slots >= 0]] = cosines.numbers[rows[slots >= 0]]
    for row in rows[slots < 0].tolist():
        for owner in _owners(known, cosines.refs[row]):
            if (slot := documents.slots.get(owner)) is not None:
                cosine[slot] = max(cosine[slot], cosines.numbers[row])
    nearest = cosine.max(initial=-np.inf)
    least = max(NEAR, float(np.nanmin(cosines.numbers)))
    if nearest < NEAR:
        return np.zeros(documents.end)
    if nearest <= least:
        return np.where(cosine >= least, config.vector_weight, 0.0)
    near: NDArray[np.float64] = np.clip((cosine - least) / (nearest - least), 0.0, 1.0)
    return config.vector_weight * near


def _worth_looking_at(
    documents: Documents, known: KnownGraph, words: "NDArray[np.float32]", cosines: Cosines
) -> "NDArray[np.int64]":
    """The rows of the nearest, and of those that words answer best; no other can come first."""
    import numpy as np

    if len(cosines.refs) <= 2 * _LOOKED_AT:
        return np.arange(len(cosines.refs))
    found = dict.fromkeys(cosines.nearest_rows(_LOOKED_AT).tolist())
    count = min(_LOOKED_AT, len(words))
    best = np.argpartition(-words, count - 1)[:count]
    best = best[words[best] > 0]
    found |= dict.fromkeys(rows_of(documents, cosines).rows[best].tolist())
    for slot in best.tolist():
        ref = documents.ref_at(slot)
        one = known.node(ref.name) if ref.kind is Node else known.edge(ref.name)
        for note in () if one is None else known.noted(one):
            named = Ref(Note, note_name(note.target, note.id), ref.scope)
            found[cosines.rows.get(named, NOWHERE)] = None
    found.pop(NOWHERE, None)
    return np.fromiter(found, np.int64, len(found))


def _owners(known: KnownGraph, ref: Ref[Any]) -> Iterator[Ref[Any]]:
    """What a vector speaks for: a node or an edge, or whatever a note counts for."""
    if ref.kind is not Note:
        yield ref
        return
    target = ref.name.partition("/")[0]
    if known.node(target) is not None:
        yield Ref(Node, target, ref.scope)
    elif known.edge(target) is not None:
        for one in known.correcting(target):
            yield Ref(Edge, one.id, ref.scope)


# --- in which order

T = TypeVar("T", Node, Edge)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What answers a query.

    Attributes:
        one: A node, or an edge.
        score: 0–1.
        share: What it is made of.
    """

    one: T
    score: float
    share: ScoreShare


def nodes_found(
    meaning: "NDArray[np.float64]",
    documents: Documents,
    known: KnownGraph,
    filters: Filters,
    most: int,
    config: GraphConfig,
    now: float,
) -> list[Answer[Node]]:
    """The best nodes, the best first.

    Args:
        meaning: How well each slot answers, as ``meanings`` has it.
        documents: The nodes and edges.
        known: All that is known of the scope, with all uses.
        filters: What may be found.
        most: How many at most.
        config: The weights.
        now: Seconds since the epoch.
    """

    def lets(node: Node) -> bool:
        return filters.lets(node) and is_shown(node, known, now)

    candidates = _by_meaning(meaning, documents, NODE)
    return _found(candidates, known.node, lets, most, config, now)


def edges_found(
    meaning: "NDArray[np.float64]",
    documents: Documents,
    known: KnownGraph,
    filters: Filters,
    most: int,
    config: GraphConfig,
    now: float,
) -> list[Answer[Edge]]:
    """The best current edges, the best first; arguments as for ``nodes_found``."""

    def lets(edge: Edge) -> bool:
        return filters.lets(edge) and is_shown(edge, known, now)

    candidates = _by_meaning(meaning, documents, EDGE)
    return _found(candidates, known.edge, lets, most, config, now)


def is_shown(one: Node | Edge, known: KnownGraph, now: float) -> bool:
    """Whether a node or an edge may be found: it holds, it lives, nothing else tells the same."""
    if isinstance(one, Node):
        return _lives(one, now) and one.key not in known.hidden
    return known.is_current(one, now) and _lives(one, now)


def _lives(one: Node | Edge, now: float) -> bool:
    return state(one, now) is not GraphState.ARCHIVED


def _found(
    candidates: Iterable[tuple[str, float]],
    known: Callable[[str], T | None],
    is_shown: Callable[[T], bool],
    most: int,
    config: GraphConfig,
    now: float,
) -> list[Answer[T]]:
    """The best: of what answers about as well the best by the sum, then of the rest again.

    Of many thousands that answer equally well, only the best are looked at more closely.
    """
    found = list[Answer[T]]()
    for alike in _comparable(candidates):
        if len(found) >= most:
            break
        rows = list[tuple[float, str, float, T]]()
        for name, meaning in alike:
            if (one := known(name)) is not None:
                score = weighed(meaning, recency(one, now), salience(one, now), config)
                rows.append((-score, name, meaning, one))
        rows.sort(key=itemgetter(0, 1))
        best = (row for row in rows if is_shown(row[-1]))
        for score, _, meaning, one in islice(best, most - len(found)):
            share = ScoreShare(meaning, recency(one, now), salience(one, now))
            found.append(Answer(one, -score, share))
    return found


def _comparable(candidates: Iterable[tuple[str, float]]) -> Iterator[list[tuple[str, float]]]:
    """Names with what they mean, the most first, in groups that mean about as much."""
    group = list[tuple[str, float]]()
    for name, meaning in candidates:
        if group and meaning < COMPARABLE * group[0][1]:
            yield group
            group = []
        group.append((name, meaning))
    if group:
        yield group


def _by_meaning(
    meaning: "NDArray[np.float64]", documents: Documents, facet: str
) -> Iterator[tuple[str, float]]:
    """Names of nodes, or ids of edges, that mean anything, and how much, the most first."""
    import numpy as np

    number = documents.facets.get(facet)
    if number is None:
        return
    slots = np.flatnonzero((meaning > 0) & (documents.facet[: documents.end] == number))
    for slot in slots[np.argsort(-meaning[slots], kind="stable")].tolist():
        yield documents.ref_at(slot).name, float(meaning[slot])


def recency(one: Node | Edge, now: float) -> float:
    """How lately it was used or written: ``e^(-0.02 · days)``, 0–1."""
    last = max(one.updated_at, one.life.last_accessed_at or 0.0)
    return math.exp(-RECENCY_RATE * max(0.0, now - last) / SECONDS_PER_DAY)


def weighed(meaning: float, recent: float, salient: float, config: GraphConfig) -> float:
    """What hits are ordered by: the sum of the three, each by its weight; 0–1 with the seed's."""
    total = (
        config.meaning_weight * meaning
        + config.recency_weight * recent
        + config.salience_weight * salient
    )
    # what devices have added up in another order is the same
    return round(total, 6)
