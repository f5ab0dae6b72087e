"""Is the file what was written?

A quick look (about a millisecond per thousand memories) proves that every row is there and can be
found, and that its small columns are unchanged. A thorough one adds SQLite's own look at all of the
file's structure and the checksum of every event.
"""

import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .connections import is_no_text, primary_code
from .tables import (
    SMALL_COLUMNS,
    Tally,
    bucket_text,
    head_numbers,
    head_text,
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
    """The same for heads and their index, with as little Python a row as can be."""
    where = "FROM head NOT INDEXED"
    ((count, numbers, texts),) = connection.execute(
        f"SELECT count(*), sum({head_numbers()}), group_concat({head_text()}, char(2)) {where}"
    ).fetchall()
    if said.get("head_numbers") != Tally(count, numbers or 0) or not _are_sound(
        connection, said.get("head"), texts, head_text(), f"address, sum {where}"
    ):
        return "rows of head are missing, have changed or are out of order"
    where = "FROM head INDEXED BY head_bucket WHERE bucket >= ''"
    ((are_texts, texts),) = connection.execute(
        f"SELECT min(bucket < x'' AND address < x''), "  # a text is less than any blob
        f"group_concat({bucket_text()}, char(2)) {where}"
    ).fetchall()
    if are_texts == 0 or not _are_sound(
        connection, said.get("head_bucket"), texts, bucket_text(), f"bucket, address {where}"
    ):
        return "the index of heads is not what the table says"
    return None


def _are_sound(
    connection: sqlite3.Connection, said: Tally | None, together: str | None, text: str, keys: str
) -> bool:
    """Whether texts, put together by SQLite, are those that were tallied, and in order.

    Args:
        connection: Where they come from.
        said: Their tally.
        together: All of them.
        text: SQL for one of them.
        keys: SQL for their keys, and where to find them.
    """
    texts = together.split("\2") if together else []
    if said == _tally(texts) and _is_ordered(texts):
        return True
    # Not necessarily damage: a name may have that very character, and then the order of the texts
    # is not the order of the keys either. Slowly, then.
    _, where = keys.split(" FROM ")
    rows = connection.execute(f"SELECT {text} FROM {where}").fetchall()
    return (
        (None,) not in rows
        and said == _tally([text for (text,) in rows])
        and _is_ordered(connection.execute(f"SELECT {keys}").fetchall())
    )


def _tally(texts: Sequence[str]) -> Tally:
    return Tally(len(texts), sum(map(zlib.crc32, map(str.encode, texts))))


def _is_ordered(rows: Sequence[Any]) -> bool:
    """Whether a search by halves finds every row."""
    return len(set(rows)) == len(rows) and list(rows) == sorted(rows)
