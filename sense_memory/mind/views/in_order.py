"""Things that are kept in the order of their keys, however they arrive."""

from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

AT_ONCE = 16
"""The part of what is in order, one of so many, up to which what is new is put in one by one."""


class Comparable(Protocol):
    """What has an order."""

    def __lt__(self, other: Any, /) -> bool:
        """Whether it comes before another one."""
        ...

    def __hash__(self) -> int:
        """As for every key."""
        ...


K = TypeVar("K", bound=Comparable)
T = TypeVar("T")


class InOrder(Generic[K, T]):
    """Things by key; what arrives is put in its place when somebody asks for the order."""

    __slots__ = ("_by_key", "_keys", "_new", "_things")

    def __init__(self) -> None:
        self._by_key: dict[K, T] = {}
        self._keys: list[K] = []
        self._new: list[K] = []
        self._things: tuple[T, ...] | None = ()

    def __len__(self) -> int:
        return len(self._by_key)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def __iter__(self) -> Iterator[K]:
        self._sort()
        return iter(self._keys)

    def get(self, key: K) -> T | None:
        """What stands under a key; ``None`` if nothing does."""
        return self._by_key.get(key)

    def put(self, key: K, thing: T) -> None:
        """This stands under a key from now on."""
        if key not in self._by_key:
            self._new.append(key)
        self._by_key[key] = thing
        self._things = None

    def drop(self, key: K) -> None:
        """Nothing stands under a key any more."""
        if key not in self._by_key:
            return
        self._sort()
        del self._keys[bisect_left(self._keys, key)]
        del self._by_key[key]
        self._things = None

    @property
    def things(self) -> tuple[T, ...]:
        """All of them, in the order of their keys."""
        if self._things is None:
            self._sort()
            self._things = tuple(map(self._by_key.__getitem__, self._keys))
        return self._things

    def _sort(self) -> None:
        if len(self._new) * AT_ONCE < len(self._keys):
            for key in self._new:
                insort(self._keys, key)
        else:
            self._keys.extend(self._new)
            self._keys.sort()
        self._new.clear()
