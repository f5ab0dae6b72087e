"""What a store was given to work with, besides its key, file and relays."""

from dataclasses import dataclass

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

    clock: Clock
    config: Config
    encoder: Encoder | None = None
    judge: Judge | None = None
    llm: LLM | None = None
    limits: Limits | None = None
