"""What a store was given to work with, besides its key, file and relays."""

from dataclasses import dataclass, field

from ..core.clock import SystemClock
from ..core.config import Config
from ..core.limits import Limits
from ..core.llm import LLM
from ..core.ports import Clock, Encoder, Judge


@dataclass(frozen=True, slots=True)
class Means:
    """All of it; what is ``None`` the store does without.

    Attributes:
        clock: The time.
        config: The numbers.
        encoder: Makes vectors.
        judge: Decides about contradictions in place of the rules.
        llm: Reads sessions and writes about them in place of the rules.
        limits: What the store may hold and do.
    """

    clock: Clock = field(default_factory=SystemClock)
    config: Config = field(default_factory=Config)
    encoder: Encoder | None = None
    judge: Judge | None = None
    llm: LLM | None = None
    limits: Limits | None = None

    @classmethod
    def of(
        cls,
        clock: Clock | None,
        config: Config | None,
        encoder: Encoder | None,
        judge: Judge | None,
        llm: LLM | None,
        limits: Limits | None,
    ) -> "Means":
        """The same, from arguments that may be left out."""
        return cls(clock or SystemClock(), config or Config(), encoder, judge, llm, limits)
