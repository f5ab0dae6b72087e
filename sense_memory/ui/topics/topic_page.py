"""One topic, for the page: what it tells, and what that stands on."""

from dataclasses import dataclass

from ...core.errors import UnknownMemoryError
from ...core.records.pyramid import Summary, summary_input
from ...mind.pyramid.tiers import Pyramid
from ...store import MemoryStore, context_of
from ...store.pyramid import known, topics
from .course import Span, span_of
from .overview import TopicRow, row
from .pieces import Pieces, PieceShown, loose, shown

AT_ONCE = 60
"""So many observations are listed at once."""


@dataclass(frozen=True, slots=True)
class TopicPage:
    """A topic.

    Attributes:
        row: As among all topics, but over its own time.
        span: From its first observation until now.
        content: All that is known, told in order of time; ``None`` until it is told, and where
            something that it was told from was forgotten.
        told_at: When that was written, seconds since the epoch; ``None`` if it never was.
        writer: Who wrote it.
        top: The summaries that are in no other, the newest first.
        waiting: The first of the observations that are in no summary.
        topics: The slugs of all topics, for who files an observation elsewhere.
    """

    row: TopicRow
    span: Span
    content: str | None
    told_at: float | None
    writer: str
    top: tuple[PieceShown, ...]
    waiting: Pieces
    topics: tuple[str, ...]


async def topic_page(store: MemoryStore, name: str) -> TopicPage:
    """One topic of a mind.

    Raises:
        UnknownMemoryError: There is none of that name; it says which there are.
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    context = await context_of(store)
    status = await topics.topic(context, name)
    there = await known.known(context)
    topic, pyramid = status.topic, there.pyramid(status.topic.slug)
    span = span_of(pyramid.pieces.values(), context.clock.now())
    top = [one for level in pyramid.levels[:0:-1] for one in reversed(level)]
    return TopicPage(
        row=row(status, pyramid, span),
        span=span,
        content=topic.content,
        told_at=topic.at,
        writer=topic.writer,
        top=shown(top, pyramid),
        waiting=await observed(store, name, is_waiting=True),
        topics=tuple(there.slugs),
    )


async def parts(store: MemoryStore, name: str, summary: str) -> Pieces:
    """What a summary is made of, oldest first.

    Raises:
        UnknownMemoryError: There is no such topic, or no such summary of it counts.
    """
    there = await known.known(await context_of(store))
    pyramid = there.pyramid(topics.found(there, name))
    return Pieces(shown(pyramid.parts(_counted(pyramid, summary)), pyramid), 0)


@dataclass(frozen=True, slots=True)
class Path:
    """How to get to a summary.

    Attributes:
        path: The ids of the summaries that it is within, the outermost first, and its own.
    """

    path: tuple[str, ...]


async def path(store: MemoryStore, name: str, summary: str) -> Path:
    """How to get to a summary from those that are in no other.

    Raises:
        UnknownMemoryError: There is no such topic, or no such summary of it counts.
    """
    there = await known.known(await context_of(store))
    pyramid = there.pyramid(topics.found(there, name))
    found = [_counted(pyramid, summary)]
    for tier in pyramid.tiers[found[0].tier + 1 :]:
        found += [one for one in tier if found[-1].input in one.inputs]
    return Path(tuple(one.id for one in reversed(found)))


async def observation(store: MemoryStore, name: str) -> PieceShown:
    """One observation, by its id.

    Raises:
        UnknownMemoryError: There is none any more.
    """
    there = await known.known(await context_of(store))
    found = there.observation(name)
    if found is None:
        raise UnknownMemoryError("there is no such observation any more; it was forgotten")
    (one,) = loose([found]) if found.topic is None else shown([found], there.pyramid(found.topic))
    return one


async def observed(
    store: MemoryStore, name: str, words: str = "", skip: int = 0, *, is_waiting: bool = False
) -> Pieces:
    """Observations of a topic, the newest first.

    Args:
        store: Whose.
        name: The topic's name; empty for those of no topic.
        words: Only those that have all of these, in any order, in capitals or not.
        skip: So many were shown already.
        is_waiting: Only those that are in no summary yet.

    Raises:
        UnknownMemoryError: There is no such topic.
    """
    there = await known.known(await context_of(store))
    pyramid = there.pyramid(topics.found(there, name)) if name else None
    if pyramid is None:
        found = there.unassigned
    else:
        found = pyramid.unsummarised if is_waiting else there.of_topic(pyramid.topic)
    wanted = words.casefold().split()
    if wanted:
        found = [one for one in found if all(word in one.text.casefold() for word in wanted)]
    some = found[::-1][skip : skip + AT_ONCE]
    pieces = loose(some) if pyramid is None else shown(some, pyramid)
    return Pieces(pieces, max(0, len(found) - skip - len(some)))


def _counted(pyramid: Pyramid, summary: str) -> Summary:
    found = pyramid.pieces.get(summary_input(summary))
    if isinstance(found, Summary):
        return found
    raise UnknownMemoryError("there is no such summary any more; it may have been made anew")
