"""What a peer does with discomfort: stays with it, withdraws from it, or bears it out of need."""

from dataclasses import dataclass, field

from ....core.records.rapport import ResilienceType
from .lexicon import Cue
from .tally import Tally
from .turns import Clue, Turn, has_negation

UNTESTED = 0.45
"""The value where there was no discomfort: the middle, a little below."""
LOWEST_UNTESTED, HIGHEST_UNTESTED = 0.4, 0.5
"""How far words alone move it where there was none."""
_DEPENDENT = 2
"""So many signs of dependence say so by themselves; after a challenge, one does."""

_STAYS = {Cue.STAYING: 0.5, Cue.HARDY: 0.7, Cue.CHALLENGE: 0.3, Cue.REPAIR: 0.5}
_LEAVES = {Cue.WITHDRAWING: 0.7, Cue.TENDER: 0.7, Cue.DEPENDENT: 0.7}
_TELLING = (Cue.WITHDRAWING, Cue.TENDER, Cue.STAYING)
"""Two of these answer a challenge, even if its words are not known."""


@dataclass(slots=True)
class Testing:
    """How discomfort was met, turn by turn.

    Attributes:
        tally: What speaks for and against resilience.
        challenges: How many turns of the agent were answered that challenged the peer.
        dependent: How many signs of dependence there were.
        last: How the last challenge was met: above 0 stayed, below withdrew.
    """

    tally: Tally = field(default_factory=lambda: Tally("resilience"))
    challenges: int = 0
    dependent: int = 0
    last: float = 0.0
    _is_challenged: bool = False
    _is_answered: bool = True

    def add(self, index: int, turn: Turn, weight: float) -> None:
        """Count a turn of the peer, or note that one of the agent's challenges."""
        if not turn.is_peer:
            self._is_challenged = turn.signs[Cue.CHALLENGE] > 0 or _objects(turn)
            self._is_answered = False
            return
        self.dependent += turn.signs[Cue.DEPENDENT]
        telling = sum(turn.signs[cue] for cue in _TELLING)
        if self._is_challenged or (telling >= 2 and not self._is_answered):
            self._answer(index, turn, weight if self._is_challenged else weight / 2)
        else:
            self.tally.add(index, _unasked(turn), weight / 2)
        self._is_challenged = False
        self._is_answered = True

    def _answer(self, index: int, turn: Turn, weight: float) -> None:
        clues = [
            Clue("resilience", amount * turn.signs[cue] * sign, cue.value, turn.place(cue))
            for sign, some in ((1, _STAYS), (-1, _LEAVES))
            for cue, amount in some.items()
            if turn.signs[cue]
        ]
        is_said = bool(clues)
        if turn.size < 4:
            clues.append(Clue("resilience", -0.3, "falls silent"))
        elif turn.size > 12:
            clues.append(Clue("resilience", 0.2, "answers at length"))
        if turn.questions:
            clues.append(Clue("resilience", 0.2, "asks back"))
        if turn.signs[Cue.BUT] and turn.size > 8:
            clues.append(Clue("resilience", 0.2, "argues", turn.place(Cue.BUT)))
            is_said = True
        # a question after something that sounds like a challenge is no sign that it was one
        if is_said or turn.size < 4:
            self.challenges += is_said
            self.last = sum(clue.amount for clue in clues)
            self.tally.add(index, clues, weight)

    @property
    def type(self) -> ResilienceType:
        """What it shows; a challenge that was withdrawn from shows neither."""
        if self.dependent >= _DEPENDENT or (self.dependent and self.last < 0):
            return ResilienceType.DEPENDENCY
        if self.challenges and self.last > 0 and self.tally.high > self.tally.low:
            return ResilienceType.RELATIONSHIP
        return ResilienceType.UNTESTED

    def value(self) -> float:
        """The score, 0–1."""
        if self.challenges:
            return self.tally.value()
        moved = UNTESTED + (self.tally.value() - 0.5) / 2
        return min(HIGHEST_UNTESTED, max(LOWEST_UNTESTED, moved))


def _objects(turn: Turn) -> bool:
    """Whether a turn says to the other one that something is not so, without a word for it."""
    return turn.signs[Cue.YOU] > 0 and turn.signs[Cue.BUT] > 0 and has_negation(turn)


def _unasked(turn: Turn) -> list[Clue]:
    """What a turn shows that answers no challenge."""
    return [
        Clue("resilience", amount * turn.signs[cue], cue.value, turn.place(cue))
        for cue, amount in (
            (Cue.HARDY, 0.4),
            (Cue.REPAIR, 0.4),
            (Cue.TENDER, -0.4),
            (Cue.DEPENDENT, -0.6),
        )
        if turn.signs[cue]
    ]
