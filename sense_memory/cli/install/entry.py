"""What is written into a host's file: a value in a table, or one more of a list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that stands in a file.

    Attributes:
        path: The keys from the top to it, or to the list that it is one of.
        value: What: texts, numbers, lists and tables.
        is_item: It is one of a list.
        calls: Words by which it is known that somebody else's entry does the same; ``""`` knows
            it by its place.
    """

    path: tuple[str, ...]
    value: Any
    is_item: bool = False
    calls: str = ""


def _nothing(_: Mapping[str, Any]) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class HostFile:
    """A file of a host, and what is to stand in it.

    Attributes:
        path: Where it is, or will be.
        entries: What, in order.
        frame: What a host refuses the file without, and is set if nothing is there: the version
            of its format.
        remarks: What of its settings a person should hear, in sentences: that hooks are off.
    """

    path: Path
    entries: tuple[Entry, ...]
    frame: tuple[Entry, ...] = ()
    remarks: Callable[[Mapping[str, Any]], Sequence[str]] = _nothing

    @property
    def is_toml(self) -> bool:
        """Whether it is TOML, and not JSON."""
        return self.path.suffix == ".toml"


@dataclass(frozen=True, slots=True)
class Added:
    """What was added to a file, so that just that can be taken away again.

    Attributes:
        path: As for ``Entry``.
        value: As for ``Entry``.
        is_item: As for ``Entry``.
    """

    path: tuple[str, ...]
    value: Any
    is_item: bool


@dataclass(frozen=True, slots=True)
class Edited:
    """A text, and what was done to it.

    Attributes:
        text: It, as it is now.
        added: What was added.
        made: Tables and lists that were made for it, the outer ones first.
        kept: What was there already, or somebody had changed, and stayed; in sentences.
    """

    text: str
    added: tuple[Added, ...] = ()
    made: tuple[tuple[str, ...], ...] = ()
    kept: tuple[str, ...] = ()
