"""Which memories of each scope end in which words, in step with every change."""

from typing import Any

from ...core.records.flat import as_persona
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from .scopes import Scopes

_TAIL = 3
"""Words by which memories are found that may say the same; what they say is looked at then."""


class Wording:
    """The memories of one scope, by the hash of the last words that they say."""

    def __init__(self) -> None:
        self._ending: dict[int, dict[Ref[Any], None]] = {}
        self._tails: dict[Ref[Any], int] = {}

    @property
    def is_empty(self) -> bool:
        """Whether there are none."""
        return not self._tails

    def note(self, ref: Ref[Any], record: Any) -> None:
        """This stands there now; ``None``: nothing does."""
        if (before := self._tails.pop(ref, None)) is not None:
            self._ending[before].pop(ref)
            if not self._ending[before]:
                del self._ending[before]
        memory = None if record is None else as_persona(record)
        if memory is not None:
            tail = self._tails[ref] = _tail(memory.value)
            self._ending.setdefault(tail, {})[ref] = None

    def like(self, statement: str) -> list[Ref[Any]]:
        """Those that end as a statement does, whoever that is about."""
        return list(self._ending.get(_tail(statement), ()))


class Wordings(Scopes[Wording]):
    """The scopes in which something was learned; no words are held."""

    def __init__(self) -> None:
        super().__init__((PersonaMemory, Memory), Wording)


def _tail(statement: str) -> int:
    from ..learning.names import wording

    said = wording(statement)
    # who it is about stands first, by name or not
    return hash(said[1:][-_TAIL:] or said)
