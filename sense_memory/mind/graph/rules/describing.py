"""A description out of what somebody said and what is noted since: its weightiest clauses."""

from collections.abc import Sequence
from dataclasses import replace

from ...compress.phrases import cut_to
from ...extracts.extracting import Extract, Passage, chosen, extracts, written
from ...extracts.sentences import ended
from ...text import fold
from ..describing import Description

SAID = 2.0
"""How much more what somebody said is worth than a note: it says what the whole is."""


def described(given: Description, tokens: int) -> str:
    """What it is, on one line, in the words in which it was said and noted.

    Args:
        given: What is to be described; something of it is noted.
        tokens: What that may have, at least 1.
    """
    said = [replace(one, preference=one.preference * SAID) for one in _said(given)]
    known = {fold(one.text) for one in said}
    noted = extracts((Passage(note.content) for note in given.notes), first=len(said))
    clauses = [*said, *(one for one in noted if fold(one.text) not in known)]
    if kept := chosen(clauses, tokens, _line):
        return _line(kept)
    texts = [given.one.description, *(note.content for note in reversed(given.notes))]
    return cut_to(" ".join(next(text for text in texts if text.strip()).split()), tokens)


def _said(given: Description) -> list[Extract]:
    return extracts([Passage(given.one.description)])


def _line(kept: Sequence[Extract]) -> str:
    """Extracts on one line; who is quoted is named."""
    *lines, last = written(kept, with_days=False).splitlines() or [""]
    return " ".join([*(ended(line) for line in lines), last])
