"""What can be read from a damaged file.

An event proves itself: its id is the hash of what it says, and its signature is that of the owner.
So nothing is taken over that is not word for word what was written once. An event that no longer
proves itself is tried with every one of its bits turned round: a single flipped bit, which is what
failing memory does, is found and undone.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nips import nip01, nip09
from nips.errors import NipError
from nips.nip01 import Event

from ..wire.address import place_of
from . import sqlite_wal
from .replacing import beside
from .sqlite_pages import Pages, Row, Value
from .tables import Tally, row_sum, text_sum

MAX_REPAIRS = 100
"""Damaged events whose bits are tried; each takes about a tenth of a second."""
MAX_EVENT = 1 << 18
"""Bytes of an event's text, with room to spare: a record of 65,408 bytes makes 90,000."""
MAX_REPAIRED = 16_384
"""Bytes of an event whose bits are tried; the time grows with the square."""

_MARK = b'{"id":"'
_BEGIN = re.compile(re.escape(_MARK))
_END = re.compile(rb'"sig":"[0-9a-f]{128}"\}|"\}$')
_FEW_BITS = 2
_ID = re.compile(r"[0-9a-f]{64}")
_FEW = 4
"""Columns that a row with an event has at most, unless it is a head."""
_META = ("owner", "file_key", "addressed")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What a damaged file still says.

    Attributes:
        owner: Whose it was, if it says so.
        heads: The newest version of each address.
        deletions: Deletion requests.
        aside: Events that could not be used, and why.
        past: Addresses with the ids of older versions.
        unsent: Relays with addresses that waited to be sent there.
        meta: Values of the file itself.
        lost: Addresses whose event cannot be read.
        is_whole: Every row is accounted for: nothing is gone but what is ``lost``.
    """

    owner: str | None
    heads: Mapping[str, Event]
    deletions: tuple[Event, ...]
    aside: tuple[tuple[Event, str], ...]
    past: tuple[tuple[str, str], ...]
    unsent: frozenset[tuple[str, str]]
    meta: Mapping[str, str]
    lost: frozenset[str]
    is_whole: bool


def salvage(path: Path, owner: str) -> Salvaged:
    """Read all that can be read of a file that nobody has open.

    Args:
        path: The file; its write-ahead log is read too.
        owner: The public key whose events count.
    """
    frames = sqlite_wal.read(beside(path, "-wal")).frames
    newest = {frame.number: frame.data for frame in frames}
    pages = Pages(path.read_bytes(), newest, len(frames[0].data) if frames else None)
    found = _Found(owner)
    for frame in frames:
        if newest[frame.number] is not frame.data:
            found.look(pages, frame.number, frame.data)
    found.forget_rows()  # what was on older pages stands no more; events that were there do count
    for number in pages.numbers():
        found.look(pages, number, pages.page(number))
    return found.result()


@dataclass(slots=True)
class _Broken:
    """The text of an event that does not prove itself.

    Attributes:
        address: Of the head that it was; ``None`` if that is not known, or it was none.
        text: As it is now.
    """

    address: str | None
    text: bytes


class _Found:
    """What was found so far."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._genuine: dict[str, Event] = {}
        self._heads: dict[str, Event] = {}
        self._aside: dict[str, str] = {}
        self._past: set[tuple[str, str]] = set()
        self._unsent: set[tuple[str, str]] = set()
        self._meta: dict[str, str] = {}
        self._tallies: dict[str, Tally] = {}
        self._sums: dict[str, dict[str, int]] = {}
        self._broken: list[_Broken] = []
        self.forget_rows()

    def forget_rows(self) -> None:
        """Begin with the pages as they are now."""
        self._meta, self._tallies, self._broken = {}, {}, []
        self._sums = {"head": {}, "ledger": {}}

    def look(self, pages: Pages, number: int, page: bytes) -> None:
        """Take what there is on a page."""
        if not page:
            return
        sound: list[range] = []
        damaged: list[tuple[range, _Broken]] = []
        for row in pages.rows(page, number):
            broken = self._row(row.values)
            if broken is None or self._is_on_a_detour(pages, page, row):
                sound.append(range(row.start, row.end))
            else:
                damaged.append((range(row.start, row.end), broken))
        for start, text in pages.loose_texts(page, _BEGIN, MAX_EVENT):
            if any(start in span for span in sound):
                continue
            of_row = next((broken for span, broken in damaged if start in span), None)
            if self._is_loose_event(text):
                damaged = [pair for pair in damaged if pair[1] is not of_row]
            elif of_row is None:
                self._broken.append(_Broken(None, _cut(text)))
        self._broken += [broken for _, broken in damaged]

    def _row(self, values: tuple[Value, ...]) -> _Broken | None:
        """Take a row, or say that the event in it is damaged."""
        last = values[-1] if values else None
        if isinstance(last, bytes) and _begins_like_an_event(last):
            return self._row_with_event(values, last)
        texts = [_text(value) for value in values]
        match texts:
            case [str(name), int(rows), int(sum_)] if name.isidentifier():
                self._tallies[name] = Tally(rows, sum_)
            case [str(address), str(id_)] if _ID.fullmatch(id_):
                self._past.add((address, id_))
            case [str(name), str(value)] if name in _META:
                self._meta[name] = value
            case [str(relay), str(address), str(), str(), _, _, _, _]:
                self._unsent.add((relay, address))
        return None

    def _row_with_event(self, values: tuple[Value, ...], text: bytes) -> _Broken | None:
        key, small = _text(values[0]), [_text(value) for value in values[:-1]]
        is_head = len(values) > _FEW
        if is_head:
            address, id_, _, bucket, *_ = small
            self._sums["head"][str(id_)] = text_sum(f"{address}\1{id_}\1{bucket}")
        event = self._event(text)
        if event is None:
            return _Broken(key if is_head and isinstance(key, str) else None, text)
        if is_head:
            self._head(str(key), event)
        elif event.kind == nip09.KIND:
            self._sums["ledger"][event.id] = row_sum(*small)
        elif isinstance(small[1], str):
            self._aside[event.id] = small[1]
        return None

    def _is_on_a_detour(self, pages: Pages, page: bytes, row: Row) -> bool:
        """Take an event of which a bit has changed in the number of a page that it goes on with."""
        for other in pages.detours(page, row):
            last = other.values[-1]
            if isinstance(last, bytes) and self._event(last) is not None:
                self._row(other.values)
                return True
        return False

    def _event(self, text: bytes) -> Event | None:
        """The event, if it proves itself."""
        event = _parsed(text)
        if event is None or event.pubkey != self._owner:
            return None
        known = self._genuine.get(event.id)
        if known == event:
            return known
        if not nip01.verify(event):
            return None
        self._genuine[event.id] = event
        return event

    def _head(self, key: str, event: Event) -> None:
        address = key if event.kind == nip09.KIND else place_of(event)
        known = self._heads.get(address)
        if known is None or nip01.supersedes(event, known):
            self._heads[address] = event

    def _is_loose_event(self, text: bytes) -> bool:
        """Take an event whose row is damaged."""
        event = self._event(_cut(text))
        if event is None:
            return False
        self._take(event)
        return True

    def _take(self, event: Event) -> None:
        if event.kind == nip09.KIND:
            self._sums["ledger"].setdefault(event.id, 0)
        else:
            self._head("", event)
            self._sums["head"].setdefault(event.id, 0)

    def _repaired(self, text: bytes) -> Event | None:
        """The event that a single flipped bit has made unreadable."""
        if len(text) > MAX_REPAIRED:
            return None
        changed = bytearray(text)
        for place in range(len(changed)):
            for bit in range(8):
                changed[place] ^= 1 << bit
                event = _parsed(bytes(changed))
                if event is not None and _says_its_id(event):
                    found = self._event(bytes(changed))
                    if found is not None:
                        return found
                changed[place] ^= 1 << bit
        return None

    def result(self) -> Salvaged:
        """All of it."""
        lost = set()
        for number, broken in enumerate(self._broken):
            event = self._repaired(broken.text) if number < MAX_REPAIRS else None
            if event is not None:
                self._take(event)
            elif broken.address is not None:
                lost.add(broken.address)
        heads = {a: event for a, event in self._heads.items() if event.kind != nip09.KIND}
        deletions = [e for e in self._genuine.values() if e.kind == nip09.KIND]
        return Salvaged(
            self._meta.get("owner"),
            heads,
            tuple(deletions),
            tuple(
                (self._genuine[id_], reason)
                for id_, reason in self._aside.items()
                if self._genuine[id_] not in heads.values()
            ),
            tuple(sorted(pair for pair in self._past if pair[0] in heads)),
            frozenset(self._unsent),
            dict(self._meta),
            frozenset(lost),
            all(self._is_tallied(name) for name in self._sums),
        )

    def _is_tallied(self, name: str) -> bool:
        """Whether all rows of a table were found; one of them may have changed, or the tally."""
        said, sums = self._tallies.get(name), self._sums[name]
        return said is not None and (said.rows == len(sums) or said.sum == sum(sums.values()))


def _cut(text: bytes) -> bytes:
    """An event without what follows it."""
    end = _END.search(text)
    return text[: end.end()] if end else text


def _begins_like_an_event(text: bytes) -> bool:
    mark = int.from_bytes(text[: len(_MARK)]) ^ int.from_bytes(_MARK)
    return mark.bit_count() <= _FEW_BITS


def _text(value: Value) -> str | int | float | None:
    """A column as SQLite would give it; ``None`` for a text that is none."""
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return None


def _parsed(text: bytes) -> Event | None:
    try:
        return Event.from_json(text.decode())
    except (NipError, UnicodeDecodeError):
        return None


def _says_its_id(event: Event) -> bool:
    try:
        return event.id == nip01.event_id(
            event.pubkey, event.created_at, event.kind, event.tags, event.content
        )
    except NipError:
        return False
