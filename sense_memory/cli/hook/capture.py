"""What a session said since the last time, kept and learned from.

It is read as ``import`` reads it, with the same marks, so that neither takes what the other took.
What was said is kept word for word in its conversation; then all rooms learn from what the person
said, as from any conversation. What the agent said is not learned from, so nothing that it was
told of this memory comes back as knowledge, and what a tool said is no part of it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.items import Item, Mark, Marked, Problem, Said
from ...core.llm import Message, Role
from ...core.records.conversation import imported_conversation
from ...importers import read_new
from .cursor import SOURCE as CURSOR, read_cursor_grown

if TYPE_CHECKING:
    from ...store import MemoryStore


async def capture(store: "MemoryStore", host: str, transcript: Path) -> tuple[Problem, ...]:
    """Keep what is new, and learn from it; a mark follows what it covers.

    Whoever is broken off goes on behind the last mark, and what was kept behind that already is
    not kept again.

    Args:
        store: Where to.
        host: Which host's transcript it is.
        transcript: A file.

    Returns:
        What in it could not be read.

    Raises:
        InputError: The file cannot be read.
        StorageError: The store's file could not be written.
    """
    marks = await store.import_marks(host)
    problems: list[Problem] = []
    said: list[Said] = []
    for item in _new(host, transcript, marks):
        if isinstance(item, Said):
            said.append(item)
        elif isinstance(item, Problem):
            problems.append(item)
        elif isinstance(item, Marked):
            await _take(store, said)
            await store.import_items([item])
            said = []
    return tuple(problems)


def _new(host: str, path: Path, marks: Mapping[str, Mark]) -> Iterator[Item | Marked]:
    return read_cursor_grown(path, marks) if host == CURSOR else read_new(host, path, marks)


async def _take(store: "MemoryStore", said: list[Said]) -> None:
    """Keep messages, and learn from each conversation that they are of."""
    # what has no time has no place among what was kept before: learning puts it behind that
    dated = [one for one in said if one.at is not None]
    if dated:
        await store.import_items(dated, observe=False)
    conversations: dict[str, list[Said]] = {}
    for one in said:
        name = imported_conversation(one.source, one.conversation)
        conversations.setdefault(name, []).append(one)
    for name, some in conversations.items():
        if any(one.role is Role.USER or one.at is None for one in some):
            # as they stand in the conversation, where they are looked for
            some.sort(key=lambda one: one.at or 0.0)
            messages = [Message(one.role, one.text) for one in some]
            await store.learn(messages, conversation=name)
