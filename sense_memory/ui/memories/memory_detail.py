"""One memory with all that is known of it. Looking at it is no use of it."""

from dataclasses import dataclass

from ...core.errors import InputError, UnknownMemoryError
from ...core.mention import Mention
from ...core.records.belief import Belief
from ...core.records.flat import FLAT, FLAT_FACET, as_persona
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.reference import REFERABLE, reference_to
from ...core.ref import Ref
from ...mind.lifecycle import StateChange, state_changes
from ...store import MemoryStore

_FLAT = f"{FLAT}/{FLAT_FACET}/"
_SEEN_FROM_HERE = {
    "superseded_by": "supersedes",
    "contradicts": "contradicts",
    "connections": "linked",
    "source": "learned from this",
    "origin": "learned from this",
    "inputs": "made of this",
    "references": "names this",
}
"""What it means that another one names a memory in one of these fields."""


@dataclass(frozen=True, slots=True)
class Link:
    """Another record that a memory names, or that names it.

    Attributes:
        name: A memory's ``domain/facet/key``; of another record its reference, or in words.
        how: ``linked``, ``contradicted by``, ``superseded by``, ``contradicts``, ``supersedes``,
            ``learned from this``, ``made of this``, ``names this``, or the field of the other one
            in which it is named.
        is_memory: Whether it may be on the map.
    """

    name: str
    how: str
    is_memory: bool


@dataclass(frozen=True, slots=True)
class MemoryDetail:
    """A memory.

    Attributes:
        name: ``domain/facet/key``.
        value: What it says.
        themes: Words to search by.
        source: Where it comes from, in words or a reference.
        confidence: 0–1.
        created: Seconds since the epoch, as all times here.
        used: When it was used last.
        uses: How many times.
        is_pinned: Whether it does not fade.
        due: The date before which it does not.
        relevance: When it was used last, before links and contradictions.
        halflife: Days in which it halves, as it was written.
        linked: How many links lift it.
        contradicted: How many contradictions lower it.
        is_superseded: Whether another one replaced it, so that it fades four times as fast.
        links: What it names and what names it.
        history: What was believed when, the oldest first.
        to_come: What becomes of it if nobody uses it, the next first.
    """

    name: str
    value: str
    themes: tuple[str, ...]
    source: str
    confidence: float
    created: float
    used: float
    uses: int
    is_pinned: bool
    due: float | None
    relevance: float
    halflife: float
    linked: int
    contradicted: int
    is_superseded: bool
    links: tuple[Link, ...]
    history: tuple[Belief, ...]
    to_come: tuple[StateChange, ...]


async def memory_detail(store: MemoryStore, name: str, now: float) -> MemoryDetail:
    """All that is known of a memory.

    Args:
        store: Where it is.
        name: ``domain/facet/key``.
        now: Seconds since the epoch.

    Raises:
        InputError: That is no name.
        UnknownMemoryError: There is no such memory.
        ReadFailedError: Whether there is one is not known, and no relay could be read.
    """
    if name.count("/") != 2:
        raise InputError("a memory is named domain/facet/key")
    memory = await _found(store, name)
    is_flat = memory.domain == FLAT
    history = [] if is_flat else await store.persona_history(memory.name)
    mentions = await store.references(f"persona/{memory.name}")
    return MemoryDetail(
        name=memory.name,
        value=memory.value,
        themes=memory.themes,
        source=memory.source,
        confidence=memory.confidence,
        created=memory.created_at,
        used=memory.last_accessed,
        uses=memory.access_count,
        is_pinned=memory.pinned,
        due=memory.due_at,
        relevance=memory.relevance,
        halflife=memory.halflife_days,
        linked=len(memory.connections),
        contradicted=len(memory.contradicts),
        is_superseded=memory.superseded_by is not None,
        links=_links(memory, mentions),
        history=tuple(history),
        to_come=state_changes(memory, now),
    )


def name_of(ref: Ref[PersonaMemory] | Ref[Memory]) -> str:
    """What the map calls a memory."""
    return ref.name if ref.kind is PersonaMemory else f"{_FLAT}{ref.name}"


async def _found(store: MemoryStore, name: str) -> PersonaMemory:
    if name.startswith(_FLAT):
        flat = await store.recall(name.removeprefix(_FLAT))
        found = [] if flat is None else [as_persona(flat)]
    else:
        found = await store.persona_named([name])
    if not found:
        raise UnknownMemoryError(f"there is no memory {name}; it may have been forgotten")
    return found[0]


def _links(memory: PersonaMemory, mentions: list[Mention]) -> tuple[Link, ...]:
    newer = (memory.superseded_by,) if memory.superseded_by is not None else ()
    named = [
        (how, name)
        for how, names in (
            ("linked", memory.connections),
            ("superseded by", newer),
            ("contradicted by", memory.contradicts),
        )
        for name in names
    ]
    own: dict[str, Link] = {}
    for how, name in named:
        full = next(iter(memory.full_names([name])), None)
        own.setdefault(full or name, Link(full or name, how, full is not None))
    # one that says both is best told by that it was replaced
    for mention in sorted(mentions, key=lambda one: one.field != "superseded_by"):
        if mention.ref.kind not in REFERABLE:
            continue  # vectors and the like say nothing to people
        is_memory = mention.ref.kind in (PersonaMemory, Memory)
        name = name_of(mention.ref) if is_memory else reference_to(mention.ref)
        own.setdefault(
            name, Link(name, _SEEN_FROM_HERE.get(mention.field, mention.field), is_memory)
        )
    return tuple(own.values())
