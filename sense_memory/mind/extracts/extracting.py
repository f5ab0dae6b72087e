"""Clauses out of passages, and which of them say most of it in so many tokens.

What is extracted is written so that it can be extracted from again: a line for each who speaks,
with the day before it where it is another than on the line above. Where a sentence is not kept to
its end, an ellipsis says so.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ..dates import MONTHS, day_of
from ..search.dialogue import is_question, speaker_of
from ..text import fold, words
from ..token_count import token_count
from .clauses import clauses
from .names import addressed, called, is_called
from .sentences import ended, sentences
from .vocabulary import FIRST_PERSON, SECOND_PERSON
from .weighing import LITTLE, PLAIN, terms

ASKING = 0.5
"""What a question is preferred by."""
TO_SOMEBODY = 0.7
"""What is preferred by what says something of the other and nothing of who speaks."""
ENOUGH = 4
"""Words that say something and are no fewer than a clause should have, and one."""
SLIGHT = PLAIN
"""What says less is left out even where there is room, if anything says more."""
OVERHEAD = 2
"""Tokens that every clause is taken to cost beside its own, so that the shortest are not all."""

_CUT = "… "
"""Stands between two sentences of which the first one is not there to its end."""
_FIRST = frozenset[str]().union(*FIRST_PERSON.values())
_SHORT = tuple(month[:3] for month in MONTHS)
_DAY = re.compile(rf"(\d{{1,2}}) ({'|'.join(_SHORT)})(?: (\d{{4}}))?: ")
_UNDATED = "undated: "
"""Stands before what has no day, where days are told."""
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[^`~]*")

Day = tuple[int, int, int]
"""Year, month and day; nothing known is ``NO_DAY``."""
NO_DAY: Day = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that was said or noted.

    Attributes:
        text: What; lines may say who speaks.
        at: When it was, or began; seconds since the epoch. ``None`` if nobody knows.
        is_extract: Whether it was written of extracts, so that its lines say their days.
    """

    text: str
    at: float | None = None
    is_extract: bool = False


class Origin(NamedTuple):
    """When something was said and by whom, as far as that is known."""

    day: Day
    speaker: str


@dataclass(frozen=True, slots=True)
class Extract:
    """A clause that may be kept.

    Attributes:
        text: As it was said.
        origin: When and by whom.
        order: Where it stands among the others.
        worth: What each of its words is worth.
        length: Tokens of the text.
        cost: Tokens, at most: those of a line of its own with the day on it.
        preference: What its worth is multiplied by.
        joint: What joins it to the next one, if its sentence goes on.
    """

    text: str
    origin: Origin
    order: int
    worth: dict[str, float] = field(hash=False)
    length: int
    cost: int
    preference: float = 1.0
    joint: str = ""

    @property
    def weight(self) -> float:
        """What all its words are worth."""
        return sum(self.worth.values())


def extracts(passages: Iterable[Passage], *, first: int = 0) -> list[Extract]:
    """The clauses of some passages, in their order; what is said twice is there once.

    Args:
        passages: In order.
        first: The order of the first.
    """
    found: dict[tuple[str, str], Extract] = {}
    said = list(_said(passages))
    names = called([*(one.speaker for one, _ in said), *addressed(line for _, line in said)])
    for origin, line in said:
        for sentence in sentences(line) or [" ".join(line.split())]:
            before = None
            for text, joint in clauses(sentence, names):
                key = origin.speaker, fold(text).rstrip(".!…;, ")
                if not text or key in found:
                    if before is not None:
                        found[before] = replace(found[before], joint=_CUT)
                    before = None
                    continue
                worth: dict[str, float] = {}
                for term in terms(text):
                    weight = LITTLE if is_called(term.key, names) else term.weight
                    worth[term.key] = max(weight, worth.get(term.key, 0.0))
                length = token_count(text) + bool(joint)
                cost = length + token_count(_line(origin, "", NO_DAY)) + 2
                order = first + len(found)
                liking = _liking(text) * min(1.0, (len(worth) + 1) / ENOUGH)
                found[key] = Extract(text, origin, order, worth, length, cost, liking, joint)
                before = key
    return list(found.values())


def _liking(text: str) -> float:
    """How much of a fact a clause is likely to be: less if it asks, or is all about the other."""
    if is_question(text):
        return ASKING
    said = frozenset(words(text))
    if not said.isdisjoint(SECOND_PERSON) and said.isdisjoint(_FIRST):
        return TO_SOMEBODY
    return 1.0


def _said(passages: Iterable[Passage]) -> Iterator[tuple[Origin, str]]:
    """The lines of passages, without the day and the name before them, which are the origin."""
    for passage in passages:
        lines = [line for line in passage.text.splitlines() if not _FENCE.fullmatch(line)]
        # an extract that tells days tells all it knows: what comes before the first has none
        tells_days = passage.is_extract and any(
            line.startswith(_UNDATED) or _dated(line, 0) for line in lines
        )
        day = day_at(None if tells_days else passage.at)
        for line in lines:
            rest = line
            if line.startswith(_UNDATED):
                day, rest = NO_DAY, line.removeprefix(_UNDATED)
            elif (dated := _dated(line, day[0])) is not None:
                day, rest = dated
            speaker = speaker_of(rest) or ""
            yield Origin(day, speaker), rest.split(":", 1)[1] if speaker else rest


