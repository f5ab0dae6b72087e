"""A page of entries, as text: one bullet an entry, with a comment that says what it is.

``- <!-- memory "zone" 0123456789abcdef --> **zone**: UTC``. The comment names the record and hashes
what was exported. A text of several lines stands below its bullet, indented by two spaces. Whatever
a text says is either behind its comment, or indented, or, where it is generated, quoted (``> ``):
so nothing in it can pass for a bullet, a heading or a comment of ours.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..compress.notation import visible

INDENT = "  "
_MARKED = re.compile(r"[\\*]")


@dataclass(frozen=True, slots=True)
class Entry:
    """What can be edited.

    Attributes:
        type: ``memory``, ``persona``, ``journal``, ``observation``, ``turn``, ``layer``,
            ``note``.
        name: The record's name.
        label: What stands before its text, for people; ``""`` if nothing does.
        text: What it says.
    """

    type: str
    name: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page.

    Attributes:
        heading: What stands above it; ``""`` if nothing does.
        facet: Of a page of persona memories, the facet; ``None`` elsewhere.
        generated: A text that is made of others, and not to be edited.
        entries: What can be edited.
    """

    heading: str = ""
    facet: str | None = None
    generated: str = ""
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One file.

    Attributes:
        file: Its path in the folder.
        type: What its entries are, as in ``Entry``.
        of: What it is a page of: a domain, a topic's slug, a conversation, a peer, a node's key; or
            ``""``.
        title: What people call that.
        sections: What it holds.
    """

    file: str
    type: str
    of: str
    title: str
    sections: tuple[Section, ...]

    @property
    def entries(self) -> Iterator[Entry]:
        """All that can be edited."""
        for section in self.sections:
            yield from section.entries


def normal(text: str) -> str:
    """A text without what editors change that nobody meant: ends of lines, blank lines around."""
    lines = (line.rstrip(" \t\r") for line in text.split("\n"))
    return "\n".join(lines).strip("\n")


def hash_of(text: str) -> str:
    """16 hex digits of SHA-256 of a text in normal form."""
    return hashlib.sha256(normal(text).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def label_of(text: str) -> str:
    """What stands before an entry's text: in bold, on one line, with a colon behind it."""
    return f"**{_MARKED.sub(_escaped, visible(text))}**:"


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found[0]


def quoted(name: str) -> str:
    """A name as a comment holds it: JSON without anything that ends a comment."""
    return json.dumps(name).replace("-", "\\u002d").replace(">", "\\u003e")


def written(page: Page, intro: str) -> str:
    """The text of a page.

    Args:
        page: What it says.
        intro: A sentence for whoever opens it.
    """
    parts = [
        f"# {visible(page.title)}",
        f"<!-- page {page.type} {quoted(page.of)} -->",
        f"> {visible(intro)}",
    ]
    for section in page.sections:
        if section.heading:
            parts.append(f"## {visible(section.heading)}")
        if section.facet is not None:
            parts.append(f"<!-- facet {quoted(section.facet)} -->")
        if section.generated:
            parts.append(_generated(section.generated))
        if section.entries:
            parts.append("\n".join(map(_bullet, section.entries)))
    return "\n\n".join(parts) + "\n"


def _generated(text: str) -> str:
    lines = (f"> {line}".rstrip(" ") for line in text.split("\n"))
    return "\n".join([f"<!-- generated {hash_of(text)} -->", *lines])


def _bullet(entry: Entry) -> str:
    comment = f"<!-- {entry.type} {quoted(entry.name)} {hash_of(entry.text)} -->"
    head = " ".join(part for part in ("-", comment, entry.label) if part)
    first, *rest = entry.text.split("\n")
    if not rest:
        return f"{head} {first}" if first else head
    return "\n".join([head, *(INDENT + line if line else "" for line in (first, *rest))])


# -------------------------------------------------------------------------- reading it


@dataclass(frozen=True, slots=True)
class Item:
    """A bullet of a file.

    Attributes:
        line: Where it begins, from 1.
        type: Of which type its comment says it is; ``""`` for one without a comment.
        name: The name that its comment says.
        exported: The hash that its comment says.
        label: What stands before its text, as it is written; ``""`` if nothing does.
        text: What it says.
        facet: The facet, or the heading, under which it stands; ``""`` if there is none.
    """

    line: int
    type: str
    name: str
    exported: str
    label: str
    text: str
    facet: str


@dataclass(frozen=True, slots=True)
class Read:
    """What a file says.

    Attributes:
        type: What its entries are; ``""`` if nothing says so.
        of: What it is a page of.
        items: Its bullets.
        problems: What belongs to nothing, each with its line.
        is_whole: Whether every bullet could be understood, so that one that is missing was removed.
    """

    type: str
    of: str
    items: tuple[Item, ...]
    problems: tuple[tuple[int, str], ...]
    is_whole: bool


LABELLED = frozenset(("memory", "persona", "journal", "observation", "turn", "note"))
"""Types whose entries have something before their text."""

