"""A topic told in the words in which it was observed, under headings of time."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ....core.records.pyramid import Topic
from ...compress.phrases import cut_to
from ...extracts.extracting import Extract, chosen, end_of, extracts, written
from ...text import fold
from ...token_count import token_count
from ..seal import Piece
from ..sections import Section, section_of as section_at
from ..telling import Material, line_of
from ..topics import LONGEST_DESCRIPTION, description_of
from .passages import passages

PREFERENCE = {
    Section.LAST_3_DAYS: 1.5,
    Section.THIS_WEEK: 1.4,
    Section.THIS_MONTH: 1.3,
    Section.THIS_QUARTER: 1.2,
    Section.THIS_YEAR: 1.1,
    Section.EARLIER: 1.0,
}
"""How much more the newer is worth than the oldest: it says how things are."""
_SECTIONS = tuple(Section)
_ORDER = {section: place for place, section in enumerate(_SECTIONS)}


def told(topic: Topic, material: Material, tokens: int) -> tuple[str, str]:
    """A topic's description, at most 120 characters, and its content in Markdown.

    Args:
        topic: Which.
        material: What it is told from.
        tokens: That the content may have, at least 1.
    """
    given, section_of = _in_sections(material)
    speakers = {one.origin.speaker for one in given}
    own = next((name for name in sorted(speakers) if fold(name) == fold(topic.name)), "")

    def content(kept: Sequence[Extract]) -> str:
        parts = []
        for section, some in groupby(kept, key=lambda one: section_of[one.order]):
            lines = written(list(some), with_days=True, without=own).splitlines()
            items = "\n".join(f"- {line}" for line in lines)
            parts.append(f"## {section.value}\n\n{items}")
        return "\n\n".join(parts)

    headings = sum(token_count(section.value) + 6 for section, _ in material.sections)
    kept = chosen(given, tokens, content, min(headings, tokens // 2))
    text = content(kept)
    if not kept and given:
        text = cut_to(max(given, key=lambda one: one.weight).text, tokens)
    return _description(topic, given), text


def _in_sections(material: Material) -> tuple[list[Extract], dict[int, Section]]:
    """The extracts in the order in which they are told, and the section of each by its order.

    A summary stands where it ends; what it says of earlier days is told where those are.
    """
    by_line: dict[str, list[Piece]] = {}
    for piece in material.pieces:
        by_line.setdefault(line_of(piece), []).append(piece)
    found: list[tuple[int, Extract]] = []
    for section, lines in material.sections:
        pieces = [by_line[line].pop(0) for line in lines]
        for one in extracts(passages(pieces), first=len(found)):
            # a day that has ended is as old as its end, or older
            own = section_at(end_of(one.origin.day), material.now)
            found.append((max(_ORDER[section], _ORDER[own]), one))
    found.sort(key=lambda each: (each[0], each[1].origin.day, each[1].order))
    given = [
        replace(one, order=order, preference=one.preference * PREFERENCE[_SECTIONS[section]])
        for order, (section, one) in enumerate(found)
    ]
    return given, {order: _SECTIONS[section] for order, (section, _) in enumerate(found)}


def _description(topic: Topic, given: Sequence[Extract]) -> str:
    """What says most in 120 characters."""
    short = [one for one in given if len(one.text) <= LONGEST_DESCRIPTION] or list(given)
    best = max(short, key=lambda one: (one.weight, -one.order), default=None)
    return description_of(best.text.rstrip(";") if best else topic.name)
