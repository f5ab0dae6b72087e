"""Which records name which, without reading them all again."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ...core.change import Change
from ...core.ref import Ref


@dataclass(slots=True, eq=False)
class Filling:
    """A scope that is being read, and what changes meanwhile, which counts more."""

    scope: str
    changed: dict[Ref[Any], frozenset[Ref[Any]]] = field(default_factory=dict)


class References:
    """Who names a record: a fold over all changes.

    A scope is filled once from the records, when the first of its records is forgotten, and kept
    in step from then on. What is forgotten while this process runs is remembered, in any scope, so
    that a record which somebody wrote meanwhile and which names it does not go unnoticed.

    Args:
        named: The records that a record names.
        kinds: The classes that records may name.
        elsewhere: By class, the classes of records of which somebody else knows that they name one
            of these: here is remembered only that it was forgotten.
        unread: Those for which a scope need not be filled, since somebody else knows whether one
            of them is named at all: until it is, only that one was forgotten is remembered.
    """

    def __init__(
        self,
        named: Callable[[Ref[Any], object], frozenset[Ref[Any]]],
        kinds: Collection[type],
        elsewhere: Mapping[type, frozenset[type]] = MappingProxyType({}),
        unread: Collection[type] = (),
    ) -> None:
        self._named = named
        self._kinds = kinds
        self._elsewhere = elsewhere
        self._unread = frozenset(unread)
        self._targets: dict[str, dict[Ref[Any], frozenset[Ref[Any]]]] = {}
        self._holders: dict[str, dict[Ref[Any], set[Ref[Any]]]] = {}
        self._fillings: list[Filling] = []
        self._gone: set[Ref[Any]] = set()
        self._loose: dict[Ref[Any], None] = {}

    def has(self, scope: str) -> bool:
        """Whether the scope was filled."""
        return scope in self._targets

    def begin(self, scope: str) -> Filling:
        """Note from now on what changes in a scope that is about to be read."""
        filling = Filling(scope)
        self._fillings.append(filling)
        return filling

    def fill(self, filling: Filling, found: Mapping[Ref[Any], frozenset[Ref[Any]]]) -> None:
        """Take in what was read since ``begin``: record to the records that it names."""
        self.abandon(filling)
        if self.has(filling.scope):
            return  # two read it at once; the first has been kept in step since
        self._targets[filling.scope] = {}
        self._holders[filling.scope] = {}
        for ref, named in {**found, **filling.changed}.items():
            self._note(ref, named)
            self._look(ref, named)

    def abandon(self, filling: Filling) -> None:
        """The scope could not be read."""
        if filling in self._fillings:
            self._fillings.remove(filling)

    def holders(self, ref: Ref[Any]) -> list[Ref[Any]]:
        """The records of a filled scope that name a record, by name."""
        found = self._holders[ref.scope].get(ref, ())
        return sorted(found, key=lambda holder: (holder.kind.__name__, holder.name))

    def apply(self, change: Change[object]) -> None:
        """Fold one change in."""
        ref: Ref[Any] = change.ref
        stands = change.after is not None
        # while nothing was read and nothing forgotten, nobody asks what a record names
        is_asked = bool(self._fillings or self._gone) or self.has(ref.scope)
        named = self._named(ref, change.after) if stands and is_asked else frozenset[Ref[Any]]()
        for filling in self._fillings:
            if filling.scope == ref.scope:
                filling.changed[ref] = named
        if self.has(ref.scope):
            self._note(ref, named)
        if ref.kind in self._kinds:
            (self._gone.discard if stands else self._gone.add)(ref)
            if not stands and self.has(ref.scope):
                self._loose.update(dict.fromkeys(self.holders(ref)))
        self._look(ref, named)
        is_unread = ref.kind in self._unread and not self.has(ref.scope)
        if not stands and (ref.kind in self._elsewhere or is_unread):
            self._loose[ref] = None  # whoever named it meanwhile is looked for

    def _note(self, ref: Ref[Any], named: frozenset[Ref[Any]]) -> None:
        named = frozenset(one for one in named if ref.kind not in self._elsewhere.get(one.kind, ()))
        targets, holders = self._targets[ref.scope], self._holders[ref.scope]
        for target in targets.pop(ref, frozenset()) - named:
            holders[target].discard(ref)
            if not holders[target]:
                del holders[target]
        if named:
            targets[ref] = named
        for target in named:
            holders.setdefault(target, set()).add(ref)

    def _look(self, ref: Ref[Any], named: frozenset[Ref[Any]]) -> None:
        if named & self._gone:
            self._loose[ref] = None
        else:
            self._loose.pop(ref, None)

    def take_loose(self) -> list[Ref[Any]]:
        """The records that name one which was forgotten meanwhile, or one that was; each once."""
        loose = list(self._loose)
        self._loose.clear()
        return loose

    def put_back(self, loose: Iterable[Ref[Any]]) -> None:
        """They name it still."""
        self._loose.update(dict.fromkeys(loose))
