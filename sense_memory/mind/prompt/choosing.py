"""Which candidates are told: each thing once, every section its share, and no room left unused."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...core.prompt import LeftOut, Section
from .candidate import Candidate
from .frame import frame_cost
from .packing import Packing, allotted, by_rank
from .repeating import Shown, repeated, said_by


class Choice:
    """What is told of some candidates, which go by their numbers.

    Attributes:
        packing: What was taken, and what it costs.
        allowed: Tokens that each section had: its share, and what others left.
        refused: What was not taken, and why, with the number of what says the same.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        texts: Collection[str],
        budget: int,
        shares: Mapping[Section, float],
    ) -> None:
        """Choose.

        Args:
            candidates: Of all sections; within one the best first, of ``RECENT`` the oldest first.
            texts: What the model is shown anyway.
            budget: Tokens that all of it may cost, with the frame of the block.
            shares: Parts of one whole, whatever they add up to.
        """
        self._candidates = candidates
        self._shares = shares
        self._shown = Shown(texts)
        self._said = [said_by(one.text) for one in candidates]
        self._sections = {
            section: [number for number, one in enumerate(candidates) if one.section is section]
            for section in Section
        }
        self._sections[Section.RECENT].reverse()
        self.refused: dict[int, tuple[LeftOut, int | None]] = self._unwanted(texts)
        self.packing = Packing(candidates, max(0, budget - frame_cost()))
        self.allowed = self._pack(self.packing, Section)
        if not any(candidates[one].section is not Section.RECENT for one in self.packing.placed):
            # without a block its frame costs nothing
            self.packing = Packing(candidates, budget)
            self.allowed = self._pack(self.packing, (Section.RECENT,))
        for number in range(len(candidates)):
            if number not in self.packing.placed:
                self.refused.setdefault(number, (LeftOut.BUDGET, None))

    def _unwanted(self, texts: Collection[str]) -> dict[int, tuple[LeftOut, int | None]]:
        """What is not told whatever room there is."""
        verbatim = {_plain(text) for text in texts}
        found = dict[int, tuple[LeftOut, int | None]]()
        for number, one in enumerate(self._candidates):
            plain = _plain(one.text)
            if not plain:
                found[number] = LeftOut.WEAK, None
            elif plain in verbatim or (
                one.section is not Section.RECENT and self._shown.says(self._said[number])
            ):
                found[number] = LeftOut.DUPLICATE, None
        return found

    def _pack(self, packing: Packing, sections: Iterable[Section]) -> dict[Section, int]:
        """Take what there is room for; what each section had."""
        wanted = {
            section: [one for one in self._sections[section] if one not in self.refused]
            for section in sections
            if self._shares[section]
        }
        worse = self._repeated([one for numbers in wanted.values() for one in numbers], packing)
        first = {
            section: [one for one in numbers if one not in worse]
            for section, numbers in wanted.items()
        }
        shares = {section: self._shares[section] for section in first}
        costs = {section: packing.cost(numbers) for section, numbers in first.items()}
        allowed = allotted(packing.room, shares, costs)
        for section, numbers in first.items():
            self._fill(packing, numbers, allowed[section])
        self._fill_up(packing, wanted, worse)
        for one, better in worse.items():
            if one not in packing.placed and better in packing.placed:
                self.refused[one] = LeftOut.DUPLICATE, better
        return {
            section: max(allowed.get(section, 0), packing.spent[section]) for section in Section
        }

    def _repeated(self, numbers: Sequence[int], packing: Packing) -> dict[int, int]:
        """Which of some candidates say no more than another one, or than what is told."""
        told = list(packing.placed)
        free = [*told, *numbers]
        said = [
            said_by(packing.placed[one].text)
            if one in packing.placed and not self._is_told(packing, one)
            else self._said[one]
            for one in free
        ]
        found = repeated([self._candidates[one] for one in free], said, range(len(told)))
        return {free[one]: free[other] for one, other in found.items()}

    def _take_cut(self, packing: Packing, number: int, most: int) -> bool:
        """Take the beginning of a candidate, unless that is told anyway."""
        is_message = self._candidates[number].section is Section.RECENT

        def is_new(text: str) -> bool:
            said = said_by(text)
            told = {said_by(placed.text) for placed in packing.placed.values()}
            told |= {self._said[one] for one in self._sections[Section.RECENT]}
            return is_message or not (self._shown.says(said) or said in told)

        return packing.take_cut(number, most, is_new)

    def _is_told(self, packing: Packing, number: int) -> bool:
        """Whether all that a candidate says is told."""
        placed = packing.placed.get(number)
        return placed is not None and placed.text == self._candidates[number].text

    def _fill(self, packing: Packing, numbers: Sequence[int], most: int) -> None:
        """Take of a section what fits into its part; of the first one, if need be, the start."""
        for rank, number in enumerate(numbers):
            section = self._candidates[number].section
            left = most - packing.spent[section]
            is_taken = packing.take(number, left) or (
                not rank and self._take_cut(packing, number, left)
            )
            if section is Section.RECENT and not (is_taken and self._is_told(packing, number)):
                return

    def _fill_up(
        self, packing: Packing, sections: Mapping[Section, Sequence[int]], worse: dict[int, int]
    ) -> None:
        """Take whatever else fits, the best first.

        What says the same as something else has its chance where there is no room for that, or
        where it stood in a part that was cut off.
        """
        candidates = self._candidates
        better = set(worse.values())
        is_without_gap = True
        waiting = list[int]()
        for number in by_rank(sections, self._shares):
            if candidates[number].section is Section.RECENT:
                is_without_gap = is_without_gap and (
                    self._is_told(packing, number)
                    or (number not in packing.placed and packing.take(number, packing.room))
                )
            elif number in worse and candidates[worse[number]].section is Section.RECENT:
                waiting.append(number)
            elif number in worse or number in better:
                self._take_new(packing, number, worse)
            elif number not in packing.placed:
                self._take(packing, number)
        for number in waiting:
            self._take_new(packing, number, worse)

    def _take(self, packing: Packing, number: int) -> None:
        """Take a candidate if it fits, or its beginning if its section has nothing else."""
        is_first = not packing.spent[self._candidates[number].section]
        if not packing.take(number, packing.room) and is_first:
            self._take_cut(packing, number, packing.room)

    def _take_new(self, packing: Packing, number: int, worse: dict[int, int]) -> None:
        """The same, unless something that is told, or can be, says as much."""
        if number in packing.placed or (number in worse and self._takes(packing, worse[number])):
            return
        if twins := self._repeated([number], packing):
            worse |= twins
        else:
            self._take(packing, number)

    def _takes(self, packing: Packing, better: int) -> bool:
        """Whether something that says more is told, or can be: then nothing else need say it."""
        if better in packing.placed:
            return self._is_told(packing, better)
        if self._candidates[better].section is Section.RECENT or self._repeated([better], packing):
            return False
        return packing.take(better, packing.room)


def _plain(text: str) -> str:
    return " ".join(text.split())
