"""Conversations in an SQLite file: tables of users, conversations and messages.

The file is opened read-only and as one that nobody writes, so nothing appears beside it, and what
another program has open is left alone.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..core.errors import InputError
from ..core.items import MOST_CHARACTERS, Item, Problem
from ..core.legible import label
from ..core.llm import Role
from .newest import newest
from .options import Options
from .reading import Conversation, Reading

SOURCE = "glenn"
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_NEEDED = {
    "users": {"id", "username"},
    "conversations": {"id", "user_id"},
    "messages": {"conversation_id", "role", "content", "timestamp"},
}
_MESSAGES = """
    SELECT m.rowid, m.conversation_id, m.role, m.content, m.timestamp, u.username
    FROM messages AS m
    LEFT JOIN conversations AS c ON c.id = m.conversation_id
    LEFT JOIN users AS u ON u.id = c.user_id
"""
_FORWARDS = _MESSAGES + "WHERE m.rowid > ? AND m.rowid <= ? ORDER BY m.rowid"
_BACKWARDS = _FORWARDS + " DESC"
_ALONE = " LIMIT 1"
_NEXT = "SELECT min(rowid) FROM messages WHERE rowid > ?"


def read_glenn(path: Path, options: Options) -> Iterator[Item]:
    """The messages of a file, in the order in which they were stored; see ``Importer``.

    Raises:
        InputError: The path cannot be read, is no such database, or has no user of that name.
    """
    return newest(_read(path, Reading(SOURCE, options)), options.limit)


def _read(path: Path, reading: Reading) -> Iterator[Item]:
    try:
        if not path.is_file():
            raise InputError(f"{path} is no file")
        with path.open("rb"):
            pass
    except (OSError, ValueError):
        raise InputError(f"{path} cannot be read") from None
    name = label(path.name)
    log = path.with_name(f"{path.name}-wal")
    if log.is_file() and log.stat().st_size:
        why = "the program it belongs to has written more, beside it, which is not read; close that"
        yield Problem(name, why)
    address = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as database:
        database.text_factory = _text
        # four bytes a character; of a longer text the file is not believed
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * MOST_CHARACTERS)
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA temp_store = MEMORY")
        _check(database, path, reading.options.user)
        for row in _rows(database, name):
            yield from [row] if isinstance(row, Problem) else _message(reading, name, row)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _check(database: sqlite3.Connection, path: Path, user: str | None) -> None:
    """See that the tables are there.

    Raises:
        InputError: They are not, or nobody is called so.
    """
    try:
        for table, columns in _NEEDED.items():
            # a view or a virtual table has no page, and could be anything
            (kind,) = database.execute(
                "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND rootpage > 0 "
                "AND lower(name) = ?",
                (table,),
            ).fetchone()
            info = database.execute("SELECT name FROM pragma_table_info(?)", (table,))
            if not kind or columns - {str(column).lower() for (column,) in info}:
                raise InputError(
                    f"{path} is no such database: it needs the table {table} with "
                    f"{', '.join(sorted(columns))}"
                )
        if user is not None and not _is_known(database, user):
            raise InputError(f"{path} has no user {user!r}")
    except sqlite3.Error:
        raise InputError(f"{path} is no SQLite database that can be read") from None


def _is_known(database: sqlite3.Connection, user: str) -> bool:
    names = database.execute("SELECT username FROM users")
    return any(isinstance(name, str) and _same(name, user) for (name,) in names)


def _same(name: str, user: str) -> bool:
    return name.strip().casefold() == user.strip().casefold()


def _rows(database: sqlite3.Connection, name: str) -> Iterator[tuple[Any, ...] | Problem]:
    """Every row that can be read, and a problem for what cannot."""
    span = _Span()
    while True:
        try:
            yield from _forwards(database, span)
        except sqlite3.Error:
            pass
        else:
            return
        try:
            (following,) = database.execute(_NEXT, (span.low,)).fetchone()
        except sqlite3.Error:
            break
        if following is None:
            return
        yield Problem(f"{name}, message {following}", "it is damaged, or longer than any message")
        span.low = following
    yield Problem(f"{name}, behind message {max(span.low, 0)}", "the file is damaged there")
    # what lies behind the damage is reached from the other end
    with suppress(sqlite3.Error):
        yield from _backwards(database, span)


@dataclass(slots=True)
class _Span:
    """Which rows have not been read: above ``low``, and ``high`` at most."""

    low: int = -(2**63)
    high: int = 2**63 - 1


def _forwards(database: sqlite3.Connection, span: _Span) -> Iterator[tuple[Any, ...]]:
    """The rows up to one that raises.

    The module reads a row ahead, and where that fails it drops the one before; so the last ones
    are read again, each alone.
    """
    with suppress(sqlite3.Error):
        for row in database.execute(_FORWARDS, (span.low, span.high)):
            span.low = row[0]
            yield row
    while row := database.execute(_FORWARDS + _ALONE, (span.low, span.high)).fetchone():
        span.low = row[0]
        yield row


def _backwards(database: sqlite3.Connection, span: _Span) -> Iterator[tuple[Any, ...]]:
    """The same from the other end."""
    with suppress(sqlite3.Error):
        for row in database.execute(_BACKWARDS, (span.low, span.high)):
            span.high = row[0] - 1
            yield row
    while row := database.execute(_BACKWARDS + _ALONE, (span.low, span.high)).fetchone():
        span.high = row[0] - 1
        yield row


def _message(reading: Reading, name: str, row: tuple[Any, ...]) -> Iterator[Item]:
    number, conversation, role, content, time, username = row
    place = f"{name}, message {number}"
    wanted = reading.options.user
    if wanted is not None and not (isinstance(username, str) and _same(username, wanted)):
        return
    if not isinstance(role, str) or role.lower() not in _ROLES or content is None:
        return
    if not isinstance(content, str):
        yield Problem(place, "its content is no text")
        return
    known = label(str(conversation)) if conversation is not None else ""
    speaker = username if _ROLES[role.lower()] is Role.USER else None
    yield from reading.said(
        Conversation(known or "unnamed"),
        _ROLES[role.lower()],
        content,
        time,
        place,
        speaker=speaker,
    )
