"""What a record is called on the page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...core.records.graph import Edge, Node
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ...mind.graph.sentences import edge_sentence
from ...store import MemoryStore
from ...store.log import type_of
from ..memories.memory_detail import name_of


@dataclass(frozen=True, slots=True)
class Named:
    """A record.

    Attributes:
        type: What kind of record: ``persona``, ``kv``, ``edge``, ``turn``, …
        name: Within its type; of a relation what it says.
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
    edges = [ref.name for ref in wanted if ref.kind is Edge]
    held = await store.graph.held(edges) if edges else {}
    said = {id_: edge_sentence(edge, str) for id_, edge in held.items()}
    return {ref: _named(ref, said) for ref in wanted}


def _named(ref: Ref[Any], relations: dict[str, str]) -> Named:
    if ref.kind is PersonaMemory or ref.kind is Memory:
        return Named(type_of(ref.kind), ref.name, ref.scope, "memories", name_of(ref))
    if ref.kind is Node:
        return Named(type_of(ref.kind), ref.name, ref.scope, "people", ref.name)
    name = relations.get(ref.name, ref.name) if ref.kind is Edge else ref.name
    return Named(type_of(ref.kind), name, ref.scope)
