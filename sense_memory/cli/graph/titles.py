"""Whom edges and their notes are about, where a list names records of every type by their ids."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..receipt import memory_name
from .sentences import told

if TYPE_CHECKING:
    from ...store import MemoryStore

EDGE, NOTE = "edge", "note"
"""The types, as the log calls them."""


class Titles:
    """What the edges of a store say, by id.

    Args:
        edges: As sentences; what was forgotten says nothing any more.
    """

    def __init__(self, edges: Mapping[str, str]) -> None:
        self._edges = edges

    def after(self, type_: str, name: str) -> str:
        """What follows the name of a record for people; ``""`` where that says enough."""
        said = self._edges.get(_edge_of(name)) if type_ in (EDGE, NOTE) else None
        return f" ({said})" if said is not None else ""

    def of(self, ref: Any) -> str:
        """A record for people."""
        from ...store.log import type_of

        return memory_name(ref) + self.after(type_of(ref.kind), ref.name)


async def titles(store: "MemoryStore", shown: Iterable[tuple[str, str]]) -> Titles:
    """What the edges say that are shown, or of which notes are.

    Args:
        store: Where they are.
        shown: Types and names of records.
    """
    named = [_edge_of(name) for type_, name in shown if type_ in (EDGE, NOTE)]
    if not named:
        return Titles({})
    held = await store.graph.held(named)
    return Titles({name: told(edge) for name, edge in held.items()})


async def titles_of(store: "MemoryStore", refs: Iterable[Any]) -> Titles:
    """The same for some references."""
    from ...store.log import type_of

    return await titles(store, [(type_of(ref.kind), ref.name) for ref in refs])


def _edge_of(name: str) -> str:
    """The edge that a record is, or that a note is of."""
    return name.partition("/")[0]
