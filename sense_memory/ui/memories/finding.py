"""What an agent would find, and why, with what it would just not find. It is no use of anything."""

from dataclasses import dataclass

from ...core.search_result import Missed, ScoreParts
from ...store import MemoryStore
from ..shortened import shortened

MOST = 20
"""Memories that are shown."""
_LONGEST = 240
"""Characters of a value; the whole is one click away."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that answers.

    Attributes:
        name: ``domain/facet/key``.
        value: How it begins.
        score: How well it answers; only the order within one search means something.
        parts: What gave how much of it.
    """

    name: str
    value: str
    score: float
    parts: ScoreParts


@dataclass(frozen=True, slots=True)
class NearHit:
    """A memory that answers, and that a search does not give.

    Attributes:
        name: ``domain/facet/key``.
        score: As of a hit.
        why: The reason, in one word.
        detail: More of it, or nothing.
    """

    name: str
    score: float
    why: Missed
    detail: str


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to a query.

    Attributes:
        query: What was asked.
        words: What of it was looked for and stands somewhere, as stems.
        answering: How many memories answer somehow.
        hits: The best, best first.
        near: What answers and is not among them, best first; not all of it.
        warning: Why the search went by words alone, if it was meant not to.
    """

    query: str
    words: tuple[str, ...]
    answering: int
    hits: tuple[Hit, ...]
    near: tuple[NearHit, ...]
    warning: str | None


async def find(store: MemoryStore, query: str) -> Finding:
    """The memories that answer a query.

    Raises:
        InputError: There is nothing to look for in it.
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    found = await store.persona_search(query, MOST, explain=True)
    return Finding(
        query=query,
        words=found.words,
        answering=found.answering,
        hits=tuple(
            Hit(one.memory.name, shortened(one.memory.value, _LONGEST), one.score, one.parts)
            for one in found.hits
        ),
        near=tuple(NearHit(one.name, one.score, one.why, one.detail) for one in found.near_misses),
        warning=found.warning,
    )