_STRING = r'("(?:[^"\\]|\\.)*")'
_BULLET = re.compile(r"[-*+](?:[ \t]+(.*))?\Z", re.DOTALL)
_COMMENT = re.compile(rf"<!-- ([a-z]+) {_STRING} ([0-9a-f]{{16}}) -->(?: |\Z)", re.DOTALL)
_LABEL = re.compile(r"\*\*((?:[^*\\]|\\.)*)\*\*:(?: |\Z)", re.DOTALL)
_PLAIN_LABEL = re.compile(r"([^:*`<\[]+):(?:[ \t]+|\Z)")
_PAGE = re.compile(rf"<!-- page ([a-z]+) {_STRING} -->\Z")
_FACET = re.compile(rf"<!-- facet {_STRING} -->\Z")
_GENERATED = re.compile(r"<!-- generated ([0-9a-f]{16}) -->\Z")
_RULE = re.compile(r"([-*_])(?:[ \t]*\1){2,}[ \t]*\Z")
_HEADING = re.compile(r"#{1,6}(?:[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*)?\Z")


def read(text: str) -> Read:
    """Read a page, whatever somebody made of it."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        reader.take(number, line)
    return reader.read()


class _Reader:
    """Takes the lines of a page, one by one."""

    def __init__(self) -> None:
        self._type = self._of = self._facet = ""
        self._items: list[Item] = []
        self._problems: list[tuple[int, str]] = []
        self._is_whole = True
        self._open: tuple[int, str, list[str]] | None = None
        self._made: tuple[int, str, list[str]] | None = None

    def take(self, number: int, raw: str) -> None:
        line = raw.removesuffix("\r")
        if self._open is not None and (not line.strip(" \t") or line.startswith((INDENT, "\t"))):
            self._open[2].append(raw.removeprefix(INDENT if line[:1] == " " else "\t"))
            return
        if self._made is not None and line.startswith(">"):
            self._made[2].append(line[1:].removeprefix(" "))
            return
        self._close()
        if (bullet := _BULLET.match(line)) is not None:
            self._open = (number, bullet[1] or "", [])
        elif line.startswith("<!--"):
            self._comment(number, line.rstrip())
        elif (heading := _HEADING.match(line)) is not None:
            self._facet = (heading[1] or "") if line.startswith("##") else ""
        elif line.strip() and not line.startswith(">") and not _RULE.match(line):
            why = "this belongs to no entry: indent it by two spaces, or begin it with '- '"
            self._problems.append((number, why))
            self._is_whole = False

    def read(self) -> Read:
        self._close()
        problems = tuple(sorted(self._problems))
        return Read(self._type, self._of, tuple(self._items), problems, self._is_whole)

    def _comment(self, number: int, line: str) -> None:
        if (page := _PAGE.match(line)) is not None:
            self._type, self._of = page[1], _name(page[2])
        elif (facet := _FACET.match(line)) is not None:
            self._facet = _name(facet[1])
        elif (generated := _GENERATED.match(line)) is not None:
            self._made = (number, generated[1], [])

    def _close(self) -> None:
        if self._made is not None:
            number, exported, lines = self._made
            if hash_of("\n".join(lines)) != exported:
                why = "this is made of others, and changes to it are not taken: correct those"
                self._problems.append((number, why))
            self._made = None
        if self._open is not None:
            number, first, rest = self._open
            self._open = None
            self._item(number, first, rest)

    def _item(self, number: int, first: str, rest: list[str]) -> None:
        found = _COMMENT.match(first)
        if found is None:
            if "<!--" in first[:4]:
                self._damaged(number, "the comment of this entry is damaged")
            else:
                self._added(number, first, rest)
            return
        type_, name, exported = found[1], _name(found[2]), found[3]
        said, label = first[found.end() :], ""
        if type_ in LABELLED:
            marked = _LABEL.match(said)
            if marked is None:
                self._damaged(number, "what stands before the text of this entry is damaged")
                return
            label, said = marked[0].rstrip(), said[marked.end() :]
        item = Item(number, type_, name, exported, label, _joined(said, rest), self._facet)
        self._items.append(item)

    def _added(self, number: int, first: str, rest: list[str]) -> None:
        label, said = "", first
        if self._type in ("memory", "persona"):
            marked = _LABEL.match(first) or _PLAIN_LABEL.match(first)
            if marked is not None:
                label = re.sub(r"\\(.)", r"\1", marked[1]).strip()
                said = first[marked.end() :]
        text = normal(_joined(said, rest))
        if label or text:
            self._items.append(Item(number, "", "", "", label, text, self._facet))

    def _damaged(self, number: int, why: str) -> None:
        self._problems.append((number, f"{why}, so it is left as it is"))
        self._is_whole = False


def _joined(first: str, rest: Iterable[str]) -> str:
    """The text of a bullet: behind it, or below it, or both."""
    lines = list(rest)
    return "\n".join([first, *lines] if normal(first) or not lines else lines)


def _name(written_: str) -> str:
    """A name out of a comment; one that is none names nothing."""
    try:
        name = json.loads(written_)
    except ValueError:
        return ""
    return name if isinstance(name, str) else ""
