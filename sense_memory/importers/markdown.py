"""Notes in Markdown: ``CLAUDE.md``, ``AGENTS.md``, ``MEMORY.md``, daily notes, and any other.

Every bullet and paragraph is a statement, and so is a row of a table. What it is about are the
headings above it, and the bullet that it stands under. A block of code is a statement as a whole,
with the line that announces it. Markup stays as it was written, so that what was edited can be told
from what was not; comments, lines of nothing but a tag, and rules are left out. A file that is
named for another program to open (``@docs/style.md``) is not opened.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..core.errors import InputError
from ..core.items import Item, Problem
from ..core.legible import label
from .markdown_lines import FrontMatter, Section, Sections
from .newest import newest
from .options import Options
from .reading import Reading
from .source_files import SourceFile, source_files

SOURCE = "markdown"
_FILES = re.compile(r".+\.(?:md|markdown)", re.IGNORECASE)
_KIND = "note"
"""What a note is, unless its front matter says."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?!\d)")
_REFERENCE = re.compile(r"(?:@[^\s@]+\s*)+")
_LONGEST_PART = 80
"""Characters of a bullet, as far as it is what another is about."""
_BETWEEN = " / "
_GROUPS = frozenset({"bullet_list_open", "ordered_list_open", "table_open"})
_CODE = frozenset({"fence", "code_block"})

_DEEPEST = 60
"""Lists, items, quotes and what else stands in one another."""

# without the inline rules, as a statement keeps its markup; without links that are defined apart,
# and HTML, as both would take text away
_parse = (
    MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    .enable("table")
    .disable(["inline", "reference", "html_block"])
    .parse
)


def read_markdown(path: Path, options: Options) -> Iterator[Item]:
    """The statements of a file, or of the files of a folder; see ``Importer``.

    Raises:
        InputError: The path cannot be read, or a user or a conversation is asked for.
    """
    if options.user is not None or options.conversation is not None:
        raise InputError("notes know neither users nor conversations; leave them out")
    return newest(_all(path, Reading(SOURCE, options)), options.limit)


def _all(path: Path, reading: Reading) -> Iterator[Item]:
    for found in source_files(path, _FILES):
        if isinstance(found, Problem):
            yield found
            continue
        note: _Note | None = None
        sections = Sections(found.file, found.name, end=os.fstat(found.file.fileno()).st_size)
        for part in sections:
            if isinstance(part, Problem):
                yield part
                continue
            if note is None:
                note = _Note.of(reading, found, sections.front_matter)
            yield from note.statements(part)


@dataclass(slots=True)
class _Note:
    """A file, while its sections go by."""

    reading: Reading
    name: str
    kind: str
    labels: Sequence[object]
    at: object
    headings: list[tuple[int, str]]
    groups: list[str] = field(default_factory=list)
    """What the lists and tables are about that surround what is read; mostly nothing."""
    announced: str = ""
    """What the next group, or block of code, is about."""

    @classmethod
    def of(cls, reading: Reading, file: SourceFile, about: FrontMatter) -> "_Note":
        dated = _DATE.match(file.path.name)
        return cls(
            reading,
            file.name,
            label(about.first("type")) or _KIND,
            about.all("tags", "labels"),
            about.first("updated", "date", "created") or (dated[0] if dated else None),
            [(0, title)] if (title := label(about.first("name", "title"))) else [],
        )

    def statements(self, section: Section) -> Iterator[Item]:
        tokens = _parse(section.text)
        if any(token.level >= _DEEPEST - 1 for token in tokens):
            # the parser leaves out what is deeper, and may leave out what follows
            why = "lists or quotes are nested too deeply in what begins there, some were left out"
            yield Problem(self._place(section.number), why)
        header: list[str] = []
        cells: list[str] = []
        row = 0
        for index, token in enumerate(tokens):
            line = section.number + (token.map[0] if token.map else 0)
            match token.type:
                case "inline":
                    kind = tokens[index - 1].type
                    if kind == "heading_open":
                        self._head(tokens[index - 1], token.content)
                    elif kind in ("th_open", "td_open"):
                        cells.append(_one_line(token.content))
                    else:
                        yield from self._paragraph(token.content, line, _after(tokens, index + 1))
                case "fence" | "code_block":
                    yield from self._code(token, line)
                case "tr_open":
                    cells, row = [], line
                case "thead_close":
                    header = cells
                case "tr_close" if header:
                    yield from self._state(_row(header, cells), row)
                case "bullet_list_open" | "ordered_list_open" | "table_open":
                    self.groups.append(self.announced)
                    self.announced, header = "", []
                case "bullet_list_close" | "ordered_list_close" | "table_close":
                    self.groups.pop()
                    header = []

    def _head(self, heading: Token, text: str) -> None:
        level = int(heading.tag[1:])
        self.headings = [(above, title) for above, title in self.headings if above < level]
        self.headings.append((level, label(text)))

    def _paragraph(self, content: str, line: int, following: str) -> Iterator[Item]:
        text = _unwrapped(content)
        announces = text.endswith(":")
        if following in _GROUPS and (announces or self.groups):
            self.announced = label(text.rstrip(":"), _LONGEST_PART)
        elif following in _CODE and announces:
            self.announced = text
        if _REFERENCE.fullmatch(text):
            yield Problem(self._place(line), "it names another file, which was not opened")
        elif not (announces and self.announced):
            yield from self._state(text, line)

    def _code(self, token: Token, line: int) -> Iterator[Item]:
        code = token.content.rstrip("\n")
        if not code.strip():
            return
        if token.type == "fence":
            code = f"{token.markup}{token.info.strip()}\n{code}\n{token.markup}"
        announced, self.announced = self.announced, ""
        yield from self._state(f"{announced}\n{code}" if announced else code, line)

    def _state(self, text: str, line: int) -> Iterator[Item]:
        yield from self.reading.stated(
            self._subject(), text, self._time(), self.kind, self._place(line), labels=self.labels
        )

    def _subject(self) -> str:
        parts: list[str] = []
        for part in (*(title for _, title in self.headings), *self.groups):
            # a title that front matter and the first heading both say is one
            if part and part.casefold() != (parts[-1].casefold() if parts else ""):
                parts.append(part)
        return _BETWEEN.join(parts)

    def _time(self) -> object:
        """The date in the nearest heading that has one, or the file's."""
        dates = (found[0] for _, title in reversed(self.headings) if (found := _DATE.match(title)))
        return next(dates, self.at)

    def _place(self, line: int) -> str:
        return f"{self.name}, line {line}"


def _after(tokens: Sequence[Token], closing: int) -> str:
    """What stands behind a paragraph, given where it is closed."""
    return tokens[closing + 1].type if closing + 1 < len(tokens) else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _unwrapped(content: str) -> str:
    """The text of a paragraph, broken into lines only where its author wants them."""
    lines = content.split("\n")
    ends = ("\n" if line.endswith(("  ", "\\")) else " " for line in lines)
    return "".join(
        part for line, end in zip(lines, ends, strict=True) for part in (_one_line(line), end)
    ).strip()


def _row(header: Sequence[str], cells: Sequence[str]) -> str:
    return "; ".join(
        f"{name}: {cell}" if name else cell
        for name, cell in zip(header, cells, strict=False)
        if cell
    )
