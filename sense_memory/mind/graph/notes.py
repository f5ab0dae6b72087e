"""What is noted of a node or an edge: how long it counts, and whether it was read since."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...core.errors import InputError
from ...core.records.graph import Digest, Edge, Node, Note, NoteLifetime, note_id, note_name
from ...core.records.names import check_text
from ...core.records.persona import SECONDS_PER_DAY

LIFETIME_DAYS = {
    NoteLifetime.WEEK: 7,
    NoteLifetime.MONTH: 30,
    NoteLifetime.YEAR: 365,
    NoteLifetime.FOREVER: None,
}
"""Source: seed 004."""
MOST_NOTES = 100
"""Of one target, that are read: the newest. Source: seed 004."""
LONGEST_TEXT = 1000
"""Characters of a note that a vector is made of. Source: seed 004, of all notes together."""


def new_note(
    target: str,
    content: str,
    *,
    now: float,
    added_by: str = "",
    source: str = "",
    lifetime: NoteLifetime | str = NoteLifetime.MONTH,
) -> Note:
    """A note that is added now.

    Args:
        target: The key of a node, or the id of an edge.
        content: What.
        now: Seconds since the epoch; its lifetime counts from here.
        added_by: Who writes it.
        source: What it was learned from.
        lifetime: How long it counts.

    Raises:
        InputError: It says nothing, or there is no such lifetime.
    """
    check_text(content, "a note")
    if not content.strip():
        raise InputError("a note says something; this one is empty")
    expires_at = expiry(now, lifetime)
    return Note(
        target,
        note_id(target, content, added_by, now, source),
        content,
        added_by,
        now,
        source,
        expires_at,
    )


def moved_to(note: Note, target: str) -> Note:
    """The same note of another node or edge."""
    name = note_id(target, note.content, note.added_by, note.added_at, note.source)
    return replace(note, target=target, id=name)


def expiry(added_at: float, lifetime: NoteLifetime | str) -> float | None:
    """From when on a note counts no more, seconds since the epoch; ``None`` is never.

    Raises:
        InputError: There is no such lifetime.
    """
    try:
        days = LIFETIME_DAYS[NoteLifetime(lifetime)]
    except ValueError:
        raise InputError(
            f"a note's lifetime is one of {', '.join(NoteLifetime)}; not {lifetime!r}"
        ) from None
    return None if days is None else added_at + days * SECONDS_PER_DAY


def is_expired(note: Note, now: float) -> bool:
    """Whether it counts no more."""
    return note.expires_at is not None and note.expires_at <= now


def living(notes: Iterable[Note], now: float) -> tuple[Note, ...]:
    """The notes of a target that are read, oldest first: the newest hundred that count."""
    kept = (note for note in notes if not is_expired(note, now))
    return tuple(sorted(kept, key=lambda note: (note.added_at, note.id)))[-MOST_NOTES:]


def sealed(
    text: str | None, description: str, inputs: Iterable[str], parts: Sequence[object] = ()
) -> str:
    """16 hex digits of SHA-256 over a digest's text and what it was made of.

    Args:
        text: What was made.
        description: What somebody said.
        inputs: The names of the notes.
        parts: What else it was made of, of JSON.
    """
    said = json.dumps([text, description, sorted(inputs), *parts], separators=(",", ":"))
    return hashlib.sha256(said.encode("ascii")).hexdigest()[:16]


def digested(
    description: str, notes: Iterable[Note], text: str, *, now: float, writer: str
) -> Digest:
    """What was made of a description and some notes."""
    inputs = frozenset(note_name(note.target, note.id) for note in notes)
    return Digest(text, inputs, sealed(text, description, inputs), now, writer)


def is_dirty(one: Node | Edge, notes: Iterable[Note]) -> bool:
    """Whether its digest is to be made anew, or dropped where nothing is noted any more.

    It follows from what stands there, so that no device clears what another one has noted: a note
    is new, or the description is, or something that it was made of was forgotten. That a note
    expired is no reason, and without notes nothing is made.

    Args:
        one: What is noted of.
        notes: Those that are read.
    """
    names = {note_name(note.target, note.id) for note in notes}
    digest = one.digest
    if digest is None:
        return bool(names)
    return not names <= digest.inputs or digest.seal != sealed(
        digest.text, one.description, digest.inputs
    )
