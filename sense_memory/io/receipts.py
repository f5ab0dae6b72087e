"""What the file knows of a write: at which relays it stands, and how far a forgetting has come."""

from nips import nip09

from ..core.errors import InputError
from ..core.local_only import is_local_only
from ..core.receipt import LOCAL, REPLICATED, Receipt, RelayReceipt, Undelivered, level_of
from .database import SQLiteDatabase
from .repository import Repository
from .rows import Delivery, Head


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
        stays = is_local_only(ref.scope)
        relays = () if stays else await _at_relays(repository, database, head)
        is_old = head.event.id != event_id
        level = LOCAL if head.held else level_of(relay.state for relay in relays)
        replaced_by = head.event.id if is_old else None
        return Receipt(event_id, ref, head.deleted, replaced_by, level, relays, stays)
    raise InputError(
        f"this store knows no write {event_id[:16]!r}; give the whole id that remember, forget or "
        "another call returned, to the store that returned it"
    )


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
    repository: Repository, database: SQLiteDatabase, errors: dict[str, str]
) -> tuple[Undelivered, ...]:
    """What relays have not taken, the oldest first.

    Args:
        repository: The records.
        database: The file.
        errors: Why relays cannot be reached, by URL.
    """
    entries = []
    for row in await database.undelivered():
        if row.state is Delivery.ACCEPTED:
            continue
        standing = await repository.standing_at(row.address)
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
