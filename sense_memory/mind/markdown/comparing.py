"""Three ways: what was exported, what the files say now, what the store says now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ...core.edited import EditedEntry, EditedFolder, EditKind, EditProblem
from .page import Entry, Item, Page, Read, hash_of, normal

Key: TypeAlias = tuple[str, str]
"""Type and name of a record."""
Exported: TypeAlias = Mapping[str, Mapping[Key, str]]
"""Of each file that was written, the hash of each entry."""

MAY_BE_EMPTY = frozenset(("memory", "layer"))
UNCHANGING = {
    "journal": "an entry of the journal is never changed: remove it, and add another one",
    "note": "a note is never changed: remove it, and add another one",
}
KEPT = {"layer": "a layer is not removed: leave its text empty instead"}


def exported_of(pages: Sequence[Page]) -> Exported:
    """What is noted of pages when they are written."""
    return {
        page.file: {(one.type, one.name): hash_of(one.text) for one in page.entries}
        for page in pages
    }


def compare(pages: Sequence[Page], files: Mapping[str, Read], exported: Exported) -> EditedFolder:
    """What somebody changed.

    Args:
        pages: What the store would export now.
        files: What the files say that are there.
        exported: What was written into them.
    """
    comparing = _Comparing(pages, exported)
    for file, read in sorted(files.items()):
        comparing.look_at(file, read)
    comparing.look_for_changes()
    comparing.look_for_removed(files)
    return EditedFolder(
        tuple(sorted(comparing.entries, key=_order)),
        tuple(sorted(comparing.problems, key=lambda one: (one.file, one.line))),
    )


def _order(one: EditedEntry) -> tuple[bool, str, int, str]:
    return one.line == 0, one.file, one.line, one.name


@dataclass(slots=True)
class _Comparing:
    pages: Sequence[Page]
    exported: Exported
    entries: list[EditedEntry] = field(default_factory=list)
    problems: list[EditProblem] = field(default_factory=list)
    now: dict[Key, Entry] = field(init=False)
    seen: dict[Key, list[tuple[str, Item]]] = field(default_factory=dict)
    added: dict[Key, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.now = {(one.type, one.name): one for page in self.pages for one in page.entries}

    def problem(self, file: str, line: int, why: str) -> None:
        self.problems.append(EditProblem(file, line, why))

    def look_at(self, file: str, read: Read) -> None:
        for line, why in read.problems:
            self.problem(file, line, why)
        for item in read.items:
            if item.type:
                self.seen.setdefault((item.type, item.name), []).append((file, item))
            else:
                self._add(file, read, item)

    # ----------------------------------------------------------------- what is there

    def look_for_changes(self) -> None:
        was_exported = {key for entries in self.exported.values() for key in entries}
        for key, found in self.seen.items():
            if len(found) > 1:
                for file, item in found:
                    why = "several entries have this comment, so all of them are left as they are"
                    self.problem(file, item.line, why)
            else:
                self._change(key, *found[0], was_exported=key in was_exported)

    def _change(self, key: Key, file: str, item: Item, *, was_exported: bool) -> None:
        entry = self.now.get(key)
        is_edited = hash_of(item.text) != item.exported
        if entry is None:
            if not was_exported:
                self.problem(file, item.line, "there is no record of this type and name here")
            elif is_edited:
                self._found(EditKind.CONFLICT, key, file, item.line, None, item.text)
            return
        if item.label != entry.label:
            why = "what stands before its text cannot be changed: remove it, and add another one"
            self.problem(file, item.line, f"{why}; it is left as it is")
            return
        if not is_edited or hash_of(item.text) == hash_of(entry.text):
            return
        if hash_of(entry.text) != item.exported:
            self._found(EditKind.CONFLICT, key, file, item.line, entry.text, item.text)
        elif item.type in UNCHANGING:
            self.problem(file, item.line, UNCHANGING[item.type])
        elif not normal(item.text) and item.type not in MAY_BE_EMPTY:
            why = "nothing is left of its text: remove the whole bullet to forget it"
            self.problem(file, item.line, why)
        else:
            self._found(EditKind.CHANGED, key, file, item.line, entry.text, item.text)

    def _found(
        self,
        kind: EditKind,
        key: Key,
        file: str,
        line: int,
        before: str | None,
        after: str | None,
    ) -> None:
        said = None if after is None else normal(after)
        self.entries.append(EditedEntry(kind, *key, file, line, before, said))

    # ------------------------------------------------------------------ what is new

    def _add(self, file: str, read: Read, item: Item) -> None:
        key = self._key(file, read, item)
        if key is None:
            return
        text = item.text
        if not text:
            self.problem(file, item.line, "nothing stands behind this name")
            return
        if key[0] in ("memory", "persona"):
            if key in self.added:
                why = f"line {self.added[key]} adds something of this name already"
                self.problem(file, item.line, why)
                return
            self.added[key] = item.line
            if (entry := self.now.get(key)) is not None:
                if hash_of(entry.text) != hash_of(text):
                    self._found(EditKind.CONFLICT, key, file, item.line, entry.text, text)
                return
        self._found(EditKind.ADDED, key, file, item.line, None, text)

    def _key(self, file: str, read: Read, item: Item) -> Key | None:
        """Of which type an added bullet is, and its name, or whose it is."""
        match read.type:
            case "memory" if item.label:
                return "memory", item.label
            case "persona" if item.label and item.facet and read.of:
                return "persona", f"{read.of}/{item.facet}/{item.label}"
            case "memory":
                self.problem(file, item.line, "it has no name: write '- **name**: what it says'")
            case "persona":
                why = "it needs a name, and a facet: '- **name**: what it says' below '## facts'"
                self.problem(file, item.line, why)
            case "observation" | "note":
                return read.type, read.of
            case "journal":
                return "journal", ""
            case "turn" | "layer":
                self.problem(file, item.line, f"a {read.type} cannot be added here")
            case _:
                why = "nothing says what this file holds, so nothing can be added to it"
                self.problem(file, item.line, why)
        return None

    # -------------------------------------------------------------- what is removed

    def look_for_removed(self, files: Mapping[str, Read]) -> None:
        for file, entries in self.exported.items():
            missing = {
                key: hash_
                for key, hash_ in entries.items()
                if key in self.now and key not in self.seen
            }
            if not missing:
                continue
            if file not in files:
                why = "the file cannot be read or is not there; nothing of it counts as removed"
                self.problem(file, 0, why)
            elif not files[file].type:
                # whoever loses that comment loses those of the entries with it: nobody meant it
                why = "the comment that says what it holds is gone; nothing of it counts as removed"
                self.problem(file, 0, why)
            elif not files[file].is_whole:
                why = f"{len(missing)} entries are missing; since others cannot be read, they stay"
                self.problem(file, 0, why)
            else:
                for key, hash_ in missing.items():
                    self._remove(file, key, hash_)

    def _remove(self, file: str, key: Key, exported: str) -> None:
        entry = self.now[key]
        if key[0] in KEPT:
            self.problem(file, 0, KEPT[key[0]])
        elif hash_of(entry.text) != exported:
            self._found(EditKind.CONFLICT, key, file, 0, entry.text, None)
        else:
            self._found(EditKind.REMOVED, key, file, 0, entry.text, None)


def lines_of(entry: EditedEntry) -> Iterator[str]:
    """What was done to an entry, as a diff: ``-`` before what goes, ``+`` before what comes."""
    for sign, text in (("-", entry.before), ("+", entry.after)):
        if text is not None:
            yield from (f"{sign} {line}" for line in text.split("\n"))
