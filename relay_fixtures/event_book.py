"""The events a relay holds: replacement, deletion and queries, as its quirks have them.

Rules, from NIP-01, NIP-09, NIP-40 and NIP-62:

1. Of a replaceable or addressable event only the latest version is kept; of two versions of one
   second the one with the lowest id.
2. A deletion request removes events of its own author: by `e` any, by `a` the versions up to its
   own `created_at`. Requests are stored, served, and never deleted themselves.
3. An answer is newest first, ties by lowest id, and holds nothing that has expired.
4. A request to vanish removes what its author published up to then, deletion requests included.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import TypeAlias

from nips.nip01 import Event, Filter, KindClass, kind_class
from nips.nip40 import is_expired
from relay_fixtures.comparison import Ordered
from relay_fixtures.misbehaviour import shown
from relay_fixtures.quirks import Deleted, Quirks

__all__ = ["Answer", "EventBook", "Verdict"]

Slot: TypeAlias = tuple[int, str, str]
"""Where versions of one event replace each other: kind, author, identifier."""

DELETION = 5
VANISH = 62

_ANSWER_TO_OLDER = {
    "replaced": (False, "replaced: have newer event"),
    "duplicate": (True, "duplicate: have newer event"),
    "silent_true": (True, ""),
    "error": (False, "error: unknown"),
}
_ANSWER_TO_DELETED: Mapping[Deleted, tuple[bool, str]] = {
    "deleted": (False, "deleted: user requested deletion"),
    "blocked": (False, "blocked: this event has been deleted"),
    "hidden": (True, "duplicate: have this event"),
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
        self._slots_of: dict[str, tuple[Slot, ...]] = {}
        # For every deleted id, who asked; for every deleted address, who asked and up to when.
        self._deleted_ids: dict[str, set[str]] = defaultdict(set)
        self._deleted_slots: dict[str, dict[str, int]] = defaultdict(dict)
        self._vanished: dict[str, int] = {}
        # What a relay that is not honest may still show: all versions ever, and what was deleted.
        self._history: dict[str, Event] = {}
        self._erased: dict[str, Event] = {}
        self._snapshot: Mapping[str, Event] | None = None
        self._by_kind: dict[int, dict[str, Event]] = defaultdict(dict)
        self.changes = 0
        """Grows whenever an event comes or goes."""
        self.ordered = Ordered()
        self._newest: dict[int, tuple[int, list[Event]]] = {}

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything stored, deletion requests included, newest first."""
        return tuple(sorted(self._events.values(), key=_newest_first))

    def freeze(self) -> None:
        """Remember the present state for reads under `stale_snapshot`."""
        self._snapshot = dict(self._events)
        self.changes += 1

    # ------------------------------------------------------------------------ storing

    def add(self, event: Event, quirks: Quirks, url: str = "") -> Verdict:
        """Store an event whose id and signature are sound.

        `url` is the relay's own, as a request to vanish spells it.
        """
        if event.id in self._events:
            if quirks.refuses_duplicates:
                return Verdict(accepted=False, message="duplicate: exists")
            return Verdict(accepted=True, message="duplicate: already have this event")
        objection = self._objection(event, quirks)
        if objection is not None:
            return objection
        if kind_class(event.kind) is KindClass.EPHEMERAL and not quirks.keeps_ephemeral:
            return Verdict(accepted=True, fresh=True)
        losers = self._contest(event, quirks)
        if losers is None:
            accepted, message = _ANSWER_TO_OLDER[quirks.ok_for_older]
            return Verdict(accepted, message)
        self._remove(losers)
        self._insert(event, quirks)
        if event.kind == DELETION:
            self._delete(event, quirks)
        if event.kind == VANISH and quirks.vanish != "ignored":
            self._vanish(event, quirks, url)
        return Verdict(accepted=True, fresh=True)

    def _objection(self, event: Event, quirks: Quirks) -> Verdict | None:
        """Why the event is not stored whatever else is, None if nothing speaks against it."""
        until = self._vanished.get(event.pubkey)
        if until is not None and (quirks.vanish == "bars" or event.created_at <= until):
            return Verdict(accepted=False, message="blocked: request to vanish active for pubkey")
        if quirks.remembers_deletions and event.kind != DELETION:
            found = self._deletion_of(event, quirks)
            if found is not None:
                return Verdict(*_ANSWER_TO_DELETED[found])
        if event.kind == DELETION and self._is_foreign(event, quirks):
            return Verdict(accepted=False, message=quirks.foreign_deletion_message)
        return None

    def _contest(self, event: Event, quirks: Quirks) -> tuple[str, ...] | None:
        """Ids of the stored versions this event replaces, or None if it loses to one."""
        if kind_class(event.kind) is KindClass.REGULAR or quirks.keeps_all_versions:
            return ()
        rivals = {i for slot in _slots(event, quirks) for i in self._slots[slot]}
        # In the order in which they were stored, which one rival has by itself.
        stored = rivals if len(rivals) < 2 else [i for i in self._events if i in rivals]
        older = [i for i in stored if self._is_older(i, event)]
        if quirks.stores_older_beside:
            return tuple(older[:1])
        losers = list(older)
        for identifier in rivals.difference(older):
            rival = self._events[identifier]
            if rival.created_at > event.created_at:
                return None
            if quirks.same_second_winner != "both":
                if quirks.same_second_winner == "first" or rival.id < event.id:
                    return None
                losers.append(identifier)
        return tuple(losers)

    def _is_older(self, identifier: str, event: Event) -> bool:
        return self._events[identifier].created_at < event.created_at

    def _insert(self, event: Event, quirks: Quirks) -> None:
        self._events[event.id] = self._history[event.id] = event
        self._by_kind[event.kind][event.id] = event
        self.changes += 1
        self._erased.pop(event.id, None)
        if kind_class(event.kind) is not KindClass.REGULAR:
            self._slots_of[event.id] = _slots(event, quirks)
            for slot in self._slots_of[event.id]:
                self._slots[slot].add(event.id)

    def _remove(self, identifiers: Iterable[str]) -> None:
        for identifier in identifiers:
            del self._by_kind[self._events[identifier].kind][identifier]
            del self._events[identifier]
            self.changes += 1
            for slot in self._slots_of.pop(identifier, ()):
                self._slots[slot].discard(identifier)

    def _erase(self, identifiers: Iterable[str]) -> None:
        """Remove what somebody wants gone, not what was replaced."""
        doomed = tuple(identifiers)
        self._erased.update((identifier, self._events[identifier]) for identifier in doomed)
        self._remove(doomed)

    # ----------------------------------------------------------------------- deleting

    def _delete(self, request: Event, quirks: Quirks) -> None:
        """Carry out a deletion request and note it for events that arrive later."""
        covered: set[str] = set()
        if quirks.honours_e_deletion:
            for identifier in _values(request, "e"):
                if quirks.remembers_early_deletions or identifier in self._events:
                    self._deleted_ids[identifier].add(request.pubkey)
                covered.add(identifier)
        for address in _values(request, "a") if quirks.honours_a_deletion else ():
            slot = _slot_named(address)
            if quirks.a_deletes_addressable_only and not _is_addressable(slot[0]):
                continue
            until = self._deleted_slots[address]
            until[request.pubkey] = max(request.created_at, until.get(request.pubkey, 0))
            covered |= {
                identifier
                for identifier in self._slots.get(slot, ())
                if self._events[identifier].created_at <= request.created_at
            }
        self._erase([i for i in covered if self._may_delete(request, i, quirks)])

    def _may_delete(self, request: Event, identifier: str, quirks: Quirks) -> bool:
        event = self._events.get(identifier)
        if event is None or event.pubkey != request.pubkey:
            return False
        return event.kind != DELETION or quirks.deletes_deletions

    def _deletion_of(self, event: Event, quirks: Quirks) -> Deleted | None:
        """How to answer an event that was deleted, None if it was not."""

        def concerns(requesters: Iterable[str]) -> bool:
            return any(quirks.third_party_deletions or one == event.pubkey for one in requesters)

        if concerns(self._deleted_ids.get(event.id, ())):
            return quirks.ok_for_deleted
        if kind_class(event.kind) is KindClass.REGULAR:
            return None
        address = f"{event.kind}:{event.pubkey}:{_identifier(event)}"
        asked = self._deleted_slots.get(address, {})
        if concerns(one for one, until in asked.items() if event.created_at <= until):
            return quirks.ok_for_deleted_address or quirks.ok_for_deleted
        return None

    def _is_foreign(self, request: Event, quirks: Quirks) -> bool:
        """Whether the whole deletion request is refused for what it names."""
        if quirks.rejects_foreign_deletion and _names_others(request):
            return True
        if not quirks.rejects_foreign_deletion_by_id:
            return False
        named = (self._events.get(identifier) for identifier in _values(request, "e"))
        return any(event is not None and event.pubkey != request.pubkey for event in named)

    def _vanish(self, request: Event, quirks: Quirks, url: str) -> None:
        names = _values(request, "relay")
        here = {"ALL_RELAYS"} if quirks.vanishes_for_all_relays_only else {"ALL_RELAYS", url}
        if not names or not here.issuperset(names):
            return
        until = max(request.created_at, self._vanished.get(request.pubkey, 0))
        self._vanished[request.pubkey] = until
        self._erase(
            [
                event.id
                for event in self._events.values()
                if event.pubkey == request.pubkey
                and event.created_at <= until
                and event.kind != VANISH
            ]
        )

    # ------------------------------------------------------------------------ reading

    def query(self, filters: Sequence[Filter], quirks: Quirks, now: int) -> Answer:
        """The events that match any of the filters, each filter under its own limit."""
        ascending = quirks.oldest_first_without_limit and all(f.limit is None for f in filters)
        order = _newest if quirks.ties_unordered else _newest_first
        found: dict[str, Event] = {}
        complete = True
        for wanted in filters:
            limit = _limit(wanted, quirks)
            if limit is not None and self._is_page(wanted, quirks):
                matching = self._page(wanted, limit + 1, quirks, now)
            else:
                matching = sorted(self.matching([wanted], quirks, now), key=order)
            complete = complete and (limit is None or len(matching) <= limit)
            if wanted.limit is None and quirks.oldest_first_without_limit:
                matching.reverse()
            found.update((event.id, event) for event in matching[:limit])
        events = list(found.values())
        if ascending:
            events.sort(key=_newest_first, reverse=True)
        else:
            events.sort(key=order)
        return Answer(tuple(events), complete)

    def _is_page(self, wanted: Filter, quirks: Quirks) -> bool:
        """Whether a filter asks for the newest of one kind, which stand in order already."""
        is_plain = len(wanted.kinds) == 1 and not wanted.ids and not wanted.tags
        is_newest = wanted.limit is not None or not quirks.oldest_first_without_limit
        is_honest = self._shown(quirks) is self._events
        return is_plain and is_newest and is_honest and not quirks.ties_unordered

    def _page(self, wanted: Filter, count: int, quirks: Quirks, now: int) -> list[Event]:
        """So many of the newest events that match."""
        (kind,) = wanted.kinds
        changes, newest = self._newest.get(kind, (-1, []))
        if changes != self.changes:
            newest = sorted(self._by_kind.get(kind, {}).values(), key=_newest_first)
            self._newest[kind] = (self.changes, newest)
        until = wanted.until
        begin = 0 if until is None else bisect_left(newest, -until, key=_newest)
        since = wanted.since
        in_time = takewhile(
            lambda event: since is None or event.created_at >= since, islice(newest, begin, None)
        )
        found = (
            event
            for event in in_time
            if (quirks.serves_expired or not is_expired(event, now))
            and _matches(wanted, event, quirks)
        )
        return list(islice(found, count))

    def matching(self, filters: Sequence[Filter], quirks: Quirks, now: int) -> list[Event]:
        """The events that match any of the filters: no limit, no order."""
        wanted = [_as_understood(one, quirks) for one in filters]
        return [
            event
            for event in self._candidates(wanted, quirks)
            if (quirks.serves_expired or not is_expired(event, now))
            and any(_matches(one, event, quirks) for one in wanted)
        ]

    def _candidates(self, filters: Sequence[Filter], quirks: Quirks) -> Iterable[Event]:
        """Events among which are all that match, in the order in which they were stored.

        For a single filter with ids or one kind, most need not be looked at; but a relay that
        pretends to hold others than it does looks at all.
        """
        shown = self._shown(quirks)
        if shown is not self._events or len(filters) != 1:
            return shown.values()
        (wanted,) = filters
        if wanted.ids and not quirks.ties_unordered:
            return [self._events[i] for i in dict.fromkeys(wanted.ids) if i in self._events]
        if len(wanted.kinds) == 1:
            return self._by_kind.get(wanted.kinds[0], {}).values()
        return shown.values()

    def _shown(self, quirks: Quirks) -> Mapping[str, Event]:
        """What the relay pretends to hold."""
        if quirks.stale_snapshot and self._snapshot is not None:
            return self._snapshot
        return shown(self._events, self._history, self._erased, quirks)


