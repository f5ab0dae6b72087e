"""What the file knows of a write: at which relays it stands, and how far a forgetting has come."""

from typing import Any

from nips import nip09

from ..core.deletion import Deletion
from ..core.errors import InputError
from ..core.local_only import is_local_only
from ..core.receipt import LOCAL, REPLICATED, Receipt, RelayReceipt, Undelivered, level_of
from ..core.ref import Ref
from ..wire.stamp import hlc_seconds
from .database import SQLiteDatabase
from .repository import Repository
from .rows import Delivery, Head

SOME = 200
"""Tombstones that are opened at once."""


async def receipt(repository: Repository, database: SQLiteDatabase, event_id: str) -> Receipt:
    """What became of a write.

    Args:
        repository: The records.
        database: The file.
        event_id: What ``remember``, ``forget`` and the others returned.

    Raises:
        InputError: This file knows no such write.
    """
    if not isinstance(event_id, str):
        raise InputError(f"an event id is 64 hex digits of text, got {type(event_id).__name__}")
    for place in await database.places_of_event(event_id):
        standing = await repository.standing_at(place)
        if standing is None:
            continue
        head, ref = standing
        return await _receipt_of(repository, database, event_id, head, ref)
    raise InputError(
        f"this store knows no write {event_id[:16]!r}; give the whole id that remember, forget or "
        "another call returned, to the store that returned it"
    )


async def deletions(
    repository: Repository, database: SQLiteDatabase, scope: str | None, limit: int | None
) -> list[Deletion]:
    """What was forgotten and is not there again, the latest first.

    Args:
        repository: The records.
        database: The file.
        scope: Of this scope; ``None`` is all of them.
        limit: How many at most; ``None`` is all.
    """
    found: dict[Ref[Any], Deletion] = {}
    last: Head | None = None
    while limit is None or len(found) < limit:
        looked_at, standing = await repository.forgotten(scope, last, SOME)
        for head, item in standing:
            if item.ref in found:
                continue  # it stood at two addresses
            if len(found) == limit:
                break
            dot = max(item.body.marks)
            receipt = await _receipt_of(repository, database, head.event.id, head, item.ref)
            found[item.ref] = Deletion(hlc_seconds(dot.t), str(item.body.marks[dot]), receipt)
        if len(looked_at) < SOME:
            break
        last = looked_at[-1]
    return sorted(found.values(), key=lambda one: one.at, reverse=True)


async def _receipt_of(
    repository: Repository, database: SQLiteDatabase, event_id: str, head: Head, ref: Ref[Any]
) -> Receipt:
    """What became of an event, from the head that stands where it stood."""
    stays = is_local_only(ref.scope)
    relays = () if stays else await _at_relays(repository, database, head)
    level = LOCAL if head.held else level_of(relay.state for relay in relays)
    replaced_by = head.event.id if head.event.id != event_id else None
    return Receipt(event_id, ref, head.deleted, replaced_by, level, relays, stays)


async def _at_relays(
    repository: Repository, database: SQLiteDatabase, head: Head
) -> tuple[RelayReceipt, ...]:
    address = head.address
    waiting = {one.relay: one for one in await database.undelivered(address)}
    shown = await database.shown_at(address)
    erasures = await database.erasures(address)
    requests: list[str] = []
    if head.deleted:
        requests = await repository.requests_covering(address, head.event)
    if head.event.kind == nip09.KIND:
        requests.append(head.event.id)
    serving = await database.relays_that_showed(requests)
    found = []
    for url in await database.relays():
        row, erasure = waiting.get(url), erasures.get(url)
        if erasure is not None and erasure.request not in requests:
            erasure = None  # of an earlier life of this memory
        said = ""
        is_gone = erasure is not None and erasure.verified_at is not None
        if row is not None and not (is_gone and row.state is Delivery.ACCEPTED):
            state = row.state.value if row.id == head.event.id else Delivery.WAITING.value
            said = row.said
        elif is_gone or shown.get(url) == head.event.id or (url in serving and url not in shown):
            state = REPLICATED
        else:
            state, said = Delivery.WAITING.value, "it was not compared with this store yet"
        if erasure is None:
            found.append(RelayReceipt(url, state, said))
        else:
            times = (erasure.overwritten_at, erasure.deleted_at, erasure.verified_at)
            found.append(RelayReceipt(url, state, said, *times))
    return tuple(found)


async def outbox(
    repository: Repository,
    database: SQLiteDatabase,
    errors: dict[str, str],
    scope: str | None,
    limit: int | None,
) -> tuple[Undelivered, ...]:
    """What relays have not taken, the oldest first.

    Args:
        repository: The records.
        database: The file.
        errors: Why relays cannot be reached, by URL.
        scope: Of this scope; ``None`` is all of them.
        limit: How many at most; ``None`` is all.
    """
    entries: list[Undelivered] = []
    for row in await database.undelivered():
        if row.state is Delivery.ACCEPTED:
            continue
        if len(entries) == limit:
            break  # to open the rest takes its time
        standing = await repository.standing_at(row.address)
        if scope is not None and (standing is None or standing[1].scope != scope):
            continue
        is_dead = row.state is Delivery.DEAD
        entries.append(
            Undelivered(
                row.relay,
                standing[1] if standing is not None else None,
                row.id,
                row.state.value,
                row.queued_at,
                None if is_dead else max(row.next_at, row.queued_at),
                row.said or errors.get(row.relay, ""),
            )
        )
    return tuple(entries)
