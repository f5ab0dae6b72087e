"""A topic told in its own sentences, under headings of time."""

from ....core.records.pyramid import Topic
from ...token_count import token_count
from ..seal import Piece
from ..sections import Section
from ..telling import Material, line_of
from ..topics import description_of
from .extracting import Extract, chosen, extracts, written


def told(topic: Topic, material: Material, tokens: int) -> tuple[str, str]:
    """A topic's description, at most 120 characters, and its content in Markdown.

    Args:
        topic: Which.
        material: What it is told from.
        tokens: That the content may have.
    """
    by_line: dict[str, list[Piece]] = {}
    for piece in material.pieces:
        by_line.setdefault(line_of(piece), []).append(piece)
    parts: list[str] = []
    room = tokens
    best: Extract | None = None
    total = sum(token_count(line) for _, lines in material.sections for line in lines)
    for section, lines in material.sections:
        pieces = [by_line[line].pop(0) for line in lines]
        share = sum(map(token_count, lines)) / max(1, total)
        given = extracts(pieces)
        text = _section(section, given, min(room, int(tokens * share)))
        if not text:
            continue
        cost = token_count(text) + 1
        if cost > room:
            break
        room -= cost
        parts.append(text)
    best = max(
        extracts(material.pieces),
        key=lambda one: (sum(one.worth.values()), -one.order),
        default=None,
    )
    return description_of(best.text if best else topic.name), "\n\n".join(parts)


def _section(section: Section, given: list[Extract], tokens: int) -> str:
    heading = f"## {section.value}\n\n"
    kept = chosen(given, tokens - token_count(heading) - 2)
    if not kept:
        return ""
    return heading + written(kept, with_days=True)
