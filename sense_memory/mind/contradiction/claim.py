"""What a memory states, in parts that can be compared."""

from dataclasses import dataclass, replace
from enum import StrEnum

SPEAKER = "§"
"""Stands for whoever speaks: I, we."""


class Kind(StrEnum):
    """How a part of a statement is compared with another one."""

    SLOT = "slot"
    """There is one value at a time."""
    MANY = "many"
    """There can be several; only a denial or an opposite contradicts one."""
    CHOICE = "choice"
    """What somebody prefers."""
    END = "end"
    """It is so no longer, whatever it was."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One part of what a memory states. Words are stems.

    Attributes:
        kind: How it is compared.
        slot: What it says something about: ``residence``, ``liking``.
        value: What it says.
        who: Whom it is about, as far as the value names somebody; empty if it does not.
        scope: Where or when it holds, if it says so.
        part: Which part of the statement it was read from; several claims can come from one.
        certainty: That another value cannot hold as well, 0–1.
        over: What the value is preferred to.
        is_denied: It says that it is not so.
        is_update: It says that something changed.
        is_change: It says so by its verb: switched to.
        is_addition: It says that it holds beside something else.
        is_definite: The sentence itself names the slot: the deadline.
        is_named: The value is written like a name, a number or a date.
    """

    kind: Kind
    slot: str
    value: tuple[str, ...]
    who: frozenset[str] = frozenset()
    scope: frozenset[str] = frozenset()
    part: int = 0
    certainty: float = 0.95
    over: tuple[str, ...] = ()
    is_denied: bool = False
    is_update: bool = False
    is_change: bool = False
    is_addition: bool = False
    is_definite: bool = False
    is_named: bool = False

    def at(self, part: int) -> "Claim":
        """The same, as another part."""
        return replace(self, part=part)


@dataclass(frozen=True, slots=True)
class Reading:
    """A memory, read.

    Attributes:
        place: ``domain/facet``.
        claims: What it states.
        about: What its key names, as stems; without words that name nothing.
        themes: Its themes, as stems.
        choices: What each value is one of, where several exclude each other: ``tabs`` to
            ``indent``.
        text: All of its words, to see that two memories say the same.
        is_of_self: It is about the agent itself.
    """

    place: str
    claims: tuple[Claim, ...]
    about: tuple[str, ...]
    themes: frozenset[str]
    text: tuple[str, ...]
    is_of_self: bool
