"""What is known of each scope: filled once from the records, and kept in step from then on."""

from collections.abc import Callable, Collection
from typing import Any, Generic, Protocol, TypeVar

from ...core.change import Change
from ...core.ref import Ref


class Known(Protocol):
    """What is known of one scope."""

    @property
    def is_empty(self) -> bool:
        """Whether that is nothing."""
        ...

    def note(self, ref: Ref[Any], record: Any) -> None:
        """This stands there now; ``None``: nothing does."""
        ...


T = TypeVar("T", bound=Known)


class Filling(Generic[T]):
    """A scope that is being filled; what changes meanwhile counts more than what was read.

    Attributes:
        known: What is known of it so far.
        count: How many records were read.
    """

    def __init__(self, known: T) -> None:
        self.known = known
        self.count = 0
        self._changed: set[Ref[Any]] = set()

    def add(self, ref: Ref[Any], record: object) -> None:
        """Take in a record that was read."""
        self.count += 1
        if ref not in self._changed:
            self.known.note(ref, record)

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        self._changed.add(change.ref)
        self.known.note(change.ref, change.after)


class Scopes(Generic[T]):
    """The scopes in which something was asked for.

    Args:
        kinds: The classes of records that are taken in.
        new: Makes what knows nothing yet.

    Attributes:
        kinds: As given.
        asked: The scopes of which relays were asked, or need not be.
    """

    def __init__(self, kinds: Collection[type[Any]], new: Callable[[], T]) -> None:
        self.kinds: tuple[type[Any], ...] = tuple(kinds)
        self.asked: set[str] = set()
        self._new = new
        self._known: dict[str, T] = {}
        self._fillings: dict[str, list[Filling[T]]] = {}

    @property
    def all(self) -> Collection[T]:
        """What is known of every scope that was filled."""
        return self._known.values()

    def known(self, scope: str) -> T | None:
        """What is known of a scope; ``None`` until it was filled."""
        return self._known.get(scope)

    def at(self, scope: str) -> list[T]:
        """What is known of a scope, or is just being filled."""
        known = [filling.known for filling in self._fillings.get(scope, ())]
        return known if scope not in self._known else [*known, self._known[scope]]

    def begin(self, scope: str) -> Filling[T]:
        """Fill a scope; what is read goes there, and ``finish`` or ``give_up`` ends it."""
        filling = Filling(self._new())
        self._fillings.setdefault(scope, []).append(filling)
        return filling

    def finish(self, scope: str, filling: Filling[T]) -> T:
        """All that there is was read."""
        self.give_up(scope, filling)
        # of two that filled it at the same time the first one is kept
        return self._known.setdefault(scope, filling.known)

    def give_up(self, scope: str, filling: Filling[T]) -> None:
        """It could not be read to the end."""
        self._fillings[scope].remove(filling)
        if not self._fillings[scope]:
            del self._fillings[scope]

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        if change.ref.kind not in self.kinds:
            return
        for filling in self._fillings.get(change.ref.scope, ()):
            filling.apply(change)
        if (known := self._known.get(change.ref.scope)) is not None:
            known.note(change.ref, change.after)
