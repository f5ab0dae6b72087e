"""Sentences out of pieces, and which of them say most of it in so many tokens."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...search.dialogue import speaker_of
from ...token_count import token_count
from ..dates import day_of
from ..seal import Piece, began
from .sentences import sentences
from .weighing import terms

_DAY = re.compile(r"(\d{4}-\d\d-\d\d): ")


class Origin(NamedTuple):
    """When something was said and by whom, as far as that is known."""

    day: str
    speaker: str


@dataclass(frozen=True, slots=True)
class Extract:
    """A sentence that may be kept.

    Attributes:
        text: As it was said.
        origin: When and by whom.
        order: Where it stands among the others.
        worth: What each of its words is worth.
        cost: Tokens, at most: those of a line of its own with the day on it.
    """

    text: str
    origin: Origin
    order: int
    worth: dict[str, float] = field(hash=False)
    cost: int


def extracts(pieces: Iterable[Piece]) -> list[Extract]:
    """The sentences of some pieces, in their order; what is said twice is there once."""
    found: dict[tuple[str, str], Extract] = {}
    for piece in pieces:
        at = began(piece)
        day = "" if at is None else day_of(at)
        for line in (piece.text or "").splitlines():
            dated = _DAY.match(line)
            if dated:
                day = dated[1]
            said = line[dated.end() :] if dated else line
            speaker = speaker_of(said) or ""
            if speaker:
                said = said.split(":", 1)[1]
            for text in sentences(said) or [" ".join(said.split())]:
                key = speaker, " ".join(text.casefold().split()).rstrip(".!… ")
                if text and key not in found:
                    found[key] = _extract(text, Origin(day, speaker), len(found))
    return list(found.values())


def _extract(text: str, origin: Origin, order: int) -> Extract:
    worth: dict[str, float] = {}
    for term in terms(text):
        worth[term.key] = max(term.weight, worth.get(term.key, 0.0))
    line = written_line(Origin(origin.day, origin.speaker), text, with_day=True)
    return Extract(text, origin, order, worth, token_count(line) + 1)


def chosen(given: Sequence[Extract], tokens: int) -> list[Extract]:
    """What says most in so many tokens, in its order.

    A word counts once for each who says it. Taken is what adds most for what it costs (submodular
    greedy with costs: Lin and Bilmes, 2010), as long as there is room.
    """
    covered: set[tuple[str, str]] = set()
    left = list(given)
    kept: list[Extract] = []
    room = tokens
    while left:
        fitting = [one for one in left if one.cost <= room]
        best = max(fitting, key=lambda one: (_gain(one, covered), -one.order), default=None)
        if best is None or not _gain(best, covered):
            exact = tokens - token_count(written(kept))
            if best is not None or exact <= room:
                break
            room = exact
            continue
        kept.append(best)
        left.remove(best)
        room -= best.cost
        covered |= {(best.origin.speaker, key) for key in best.worth}
    return sorted(kept, key=lambda one: one.order)


def _gain(one: Extract, covered: set[tuple[str, str]]) -> float:
    """What an extract adds for each token."""
    speaker = one.origin.speaker
    new = sum(weight for key, weight in one.worth.items() if (speaker, key) not in covered)
    return new / (one.cost + 2)


def written(kept: Iterable[Extract], *, with_days: bool | None = None) -> str:
    """Extracts as text: one line for each who speaks at a time, with the day where it is another.

    Args:
        kept: In their order.
        with_days: Whether days are told; ``None`` is where there are several.
    """
    given = sorted(kept, key=lambda one: one.order)
    if with_days is None:
        with_days = len({one.origin.day for one in given}) > 1
    lines: list[str] = []
    last: Origin | None = None
    for one in given:
        if last == one.origin:
            lines[-1] += f" {one.text}"
            continue
        day = one.origin.day
        shown = with_days and day and (last is None or day != last.day)
        lines.append(written_line(one.origin, one.text, with_day=bool(shown)))
        last = one.origin
    return "\n".join(lines)


def written_line(origin: Origin, text: str, *, with_day: bool) -> str:
    """A sentence on a line of its own."""
    speaker = f"{origin.speaker}: " if origin.speaker else ""
    day = f"{origin.day}: " if with_day and origin.day else ""
    return f"{day}{speaker}{text}"
