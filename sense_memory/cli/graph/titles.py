"""Whom edges and their notes are about, where a list names records of every type by their ids."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...core.errors import ReadFailedError
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
        said = self._edges.get(name.partition("/")[0]) if type_ in (EDGE, NOTE) else None
        return f" ({said})" if said is not None else ""

    def of(self, ref: Any) -> str:
        """A record for people."""
        from ...store.log import type_of

        return memory_name(ref) + self.after(type_of(ref.kind), ref.name)


async def titles(store: "MemoryStore", types: Iterable[str]) -> Titles:
    """What the edges of a store say, as far as anybody asks and can be asked.

    Args:
        store: Where they are.
        types: Of the records that are to be shown.
    """
    if not {EDGE, NOTE} & set(types):
        return Titles({})
    try:
        return Titles({one.id: told(one.edge) for one in await store.graph.versions()})
    except ReadFailedError:
        return Titles({})


async def titles_of(store: "MemoryStore", refs: Iterable[Any]) -> Titles:
    """The same for some references."""
    from ...store.log import type_of

    return await titles(store, (type_of(ref.kind) for ref in refs))
