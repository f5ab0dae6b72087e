"""What search knows of the memories of each scope, in step with every change."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core.change import Cause, Change
from ...core.records.device import Device
from ...core.records.flat import as_persona
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from .scopes import Scopes

if TYPE_CHECKING:
    from ..search.document import Document
    from ..search.documents import Documents


class Searched:
    """What search knows of one scope.

    Args:
        seen_as: As for ``SearchIndex``.

    Attributes:
        documents: It.
    """

    def __init__(self, seen_as: "Callable[[Any], Document | None]") -> None:
        from ..search.documents import Documents

        self.documents = Documents()
        self._seen_as = seen_as

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be found."""
        return not len(self.documents)

    def note(self, ref: Ref[Any], record: object) -> None:
        """This stands there now; ``None``: nothing does."""
        document = None if record is None else self._seen_as(record)
        if document is None:
            self.documents.take_out(ref)
        else:
            self.documents.put(ref, document)


class SearchIndex(Scopes[Searched]):
    """The records of some types of all scopes in which something was searched for.

    A scope is filled once from the records, and kept in step by their changes from then on: one
    record is one step, and one that is forgotten leaves nothing here. Unless other types are given
    it is of memories; key-value memories are in it as the domain ``flat``.

    Args:
        kinds: The types.
        seen_as: What search sees of a record of them; ``None`` where there is nothing to be found.
    """

    def __init__(
        self,
        kinds: tuple[type[Any], ...] = (PersonaMemory, Memory),
        seen_as: "Callable[[Any], Document | None]" = as_persona,
    ) -> None:
        super().__init__(kinds, lambda: Searched(seen_as))

    def documents(self, scope: str) -> "Documents | None":
        """What is known of a scope; ``None`` until it was filled."""
        searched = self.known(scope)
        return None if searched is None else searched.documents

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        if change.ref.kind is Device and change.cause is not Cause.LOCAL:
            # another device told what it used, which no memory's own record may say yet
            for searched in self.all:
                searched.documents.uses_heard += 1
        super().apply(change)

    def use(self, ref: Ref[Any], at: float) -> None:
        """A memory was used here, which is no change.

        Args:
            ref: Which.
            at: When, seconds since the epoch.
        """
        if (documents := self.documents(ref.scope)) is not None:
            documents.use(ref, at)
