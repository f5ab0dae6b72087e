"""What may stand in a prompt."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.conversation import RetrievedSignal
from ...core.llm import Role
from ...core.prompt import Section, Trust


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something of the mind that answers a message.

    Attributes:
        section: Where it would stand.
        reference: What names the record; ``""`` where it is several.
        text: What it says, verbatim, of any length.
        origin: Where it comes from, in a few words: ``said by the user``. The day is not among
            them: what has origin and trust in common stands together under one line that says so.
        trust: How far that is to be believed.
        score: How well it answers; only the order within its section means something.
        why: Why it is offered, in words.
        at: When it was so, seconds since the epoch; ``None`` if nobody knows.
        role: Of a message, who said it.
        speaker: Of a message that is quoted, by what name its line begins; there is none in it of
            what ends a name, a colon.
        signals: Of a message, the pieces of it that were retrieved; looked at only if it is told.
    """

    section: Section
    reference: str
    text: str
    origin: str
    trust: Trust
    score: float
    why: str
    at: float | None = None
    role: Role | None = None
    speaker: str = ""
    signals: Sequence[RetrievedSignal] = ()
