"""What became of a file of signed events."""

from dataclasses import dataclass

MOST_PROBLEMS = 1_000
"""Unusable lines that a report names; it counts all of them."""


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line that came to nothing.

    Attributes:
        line: Its number, from 1.
        why: A sentence.
    """

    line: int
    why: str


@dataclass(frozen=True, slots=True)
class EventImport:
    """What became of the lines; empty ones are not counted.

    Attributes:
        taken: Events that said something new.
        known: Events of which everything was known.
        kept_aside: Events that are kept untouched: of a newer release, of a key that is missing,
            or too large together with what is here.
        rejected: Lines that came to nothing: no event, forged, foreign, of another program.
        foreign: How many of these are of another identity.
        problems: The rejected lines, the first thousand of them.
    """

    taken: int
    known: int
    kept_aside: int
    rejected: int
    foreign: int
    problems: tuple[LineProblem, ...]

    @property
    def lines(self) -> int:
        """How many there were."""
        return self.taken + self.known + self.kept_aside + self.rejected
