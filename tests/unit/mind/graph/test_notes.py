"""How long notes count, and when what was made of them is made anew."""

from dataclasses import replace

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import Digest, Edge, Node, Note, NoteLifetime
from sense_memory.mind.graph.notes import (
    digested,
    expiry,
    is_dirty,
    is_expired,
    living,
    new_note,
)

NOW = 1_700_000_000.0
DAY = 86_400.0


def note(content: str, at: float = NOW, lifetime: str = "forever") -> Note:
    return new_note("person:a", content, now=at, lifetime=lifetime)


@pytest.mark.parametrize(
    ("lifetime", "days"), [("week", 7), ("month", 30), ("year", 365), ("forever", None)]
)
def test_a_lifetime_counts_from_when_it_is_added(lifetime: str, days: int | None) -> None:
    one = note("He sings.", lifetime=lifetime)
    assert one.expires_at == expiry(NOW, NoteLifetime(lifetime))
    assert one.expires_at == (None if days is None else NOW + days * DAY)
    if one.expires_at is not None:
        assert not is_expired(one, one.expires_at - 1)
        assert is_expired(one, one.expires_at)
    else:
        assert not is_expired(one, NOW + 10_000 * DAY)


def test_a_month_unless_said_otherwise() -> None:
    assert new_note("person:a", "He sings.", now=NOW).expires_at == NOW + 30 * DAY


def test_bad_notes_are_refused() -> None:
    with pytest.raises(InputError, match="lifetime is one of week, month, year, forever; not"):
        note("He sings.", lifetime="decade")
    with pytest.raises(InputError, match="says something"):
        note(" \n")


def test_what_expired_is_hidden_and_the_newest_hundred_are_read() -> None:
    notes = [note(f"{day}", NOW + day * DAY) for day in range(120)]
    short = note("short", NOW + 118 * DAY, "week")
    read = living([short, *reversed(notes)], NOW + 124 * DAY)
    assert len(read) == 100
    assert read == tuple(sorted([*notes[21:], short], key=lambda one: (one.added_at, one.id)))
    assert living([short, *notes], NOW + 125 * DAY) == tuple(notes[20:])
    assert living([], NOW) == ()


@pytest.mark.parametrize(
    "one", [Node("person:a", "A", "Singer."), Edge("1", "person:a", "person:b", "x", "Singer.")]
)
def test_a_digest_is_made_anew_where_something_is_new(one: Node | Edge) -> None:
    first, second = note("He sings."), note("He dances.", NOW + DAY)
    assert not is_dirty(one, [])
    assert is_dirty(one, [first])
    digest = digested(one.description, [first], "He sings.", now=NOW, writer="rules")
    one = replace(one, digest=digest)
    assert not is_dirty(one, [first])
    assert is_dirty(one, [first, second])
    # that a note expired is no reason
    assert not is_dirty(one, [])
    # devices made two at once: the inputs of both stand beside the text of one
    together = replace(digest, inputs=digest.inputs | {second.id})
    assert is_dirty(replace(one, digest=together), [first, second])
    # a note that it was made of was forgotten
    assert is_dirty(replace(one, digest=replace(digest, text=None, inputs=frozenset())), [])
    assert is_dirty(replace(one, description="Dancer."), [first])
    assert is_dirty(replace(one, digest=Digest("He sings.", digest.inputs)), [first])
