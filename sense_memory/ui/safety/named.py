"""What a record is called on the page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...core.records.conversation import Turn
from ...core.records.device import Device
from ...core.records.graph import Edge, Node, Note
from ...core.records.journal import JournalEntry
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Observation, Summary
from ...core.records.store_settings import BlindingKey
from ...core.ref import Ref
from ...mind.graph.sentences import edge_sentence
from ...mind.rapport.line import one_line
from ...store import MemoryStore, context_of
from ...store.log import text_of, type_of
from ..memories.memory_detail import name_of
from ..shortened import shortened

_UNNAMED = frozenset({JournalEntry, Note, Observation, Summary, Turn})
"""What has an id for a name: it is called by how it begins."""
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Named:
    """A record.

    Attributes:
        type: What kind of record: ``persona``, ``kv``, ``edge``, ``turn``, …
        name: Within its type; of a relation what it says, and of what has but an id how it
            begins, for as long as it stands; ``""`` where there is but one.
        scope: The user, project or tenant it belongs to; ``""`` is the root.
        view: Where the page shows more of it, ``memories`` or ``people``; ``""``: nowhere.
        at: Under which name it does.
    """

    type: str
    name: str
    scope: str
    view: str = ""
    at: str = ""


async def all_named(store: MemoryStore, refs: Iterable[Ref[Any]]) -> dict[Ref[Any], Named]:
    """What each of some records is called."""
    wanted = list(dict.fromkeys(refs))
    called: dict[Ref[Any], str] = {}
    if edges := [ref for ref in wanted if ref.kind is Edge]:
        held = await store.graph.held([ref.name for ref in edges])
        called |= {ref: edge_sentence(held[ref.name], str) for ref in edges if ref.name in held}
    if unnamed := [ref for ref in wanted if ref.kind in _UNNAMED or ref.kind is Device]:
        records = await (await context_of(store)).records.get_many(unnamed)
        for ref, record in zip(unnamed, records, strict=True):
            if isinstance(record, Device):
                called[ref] = f"{record.name} ({record.id})" if record.name else record.id
            elif text := text_of(ref, record):
                called[ref] = shortened(one_line(text), _LONGEST)
    return {ref: _named(ref, called) for ref in wanted}


def _named(ref: Ref[Any], called: dict[Ref[Any], str]) -> Named:
    type_ = type_of(ref.kind)
    if ref.kind is PersonaMemory or ref.kind is Memory:
        return Named(type_, ref.name, ref.scope, "memories", name_of(ref))
    if ref.kind is Node:
        return Named(type_, ref.name, ref.scope, "people", ref.name)
    if ref.kind is BlindingKey:
        return Named(type_, "", ref.scope)
    return Named(type_, called.get(ref, ref.name), ref.scope)
