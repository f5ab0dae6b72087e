"""The events a relay holds: replacement, deletion and queries, as its quirks have them.

Rules, from NIP-01 and NIP-09:

1. Of a replaceable or addressable event only the latest version is kept; of two versions of one
   second the one with the lowest id.
2. A deletion request removes events of its own author: by `e` any, by `a` the versions up to its
   own `created_at`. Requests are stored, served, and never deleted themselves.
3. An answer is newest first, ties by lowest id.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nips.nip01 import Event, Filter, KindClass, kind_class
from relay_fixtures.quirks import Quirks

__all__ = ["Answer", "EventBook", "Verdict"]

Slot: TypeAlias = tuple[int, str, str]
"""Where versions of one event replace each other: kind, author, identifier."""

DELETION = 5

_ANSWER_TO_OLDER = {
    "replaced": (False, "replaced: have newer event"),
    "duplicate": (True, "duplicate: have newer event"),
    "silent_true": (True, ""),
    "error": (False, "error: unknown"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a published event."""

    accepted: bool
    """The third element of OK."""
    message: str = ""
    """The fourth element of OK."""
    fresh: bool = False
    """Whether it was news, which open subscriptions are to hear."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The stored events for some filters."""

    events: tuple[Event, ...]
    complete: bool
    """False if a limit or the cap left matching events out."""


