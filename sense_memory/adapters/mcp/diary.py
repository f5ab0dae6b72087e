"""The journal: written, and read."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...core.found import Room
from ...core.log_entry import LogEntry
from ...core.records.journal import JournalEntry
from ...core.records.reference import FORMS, reference_to
from ...mind.rapport.line import one_line
from ...mind.told import Told
from ...store import MemoryStore
from .arguments import Journal, Recent
from .hosted import Hosted
from .results import Found, Shown, cut, day, quoted

_PREFIX = FORMS[JournalEntry].prefix
_TYPE = "journal"
NEWEST = 20
"""Entries that are read at once."""


@dataclass(frozen=True, slots=True)
class Diary:
    """Entries, the newest first; or the name of the one that was written."""

    memories: list[Shown]
    name: str = ""

    def text(self) -> str:
        """For a model."""
        if self.name:
            return f"Wrote {quoted(self.name)} into the journal."
        return Found(self.memories).text()


async def journal(hosted: Hosted, given: Journal) -> Diary:
    """Write an entry, or show the newest.

    Raises:
        InputError: There is nothing in the text.
    """
    if given.text is None:
        return await recent(hosted, Recent())
    async with hosted.writing() as store:
        event_id = await store.journal(given.text)
        return Diary([], reference_to((await store.receipt(event_id)).ref))


async def recent(hosted: Hosted, _given: Recent) -> Diary:
    """The newest entries."""
    store = await hosted.reading()
    entries = await store.recent(NEWEST)
    names = await _names(store) if entries else {}
    return Diary(
        [
            Shown(
                names.get((str(one.created_at), one.content), ""),
                *cut(one.content),
                written=day(one.created_at),
            )
            for one in entries
        ]
    )


async def entry(store: MemoryStore, name: str) -> Told | None:
    """One entry, by its name."""
    there = (one for one in await _written(store) if one.name == name)
    return next(
        (Told(Room.JOURNAL, one_line(one.text or ""), one.at, "the journal") for one in there), None
    )


async def _names(store: MemoryStore) -> Mapping[tuple[str, str], str]:
    """What entries are called, by the moment with which that begins, and what they say."""
    return {
        (one.name.rpartition("-")[0], one.text or ""): f"{_PREFIX}{one.name}"
        for one in await _written(store)
    }


async def _written(store: MemoryStore) -> list[LogEntry]:
    # an entry itself does not know what it is called
    return [one for one in await store.log() if one.type == _TYPE and one.text is not None]
