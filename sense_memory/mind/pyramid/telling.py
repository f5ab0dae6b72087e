"""What a topic is told from, within a bound, and whether what it tells is still so."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...core.records.pyramid import Topic
from ..dates import day_of
from ..token_count import token_count
from .cover import cover
from .seal import Piece, began, in_order, moment, sealed
from .sections import Section, section_of
from .tiers import Pyramid

TELLING_TOKENS = 10_000
"""Tokens of what is given to one who tells a topic. Source: seed 003."""
MOST_PIECES = 200
"""Pieces that a topic is told from: it names them all in one record. Where nothing is due there are
fewer, nine of each tier."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a topic is told from.

    Attributes:
        sections: The sections that hold something, the newest first, each with its lines, oldest
            first: ``2025-05-31: text``, or ``2025-05-01 to 2025-05-31: text``.
        pieces: What the lines say, oldest first.
        left_out: Pieces for which there was no room.
        tokens: What all lines and headings cost.
        now: When it is told, seconds since the epoch.
    """

    sections: tuple[tuple[Section, tuple[str, ...]], ...]
    pieces: tuple[Piece, ...]
    left_out: int
    tokens: int
    now: float


def material(pyramid: Pyramid, now: float, budget: int = TELLING_TOKENS) -> Material:
    """What a topic is told from: the newest pieces of its cover for which there is room.

    Args:
        pyramid: The topic.
        now: Seconds since the epoch.
        budget: Tokens.
    """
    lines: dict[Section, list[str]] = {}
    kept = list[Piece]()
    tokens = left_out = 0
    newest = in_order_of_end(cover(pyramid))[::-1]
    for place, piece in enumerate(newest):
        if len(kept) == MOST_PIECES:
            left_out += len(newest) - place
            break
        section = section_of(moment(piece), now)
        line = line_of(piece)
        cost = token_count(line) + 1
        if section not in lines:
            cost += token_count(section.value) + 1
        if tokens + cost > budget:
            left_out += 1
            continue
        tokens += cost
        lines.setdefault(section, []).append(line)
        kept.append(piece)
    sections = ((one, tuple(reversed(lines[one]))) for one in Section if one in lines)
    return Material(tuple(sections), in_order(kept), left_out, tokens, now)


def in_order_of_end(pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces by when they ended, oldest first, what has no time before all."""
    return sorted(in_order(pieces), key=lambda one: (moment(one) is not None, moment(one) or 0.0))


def line_of(piece: Piece) -> str:
    """What a piece says, on one line, with its days before it."""
    text = " ".join((piece.text or "").split())
    days = days_of(piece)
    return f"{days}: {text}" if days else text


def days_of(piece: Piece) -> str:
    """When a piece was: ``2025-05-31``, ``2025-05-01 to 2025-05-31``; ``""`` if nobody knows."""
    times = (began(piece), moment(piece))
    return " to ".join(dict.fromkeys(day_of(at) for at in times if at is not None))


def told(
    topic: Topic, description: str, content: str, given: Material, now: float, writer: str
) -> Topic:
    """A topic that tells something, and says from what."""
    made = replace(
        topic,
        description=description,
        content=content,
        inputs=frozenset(piece.input for piece in given.pieces),
        at=now,
        writer=writer,
    )
    return replace(made, seal=_seal(made, given.pieces, now))


def is_current(topic: Topic, given: Material, now: float) -> bool:
    """Whether a topic tells what would be told now.

    It does not where something came, went or was changed, or where something has moved on to an
    older section: what was said under "Last 3 Days" is not true for long.
    """
    if topic.description is None or topic.content is None:
        return False
    return topic.seal == _seal(topic, given.pieces, now)


def still_holds(topic: Topic, pieces: Iterable[Piece | None]) -> bool:
    """Whether all that a topic was told from stands as it stood then, whatever came since.

    Args:
        topic: One that was told.
        pieces: What its inputs name, as it stands; ``None`` for what is gone, or not true any more.
    """
    standing = [one for one in pieces if one is not None]
    if topic.at is None or len(standing) < len(topic.inputs):
        return False
    return topic.seal == _seal(topic, standing, topic.at)


def _seal(topic: Topic, pieces: Iterable[Piece], now: float) -> str:
    shown = in_order(pieces)
    ends = [at for piece in shown for at in (began(piece), moment(piece))]
    sections = [section_of(at, now).value for at in ends]
    return sealed([topic.description, topic.content], shown, sections)