def _dated(line: str, year: int) -> tuple[Day, str] | None:
    """The day that a line begins with, and the rest of it.

    Args:
        line: One.
        year: Of which it is where it does not say so; 0 if nobody knows.
    """
    if (found := _DAY.match(line)) is None:
        return None
    try:
        told = date(int(found[3] or year), _SHORT.index(found[2]) + 1, int(found[1]))
    except ValueError:
        return None
    return (told.year, told.month, told.day), line[found.end() :]


def chosen(
    given: Sequence[Extract],
    tokens: int,
    write: Callable[[Sequence[Extract]], str],
    reserve: int = 0,
    most: int | None = None,
) -> list[Extract]:
    """What says most in so many tokens, in its order; all of it where there is room.

    A word counts once for each who says it. Taken is what adds most for what it costs, as long as
    there is room (submodular, greedy with costs: Lin and Bilmes, 2010).

    Args:
        given: To choose from.
        tokens: That what is written of it may cost.
        write: Writes what was chosen.
        reserve: What it may cost beside what is chosen, at most.
        most: How many are chosen at most, if that is bounded.
    """
    if (most is None or len(given) <= most) and token_count(write(given)) <= tokens:
        return list(given)
    covered: set[tuple[str, str]] = set()
    kept: list[Extract] = []
    left = [one for one in given if one.weight >= SLIGHT] or list(given)
    room = tokens - reserve
    while taken := _taken(left, room, covered)[: None if most is None else most - len(kept)]:
        more = sorted([*kept, *taken], key=lambda one: one.order)
        while taken and token_count(write(more)) > tokens:
            more.remove(taken.pop())
        if not taken:
            break
        kept = more
        orders = {one.order for one in taken}
        left = [one for one in left if one.order not in orders]
        room = tokens - token_count(write(kept))
    return kept


def _taken(left: Iterable[Extract], room: int, covered: set[tuple[str, str]]) -> list[Extract]:
    """What is taken, as costs are at most; what that is of is then covered."""
    heap = [(-_gain(one, covered), one.order, one) for one in left if one.cost <= room]
    heapify(heap)
    taken: list[Extract] = []
    while heap:
        gain, order, one = heappop(heap)
        if one.cost > room:
            continue
        now = -_gain(one, covered)
        if now > gain and heap and now > heap[0][0]:
            heappush(heap, (now, order, one))
            continue
        if not now:
            break
        taken.append(one)
        room -= one.cost
        covered |= {(one.origin.speaker, key) for key in one.worth}
    return taken


def _gain(one: Extract, covered: set[tuple[str, str]]) -> float:
    """What an extract adds for each token."""
    speaker = one.origin.speaker
    new = sum(weight for key, weight in one.worth.items() if (speaker, key) not in covered)
    return one.preference * new / (one.length + OVERHEAD)


def written(given: Sequence[Extract], *, with_days: bool, without: str = "") -> str:
    """Extracts as text: a line for each who speaks at a time, with the day where it is another.

    Args:
        given: In their order.
        with_days: Whether days are told.
        without: Who need not be named.
    """
    lines: list[str] = []
    last: Origin | None = None
    for place, one in enumerate(given):
        day, speaker = one.origin
        is_followed = place + 1 < len(given) and given[place + 1].order == one.order + 1
        text = f"{one.text}…" if one.joint and not is_followed else one.text
        if last == one.origin:
            before = given[place - 1]
            is_next = before.joint and one.order == before.order + 1
            between = before.joint if is_next else " "
            lines[-1] = f"{lines[-1] if is_next else ended(lines[-1])}{between}{text}"
            continue
        shown = Origin(day if with_days else NO_DAY, "" if speaker == without else speaker)
        day_before = NO_DAY if last is None or not with_days else last.day
        lines.append(_line(shown, text, day_before))
        last = one.origin
    return "\n".join(lines)


def undated(text: str) -> str:
    """A text that begins with what has no day, and says so."""
    return _UNDATED + text


def _line(origin: Origin, text: str, last: Day) -> str:
    """A clause on a line of its own, with the day if it is another."""
    speaker = f"{origin.speaker}: " if origin.speaker else ""
    year, month, day = origin.day
    if origin.day == last:
        return speaker + text
    if origin.day == NO_DAY:
        return _UNDATED + speaker + text
    written_year = "" if year == last[0] else f" {year:04}"
    return f"{day} {_SHORT[month - 1]}{written_year}: {speaker}{text}"


def day_at(at: float | None) -> Day:
    """The day of a time, in UTC."""
    if at is None:
        return NO_DAY
    year, month, day = day_of(at).split("-")
    return int(year), int(month), int(day)


def end_of(day: Day) -> float | None:
    """The last second of a day, in UTC, seconds since the epoch; ``None`` for no day."""
    return None if day == NO_DAY else datetime(*day, 23, 59, 59, tzinfo=UTC).timestamp()
