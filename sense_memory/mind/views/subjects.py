"""What each memory states and about whom, so that a new one is compared with a few others only."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...core.change import Cause, Change
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref

if TYPE_CHECKING:
    from ..contradiction.index import Index


EVERYWHERE = ""
"""In place of a domain and facet: all of them."""


@dataclass(slots=True, eq=False)
class Filling:
    """A scope, or a place in it, that is being read.

    Attributes:
        index: What was read so far.
        place: ``domain/facet``, or everywhere.
        changed: Which names changed meanwhile, which counts more.
        count: Memories read.
    """

    index: "Index"
    place: str
    changed: set[str] = field(default_factory=set)
    count: int = 0

    def add(self, name: str, memory: PersonaMemory) -> None:
        """Take in a memory that was read."""
        self.count += 1
        if name not in self.changed:
            _put(self.index, name, memory)


class Subjects:
    """The memories of the scopes in which something was remembered, by what they state.

    A scope is filled once from the records, and kept in step by their changes from then on; or
    first of all one place in it, a domain and facet, since who stores a single memory needs no more
    than that. What memories say is read when their place is asked about. All of it is held in
    memory only, and gone with a memory that is forgotten.
    """

    def __init__(self) -> None:
        self._indexes: dict[str, dict[str, Index]] = {}
        self._fillings: dict[str, list[Filling]] = {}
        self._contradicted: dict[Ref[PersonaMemory], None] = {}

    def index(self, scope: str, place: str = EVERYWHERE) -> "Index | None":
        """What is known of a place in a scope, or more; ``None`` until it was filled."""
        known = self._indexes.get(scope, {})
        whole = known.get(EVERYWHERE)
        return known.get(place) if whole is None else whole

    def is_known(self, scope: str) -> bool:
        """Whether anything of a scope was filled."""
        return scope in self._indexes

    def begin(self, scope: str, place: str = EVERYWHERE) -> Filling:
        """Fill a scope, or a place in it; ``finish`` or ``give_up`` ends it."""
        from ..contradiction.index import Index

        filling = Filling(Index(), place)
        self._fillings.setdefault(scope, []).append(filling)
        return filling

    def finish(self, scope: str, filling: Filling) -> "Index":
        """All of it was read."""
        self.give_up(scope, filling)
        known = self._indexes.setdefault(scope, {})
        # two may have read it at once; the first has been kept in step since
        index = known.setdefault(filling.place, filling.index)
        if filling.place == EVERYWHERE:
            self._indexes[scope] = {EVERYWHERE: index}
        return index

    def give_up(self, scope: str, filling: Filling) -> None:
        """It could not be read."""
        self._fillings[scope].remove(filling)
        if not self._fillings[scope]:
            del self._fillings[scope]

    def apply(self, change: Change[object]) -> None:
        """Fold one change in."""
        ref: Ref[object] = change.ref
        if ref.kind is not PersonaMemory:
            return
        memory = change.after if isinstance(change.after, PersonaMemory) else None
        is_said_elsewhere = memory is not None and change.cause is not Cause.LOCAL
        if memory is not None and is_said_elsewhere and memory.contradicts:
            self._contradicted[Ref(PersonaMemory, ref.name, ref.scope)] = None
        for filling in self._fillings.get(ref.scope, ()):
            filling.changed.add(ref.name)
            _put(filling.index, ref.name, memory)
        for index in self._indexes.get(ref.scope, {}).values():
            _put(index, ref.name, memory)

    def take_contradicted(self) -> list[Ref[PersonaMemory]]:
        """The memories that others said to be contradicted; each is told once."""
        found = list(self._contradicted)
        self._contradicted.clear()
        return found

    def put_back(self, refs: list[Ref[PersonaMemory]]) -> None:
        """They were not looked at."""
        self._contradicted.update(dict.fromkeys(refs))


def _put(index: "Index", name: str, memory: PersonaMemory | None) -> None:
    if memory is None or memory.superseded_by is not None:
        index.discard(name)
        return
    index.add_later(memory)
