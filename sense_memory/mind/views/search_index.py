"""What search knows of the memories of each scope, in step with every change."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core.change import Cause, Change
from ...core.records.device import Device
from ...core.records.flat import as_persona
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref

if TYPE_CHECKING:
    from ..search.document import Document
    from ..search.documents import Documents


class Filling:
    """A scope that is being filled; what changes meanwhile counts more than what was read.

    Args:
        documents: What it is filled into.
        seen_as: As for ``SearchIndex``.

    Attributes:
        documents: What is known of it so far.
        count: How many records were read.
    """

    def __init__(self, documents: "Documents", seen_as: "Callable[[Any], Document | None]") -> None:
        self.documents = documents
        self.count = 0
        self._seen_as = seen_as
        self._changed: set[Ref[Any]] = set()

    def add(self, ref: Ref[Any], record: object) -> None:
        """Take in a record that was read."""
        self.count += 1
        if ref not in self._changed:
            _put(self.documents, ref, self._seen_as(record))

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        self._changed.add(change.ref)
        after = change.after
        _put(self.documents, change.ref, None if after is None else self._seen_as(after))


class SearchIndex:
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
        self._kinds = kinds
        self._seen_as = seen_as
        self._scopes: dict[str, Documents] = {}
        self._fillings: dict[str, list[Filling]] = {}

    def documents(self, scope: str) -> "Documents | None":
        """What is known of a scope; ``None`` until it was filled."""
        return self._scopes.get(scope)

    def begin(self, scope: str) -> Filling:
        """Fill a scope; what is read goes there, and ``finish`` or ``give_up`` ends it."""
        from ..search.documents import Documents

        filling = Filling(Documents(), self._seen_as)
        self._fillings.setdefault(scope, []).append(filling)
        return filling

    def finish(self, scope: str, filling: Filling) -> "Documents":
        """All that there is was read."""
        self.give_up(scope, filling)
        # of two that filled it at the same time the first one is kept
        return self._scopes.setdefault(scope, filling.documents)

    def give_up(self, scope: str, filling: Filling) -> None:
        """It could not be read to the end."""
        self._fillings[scope].remove(filling)
        if not self._fillings[scope]:
            del self._fillings[scope]

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        kind = change.ref.kind
        if kind in self._kinds:
            for filling in self._fillings.get(change.ref.scope, ()):
                filling.apply(change)
            documents = self._scopes.get(change.ref.scope)
            if documents is not None:
                after = change.after
                _put(documents, change.ref, None if after is None else self._seen_as(after))
        elif kind is Device and change.cause is not Cause.LOCAL:
            # another device told what it used, which no memory's own record may say yet
            for documents in self._scopes.values():
                documents.uses_heard += 1

    def use(self, ref: Ref[Any], at: float) -> None:
        """A memory was used here, which is no change.

        Args:
            ref: Which.
            at: When, seconds since the epoch.
        """
        if (documents := self._scopes.get(ref.scope)) is not None:
            documents.use(ref, at)


def _put(documents: "Documents", ref: Ref[Any], document: "Document | None") -> None:
    if document is None:
        documents.take_out(ref)
    else:
        documents.put(ref, document)