class EventBook:
    """All events of one relay. Knows no connection, no clock and no signature."""

    def __init__(self) -> None:
        self._events: dict[str, Event] = {}
        self._slots: dict[Slot, set[str]] = defaultdict(set)
        self._slot_of: dict[str, Slot] = {}
        # For every deleted id, who asked; for every deleted address, who asked and up to when.
        self._deleted_ids: dict[str, set[str]] = defaultdict(set)
        self._deleted_slots: dict[str, dict[str, int]] = defaultdict(dict)
        self._snapshot: Mapping[str, Event] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything stored, deletion requests included, newest first."""
        return tuple(sorted(self._events.values(), key=_newest_first))

    def freeze(self) -> None:
        """Remember the present state for reads under `stale_snapshot`."""
        self._snapshot = dict(self._events)

    def add(self, event: Event, quirks: Quirks) -> Verdict:
        """Store an event whose id and signature are sound."""
        if event.id in self._events:
            return Verdict(accepted=True, message="duplicate: already have this event")
        if kind_class(event.kind) is KindClass.EPHEMERAL:
            return Verdict(accepted=True, fresh=True)
        if quirks.remembers_deletions and self._is_deleted(event, quirks):
            return Verdict(accepted=False, message="deleted: user requested deletion")
        if event.kind == DELETION and quirks.rejects_foreign_deletion and _names_others(event):
            return Verdict(accepted=False, message="invalid: can't delete other user's events")
        losers = self._contest(event, quirks)
        if losers is None:
            accepted, message = _ANSWER_TO_OLDER[quirks.ok_for_older]
            return Verdict(accepted, message)
        self._remove(losers)
        self._insert(event, quirks)
        if event.kind == DELETION:
            self._delete(event, quirks)
        return Verdict(accepted=True, fresh=True)

    def query(self, filters: Sequence[Filter], quirks: Quirks) -> Answer:
        """The events that match any of the filters, each filter under its own limit."""
        ascending = quirks.oldest_first_without_limit and all(f.limit is None for f in filters)
        found: dict[str, Event] = {}
        complete = True
        for wanted in filters:
            matching = sorted(self.matching([wanted], quirks), key=_newest_first)
            limit = quirks.filter_cap if wanted.limit is None else wanted.limit
            limit = min(limit, quirks.filter_cap)
            complete = complete and len(matching) <= limit
            if wanted.limit is None and quirks.oldest_first_without_limit:
                matching.reverse()
            found.update((event.id, event) for event in matching[:limit])
        events = sorted(found.values(), key=_newest_first, reverse=ascending)
        return Answer(tuple(events), complete)

    def matching(self, filters: Sequence[Filter], quirks: Quirks) -> list[Event]:
        """The events that match any of the filters: no limit, no order."""
        source: Mapping[str, Event] = self._events
        if quirks.stale_snapshot and self._snapshot is not None:
            source = self._snapshot
        return [
            event
            for event in source.values()
            if any(_matches(wanted, event, quirks) for wanted in filters)
        ]

    def _contest(self, event: Event, quirks: Quirks) -> tuple[str, ...] | None:
        """Ids of the stored versions this event replaces, or None if it loses to one."""
        if kind_class(event.kind) is KindClass.REGULAR or quirks.keeps_all_versions:
            return ()
        losers = []
        for identifier in self._slots[_slot(event, quirks)]:
            rival = self._events[identifier]
            if rival.created_at > event.created_at:
                return None
            if rival.created_at < event.created_at:
                losers.append(identifier)
            elif quirks.same_second_winner != "both":
                if quirks.same_second_winner == "first" or rival.id < event.id:
                    return None
                losers.append(identifier)
        return tuple(losers)

    def _insert(self, event: Event, quirks: Quirks) -> None:
        self._events[event.id] = event
        if kind_class(event.kind) is not KindClass.REGULAR:
            slot = _slot(event, quirks)
            self._slots[slot].add(event.id)
            self._slot_of[event.id] = slot

    def _remove(self, identifiers: Iterable[str]) -> None:
        for identifier in identifiers:
            del self._events[identifier]
            slot = self._slot_of.pop(identifier, None)
            if slot is not None:
                self._slots[slot].discard(identifier)

    def _delete(self, request: Event, quirks: Quirks) -> None:
        """Carry out a deletion request and note it for events that arrive later."""
        covered: set[str] = set()
        if quirks.honours_e_deletion:
            for identifier in _values(request, "e"):
                self._deleted_ids[identifier].add(request.pubkey)
                covered.add(identifier)
        if quirks.honours_a_deletion:
            for address in _values(request, "a"):
                until = self._deleted_slots[address]
                until[request.pubkey] = max(request.created_at, until.get(request.pubkey, 0))
                covered |= {
                    identifier
                    for identifier in self._slots.get(_slot_named(address), ())
                    if self._events[identifier].created_at <= request.created_at
                }
        self._remove(
            [identifier for identifier in covered if self._may_delete(request, identifier)]
        )

    def _may_delete(self, request: Event, identifier: str) -> bool:
        event = self._events.get(identifier)
        return event is not None and event.pubkey == request.pubkey and event.kind != DELETION

    def _is_deleted(self, event: Event, quirks: Quirks) -> bool:
        if event.kind == DELETION:
            return False
        requesters = set(self._deleted_ids.get(event.id, ()))
        if kind_class(event.kind) is not KindClass.REGULAR:
            address = f"{event.kind}:{event.pubkey}:{_identifier(event)}"
            requesters |= {
                pubkey
                for pubkey, until in self._deleted_slots.get(address, {}).items()
                if event.created_at <= until
            }
        return bool(requesters) if quirks.third_party_deletions else event.pubkey in requesters


def _newest_first(event: Event) -> tuple[int, str]:
    return -event.created_at, event.id


def _identifier(event: Event) -> str:
    """The `d` of an addressable event, empty for any other."""
    return event.d if kind_class(event.kind) is KindClass.ADDRESSABLE else ""


def _slot(event: Event, quirks: Quirks) -> Slot:
    identifier = _identifier(event)
    longest = quirks.max_indexed_bytes
    if longest is not None and len(identifier.encode()) > longest:
        identifier = ""
    return event.kind, event.pubkey, identifier


def _slot_named(address: str) -> Slot:
    """The slot an `a` tag means; of a malformed one, a slot that is always empty."""
    kind, _, rest = address.partition(":")
    pubkey, _, identifier = rest.partition(":")
    return (int(kind), pubkey, identifier) if kind.isdecimal() else (-1, "", "")


def _matches(wanted: Filter, event: Event, quirks: Quirks) -> bool:
    if quirks.until_exclusive and wanted.until is not None and event.created_at >= wanted.until:
        return False
    return wanted.matches(event)


def _values(event: Event, name: str) -> list[str]:
    return [tag[1] for tag in event.tags if len(tag) > 1 and tag[0] == name]


def _names_others(request: Event) -> bool:
    """Whether an `a` of this deletion request is malformed or belongs to somebody else."""
    owners = [address.split(":", 2)[1:2] for address in _values(request, "a")]
    return any(owner != [request.pubkey] for owner in owners)
