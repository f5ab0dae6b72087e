"""Is the file what was written?

A quick look (some milliseconds per thousand memories) proves that every row is there and can be
found, and that its small columns are unchanged. A thorough one adds SQLite's own look at all of the
file's structure and the checksum of every event.
"""

import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .connections import is_no_text, primary_code
from .tables import (
    HEAD_INDEXES,
    SMALL_COLUMNS,
    Tally,
    head_numbers,
    head_text,
    joined,
    row_sum,
    tables_found,
    tallied,
    text_sum,
)

_SIGNS_OF_DAMAGE = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,  # a table or a column that has another name
    sqlite3.SQLITE_MISMATCH,
)
_ENTRIES = {index: (*columns, "rowid") for index, columns in HEAD_INDEXES.items()}
"""The indexes that heads are found by, with what an entry is made of."""


def quick_look(connection: sqlite3.Connection) -> str | None:
    """What is wrong with the rows, or ``None``."""
    return _looked(connection, _rows)


def thorough_look(connection: sqlite3.Connection) -> str | None:
    """What is wrong with anything, or ``None``."""
    return _looked(connection, _everything)


def _looked(
    connection: sqlite3.Connection, look: Callable[[sqlite3.Connection], str | None]
) -> str | None:
    """One snapshot for the whole look: other processes may be writing."""
    try:
        connection.execute("BEGIN")
        try:
            return look(connection)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if primary_code(error) in _SIGNS_OF_DAMAGE:
            return str(error)
        if is_no_text(error):
            return "a text is not UTF-8"
        raise


def _everything(connection: sqlite3.Connection) -> str | None:
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        return str(said)
    found = _rows(connection)
    if found is not None:
        return found
    for table in ("head", "ledger", "quarantine"):
        for sum_, text in connection.execute(f"SELECT sum, event FROM {table}"):
            if not isinstance(text, str) or text_sum(text) != sum_:
                return f"an event in {table} has changed"
    return None


def _rows(connection: sqlite3.Connection) -> str | None:
    said = tallied(connection)
    found = {"tables": tables_found(connection)}
    roots = connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 0").fetchall()
    if len(set(roots)) != len(roots):
        return "two tables begin on the same page"
    for name, columns in SMALL_COLUMNS.items():
        rows = connection.execute(f"SELECT {columns} FROM {name} NOT INDEXED").fetchall()
        found[name] = Tally(len(rows), sum(row_sum(*row) for row in rows))
        if said.get(name) == found[name] and not _is_ordered([row[:2] for row in rows]):
            return f"rows of {name} are out of order"
    for name, tally in found.items():
        if said.get(name) != tally:
            return f"rows of {name} are missing or have changed"
    return _heads(connection, said)


def _heads(connection: sqlite3.Connection, said: Mapping[str, Tally]) -> str | None:
    """The same for heads and their indexes, with as little Python a row as can be."""
    texts = [head_text("h."), *(joined(of, "h.") for of in _ENTRIES.values())]
    together = ", ".join(f"group_concat({text}, char(2))" for text in texts)
    # Each row is looked for by its number, through numbers that are read for nothing else. Down,
    # since SQLite steps from a number to the next one without looking for it.
    ((count, numbers, heads, *rows),) = connection.execute(
        f"SELECT count(*), sum({head_numbers('h.')}), {together} FROM (SELECT rowid AS number FROM "
        "head NOT INDEXED ORDER BY number DESC LIMIT -1) CROSS JOIN head h ON h.rowid = number"
    ).fetchall()
    # a name may have that very character: then slowly, one row at a time
    if said.get("head_numbers") != Tally(count, numbers or 0) or not (
        said.get("head") == _tally(_split(heads)) or said.get("head") == _tally_of_heads(connection)
    ):
        return "rows of head are missing, have changed or cannot be found"
    for (index, entry), pairs in zip(_ENTRIES.items(), rows, strict=True):
        if not _is_sound(connection, index, entry, pairs):
            return f"the index {index} is not what the table says"
    return None


def _tally_of_heads(connection: sqlite3.Connection) -> Tally | None:
    rows = connection.execute(f"SELECT {head_text()} FROM head NOT INDEXED").fetchall()
    return None if (None,) in rows else _tally([text for (text,) in rows])


def _is_sound(
    connection: sqlite3.Connection, index: str, entry: Sequence[str], rows: str | None
) -> bool:
    """Whether an index leads to all rows of the table, by their numbers, and is in order.

    Args:
        connection: Where it is.
        index: Its name.
        entry: The columns of an entry.
        rows: The same of every row, put together by SQLite.
    """
    where = f"FROM head INDEXED BY {index} WHERE {entry[0]} >= ''"
    types = " || ".join(f"typeof({column})" for column in entry)
    said = "text" * (len(entry) - 1) + "integer"
    ((are_of_types, entries),) = connection.execute(
        f"SELECT min({types} = '{said}'), group_concat({joined(entry)}, char(2)) {where}"
    ).fetchall()
    if are_of_types == 0:
        return False
    texts = _split(entries)
    if _tally(texts) == _tally(_split(rows)) and _is_ordered(texts):
        return True
    # Not necessarily damage: a name may have that very character, and then the order of the texts
    # is not the order of the keys either. Slowly, then.
    query = f"SELECT {', '.join(entry)}"
    keys = connection.execute(f"{query} {where}").fetchall()
    in_table = connection.execute(f"{query} FROM head NOT INDEXED").fetchall()
    return _is_ordered(keys) and keys == sorted(in_table)


def _split(together: str | None) -> list[str]:
    """Texts that SQLite has put together."""
    return together.split("\2") if together else []


def _tally(texts: Sequence[str]) -> Tally:
    return Tally(len(texts), sum(map(zlib.crc32, map(str.encode, texts))))


def _is_ordered(rows: Sequence[Any]) -> bool:
    """Whether a search by halves finds every row."""
    return len(set(rows)) == len(rows) and list(rows) == sorted(rows)
