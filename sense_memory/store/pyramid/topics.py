"""Topics, the summaries of each, and how far what is known is told."""

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from typing import TypeAlias

from ...core.change import Edit, Ensure, Forget
from ...core.errors import InputError, UnknownMemoryError
from ...core.pyramid import PyramidStatus, TopicStatus
from ...core.records.names import check_encodable
from ...core.records.pyramid import BASE_TOPICS, Observation, Summary, Topic
from ...mind.pyramid.cover import cover as cover_of
from ...mind.pyramid.making import estimate
from ...mind.pyramid.telling import is_current, material
from ...mind.pyramid.tiers import Pyramid
from ...mind.pyramid.topics import title_of
from ...mind.views.pyramids import KnownPyramid
from ..context import Context
from . import known

NAMED = 10
"""So many topics an error names."""

Filed: TypeAlias = Callable[[Observation], Observation]


class Filing:
    """Finds the topics of names, and makes those that are not there.

    Attributes:
        edits: What makes them, each once; to be committed with what is filed there.
        created: Their slugs.
    """

    def __init__(self, context: Context, there: KnownPyramid) -> None:
        self.edits: list[Edit] = []
        self.created: list[str] = []
        self._context = context
        self._there = there

    def slug(self, name: str) -> str:
        """What the topic of a name is called.

        Raises:
            InputError: The name has neither letter nor digit.
        """
        check_encodable(name, "a topic's name")
        slug = self._there.slug_of(name)
        if slug not in BASE_TOPICS and not self._there.stands(slug) and slug not in self.created:
            self.created.append(slug)
            self.edits.append(
                Ensure(known.topic_ref(self._context, slug), Topic(slug, title_of(name)))
            )
        return slug


def found(there: KnownPyramid, name: str) -> str:
    """The slug of a topic that is there.

    Raises:
        UnknownMemoryError: There is none of that name; it says which there are.
    """
    check_encodable(name, "a topic's name")
    try:
        slug = there.slug_of(name)
    except InputError:
        slug = ""
    if slug and there.is_known(slug):
        return slug
    slugs = there.slugs
    near = get_close_matches(slug, slugs, n=3) if slug else []
    named = ", ".join(slugs[:NAMED]) + (
        f" and {len(slugs) - NAMED} more, which topics() lists" if len(slugs) > NAMED else ""
    )
    said = f"did you mean {' or '.join(near)}?" if near else f"there are {named}"
    raise UnknownMemoryError(f"there is no topic {name[:64]!r}; {said}")


async def topics(context: Context) -> list[Topic]:
    """The base topics, then the others by slug."""
    there = await known.known(context)
    return [there.topic(slug) for slug in there.slugs]


async def topic(context: Context, name: str) -> TopicStatus:
    """One topic."""
    there = await known.known(context)
    return _status(context, there, found(there, name), context.clock.now())


async def add(context: Context, name: str) -> Topic:
    """Make a topic, if it is not there."""
    there = await known.known(context)
    filing = Filing(context, there)
    slug = filing.slug(name)
    if filing.edits:
        await context.records.commit(*filing.edits)
        there = await known.known(context)
    return there.topic(slug)


async def forget(context: Context, name: str) -> str:
    """Forget a topic; the event id of the tombstone."""
    there = await known.known(context)
    slug = found(there, name)
    if slug in BASE_TOPICS:
        raise InputError(
            f"the topic {slug} is always there; forget what was observed of it, one by one"
        )
    return (await context.records.commit(Forget(known.topic_ref(context, slug)))).event_ids[0]


async def summaries(context: Context, name: str, tier: int | None) -> list[Summary]:
    """The summaries that count, the newest first, the highest tier first.

    What waits to be made anew says what is not so any more, if it says anything.
    """
    there = await known.known(context)
    pyramid = there.pyramid(found(there, name))
    return [
        replace(one, text=None) if one.input in pyramid.outdated else one
        for level in reversed(pyramid.tiers)
        for one in reversed(level)
        if tier is None or one.tier == tier
    ]


async def cover(context: Context, name: str) -> list[Observation | Summary]:
    """The fewest pieces that say all, oldest first."""
    there = await known.known(context)
    return list(cover_of(there.pyramid(found(there, name))))


async def status(context: Context) -> PyramidStatus:
    """How much there is, and what is to be done."""
    there = await known.known(context)
    now = context.clock.now()
    return PyramidStatus(
        tuple(_status(context, there, slug, now) for slug in there.slugs),
        there.unassigned_count,
        sum(sum(estimate(there.pyramid(slug))) for slug in there.slugs),
    )


def _status(context: Context, there: KnownPyramid, slug: str, now: float) -> TopicStatus:
    pyramid, standing = there.pyramid(slug), there.topic(slug)
    return TopicStatus(
        standing,
        there.count(slug),
        tuple(map(len, pyramid.tiers)),
        len(pyramid.unsummarised),
        len(pyramid.outdated),
        is_told(context, standing, pyramid, now),
    )


def is_told(context: Context, topic: Topic, pyramid: Pyramid, now: float) -> bool:
    """Whether a topic tells what would be told now; of nothing there is nothing to be told."""
    if topic.description is None or topic.content is None:
        return not pyramid.pieces
    given = material(pyramid, now, context.config.pyramid.telling_tokens)
    return is_current(topic, given, now)
