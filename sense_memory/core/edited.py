"""What people changed in an export as Markdown, and what became of it."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class EditKind(StrEnum):
    """What somebody did to an entry."""

    CHANGED = "changed"
    """It says something else."""
    ADDED = "added"
    """It is new."""
    REMOVED = "removed"
    """It is not in the file any more."""
    CONFLICT = "conflict"
    """It says something else in the file, and something else again in the store."""


@dataclass(frozen=True, slots=True)
class EditedEntry:
    """An entry that somebody changed, added or removed.

    Attributes:
        kind: What was done.
        type: ``memory``, ``persona``, ``journal``, ``observation``, ``turn``, ``layer`` or
            ``note``.
        name: The record's name. Of one that is new: the key, ``domain/facet/key``, the topic's
            slug, the key of a node; ``""`` where it belongs to nothing.
        file: In which file of the folder, ``persona/people.md``.
        line: Where it begins, from 1; of one that was removed 0.
        before: What the store says now; ``None`` where there is nothing.
        after: What the file says; ``None`` where it was removed.
    """

    kind: EditKind
    type: str
    name: str
    file: str
    line: int
    before: str | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class EditProblem:
    """Something in a file that cannot be taken; it quotes nothing.

    Attributes:
        file: Which file of the folder.
        line: Where, from 1; 0 is the file as a whole.
        why: A sentence.
    """

    file: str
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class EditedFolder:
    """How a folder differs from what was exported into it.

    Attributes:
        entries: By file and line; what was removed last.
        problems: What cannot be taken; it stays in the store as it is.
    """

    entries: tuple[EditedEntry, ...] = ()
    problems: tuple[EditProblem, ...] = ()

    def of_kind(self, kind: EditKind) -> tuple[EditedEntry, ...]:
        """The entries to which this was done."""
        return tuple(one for one in self.entries if one.kind is kind)


@dataclass(frozen=True, slots=True)
class AppliedEdits:
    """What became of edits.

    Attributes:
        changed: Records that say what the files say now.
        added: Records that are new.
        forgotten: Records that were forgotten.
        problems: Edits that could not be carried out, and why.
    """

    changed: int = 0
    added: int = 0
    forgotten: int = 0
    problems: tuple[EditProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkdownExport:
    """What was written for people.

    Attributes:
        folder: Where.
        files: All files, the list of what was exported included.
        entries: How many entries can be edited.
    """

    folder: Path
    files: tuple[Path, ...]
    entries: int
