"""Signed events out of a store and into one, a JSON object a line: the copy that needs no relay.

What is written is what relays hold, ciphertext under signatures, so a file tells a thief no more
than a relay would, and whoever has the key can bring everything back from it. Lines are read and
written a few hundred at a time, however many there are.
"""

import asyncio
import json
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Literal

from nips import nip01, nip04, nip09, nip78
from nips.errors import NipError
from nips.nip01 import Event

from ..core.errors import InputError
from ..core.event_import import MOST_PROBLEMS, EventImport, LineProblem
from ..wire.address import is_to_self, key_id
from ..wire.schemas import KEY
from ..wire.stamp import MAX_DATE
from .database import SQLiteDatabase
from .ingest import Fate
from .repository import Repository

BATCH = 500
MAX_LINE_BYTES = 1_000_000
"""No event of ours comes near; what is longer is cut, and so no JSON."""

Lines = Iterable[str | bytes] | AsyncIterable[str | bytes]

# ---------------------------------------------------------------------------------- out


async def export_events(repository: Repository, database: SQLiteDatabase) -> AsyncIterator[str]:
    """Every event of a file, as JSON: settings, keys, deletions, records, what was kept aside.

    In this order a reader can place each line as it comes. What another process writes meanwhile
    may be among them or not.

    Raises:
        ReadFailedError: The store has no file, and no relay could be read to its end.
    """
    await repository.ready()
    first = await repository.bootstrap_events()
    for event in first:
        yield event.to_json()
    written = {event.id for event in first}
    tables: tuple[Literal["ledger", "head", "quarantine"], ...] = ("ledger", "head", "quarantine")
    for table in tables:
        key = ""
        while page := await database.events.after(table, key, BATCH):
            key = page[-1][0]
            for _, event in page:
                is_in_ledger = table != "ledger" and event.kind == nip09.KIND
                if event.id not in written and not is_in_ledger:
                    yield event.to_json()


# ----------------------------------------------------------------------------------- in


def read_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; one without end is cut, so that it costs no more than others."""
    while line := file.readline(MAX_LINE_BYTES):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE_BYTES)
        yield line.rstrip(b"\r\n")


async def import_events(
    repository: Repository, database: SQLiteDatabase, lines: Lines
) -> EventImport:
    """Merge signed events into a store, as if a relay had shown them that nobody knows.

    Args:
        repository: Where they go.
        database: Its file.
        lines: A JSON object each; empty ones are passed over.

    Raises:
        InputError: There are events, and all of them are of another identity.
        StorageError: The file could not be written; what came before stays.
    """
    found = _Tally(repository.naming.public_key)
    is_spread = True
    batch: list[tuple[int, str | bytes]] = []
    number = 0
    async for line in _each(lines):
        number += 1
        if line.strip():
            batch.append((number, line))
        if len(batch) == BATCH:
            is_spread &= await _take(repository, batch, found)
            batch = []
    is_spread &= await _take(repository, batch, found)
    if not is_spread:
        # they were not queued one by one, so each relay is compared with the file as a whole
        await database.relays.compare_anew()
    if found.foreign and not found.own:
        raise InputError(
            f"all {found.foreign} events are of another identity ({found.stranger[:8]}…, not "
            f"{found.public_key[:8]}…); nothing was imported. Use the profile, or the key, that "
            "they belong to"
        )
    return found.report()


async def _each(lines: Lines) -> AsyncIterator[str | bytes]:
    if isinstance(lines, AsyncIterable):
        async for line in lines:
            yield line
    else:
        for line in lines:
            yield line


async def _take(
    repository: Repository, batch: list[tuple[int, str | bytes]], found: "_Tally"
) -> bool:
    """Merge a few lines; whether each relay was queued what it lacks."""
    own_key = _unpublished_key(repository)
    judged = await asyncio.to_thread(_judged, [line for _, line in batch], found.public_key)
    events: list[tuple[int, Event]] = []
    for (number, _), item in zip(batch, judged, strict=True):
        if isinstance(item, _UnusableLineError):
            found.reject(number, item)
        elif item.kind == nip78.KIND and item.d == own_key:
            found.own += 1
            found.known += 1
        else:
            found.own += 1
            events.append((number, item))
    is_spread = repository.naming.addressing is not None
    raw = [event.to_dict() for _, event in events]
    ingested = await repository.ingest(None, raw, spread=is_spread)
    fates = dict(ingested.fates)
    for number, event in events:
        match fates.pop(event.id, None):  # the same once more was known by then
            case Fate.TAKEN:
                found.taken += 1
            case Fate.ASIDE:
                found.kept_aside += 1
            case Fate.UNUSABLE:
                found.reject(number, _UnusableLineError(ingested.unusable[event.id]))
            case None:
                found.known += 1
    return is_spread or not events


def _unpublished_key(repository: Repository) -> str | None:
    """Where this file's own key would stand, while it is not known whether it is ever published."""
    naming = repository.naming
    if naming.addressing is not None:
        return None
    return naming.address(KEY.root + key_id(naming.file_key))


class _UnusableLineError(Exception):
    """A line that comes to nothing.

    Attributes:
        stranger: Whose event it is, if that is somebody else.
    """

    def __init__(self, why: str, *, stranger: str = "") -> None:
        self.stranger = stranger
        super().__init__(why)


def _judged(lines: Sequence[str | bytes], public_key: str) -> list[Event | _UnusableLineError]:
    judged: list[Event | _UnusableLineError] = []
    for line in lines:
        try:
            judged.append(_genuine(line, public_key))
        except _UnusableLineError as error:
            judged.append(error.with_traceback(None))
    return judged


def _genuine(line: str | bytes, public_key: str) -> Event:
    """The event in a line.

    Raises:
        _UnusableLineError: There is none that this identity signed.
    """
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        raise _UnusableLineError("this is not JSON") from None
    if not isinstance(raw, dict):
        raise _UnusableLineError("this is not a JSON object")
    try:
        event = Event.from_dict(raw)
    except NipError as error:
        raise _UnusableLineError(f"this is no event: {error}") from None
    if event.pubkey != public_key:
        why = f"it is of another identity ({event.pubkey[:8]}…)"
        raise _UnusableLineError(why, stranger=event.pubkey)
    if event.kind not in (nip04.KIND, nip09.KIND, nip78.KIND):
        raise _UnusableLineError(f"an event of kind {event.kind} is no memory")
    if event.kind == nip04.KIND and not is_to_self(event):
        raise _UnusableLineError("it is a message to somebody else")
    if event.kind == nip78.KIND and len(event.tags_named("d")) != 1:
        raise _UnusableLineError("the event has no address")
    if event.created_at >= MAX_DATE:
        raise _UnusableLineError("its date is malformed")
    if not nip01.verify(event):
        raise _UnusableLineError("its id or signature is wrong")
    return event


@dataclass(slots=True)
class _Tally:
    """Counts, while lines come."""

    public_key: str
    taken: int = 0
    known: int = 0
    kept_aside: int = 0
    rejected: int = 0
    foreign: int = 0
    own: int = 0
    stranger: str = ""
    problems: list[LineProblem] = field(default_factory=list)

    def reject(self, line: int, error: _UnusableLineError) -> None:
        self.rejected += 1
        if error.stranger:
            self.foreign += 1
            self.stranger = error.stranger
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(LineProblem(line, str(error)))

    def report(self) -> EventImport:
        return EventImport(
            self.taken,
            self.known,
            self.kept_aside,
            self.rejected,
            self.foreign,
            tuple(self.problems),
        )
