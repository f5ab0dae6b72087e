"""What is known of a topic, piece by piece, for the page: down to what each was learned from."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...core.records.conversation import Turn
from ...core.records.graph import Node
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Observation, Summary
from ...core.records.reference import referent
from ...mind.pyramid.seal import Piece, began, moment
from ...mind.pyramid.tiers import Pyramid
from ..memories.memory_detail import name_of


@dataclass(frozen=True, slots=True)
class Source:
    """What an observation was learned from.

    Attributes:
        kind: ``turn``, ``memory``, ``node``; ``record`` for any other record; ``words`` where
            somebody said it in their own.
        name: ``conversation/turn/id`` of a turn, ``domain/facet/key`` of a memory, ``type:name`` of
            a node; else the text as it stands.
    """

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class PieceShown:
    """An observation or a summary.

    Attributes:
        id: Which.
        tier: Of a summary, from 0; ``None`` for an observation.
        text: What it says; ``None`` for a summary that waits to be made anew.
        start: When the first of it was, seconds since the epoch; ``None`` if nobody knows.
        end: When the last of it was; an observation has the same twice.
        parts: Of how many pieces it is made, as far as they are known here; 0 for an observation.
        is_outdated: Whether it is to be made anew.
        is_waiting: Whether it is an observation that is in no summary yet.
        writer: Who wrote it; empty for an observation.
        source: What it was learned from; ``None`` if nobody said, and for a summary.
        topic: The topic's slug; ``None`` for an observation of no topic.
    """

    id: str
    tier: int | None
    text: str | None
    start: float | None
    end: float | None
    parts: int
    is_outdated: bool
    is_waiting: bool
    writer: str
    source: Source | None
    topic: str | None


@dataclass(frozen=True, slots=True)
class Pieces:
    """Some of them.

    Attributes:
        pieces: In the order in which they are to be shown.
        more: How many follow that were not asked for.
    """

    pieces: tuple[PieceShown, ...]
    more: int


def shown(pieces: Iterable[Piece], pyramid: Pyramid) -> tuple[PieceShown, ...]:
    """Pieces of a topic, for the page, in the order in which they are given."""
    waiting = {one.input for one in pyramid.unsummarised}
    return tuple(
        _observation(one, is_waiting=one.input in waiting)
        if isinstance(one, Observation)
        else _summary(one, pyramid)
        for one in pieces
    )


def loose(observed: Iterable[Observation]) -> tuple[PieceShown, ...]:
    """Observations of no topic, for the page."""
    return tuple(_observation(one, is_waiting=True) for one in observed)


def _observation(one: Observation, *, is_waiting: bool) -> PieceShown:
    return PieceShown(
        id=one.id,
        tier=None,
        text=one.text,
        start=one.at,
        end=one.at,
        parts=0,
        is_outdated=False,
        is_waiting=is_waiting,
        writer="",
        source=_source(one.origin),
        topic=one.topic,
    )


def _summary(one: Summary, pyramid: Pyramid) -> PieceShown:
    is_outdated = one.input in pyramid.outdated
    return PieceShown(
        id=one.id,
        tier=one.tier,
        # what it says is not so any more
        text=None if is_outdated else one.text,
        start=began(one),
        end=moment(one),
        parts=len(pyramid.parts(one)),
        is_outdated=is_outdated,
        is_waiting=False,
        writer=one.writer,
        source=None,
        topic=one.topic,
    )


def _source(origin: str) -> Source | None:
    if not origin:
        return None
    ref = referent(origin, "")
    if ref is None:
        return Source("words", origin)
    if ref.kind is Turn:
        return Source("turn", ref.name)
    if ref.kind in (PersonaMemory, Memory):
        return Source("memory", name_of(ref))
    return Source("node", ref.name) if ref.kind is Node else Source("record", origin)
