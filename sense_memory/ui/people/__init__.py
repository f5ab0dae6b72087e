"""People and things: who is known since when, and how we talk."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..asking import Act, Ask, Query
from ..mind import Mind
from .everybody import everybody
from .graph import steps_of, whole_or_around
from .rapport import RAPPORT_ACTS, RAPPORT_ASKED
from .somebody import somebody


async def people(mind: Mind, query: Query) -> Any:
    """Who and what there is, or those whose names have something in them."""
    return await everybody(mind.store, query.text("like"))


async def graph(mind: Mind, query: Query) -> Any:
    """How they relate, and did relate: all, or those around one of them."""
    around, depth = query.text("around"), steps_of(query.text("depth"))
    sources = query.is_set("sources")
    return await whole_or_around(mind.store, around, depth, mind.clock.now(), sources=sources)


async def one(mind: Mind, query: Query) -> Any:
    """All that is known of one of them."""
    return await somebody(mind.store, query.text("name"), mind.clock.now())


ASKED: Mapping[str, Ask] = MappingProxyType(
    {"/api/people": people, "/api/graph": graph, "/api/somebody": one, **RAPPORT_ASKED}
)
ACTS: Mapping[str, Act] = RAPPORT_ACTS
