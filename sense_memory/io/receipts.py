"""What the file knows of a write: at which relays it stands, and how far a forgetting has come."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from nips import nip09

from ..core.deletion import Deletion
from ..core.errors import InputError
from ..core.local_only import is_local_only
from ..core.receipt import LOCAL, REPLICATED, Receipt, RelayReceipt, Undelivered, level_of
from ..core.ref import Ref
from ..wire.stamp import hlc_seconds
from .database import SQLiteDatabase
from .repository import Repository
from .rows import Delivery, Erasure, Head, Waiting

LEAST, MOST = 20, 200
"""Tombstones that are looked at together: not all of them count."""


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
    for place in await database.addresses.all_of_event(event_id):
        standing = await repository.addresses.standing_at(place)
        if standing is None:
            continue
        head, ref = standing
        requests: list[str] = []
        if head.deleted:
            requests = await repository.addresses.requests_covering(head.address, head.event)
        known = await _Known.of(database, [head], {head.address: requests})
        return known.receipt(event_id, head, ref)
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
        most = MOST if limit is None else min(MOST, max(LEAST, limit - len(found)))
        looked_at, forgotten = await repository.forgotten(scope, last, most)
        known = await _Known.of(
            database,
            [head for head, _ in forgotten],
            await repository.addresses.requests_covering_all(
                {head.address: item.body for head, item in forgotten}
            ),
        )
        for head, item in forgotten:
            dot = max(item.body.marks)
            receipt = known.receipt(head.event.id, head, item.ref)
            one = Deletion(hlc_seconds(dot.t), str(item.body.marks[dot]), receipt)
            found.setdefault(item.ref, one)  # it may have stood at two addresses
        if len(looked_at) < most:
            break
        last = looked_at[-1]
    return sorted(found.values(), key=lambda one: one.at, reverse=True)[:limit]


@dataclass(frozen=True, slots=True)
class _Known:
    """What the file knows of the relays at some addresses.

    Attributes:
        relays: All of them.
        requests: By address, the deletion requests that know what its tombstone knows.
        waiting: What is not proven, by relay and address.
        shown: The newest that was shown, by relay and address.
        erasures: How far a forgetting has come, by relay and address.
        serving: The requests that were shown: relay and id.
    """

    relays: Collection[str]
    requests: Mapping[str, Sequence[str]]
    waiting: Mapping[tuple[str, str], Waiting]
    shown: Mapping[tuple[str, str], str]
    erasures: Mapping[tuple[str, str], Erasure]
    serving: Collection[tuple[str, str]]

    @classmethod
    async def of(
        cls, database: SQLiteDatabase, heads: Sequence[Head], covering: Mapping[str, Sequence[str]]
    ) -> Self:
        """Read it.

        Args:
            database: The file.
            heads: What stands at the addresses.
            covering: By address, the requests that know what its tombstone knows.
        """
        places = [head.address for head in heads]
        requests = {
            head.address: [
                *covering[head.address],
                *([head.event.id] if head.event.kind == nip09.KIND else []),
            ]
            for head in heads
        }
        return cls(
            await database.relays.all(),
            requests,
            {(one.relay, one.address): one for one in await database.outbox.undelivered(places)},
            await database.shown.at(places),
            await database.erasures.at(places),
            await database.shown.requests({id_ for some in requests.values() for id_ in some}),
        )

    def receipt(self, event_id: str, head: Head, ref: Ref[Any]) -> Receipt:
        """What became of an event, from the head that stands where it stood."""
        stays = is_local_only(ref.scope)
        relays = () if stays else tuple(self._at(relay, head) for relay in self.relays)
        level = LOCAL if head.held else level_of(relay.state for relay in relays)
        replaced_by = head.event.id if head.event.id != event_id else None
        return Receipt(event_id, ref, head.deleted, replaced_by, level, relays, stays)

    def _at(self, relay: str, head: Head) -> RelayReceipt:
        place = relay, head.address
        requests = self.requests[head.address]
        row, shown = self.waiting.get(place), self.shown.get(place)
        erasure = self.erasures.get(place)
        if erasure is not None and erasure.request not in requests:
            erasure = None  # of an earlier life of this memory
        said = ""
        is_gone = erasure is not None and erasure.verified_at is not None
        if row is not None and not (is_gone and row.state is Delivery.ACCEPTED):
            state = row.state.value if row.id == head.event.id else Delivery.WAITING.value
            said = row.said
        elif is_gone or shown == head.event.id or (shown is None and self._serves(relay, requests)):
            state = REPLICATED
        else:
            state, said = Delivery.WAITING.value, "it was not compared with this store yet"
        if erasure is None:
            return RelayReceipt(relay, state, said)
        times = (erasure.overwritten_at, erasure.deleted_at, erasure.verified_at)
        return RelayReceipt(relay, state, said, *times)

    def _serves(self, relay: str, requests: Sequence[str]) -> bool:
        return any((relay, request) in self.serving for request in requests)


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
    for row in await database.outbox.unaccepted(limit if scope is None else None):
        if len(entries) == limit:
            break  # to open the rest takes its time
        standing = await repository.addresses.standing_at(row.address)
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
