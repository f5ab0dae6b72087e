"""What a search sees of the texts that no room has a ranking of its own for.

Entries of the diary, what is told of a topic, and the three texts about a peer. None has a vector:
they are found by their words and their dates.
"""

from dataclasses import dataclass

from ...core.records.journal import JournalEntry
from ...core.records.pyramid import Topic
from ...core.records.rapport import Layer

WRITTEN = (JournalEntry, Topic, Layer)
"""The classes of those records."""


@dataclass(frozen=True, slots=True)
class Written:
    """A text as search knows it; attributes as in ``mind.search.Document``."""

    value: str
    created_at: float
    facet: str
    key: str = ""
    themes: tuple[str, ...] = ()
    domain: str = ""
    source: str = ""
    due_at: float | None = None


def findable_text(record: JournalEntry | Topic | Layer) -> Written | None:
    """What search sees of a text; ``None`` where it says nothing, or waits to be made anew."""
    match record:
        case JournalEntry():
            return Written(record.content, record.created_at, "journal")
        case Topic():
            if record.content is None:
                return None
            text = "\n".join(filter(None, (record.description, record.content)))
            return Written(text, record.at or 0.0, "topic", record.name)
        case Layer():
            if not record.shown.strip():
                return None
            return Written(record.shown, record.updated_at, "layer", record.peer)
