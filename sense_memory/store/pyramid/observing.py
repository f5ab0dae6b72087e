"""Observations: kept, corrected, filed, forgotten."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from ...core.change import Alter, Amend, Edit, Ensure, Forget
from ...core.errors import InputError, UnknownMemoryError
from ...core.expected import check_expected
from ...core.moments import moment_of
from ...core.records.names import check_encodable
from ...core.records.pyramid import Observation, observation_id
from ...core.records.reference import forgotten_origin, referent
from ..context import Context
from . import known, topics


@dataclass(frozen=True, slots=True)
class Given:
    """An observation that somebody makes.

    Attributes:
        text: The sentence; some of it is no space.
        at: When it was so, seconds since the epoch; ``None`` if nobody knows.
        topic: The name of its topic, which is made if it is not there; ``None`` if nobody says.
        origin: Where it comes from.
    """

    text: str
    at: float | None = None
    topic: str | None = None
    origin: str = ""


async def observe(
    context: Context,
    text: str,
    topic: str | None,
    at: float | datetime | str | None,
    origin: str,
) -> Observation:
    """Keep one sentence.

    Raises:
        UnknownMemoryError: It was learned from something that was forgotten.
    """
    when = context.clock.now() if at is None else moment_of(at)
    given = Given(text, when, topic, origin)
    (made,), edits = await made_of(context, [given])
    await context.records.commit(*edits)
    (found,) = await context.records.get_many([known.observation_ref(context, made.id)])
    if found is None and referent(origin, context.scope) is not None:
        raise forgotten_origin(origin)
    return found or made


async def made_of(context: Context, given: Iterable[Given]) -> tuple[list[Observation], list[Edit]]:
    """Observations, and what keeps them, and the topics that they are the first of.

    One that stands stays as it is, whoever corrected it or filed it elsewhere since; where it has
    no topic, it gets the one that is given.

    Raises:
        InputError: There is nothing in a text, or a topic's name has neither letter nor digit.
    """
    there = await known.known(context, held=True)
    found: list[Observation] = []
    edits: list[Edit] = []
    filing = topics.Filing(context, there)
    for each in given:
        text = _checked(each.text)
        check_encodable(each.origin, "origin")
        slug = None if each.topic is None else filing.slug(each.topic)
        name = observation_id(text, each.at, each.origin)
        one = Observation(name, text, each.at, slug, each.origin)
        ref = known.observation_ref(context, name)
        found.append(one)
        edits.append(Ensure(ref, one))
        standing = there.observation(name)
        if standing is not None and standing.topic is None and slug is not None:
            edits.append(Amend(ref, filed_if_nowhere(slug)))
    return found, [*filing.edits, *edits]


def filed_if_nowhere(slug: str) -> topics.Filed:
    """Files what belongs to no topic: what somebody filed meanwhile stays there."""
    return lambda one: one if one.topic is not None else replace(one, topic=slug)


async def observations(context: Context, topic: str | None) -> list[Observation]:
    """What was observed, oldest first."""
    there = await known.known(context)
    if topic is None:
        return list(there.observations)
    return list(there.of_topic(topics.found(there, topic)))


async def edit(context: Context, name: str, text: str, expected: str | None = None) -> Observation:
    """Correct an observation, whatever it says, or only as long as it says what is expected."""
    text = _checked(text)
    ref = known.observation_ref(context, name)

    def corrected(one: Observation | None) -> Observation:
        if expected is not None:
            check_expected(one.text if one is not None else None, expected)
        if one is None:
            raise _unknown(name)
        return replace(one, text=text)

    standing = await context.records.get(ref)
    if corrected(standing) != standing:
        await context.records.commit(Alter(ref, corrected))
    (found,) = await context.records.get_many([ref])
    if found is None:
        raise _unknown(name)
    return replace(found, text=text)


async def assign(
    context: Context, name: str, topic: str | None, expected: str | None = None
) -> Observation:
    """File an observation under a topic, or under none.

    Wherever it is, or only as long as it is under the topic of that slug, under none of ``""``.
    """
    ref = known.observation_ref(context, name)
    there = await known.known(context)
    if there.observation(name) is None:
        raise _unknown(name)
    filing = topics.Filing(context, there)
    slug = None if topic is None else filing.slug(topic)

    def filed(one: Observation) -> Observation:
        if expected is not None:
            check_expected(one.topic or "", expected)
        return replace(one, topic=slug)

    await context.records.commit(*filing.edits, Amend(ref, filed, missing=_unknown(name)))
    (found,) = await context.records.get_many([ref])
    if found is None:
        raise _unknown(name)
    return found


async def forget(context: Context, name: str) -> str:
    """Forget an observation; the event id of the tombstone."""
    ref = known.observation_ref(context, name)
    if await context.records.get(ref) is None:
        raise _unknown(name)
    return (await context.records.commit(Forget(ref))).event_ids[0]


def _checked(text: str) -> str:
    check_encodable(text, "an observation")
    if not (text := text.strip()):
        raise InputError("an observation says something: there is nothing but space in this text")
    return text


def _unknown(name: str) -> UnknownMemoryError:
    return UnknownMemoryError(
        f"there is no observation {str(name)[:64]!r}; observations() lists them with their ids"
    )
