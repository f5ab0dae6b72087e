"""What is told, so that it costs no more than there is room."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...core.prompt import Section
from ..token_count import token_count
from .candidate import Candidate
from .frame import cut, headers, line


@dataclass(frozen=True, slots=True)
class Placed:
    """Something that is told.

    Attributes:
        text: What is quoted of it.
        line: How it stands in the prompt; of a last message, the text.
        tokens: What that costs, with the break behind a line.
    """

    text: str
    line: str
    tokens: int


@dataclass(slots=True)
class Packing:
    """Takes candidates, by their numbers, while there is room.

    Attributes:
        candidates: All of them.
        room: Tokens that are left.
        placed: What was taken.
        spent: What each section costs, with the headers of its lines.
    """

    candidates: Sequence[Candidate]
    room: int
    placed: dict[int, Placed] = field(default_factory=dict)
    spent: dict[Section, int] = field(default_factory=lambda: dict.fromkeys(Section, 0))
    _opened: set[str] = field(default_factory=set)
    _headers: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _costs: dict[str, int] = field(default_factory=dict)
    _whole: dict[int, Placed] = field(default_factory=dict)

    def take(self, number: int, most: int) -> bool:
        """Take a candidate if there is room and its section costs so many tokens more at most."""
        opening = self._opening(number)
        if self._least(number) + opening > min(self.room, most):
            return False
        whole = self.whole(number)
        if whole.tokens + opening > min(self.room, most):
            return False
        self._place(number, whole, opening)
        return True

    def take_cut(self, number: int, most: int, is_new: Callable[[str], bool]) -> bool:
        """Take the beginning of a candidate that is too long, if it says something new.

        It ends with the mark of a cut.
        """
        one = self.candidates[number]
        opening = self._opening(number)
        found = cut(one.text, min(self.room, most) - opening - 1, lambda said: line(one, said))
        if found is None or not is_new(found[0]):
            return False
        self._place(number, Placed(*found, token_count(found[1]) + 1), opening)
        return True

    def take_said(self, numbers: Sequence[int], most: int) -> bool:
        """Take some of the last messages if there is room for all of them, or none."""
        whole = [self.whole(one) for one in numbers]
        if sum(one.tokens for one in whole) > min(self.room, most):
            return False
        for number, one in zip(numbers, whole, strict=True):
            self._place(number, one, 0)
        return True

    def take_said_cut(self, numbers: Sequence[int], most: int) -> bool:
        """Take the beginnings of some of the last messages that are too long, or none.

        Each that needs no more than its part of the room is whole.
        """
        found = dict[int, Placed]()
        room = min(self.room, most)
        ranked = sorted(numbers, key=lambda one: self.whole(one).tokens)
        for rank, number in enumerate(ranked):
            part = room // (len(ranked) - rank)
            placed = self.whole(number)
            if placed.tokens > part:
                some = cut(self.candidates[number].text, part, lambda said: said)
                if some is None:
                    return False
                placed = Placed(*some, token_count(some[1]))
            found[number] = placed
            room -= placed.tokens
        for number, placed in found.items():
            self._place(number, placed, 0)
        return True

    def whole(self, number: int) -> Placed:
        """A candidate as it stands in a prompt if nothing of it is cut."""
        if number not in self._whole:
            one = self.candidates[number]
            if one.section is Section.RECENT:
                self._whole[number] = Placed(one.text, one.text, token_count(one.text))
            else:
                written = line(one, one.text)
                self._whole[number] = Placed(one.text, written, token_count(written) + 1)
        return self._whole[number]

    def _least(self, number: int) -> int:
        """What a candidate costs at least, without a look at all that it says: a token a word."""
        whole = self._whole.get(number)
        return len(self.candidates[number].text.split()) if whole is None else whole.tokens

    def headers(self, number: int) -> tuple[str, ...]:
        """The lines that a candidate stands under."""
        if number not in self._headers:
            one = self.candidates[number]
            is_recent = one.section is Section.RECENT
            self._headers[number] = () if is_recent else headers(one)
        return self._headers[number]

    def cost(self, numbers: Sequence[int]) -> int:
        """Tokens of all of some candidates; at least the room if they cost more than that."""
        cost = 0
        above = set[str]()
        for number in numbers:
            cost += self.whole(number).tokens
            above.update(self.headers(number))
            if cost >= self.room:
                break
        return cost + sum(map(self._cost_of, above))

    def _opening(self, number: int) -> int:
        """What the headers cost that a candidate needs, and that do not stand there so far."""
        return sum(
            self._cost_of(header) for header in self.headers(number) if header not in self._opened
        )

    def _cost_of(self, header: str) -> int:
        """Tokens of a header and of the break behind it."""
        if header not in self._costs:
            self._costs[header] = token_count(header) + 1
        return self._costs[header]

    def _place(self, number: int, placed: Placed, opening: int) -> None:
        section = self.candidates[number].section
        self.placed[number] = placed
        self.room -= placed.tokens + opening
        self.spent[section] += placed.tokens + opening
        self._opened.update(self.headers(number))


def allotted(
    room: int, shares: Mapping[Section, float], wanted: Mapping[Section, int]
) -> dict[Section, int]:
    """What each section may cost: its share, and in proportion what others leave of theirs.

    Args:
        room: Tokens for all of them.
        shares: Parts of one whole, whatever they add up to.
        wanted: What each section would cost if it had all the room.
    """
    given = dict.fromkeys(shares, 0)
    left = [section for section, share in shares.items() if share and wanted[section]]
    while left:
        whole = sum(shares[section] for section in left)
        parts = {section: int(room * (shares[section] / whole)) for section in left}
        satisfied = [section for section in left if wanted[section] <= parts[section]]
        if not satisfied:
            return given | parts
        for section in satisfied:
            given[section] = wanted[section]
            room -= wanted[section]
        left = [section for section in left if section not in satisfied]
    return given


def by_rank(
    numbers: Mapping[Section, Sequence[int]], shares: Mapping[Section, float]
) -> Iterator[int]:
    """Some candidates of all sections, the first ones first, of greater shares sooner."""
    ranked = (
        ((rank + 1) / shares[section], place, number)
        for place, section in enumerate(numbers)
        for rank, number in enumerate(numbers[section])
        if shares[section]
    )
    return (number for _, _, number in sorted(ranked))
