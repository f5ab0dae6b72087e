"""Conversations that a program writes down while they go on, a file each, a record a line.

They are read as a whole, or as far as they have grown: how far a file was read is a ``Mark``, which
comes behind everything that it covers. Whoever keeps the items and the marks in their order has,
when he is killed and begins again, each item at least once; and as an item's id follows from what
it is, exactly once.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from ..core.errors import InputError
from ..core.items import Item, Mark, Marked, Problem
from .json_lines import JSONLines, Record
from .newest import newest
from .options import Options
from .reading import Reading
from .source_files import SourceFile, source_files

_SEALED = 4096
"""Bytes of a file's beginning, and of what stands before its mark, by which it is known again."""
_MARK_EVERY = 1_000
"""Records, after which a mark says how far a long file was read."""


class Session(Protocol):
    """One file, while its records go by."""

    @property
    def state(self) -> str:
        """What has to be known of the records before, to go on behind them."""
        ...

    def take(self, record: Mapping[str, Any], place: str) -> Iterator[Item]:
        """What a record holds."""
        ...


@dataclass(frozen=True, slots=True)
class Transcripts:
    """A format.

    Attributes:
        source: What it is called.
        files: Which files of a folder are transcripts, by their name without folders.
        begin: Begins a file, given its name without the ending and the state that a session of it
            ended with, or nothing.
    """

    source: str
    files: re.Pattern[str]
    begin: Callable[[Reading, str, str], Session]


def read_transcripts(path: Path, options: Options, format_: Transcripts) -> Iterator[Item]:
    """The messages of a file, or of the files of a folder; see ``Importer``.

    Raises:
        InputError: The path cannot be read, or a user is asked for.
    """
    if options.user is not None:
        raise InputError(f"transcripts of {format_.source} name no users; leave the user out")
    return newest(_all(path, options, format_), options.limit)


def _all(path: Path, options: Options, format_: Transcripts) -> Iterator[Item]:
    reading = Reading(format_.source, options)
    for found in source_files(path, format_.files):
        if isinstance(found, Problem):
            yield found
            continue
        lines = JSONLines(found.file, found.name, end=os.fstat(found.file.fileno()).st_size)
        session = format_.begin(reading, _stem(found), "")
        for record in lines:
            yield from _taken(record, session, lines)


def read_grown(
    path: Path, marks: Mapping[str, Mark], format_: Transcripts
) -> Iterator[Item | Marked]:
    """What is new since the marks were made: of a file that has grown its new lines.

    A file that is shorter than it was, or in which something else stands before its mark, was
    begun anew and is read from its beginning; what comes again has the ids it had. A line that is
    not ended yet is read if it is whole, and again when it is ended.

    Args:
        path: A file or folder, as for ``read_transcripts``.
        marks: Every file's newest, by its absolute path.
        format_: Which format.

    Raises:
        InputError: The path cannot be read.
    """
    reading = Reading(format_.source, Options())
    for found in source_files(path, format_.files):
        if isinstance(found, Problem):
            yield found
            continue
        try:
            yield from _grown(found, marks.get(str(found.path)), format_, reading)
        except OSError as error:
            why = error.strerror or "its end cannot be read"
            yield Problem(found.name, f"it could not be read to its end: {why}")


def _grown(
    found: SourceFile, mark: Mark | None, format_: Transcripts, reading: Reading
) -> Iterator[Item | Marked]:
    file, status = found.file, os.fstat(found.file.fileno())
    if mark and (status.st_size, status.st_mtime_ns) == (mark.size, mark.mtime_ns):
        return
    if mark and (status.st_size < mark.size or _seal(file, mark.offset) != mark.seal):
        mark = None
    offset, number, state = (mark.offset, mark.lines, mark.state) if mark else (0, 0, "")
    file.seek(offset)
    lines = JSONLines(
        file, found.name, end=status.st_size, offset=offset, number=number, is_growing=True
    )
    session = format_.begin(reading, _stem(found), state)
    before: str | None = None
    marked = number
    for record in lines:
        is_ended = isinstance(record, Problem) or record.number <= lines.number
        if not is_ended and before is None:
            before = session.state  # this line comes again, and is to meet the same state
        yield from _taken(record, session, lines)
        if is_ended and lines.number >= marked + _MARK_EVERY:
            marked = lines.number
            mark = _mark(file, lines, session.state, status.st_mtime_ns, lines.offset)
            yield Marked(format_.source, str(found.path), mark)
    state = session.state if before is None else before
    mark = _mark(file, lines, state, status.st_mtime_ns, status.st_size)
    yield Marked(format_.source, str(found.path), mark)


def _mark(file: IO[bytes], lines: JSONLines, state: str, mtime_ns: int, size: int) -> Mark:
    seal = _seal(file, lines.offset)
    return Mark(lines.offset, lines.number, size, mtime_ns, seal, state)


def _seal(file: IO[bytes], offset: int) -> str:
    """SHA-256 over the beginning of a file and what stands before an offset; stand there then."""
    file.seek(0)
    digest = hashlib.sha256(file.read(min(_SEALED, offset)))
    file.seek(max(0, offset - _SEALED))
    digest.update(file.read(min(_SEALED, offset)))
    return digest.hexdigest()


def _taken(record: Record | Problem, session: Session, lines: JSONLines) -> Iterator[Item]:
    if isinstance(record, Problem):
        yield record
    else:
        yield from session.take(record.value, lines.place(record.number))


def _stem(file: SourceFile) -> str:
    """The name of a file without what stands behind its first point."""
    return file.path.name.partition(".")[0] or "unnamed"


def words(content: object, kinds: frozenset[str]) -> str | None:
    """The text of a message: what it is, or its parts of these types, a line each.

    Args:
        content: A text, or a list of parts, each with a type.
        kinds: Which types are words; thoughts, pictures and calls of tools are not.

    Returns:
        The text, which may be empty; ``None`` if it is no content at all.
    """
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    return "\n".join(
        text
        for part in content
        if isinstance(part, dict)
        and isinstance(kind := part.get("type"), str)
        and kind in kinds
        and isinstance(text := part.get("text"), str)
        and text.strip()
    )


TOLD = "sense-memory"
"""Between such tags stands what a host was given of this memory: nobody said it."""


def without(text: str, tags: tuple[str, ...]) -> str:
    """A text without what stands between these tags, and the tags; what is not closed stays."""
    for tag in tags:
        kept, position = [], 0
        while (start := text.find(f"<{tag}>", position)) >= 0:
            end = text.find(f"</{tag}>", start)
            if end < 0:
                break
            kept.append(text[position:start])
            position = end + len(tag) + 3
        text = "".join((*kept, text[position:]))
    return text.strip()
