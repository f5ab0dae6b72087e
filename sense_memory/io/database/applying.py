"""The one apply step: what the writes of a commit change, in the commit's transaction."""

import sqlite3
from collections.abc import Mapping, Sequence

from ..rows import (
    DropQuarantine,
    DropRequest,
    DropTouch,
    HeadMovedError,
    Leave,
    PutDeletion,
    PutHead,
    PutIssued,
    PutMeta,
    PutQuarantine,
    Queue,
    RequireMeta,
    RequireUnset,
    Write,
)
from ..tables import text_sum
from .issued import put_issued
from .outbox import queue
from .sql import at_once, marks

# in its place: a row that is deleted and written anew leaves a gap among the others
_PUT_HEAD = "INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET " + (
    ", ".join(
        f"{column} = excluded.{column}"
        for column in ("id", "created_at", "bucket", "own", "deleted", "seq", "sum", "event")
    )
)


def check_heads(connection: sqlite3.Connection, expected: Mapping[str, str | None]) -> None:
    """Raise if the heads are not still those that the writes were built on.

    Raises:
        HeadMovedError: One is not.
    """
    found: dict[str, str] = {}
    for some in at_once(list(expected)):
        query = f"SELECT address, id FROM head WHERE address IN {marks(some)}"
        found.update(connection.execute(query, some))
    for address, id_ in expected.items():
        if found.get(address) != id_:
            raise HeadMovedError(address)


def put_heads(
    connection: sqlite3.Connection, writes: Sequence[PutHead], replaced: set[str], seq: int
) -> None:
    """Let events be the heads of their addresses; older versions are remembered by id."""
    rows: dict[str, tuple[object, ...]] = {}
    past: list[tuple[str, str]] = []
    outgrown = {address for write in writes for address in write.drop}
    for number, write in enumerate(writes, start=seq + 1):
        if write.address in rows:
            past.append((write.address, str(rows[write.address][1])))
        text = write.event.to_json()
        rows[write.address] = (
            write.address,
            write.event.id,
            write.event.created_at,
            write.bucket,
            2 if write.own and not write.send else int(write.own),
            write.deleted,
            number,
            text_sum(text),
            text,
        )
    touched = [(address,) for address in (replaced & rows.keys()) | outgrown]
    connection.executemany(
        "INSERT OR IGNORE INTO past SELECT address, id FROM head WHERE address = ?", touched
    )
    connection.executemany("INSERT OR IGNORE INTO past VALUES (?, ?)", past)
    # who asks for a version that stood elsewhere is led to what took its place
    connection.executemany(
        "INSERT OR IGNORE INTO past SELECT ?, id FROM head WHERE address = ? AND id != ?",
        [(w.address, old, w.event.id) for w in writes for old in w.drop],
    )
    gone = [(address,) for address in outgrown - rows.keys()]
    connection.executemany("DELETE FROM outbox WHERE address = ?", gone)
    connection.executemany("DELETE FROM head WHERE address = ?", gone)
    connection.executemany(_PUT_HEAD, rows.values())


def apply(
    connection: sqlite3.Connection,
    write: Write,
    relays: list[str],
    now: float,
    read_back_at: float,
) -> None:
    """Carry out what a write says beside its head.

    Args:
        connection: In the transaction of the commit.
        write: What to carry out.
        relays: All relays of the file.
        now: Seconds since the epoch.
        read_back_at: The same of when relays are asked for what they showed themselves.

    Raises:
        HeadMovedError: It was not to be, as things are by now.
    """
    match write:
        case PutHead(send=True):
            for relay in relays:
                queue(connection, relay, write.address, write.event.id, now)
        case PutHead():
            # what we wanted to say is said by this version: whether it stays is read later
            connection.execute(
                "UPDATE outbox SET id = ?, state = 'accepted', next_at = ?, attempts = 0, "
                "said = '' WHERE address = ? AND relay = ?",
                (write.event.id, read_back_at, write.address, write.shown_by),
            )
            waiting = connection.execute(
                "SELECT relay FROM outbox WHERE address = ? AND relay IS NOT ?",
                (write.address, write.shown_by),
            )
            others = {relay for (relay,) in waiting}
            if write.spread:
                others |= {relay for relay in relays if relay != write.shown_by}
            for relay in others:
                queue(connection, relay, write.address, write.event.id, now)
        case PutDeletion():
            text = write.event.to_json()
            connection.execute(
                "INSERT OR IGNORE INTO ledger VALUES (?, ?, ?, ?)",
                (write.event.id, write.event.created_at, text_sum(text), text),
            )
            connection.executemany(
                "INSERT OR IGNORE INTO deleted VALUES (?, ?, ?, ?)",
                [
                    (address, write.event.id, write.event.created_at, write.moved)
                    for address in write.addresses
                ],
            )
        case PutQuarantine():
            text = write.event.to_json()
            connection.execute(
                "INSERT OR REPLACE INTO quarantine VALUES (?, ?, ?, ?)",
                (write.event.id, write.reason, text_sum(text), text),
            )
        case DropQuarantine():
            if connection.execute("SELECT 1 FROM quarantine").fetchone():
                ids = [(id_,) for id_ in write.ids]
                connection.executemany("DELETE FROM quarantine WHERE id = ?", ids)
        case PutMeta():
            if write.once:
                _require_unset(connection, write.name)
            connection.execute(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)", (write.name, write.value)
            )
        case RequireUnset():
            _require_unset(connection, write.name)
        case Queue():
            queue(connection, write.relay, write.address, write.id, now)
        case _:
            _apply_of_device(connection, write)


def _apply_of_device(
    connection: sqlite3.Connection, write: RequireMeta | PutIssued | DropRequest | DropTouch | Leave
) -> None:
    """Carry out a write about this file as one device among others."""
    match write:
        case RequireMeta():
            found = connection.execute("SELECT value FROM meta WHERE name = ?", (write.name,))
            if found.fetchone() != (write.value,):
                raise HeadMovedError(write.name)
        case PutIssued():
            put_issued(connection, write)
        case DropRequest():
            connection.execute(
                "DELETE FROM deleted WHERE address = ? AND created_at = ? AND NOT moved",
                (write.address, write.created_at),
            )
            connection.execute(
                "DELETE FROM ledger WHERE created_at = ? AND id NOT IN (SELECT id FROM deleted)",
                (write.created_at,),
            )
        case Leave():
            for table in ("head", "past"):
                query = f"INSERT OR IGNORE INTO past SELECT ?, id FROM {table} WHERE address = ?"
                connection.execute(query, (write.to, write.address))
            for table in ("head", "past", "outbox", "issued", "touch", "digest"):
                connection.execute(f"DELETE FROM {table} WHERE address = ?", (write.address,))
        case DropTouch():
            connection.executemany(
                "DELETE FROM touch WHERE address = ?", [(a,) for a in write.addresses]
            )


def _require_unset(connection: sqlite3.Connection, name: str) -> None:
    if connection.execute("SELECT 1 FROM meta WHERE name = ?", (name,)).fetchone():
        raise HeadMovedError(name)
