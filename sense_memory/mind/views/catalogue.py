"""Which domains and facets hold memories, without reading them all again."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from ...core.change import Change
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref


class Catalogue:
    """The names of all persona memories of the scopes that were asked about.

    A scope is filled once from the records, and kept in step by their changes from then on. What
    changes while it is being filled counts more than what the filling brings.
    """

    def __init__(self) -> None:
        self._names: dict[str, set[str]] = {}
        self._changed: dict[str, set[str]] = {}
        self._expected: dict[str, Counter[str]] = defaultdict(Counter)

    def has(self, scope: str) -> bool:
        """Whether the scope was filled."""
        return scope in self._names

    def begin(self, scope: str) -> None:
        """Note from now on what changes in a scope."""
        self._changed[scope] = set()

    def fill(self, scope: str, names: set[str]) -> None:
        """Take in the names that were read since ``begin``."""
        changed = self._changed.pop(scope, set())
        gone = {name[1:] for name in changed if name.startswith("-")}
        born = {name[1:] for name in changed if name.startswith("+")}
        self._names[scope] = (names - gone) | born

    def apply(self, change: Change[object]) -> None:
        """Fold one change in."""
        ref: Ref[object] = change.ref
        if ref.kind is not PersonaMemory:
            return
        stands = change.after is not None
        if (noted := self._changed.get(ref.scope)) is not None:
            noted.discard(f"{'-' if stands else '+'}{ref.name}")
            noted.add(f"{'+' if stands else '-'}{ref.name}")
        if (names := self._names.get(ref.scope)) is not None:
            (names.add if stands else names.discard)(ref.name)

    def names(self, scope: str) -> frozenset[str]:
        """Every name of a filled scope, those that are expected included."""
        return frozenset(self._names[scope]).union(self._expected[scope])

    def expect(self, scope: str, names: Iterable[str]) -> None:
        """These are being written."""
        self._expected[scope].update(names)

    def expect_no_more(self, scope: str, names: Iterable[str]) -> None:
        """They were written, or not."""
        expected = self._expected[scope]
        expected.subtract(names)
        self._expected[scope] = +expected

    def domains(self, scope: str) -> list[str]:
        """Every domain of a filled scope, sorted."""
        return sorted({name.split("/")[0] for name in self._names[scope]})

    def with_key(self, scope: str, key: str) -> list[str]:
        """The full names of a filled scope that end in a key, sorted."""
        return sorted(name for name in self._names[scope] if name.rpartition("/")[2] == key)

    def facets(self, scope: str, domain: str) -> list[str]:
        """Every facet of a domain in a filled scope, sorted."""
        parts = (name.split("/") for name in self._names[scope])
        return sorted({facet for found, facet, _ in parts if found == domain})
