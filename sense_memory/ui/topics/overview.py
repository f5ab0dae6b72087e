"""All topics at a glance, for the page."""

from dataclasses import dataclass

from ...core.pyramid import TopicStatus
from ...mind.pyramid.tiers import Pyramid
from ...store import MemoryStore, context_of
from ...store.pyramid import known, topics
from .course import Course, Span, Ticks, course_of, span_of, ticks_of


@dataclass(frozen=True, slots=True)
class TopicRow:
    """A topic, and how far what is known of it is told.

    Attributes:
        slug: What it is called by records.
        name: What it is called by people.
        description: What it is; ``None`` until that is written.
        observations: How many belong to it.
        unsummarised: How many of those are in no summary yet.
        summaries: How many summaries count, tier by tier from 0.
        outdated: Summaries that are to be made anew.
        is_told: Whether its page tells what would be told now.
        course: It over time.
    """

    slug: str
    name: str
    description: str | None
    observations: int
    unsummarised: int
    summaries: tuple[int, ...]
    outdated: int
    is_told: bool
    course: Course


@dataclass(frozen=True, slots=True)
class Overview:
    """All topics.

    Attributes:
        span: From the first observation of all until now.
        topics: The base topics first, then the others by slug.
        unassigned: Observations that wait for a topic.
        loose: Those over time.
        due: Summaries that refreshing would write, at most.
    """

    span: Span
    topics: tuple[TopicRow, ...]
    unassigned: int
    loose: Ticks
    due: int


async def overview(store: MemoryStore) -> Overview:
    """All topics of a mind.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    context = await context_of(store)
    status = await topics.status(context)
    there = await known.known(context)
    loose = there.unassigned
    span = span_of(there.pieces, context.clock.now())
    return Overview(
        span,
        tuple(row(one, there.pyramid(one.topic.slug), span) for one in status.topics),
        len(loose),
        ticks_of(loose, [one.input for one in loose], span),
        status.due,
    )


def row(status: TopicStatus, pyramid: Pyramid, span: Span) -> TopicRow:
    """One topic."""
    topic = status.topic
    return TopicRow(
        slug=topic.slug,
        name=topic.name,
        description=topic.description,
        observations=status.observations,
        unsummarised=status.unsummarised,
        summaries=status.summaries,
        outdated=status.outdated,
        is_told=status.is_told,
        course=course_of(pyramid, span),
    )
