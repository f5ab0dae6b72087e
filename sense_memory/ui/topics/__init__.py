"""Topics: what was observed, and what it adds up to, over time."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...core.errors import InputError
from ..asking import Act, Ask, Query
from ..mind import Mind
from .acts import assign, edit, forget
from .overview import overview
from .said import said
from .topic_page import observation, observed, parts, path, topic_page

LONGEST = 9
"""Digits of a number of observations."""


async def topics(mind: Mind, _query: Query) -> Any:
    """All topics over time."""
    return await overview(mind.store)


async def topic(mind: Mind, query: Query) -> Any:
    """One topic."""
    return await topic_page(mind.store, query.text("name"))


async def parts_of(mind: Mind, query: Query) -> Any:
    """What a summary is made of."""
    return await parts(mind.store, query.text("name"), query.text("summary"))


async def path_to(mind: Mind, query: Query) -> Any:
    """How to get to a summary."""
    return await path(mind.store, query.text("name"), query.text("summary"))


async def one(mind: Mind, query: Query) -> Any:
    """One observation."""
    return await observation(mind.store, query.text("id"))


async def observations(mind: Mind, query: Query) -> Any:
    """Observations of a topic, or of none, from some place on."""
    skip = query.text("skip")
    if not (skip.isascii() and skip.isdecimal() and len(skip) <= LONGEST):
        raise InputError("skip is a number of observations, from 0")
    return await observed(
        mind.store,
        query.text("name"),
        query.text("words"),
        int(skip),
        is_waiting=query.is_set("waiting"),
    )


async def turn(mind: Mind, query: Query) -> Any:
    """A turn, and what was said around it."""
    return await said(mind.store, query.text("name"))


ASKED: Mapping[str, Ask] = MappingProxyType(
    {
        "/api/topics": topics,
        "/api/topic": topic,
        "/api/topic/parts": parts_of,
        "/api/topic/path": path_to,
        "/api/topic/observation": one,
        "/api/topic/observations": observations,
        "/api/topic/turn": turn,
    }
)
ACTS: Mapping[str, Act] = MappingProxyType(
    {"/api/topic/edit": edit, "/api/topic/assign": assign, "/api/topic/forget": forget}
)
