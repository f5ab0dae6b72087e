"""The tables of the local file, and the tallies that show whether a row is missing or changed.

A disk does not always keep what it got. Every event in the file stands beside a checksum of its
text, and the small columns of every row that matters are counted and summed up in ``tally``, in the
same transaction that changes them. So one look at the small columns proves, at opening, that every
row is there, is reached, and says what it said; an event's own text is proven when it is read.
Checksums are against damage, not against people: who can write the file can write them too.
"""

import re
import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..wire.naming import STAYS

APPLICATION_ID = 0x534D454D  # "SMEM"
FILE_VERSION = 4

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE head (                -- by rowid: else most events would spill to pages of their own
    address TEXT NOT NULL,         -- the d tag
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    bucket TEXT NOT NULL,          -- keyed hash of type and scope
    own INTEGER NOT NULL,          -- 1 written through this file, 2 and not to be sent yet
    deleted INTEGER NOT NULL,      -- a tombstone
    seq INTEGER NOT NULL,          -- order of commits, so that other processes can follow
    sum INTEGER NOT NULL,          -- CRC-32 of the event's text
    event TEXT NOT NULL            -- the signed event, ciphertext inside
);
CREATE UNIQUE INDEX head_address ON head (address);
CREATE INDEX head_seq ON head (seq);
CREATE INDEX head_bucket ON head (bucket, address);
CREATE TABLE past (address TEXT, id TEXT, PRIMARY KEY (address, id)) WITHOUT ROWID;
CREATE TABLE ledger (             -- deletions, kept for ever
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    event TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE deleted (
    address TEXT,
    id TEXT,                       -- of the request
    created_at INTEGER NOT NULL,
    moved INTEGER NOT NULL,        -- the address was given up, not the memory
    PRIMARY KEY (address, id)
) WITHOUT ROWID;
CREATE TABLE relay (
    url TEXT PRIMARY KEY,
    verdict TEXT,                  -- of the last load
    read_at REAL,                  -- when that load began
    complete_at REAL,              -- when the last complete load began
    full_at REAL,                  -- when the last complete load of everything began
    information TEXT,
    information_at REAL,
    quarantined_until REAL,
    quarantines INTEGER NOT NULL DEFAULT 0,
    offence TEXT,                  -- what it did once too often
    rolled_back INTEGER NOT NULL DEFAULT 0,  -- places, as of the last look
    withheld INTEGER NOT NULL DEFAULT 0,
    alarmed_at REAL,
    negentropy TEXT,               -- yes or no, as of the last try
    negentropy_at REAL
) WITHOUT ROWID;
CREATE TABLE seen (                -- the newest that each relay ever showed, to notice steps back
    relay TEXT,
    kind INTEGER,
    address TEXT,                  -- for a kind 5 its id
    created_at INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (relay, kind, address)
) WITHOUT ROWID;
CREATE TABLE outbox (
    relay TEXT,
    address TEXT,
    id TEXT NOT NULL,              -- the version to be delivered
    state TEXT NOT NULL,
    queued_at REAL NOT NULL,
    next_at REAL NOT NULL,
    attempts INTEGER NOT NULL,
    said TEXT NOT NULL,            -- what the relay answered last
    PRIMARY KEY (relay, address)
) WITHOUT ROWID;
CREATE TABLE quarantine (
    id TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    sum INTEGER NOT NULL,
    event TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE lost (                -- what a damaged file held and could not be read from it
    address TEXT PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE issued (              -- writes of this device, to know a copy of this file by
    address TEXT,
    t TEXT,
    how TEXT NOT NULL,             -- how far it came, or that it is a copy's, or stands for older
    PRIMARY KEY (address, t)
) WITHOUT ROWID;
CREATE TABLE erasure (             -- how far a forgetting has come at a relay
    relay TEXT,
    address TEXT,
    request TEXT NOT NULL,         -- id of the kind 5
    overwritten_at REAL,
    deleted_at REAL,
    verified_at REAL,
    PRIMARY KEY (relay, address)
) WITHOUT ROWID;
CREATE TABLE touch (               -- uses that the record itself does not say yet
    address TEXT PRIMARY KEY,
    slot TEXT NOT NULL,            -- the stamp under which this device counts here
    count INTEGER NOT NULL,        -- this device's own, from the beginning
    at REAL NOT NULL               -- of the last one
) WITHOUT ROWID;
CREATE TABLE digest (              -- what stands there, as a keyed hash, to compare devices by
    address TEXT PRIMARY KEY,
    id TEXT NOT NULL,              -- of the event that says so
    digest BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE tally (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL)
    WITHOUT ROWID;
"""

SMALL_COLUMNS = {
    "meta": "name, value",
    "ledger": "id, created_at, sum",
    "deleted": "address, id, created_at, moved",
    "relay": "url, verdict, read_at, complete_at, full_at, information, information_at, "
    "quarantined_until, quarantines, offence, rolled_back, withheld, alarmed_at, negentropy, "
    "negentropy_at",
    "outbox": "relay, address, id, state, queued_at, next_at, attempts, said",
    "quarantine": "id, reason, sum",
    "erasure": "relay, address, request, overwritten_at, deleted_at, verified_at",
    "lost": "address",
}
"""What is summed up of each table: all but the events. ``head``, being large, has its own way.

``past``, ``seen``, ``issued``, ``touch`` and ``digest`` are left out: they only add to what a
deletion request names, to what is said about a relay or a copy of this file, or to counts; no
memory hangs on them."""

HEAD_TEXTS = ("address", "id", "bucket")
HEAD_INDEXES = {"head_address": ("address",), "head_bucket": ("bucket", "address")}
"""The indexes that memories are found by, with their columns."""
HEAD_NUMBERS = ("created_at", "own", "deleted", "seq", "sum")


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rows a table has, and the sum of their checksums."""

    rows: int
    sum: int


def text_sum(text: str) -> int:
    """CRC-32 of a text: any single flipped bit changes it."""
    return zlib.crc32(text.encode())


def row_sum(*values: object) -> int:
    """The checksum of some columns; their types count too."""
    return zlib.crc32(repr(values).encode())


def head_text(row: str = "") -> str:
    """SQL for the texts of a head as one, whose ``text_sum`` is tallied.

    Args:
        row: ``"new."`` or ``"old."`` in a trigger.
    """
    return joined(HEAD_TEXTS, row)


def joined(columns: Sequence[str], row: str = "") -> str:
    """SQL for some columns as one text.

    SQLite puts them together, which takes a fraction of the time that it takes Python.
    """
    return " || char(1) || ".join(f"{row}{column}" for column in columns)


def head_numbers(row: str = "") -> str:
    """SQL for one number that changes with any bit of a head's numbers; tallied as it is.

    A text is less than any blob: it also changes when a text becomes a blob.
    """
    factors = zip(HEAD_NUMBERS, (3, 5, 7, 11, 13), strict=True)
    terms = [f"{factor} * {row}{column}" for column, factor in factors]
    return " + ".join([*terms, *(f"({row}{column} < x'')" for column in HEAD_TEXTS)])


def stays(row: str = "") -> str:
    """SQL for whether a head goes to no relay, because its scope is local-only.

    Args:
        row: The table's name and a dot, where several are looked at.
    """
    return f"({row}bucket >= '{STAYS}' AND {row}bucket < '{STAYS[:-1]};')"


OF_HEADS = {"head": head_text, "head_numbers": head_numbers}
"""The tallies about heads, with the SQL for what is summed up."""


def make(connection: sqlite3.Connection, owner: str) -> None:
    """Make the tables of a new file, inside a transaction."""
    for statement in statements(TABLES):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FILE_VERSION}")
    names = [(name,) for name in (*OF_HEADS, *SMALL_COLUMNS)]
    connection.executemany("INSERT INTO tally VALUES (?, 0, 0)", names)
    made = tables_found(connection)
    connection.execute("INSERT INTO tally VALUES ('tables', ?, ?)", (made.rows, made.sum))
    keep_tallies(connection)
    connection.execute("INSERT INTO meta VALUES ('owner', ?)", (owner,))


def statements(script: str) -> list[str]:
    """The statements of a script whose lines end where they do."""
    return [statement.strip() for statement in script.split(";\n") if statement.strip()]


def keep_tallies(connection: sqlite3.Connection) -> None:
    """Let every change through this connection be tallied, whatever statement makes it.

    The triggers belong to the connection, not to the file: another program can read it, and one
    that changes it is found out.
    """
    connection.create_function("row_sum", -1, row_sum, deterministic=True)
    connection.create_function("text_sum", 1, text_sum, deterministic=True)
    connection.execute("PRAGMA recursive_triggers = ON")  # else a replaced row goes uncounted
    for name, columns in SMALL_COLUMNS.items():
        names = columns.split(", ")
        new, old = (", ".join(f"{row}.{column}" for column in names) for row in ("new", "old"))
        _keep_tally(connection, name, name, f"row_sum({new})", f"row_sum({old})")
    for name, of_row in OF_HEADS.items():
        new, old = (of_row(row) for row in ("new.", "old."))
        if of_row is not head_numbers:
            new, old = f"text_sum({new})", f"text_sum({old})"
        _keep_tally(connection, name, "head", f"({new})", f"({old})")


def _keep_tally(connection: sqlite3.Connection, name: str, table: str, new: str, old: str) -> None:
    """Triggers on a table, with the SQL for the sums of its new and its old rows."""
    for event, change in (
        ("INSERT", f"rows = rows + 1, sum = sum + {new}"),
        ("DELETE", f"rows = rows - 1, sum = sum - {old}"),
        ("UPDATE", f"sum = sum - {old} + {new}"),
    ):
        connection.execute(
            f"CREATE TEMP TRIGGER IF NOT EXISTS tally_{name}_{event} AFTER {event} "
            f"ON main.{table} BEGIN UPDATE tally SET {change} WHERE name = '{name}'; END"
        )


def tallied(connection: sqlite3.Connection) -> Mapping[str, Tally]:
    """What the file says that its tables hold."""
    rows = connection.execute("SELECT name, rows, sum FROM tally")
    return {name: Tally(count, sum_) for name, count, sum_ in rows}


def tables_found(connection: sqlite3.Connection) -> Tally:
    """The tables and indexes that make a file ours, whatever else somebody put beside them."""
    names = re.findall(r"(?m)^CREATE .*?(?:TABLE|INDEX) (\w+)", TABLES)
    marks = ",".join("?" * len(names))
    query = f"SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name IN ({marks})"
    sums = [row_sum(*row) for row in connection.execute(query, names)]
    return Tally(len(sums), sum(sums))