def _limit(wanted: Filter, quirks: Quirks) -> int | None:
    """Most events this filter gets, None for all."""
    limit = wanted.limit
    if limit is None:
        limit = quirks.default_limit
    elif limit == 0 and quirks.limit_zero_means_all:
        limit = None
    if limit is None or quirks.filter_cap is None:
        return quirks.filter_cap if limit is None else limit
    return min(limit, quirks.filter_cap)


def _as_understood(wanted: Filter, quirks: Quirks) -> Filter:
    """The filter as a relay reads it that mistakes the values of tags."""
    if quirks.first_tag_value_only and wanted.kinds and wanted.authors:
        return replace(wanted, tags={name: values[:1] for name, values in wanted.tags.items()})
    return wanted


def _newest(event: Event) -> int:
    return -event.created_at


def _newest_first(event: Event) -> tuple[int, str]:
    return -event.created_at, event.id


def _is_addressable(kind: int) -> bool:
    return kind >= 0 and kind_class(kind) is KindClass.ADDRESSABLE


def _identifier(event: Event) -> str:
    """The `d` of an addressable event, empty for any other."""
    return event.d if kind_class(event.kind) is KindClass.ADDRESSABLE else ""


def _slots(event: Event, quirks: Quirks) -> tuple[Slot, ...]:
    """The slots in which an event stands: one, unless every `d` counts."""
    identifiers = [_identifier(event)]
    if quirks.any_d_replaces and _is_addressable(event.kind):
        identifiers += _values(event, "d")[1:]
    longest = quirks.max_indexed_bytes
    if longest is not None:
        identifiers = [one if len(one.encode()) <= longest else "" for one in identifiers]
    return tuple((event.kind, event.pubkey, identifier) for identifier in identifiers)


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
