"""A story out of what it is told from: the clauses that say most, with the days."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...compress.phrases import cut_to
from ...extracts.extracting import Extract, Passage, chosen, extracts, written
from ..stories import Story

STORYLINE_CLAUSES, MACRO_CLAUSES = 3, 4
"""At most, as sentences. Source: seed 004."""
NEWEST = 1.3
"""How much more the newest is worth than the oldest: it says how things came to be."""


def told(story: Story, tokens: int) -> str:
    """What happened, a line for each day, in the words in which it was said and noted.

    Args:
        story: What is to be told.
        tokens: What that may have, at least 1.
    """
    found = extracts(_passages(story))
    given = [
        replace(one, preference=one.preference * NEWEST ** (place / len(found)))
        for place, one in enumerate(found)
    ]
    most = MACRO_CLAUSES if story.is_macro else STORYLINE_CLAUSES
    if kept := chosen(given, tokens, _lines, most=most):
        return _lines(kept)
    return cut_to(" ".join(story.parts[-1].text.split()), tokens) or story.anchor.name


def _passages(story: Story) -> Iterator[Passage]:
    """What it is told from, oldest first, and then what was said of it and noted."""
    for part in story.parts:
        yield Passage(part.text, part.at, is_extract=story.is_macro)
        for note in part.notes:
            yield Passage(note.content, part.at)
    said = "" if story.standing is None else story.standing.description
    # they may be of any day
    for text in (said, *(note.content for note in story.notes)):
        if text:
            yield Passage(text)


def _lines(kept: Sequence[Extract]) -> str:
    return written(kept, with_days=True)
