"""Which candidates are told: each thing once, every section its share, and no room left unused."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...core.llm import Role
from ...core.prompt import LeftOut, Section
from .candidate import Candidate
from .frame import frame_cost
from .packing import Packing, allotted, by_rank
from .repeating import Shown, Told, rank_of, repeated, said_by


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
        message: str,
        shown: Collection[str],
        budget: int,
        shares: Mapping[Section, float],
    ) -> None:
        """Choose.

        Args:
            candidates: Of all sections; within one the best first, of ``RECENT`` the oldest first.
            message: What was asked.
            shown: What the model is shown beside it anyway.
            budget: Tokens that all of it may cost, with the frame of the block.
            shares: Parts of one whole, whatever they add up to.
        """
        self._candidates = candidates
        self._shares = shares
        asked = _plain(message)
        # what is asked is not known: of "Does she live in Rome?" the memory is the answer
        self._shown = Shown(text for text in shown if _plain(text) != asked)
        self._said = [said_by(one.text) for one in candidates]
        self._sections = {
            section: [number for number, one in enumerate(candidates) if one.section is section]
            for section in Section
        }
        self.refused: dict[int, tuple[LeftOut, int | None]] = self._unwanted(message, shown)
        self._exchanges = self._exchanged()
        self._sections[Section.RECENT] = list(reversed(self._exchanges))
        self._as_said = {
            candidates[number].reference: number
            for number in self._exchanges
            if candidates[number].reference
        }
        self.packing = Packing(candidates, max(0, budget - frame_cost()))
        self.allowed = self._pack(self.packing, Section)
        if not any(candidates[one].section is not Section.RECENT for one in self.packing.placed):
            # without a block its frame costs nothing
            self.packing = Packing(candidates, budget)
            self.allowed = self._pack(self.packing, (Section.RECENT,))
        for number in range(len(candidates)):
            if number not in self.packing.placed:
                self.refused.setdefault(number, (LeftOut.BUDGET, None))

    def _unwanted(
        self, message: str, shown: Collection[str]
    ) -> dict[int, tuple[LeftOut, int | None]]:
        """What is not told whatever room there is."""
        asked = _plain(message)
        verbatim = {asked, *map(_plain, shown)}
        found = dict[int, tuple[LeftOut, int | None]]()
        for number, one in enumerate(self._candidates):
            plain = _plain(one.text)
            is_recent = one.section is Section.RECENT
            if not plain:
                found[number] = LeftOut.WEAK, None
            elif is_recent and plain == asked:
                continue
            elif plain in verbatim or (not is_recent and self._shown.says(self._said[number])):
                found[number] = LeftOut.DUPLICATE, None
        follows = False
        for number in reversed(self._sections[Section.RECENT]):
            # who asks the same once more was answered: the question stands before that answer, and
            # goes where that is not there, or is shown anyway
            if _plain(self._candidates[number].text) == asked and not follows:
                found[number] = LeftOut.DUPLICATE, None
            follows = number not in found
        return found

    def _exchanged(self) -> dict[int, tuple[int, ...]]:
        """Each of the last messages, the oldest first, with all that it stands or goes with.

        That is one of the user's and the replies to it: providers refuse what begins with a reply.
        """
        exchanges = list[list[int]]()
        for number in self._sections[Section.RECENT]:
            if number in self.refused:
                continue
            if self._candidates[number].role is not Role.ASSISTANT:
                exchanges.append([number])
            elif exchanges:
                exchanges[-1].append(number)
        return {number: tuple(numbers) for numbers in exchanges for number in numbers}

    def _pack(self, packing: Packing, sections: Iterable[Section]) -> dict[Section, int]:
        """Take what there is room for; what each section had."""
        wanted = {
            section: [one for one in self._sections[section] if one not in self.refused]
            for section in sections
            if self._shares[section]
        }
        self._told = Told()
        worse = self._repeated([one for numbers in wanted.values() for one in numbers])
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

    def _repeated(self, numbers: Sequence[int]) -> dict[int, int]:
        """Which of some candidates say no more than another one."""
        # a message that may stand as it was said is not quoted beside that
        standing = set(numbers)
        as_said = {
            one: other for one in numbers if (other := self._stands_as_said(one)) in standing
        }
        free = [one for one in numbers if one not in as_said]
        found = repeated([self._candidates[one] for one in free], [self._said[one] for one in free])
        return as_said | {free[one]: free[other] for one, other in found.items()}

    def _stands_as_said(self, number: int) -> int:
        """Which of the last messages a quoted one is; -1 if none."""
        one = self._candidates[number]
        is_quoted = one.section is Section.CONVERSATION
        return self._as_said.get(one.reference, -1) if is_quoted else -1

    def _told_as(self, packing: Packing, number: int) -> int | None:
        """What is told that says as much as a candidate; ``None`` if nothing does."""
        if (as_said := self._stands_as_said(number)) in packing.placed:
            return as_said
        for at, (one, placed) in enumerate(packing.placed.items()):
            if one not in self._told:
                said = self._said[one] if self._is_told(packing, one) else said_by(placed.text)
                self._told.tell(one, said, rank_of(self._candidates[one], said, at))
        return self._told.saying(self._said[number])

    def _take_cut(self, packing: Packing, number: int, most: int) -> bool:
        """Take the beginning of a candidate, unless that is told anyway."""

        def is_new(text: str) -> bool:
            said = said_by(text)
            told = {said_by(placed.text) for placed in packing.placed.values()}
            told |= {self._said[one] for one in self._sections[Section.RECENT]}
            return not (self._shown.says(said) or said in told)

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
            if section is not Section.RECENT:
                if not packing.take(number, left) and not rank:
                    self._take_cut(packing, number, left)
            elif number not in packing.placed:
                exchange = self._exchanges[number]
                if not packing.take_said(exchange, left):
                    if not rank:
                        packing.take_said_cut(exchange, left)
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
                    or (
                        number not in packing.placed
                        and packing.take_said(self._exchanges[number], packing.room)
                    )
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
        if (twin := self._told_as(packing, number)) is not None:
            worse[number] = twin
        else:
            self._take(packing, number)

    def _takes(self, packing: Packing, better: int) -> bool:
        """Whether something that says more is told, or can be: then nothing else need say it."""
        if better in packing.placed:
            return self._is_told(packing, better)
        if self._candidates[better].section is Section.RECENT:
            return False
        if self._told_as(packing, better) is not None:
            return False
        return packing.take(better, packing.room)


def _plain(text: str) -> str:
    return " ".join(text.split())
