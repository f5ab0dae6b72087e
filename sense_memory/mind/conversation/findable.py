"""What search sees of what was said.

A message is found as a line of a dialogue: ``Ada: We move to Lyon.`` Where nobody's name is known,
the role stands there, since lines are read together with those around them only where they begin
with who says them (see ``mind.search.dialogue``).
"""

import re
from dataclasses import dataclass

from ...core.records.conversation import Turn

_NAME = re.compile(r"[^\W\d_][^:\n]{0,38}")
_WORDS_OF_A_NAME = 4
_UNDATED = -1e10
"""Where lines of an unknown time stand, seconds since the epoch: before all others, each as many
seconds later as its order says, so that those beside each other are neighbours."""
_BETWEEN = 1e-6
"""Seconds by which what is said at one time is told apart."""


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A message as search sees it; see ``mind.search.document``."""

    value: str
    source: str
    created_at: float
    key: str = ""
    themes: tuple[str, ...] = ()
    domain: str = ""
    facet: str = ""
    due_at: float | None = None


def findable_turn(turn: Turn) -> SaidLine | None:
    """A message, or a part of one, as search sees it; ``None`` where there is nothing in it."""
    if not turn.text.strip():
        return None
    if turn.at is None:
        at = _UNDATED + min(turn.order, 1_000_000_000)
    else:
        at = turn.at + min(turn.order, 1_000_000) * _BETWEEN
    return SaidLine(f"{label(turn)}: {turn.text}", turn.conversation, at)


def label(turn: Turn) -> str:
    """Who says it, as a line begins: a name of up to four words, or the role."""
    name = " ".join(turn.speaker.split()).replace(":", "")
    if _NAME.fullmatch(name) and len(name.split()) <= _WORDS_OF_A_NAME:
        return name[0].upper() + name[1:]
    return turn.role.value.capitalize()
