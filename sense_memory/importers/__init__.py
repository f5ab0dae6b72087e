"""What people have elsewhere: their conversations and notes, read out of the files they are in.

``read`` gives the items of a file or folder, ``read_new`` of programs that go on writing only what
is new; ``MemoryStore.import_items`` takes either. Nothing here knows of the store.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, cast

from ..core.errors import InputError
from ..core.items import Item, Mark, Marked, Named, Problem, Related, Said, Stated
from .options import Importer, Options

__all__ = [
    "FORMATS",
    "Format",
    "Item",
    "Mark",
    "Marked",
    "Named",
    "Options",
    "Problem",
    "Related",
    "Said",
    "Stated",
    "format_of",
    "read",
    "read_new",
]

_ReadNew: TypeAlias = Callable[[Path, Mapping[str, Mark]], Iterator[Item | Marked]]


@dataclass(frozen=True, slots=True)
class Format:
    """How another program keeps what it knows.

    Attributes:
        name: What it is called here, and by items as their source: ``chatgpt``.
        about: What a path of it names, in words.
        usual: Where the program itself keeps it, below the home folder; ``""`` if it does not.
            Such a program goes on writing, and ``read_new`` reads what is new.
    """

    name: str
    about: str
    usual: str = ""

    @property
    def grows(self) -> bool:
        """Whether ``read_new`` takes it."""
        return bool(self.usual)

    @property
    def default_path(self) -> Path | None:
        """Where the program keeps it, if that is always the same place."""
        return Path.home() / self.usual if self.usual else None


FORMATS: Mapping[str, Format] = {
    one.name: one
    for one in (
        Format("chatgpt", "ChatGPT's data export: the zip file, its folder, or conversations.json"),
        Format("claude", "Claude's data export: the zip file, its folder, or conversations.json"),
        Format(
            "openclaw",
            "OpenClaw's sessions: a .jsonl file, or the folder they are in",
            ".openclaw/agents/main/sessions",
        ),
        Format("glenn", "an SQLite file with the tables users, conversations and messages"),
        Format("server-memory", "the file of MCP's memory server: entities and relations"),
        Format("mem0", "what mem0 answers to get_all(), as JSON"),
        Format("letta", "Letta's agent file (.af), or blocks or passages as JSON"),
        Format("markdown", "notes: a .md file or a folder of them, such as CLAUDE.md or MEMORY.md"),
        Format(
            "claude-code",
            "Claude Code's transcripts: a .jsonl file, or the folder they are in",
            ".claude/projects",
        ),
        Format(
            "codex",
            "Codex's sessions: a rollout-….jsonl file, or the folder they are in",
            ".codex/sessions",
        ),
    )
}
"""Every format by its name."""


def format_of(name: str) -> Format:
    """A format by its name.

    Raises:
        InputError: There is none of that name; all are named.
    """
    try:
        return FORMATS[name]
    except KeyError:
        known = ", ".join(FORMATS)
        raise InputError(f"there is no format {name[:40]!r}; there are {known}") from None


def read(
    format: str,  # noqa: A002 - what it is called everywhere
    path: str | Path | None = None,
    *,
    limit: int | None = None,
    conversation: str | None = None,
    user: str | None = None,
) -> Iterator[Item]:
    """What a file or folder holds, in its order, while it is being read.

    Args:
        format: One of ``FORMATS``.
        path: Where; ``None`` is where the program itself keeps it, if there is such a place.
        limit: At most so many messages and statements, the newest.
        conversation: Only this conversation, by its id or its title in the source.
        user: Only what was said with this user, where a source knows several.

    Raises:
        InputError: There is no such format, the path is not there or something else altogether,
            or the format knows nothing of what was asked for. Some of it is found only when the
            first item is asked for.
    """
    options = Options(limit=limit, conversation=conversation, user=user)
    found = format_of(format)
    return cast("Importer", _function(found, ""))(_place(found, path), options)


def read_new(
    format: str,  # noqa: A002 - as above
    path: str | Path | None,
    marks: Mapping[str, Mark],
) -> Iterator[Item | Marked]:
    """What is new since the marks were made, and behind it marks that cover it.

    Args:
        format: One of those that grow.
        path: As for ``read``.
        marks: Every file's newest, by its absolute path.

    Raises:
        InputError: As for ``read``, or the format is none that grows.
    """
    found = format_of(format)
    if not found.grows:
        growing = ", ".join(one.name for one in FORMATS.values() if one.grows)
        raise InputError(
            f"what is new can be told of {growing}; of {format} everything is read, and what is "
            "known already is not taken again"
        )
    return cast("_ReadNew", _function(found, "_grown"))(_place(found, path), marks)


def _function(found: Format, ending: str) -> object:
    """What reads a format, whose module is loaded when it is needed."""
    name = found.name.replace("-", "_")
    return getattr(importlib.import_module(f".{name}", __name__), f"read_{name}{ending}")


def _place(found: Format, path: str | Path | None) -> Path:
    """Where to read.

    Raises:
        InputError: Nobody says, or there is nothing.
    """
    if path is None:
        usual = found.default_path
        if usual is None:
            raise InputError(f"say where it is: {found.about}")
        if not usual.exists():
            raise InputError(f"there is nothing at {usual}; say where it is: {found.about}")
        return usual
    named = Path(path).expanduser()
    if "\0" in str(named) or not named.exists():
        raise InputError(f"there is nothing at {str(named)[:200]!r}; expected {found.about}")
    return named
