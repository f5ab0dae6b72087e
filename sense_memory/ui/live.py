"""What changes elsewhere, told to open pages as it happens."""

import weakref
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from ..core.change import Change
from ..core.records.flat import as_persona
from ..core.records.kv import Memory
from ..core.records.persona import PersonaMemory
from ..store import Changes, MemoryStore
from ..store.log import type_of
from .as_json import as_json
from .memories.memory_detail import name_of
from .memories.memory_map import Columns

READY = b"event: ready\ndata: {}\n\n"
"""From here on nothing is missed: what a page reads after this and what follows is all there is."""


@dataclass(frozen=True, slots=True)
class Other:
    """Something else than a memory has changed.

    Attributes:
        type: What kind of record: ``journal``, ``node``, ``edge``, ``reading``, ``topic``, …
    """

    type: str


@dataclass(frozen=True, slots=True)
class News:
    """What became of one memory.

    Attributes:
        gone: Its name, if it was forgotten; else ``None``.
        memories: It as it is now, a column of one; of none if it was forgotten.
    """

    gone: str | None
    memories: Columns


class Live:
    """The streams of a server.

    Args:
        store: What is watched.
    """

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._open: weakref.WeakSet[Changes] = weakref.WeakSet()
        self._has_ended = False

    def end(self) -> None:
        """End them all: a page that listens would keep the server from ending."""
        self._has_ended = True
        for changes in list(self._open):
            changes.end()

    async def stream(self) -> AsyncIterator[bytes]:
        """The changes from now on, as events of a stream."""
        if self._has_ended:
            return
        changes = self._store.changes()
        self._open.add(changes)
        yield READY
        async for change in changes:
            news = _news(change)
            if news is None:
                other = Other(type_of(change.ref.kind))
                yield b"event: other\ndata: " + as_json(other) + b"\n\n"
            else:
                yield b"event: memory\ndata: " + as_json(news) + b"\n\n"


def _news(change: Change[Any]) -> News | None:
    if change.ref.kind not in (PersonaMemory, Memory):
        return None
    if change.after is None:
        return News(name_of(change.ref), Columns.of(()))
    return News(None, Columns.of([as_persona(change.after)]))
