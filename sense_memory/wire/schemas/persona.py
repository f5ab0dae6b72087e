"""Persona memories: the v2 design's sixteen fields and ``last_reinforced``; and what keeps them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.records.graph import Edge, Node, is_in_graph
from ...core.records.persona import PERSONA_D_TAG_PREFIX, SECONDS_PER_DAY, PersonaMemory
from ...core.records.reference import referent
from ...core.ref import Ref
from ...mind.lifecycle import DISSOLUTION_FIELDS, dissolves_at
from ..body import Policy
from ..schema import Dissolution, OnceForgotten, Reference, Schema, number, text
from .source import LEARNED_FROM, ORIGIN_ON

STALE_PART = 0.05
"""Of a half-life: 1 - 0.5^0.05 is 3.4 %."""

_NUMBERS = frozenset(
    (
        "relevance",
        "halflife_days",
        "last_accessed",
        "last_reinforced",
        "confidence",
        "created_at",
    )
)


def _encode(memory: PersonaMemory) -> dict[str, Any]:
    fields = memory.to_dict()
    del fields["type"]
    return fields


def _decode(name: str, fields: Mapping[str, Any], written_at: float) -> PersonaMemory:
    domain, facet, key = name.split("/")
    named = {"domain": domain, "facet": facet, "key": key, "created_at": written_at}
    numbers = {part: number(fields[part]) for part in _NUMBERS & fields.keys()}
    if fields.get("due_at") is not None:
        numbers["due_at"] = number(fields["due_at"])
    if type(fields.get("access_count", 0)) is not int:
        raise TypeError("a count is needed")
    if fields.get("superseded_by") is not None:
        text(fields["superseded_by"])
    text(fields.get("source", ""))
    return PersonaMemory.from_dict({**named, **fields, **numbers})


def _used(memory: PersonaMemory, count: int, at: float) -> PersonaMemory:
    """A use brings a memory back to full relevance."""
    memory = replace(memory, access_count=memory.access_count + count)
    if at <= memory.last_accessed:
        return memory
    return replace(memory, last_accessed=at, relevance=1.0)


def _is_outdated(told: PersonaMemory, true: PersonaMemory, now: float) -> bool:
    """Whether a plain reader would see another state, or a score that is over 3.4 % too low."""
    untold = (true.last_accessed - told.last_accessed) / SECONDS_PER_DAY
    return untold > STALE_PART * told.halflife_days or (
        told.compute_state(now) != true.compute_state(now)
    )


def _name(fields: Mapping[str, Any]) -> str | None:
    return "/".join(text(fields.get(part)) for part in ("domain", "facet", "key"))


def _meant(ref: Ref[Any], name: str) -> Ref[Any] | None:
    """The memory that another one means by a bare key of its own facet, or a full name."""
    parts = name.count("/")
    if parts == 0:
        name = f"{ref.name.rpartition('/')[0]}/{name}"
    elif parts != 2:
        return None
    return Ref(PersonaMemory, name, ref.scope)


def _linked(ref: Ref[Any], name: str) -> Ref[Any] | None:
    """The memory, or the node or the edge of the graph, that a connection names."""
    return referent(name, ref.scope) if is_in_graph(name) else _meant(ref, name)


_LINK = Reference((PersonaMemory,), OnceForgotten.UNLINK, _meant)
_CONNECTION = Reference((PersonaMemory, Node, Edge), OnceForgotten.UNLINK, _linked)

PERSONA = Schema(
    record=PersonaMemory,
    type="sense-memory:persona",
    root=PERSONA_D_TAG_PREFIX,
    fields={
        "domain": Policy.IDENTITY,
        "facet": Policy.IDENTITY,
        "key": Policy.IDENTITY,
        "value": Policy.REGISTER,
        # every use sets it back, and no two differ in anything that somebody said
        "relevance": Policy.LAST,
        "halflife_days": Policy.REGISTER,
        "superseded_by": Policy.REGISTER,
        "source": Policy.REGISTER,
        ORIGIN_ON: Policy.LAST,
        "confidence": Policy.REGISTER,
        "last_accessed": Policy.MAX,
        "last_reinforced": Policy.MAX,
        "created_at": Policy.MIN,
        "access_count": Policy.COUNTER,
        "connections": Policy.SET,
        "contradicts": Policy.SET,
        "themes": Policy.SET,
        "pinned": Policy.REGISTER,
        "due_at": Policy.REGISTER,
        "past": Policy.LAST,
        "state": Policy.CACHED,
    },
    alive="value",
    encode=_encode,
    decode=_decode,
    name=_name,
    is_name=lambda name: name.count("/") == 2,
    counter="access_count",
    used=_used,
    is_outdated=_is_outdated,
    past="past",
    dissolution=Dissolution(DISSOLUTION_FIELDS, dissolves_at),
    references={
        "connections": _CONNECTION,
        "contradicts": _LINK,
        "superseded_by": _LINK,
        "source": LEARNED_FROM,
    },
    cached=lambda memory, at: {"state": memory.compute_state(at)},
)
