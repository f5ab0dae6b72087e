"""All that a room gets."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.config import Config
from ..core.limits import Limits
from ..core.llm import LLM
from ..core.ports import Clock, Encoder, Judge, Records
from ..core.ref import R, Ref
from ..mind.views import Views

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Context:
    """The world as a room sees it.

    Attributes:
        records: Where records are read and written.
        clock: The time.
        config: The numbers.
        views: What is kept in step with every change.
        scope: The user, project or tenant; ``""`` is the root.
        user: Whose mind it is: the scope (of a local-only one, that beside it),
            or in the root the public key, 64 hex digits.
        encoder: Makes vectors, if there is one.
        judge: Decides about contradictions in place of the rules, if there is one.
        llm: Reads sessions and writes about them in place of the rules, if there is one.
        limits: What the store may hold and do, if that is limited.
        names_are_seen: Whether who sees the file, or a relay, sees what records are called here.
        answers: What the encoder made of each query, or why it made nothing, while one call asks
            several rooms (``embedding.asking_once``); ``None`` where each asks for itself.
    """

    records: Records
    clock: Clock
    config: Config
    views: Views
    scope: str
    user: str
    encoder: Encoder | None = None
    judge: Judge | None = None
    llm: LLM | None = None
    limits: Limits | None = None
    names_are_seen: bool = False
    answers: "dict[str, NDArray[np.float32] | str] | None" = None

    def ref(self, kind: type[R], name: str) -> Ref[R]:
        """A reference within the scope."""
        return Ref(kind, name, self.scope)
