"""The journal: written, and read."""

from dataclasses import dataclass

from ...core.records.journal import JournalEntry
from ...core.records.reference import reference_to
from ...mind.told import Told, told
from ...store import MemoryStore, context_of, journal as journals
from .arguments import Journal, Recent
from .hosted import Hosted
from .results import Found, Shown, cut, day, quoted

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
    context = await context_of(await hosted.reading())
    entries = await journals.entries(context)
    return Diary(
        [
            Shown(
                reference_to(one.ref),
                *cut(one.record.content),
                written=day(one.record.created_at),
            )
            for one in entries[:NEWEST]
        ]
    )


async def entry(store: MemoryStore, name: str) -> Told | None:
    """One entry, by its name."""
    context = await context_of(store)
    found = await context.records.get(context.ref(JournalEntry, name))
    return None if found is None else told(found, str, "")
