"""Things that are kept in the order of their keys, however they arrive."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar


class Key(Protocol):
    """What has an order."""

    def __lt__(self, other: Any, /) -> bool:
        """Whether it comes before another one."""
        ...

    def __hash__(self) -> int:
        """Equal ones have equal hashes."""
        ...


K = TypeVar("K", bound=Key)
T = TypeVar("T")
V = TypeVar("V")


def _nothing(_thing: object) -> tuple[Any, ...]:
    return ()


class InOrder(Generic[K, T]):
    """Things by key. What changed is put in its place when somebody asks, and nothing else.

    Args:
        width: How many columns there are beside the things.
        spread: What stands in them of a thing, so that all are asked at once.
    """

    __slots__ = ("_by_key", "_changed", "_columns", "_keys", "_spread", "_things")

    def __init__(self, width: int = 0, spread: Callable[[T], tuple[Any, ...]] = _nothing) -> None:
        self._spread = spread
        self._by_key: dict[K, T] = {}
        self._changed: dict[K, None] = {}
        self._keys: list[K] = []
        self._things: list[T] = []
        self._columns: list[list[Any]] = [[] for _ in range(width)]

    def __len__(self) -> int:
        return len(self._by_key)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def __iter__(self) -> Iterator[K]:
        return iter(self.keys)

    def get(self, key: K) -> T | None:
        """What stands under a key; ``None`` if nothing does."""
        return self._by_key.get(key)

    def put(self, key: K, thing: T) -> None:
        """This stands under a key from now on."""
        self._by_key[key] = thing
        self._changed[key] = None

    def drop(self, key: K) -> None:
        """Nothing stands under a key any more."""
        if self._by_key.pop(key, None) is not None:
            self._changed[key] = None

    @property
    def keys(self) -> Sequence[K]:
        """All keys, in order."""
        self._settle()
        return self._keys

    @property
    def things(self) -> Sequence[T]:
        """All things, in the order of their keys."""
        self._settle()
        return self._things

    @property
    def columns(self) -> Sequence[Sequence[Any]]:
        """What stands in the columns of all things, likewise."""
        self._settle()
        return self._columns

    def _settle(self) -> None:
        if not self._changed:
            return
        # what was given to somebody stays as it was given
        keys, columns = self._keys, [self._things.copy(), *map(list.copy, self._columns)]
        gone, new = list[int](), list[K]()
        for key in self._changed:
            row = bisect_left(keys, key)
            stands = row < len(keys) and keys[row] == key
            if key not in self._by_key:
                gone += [row] if stands else []
            elif stands:
                for column, said in zip(columns, self._row(key), strict=True):
                    column[row] = said
            else:
                new.append(key)
        self._changed.clear()
        if gone:
            gone.sort()
            keys, *columns = (_without(column, gone) for column in (keys, *columns))
        if new:
            new.sort()
            places = [bisect_left(keys, key) for key in new]
            said_of_new = zip(*map(self._row, new), strict=True)
            keys, *columns = (
                _with(column, places, said)
                for column, said in zip((keys, *columns), (new, *said_of_new), strict=True)
            )
        self._keys = keys
        self._things, *self._columns = columns

    def _row(self, key: K) -> tuple[Any, ...]:
        thing = self._by_key[key]
        return thing, *self._spread(thing)


def _without(column: list[V], rows: Sequence[int]) -> list[V]:
    """A column without some rows, which are given in order."""
    kept, at = list[V](), 0
    for row in rows:
        kept += column[at:row]
        at = row + 1
    return kept + column[at:]


def _with(column: list[V], rows: Sequence[int], said: Sequence[V]) -> list[V]:
    """A column with something put in before some rows, which are given in order."""
    if not column:
        return list(said)
    made, at = list[V](), 0
    for row, one in zip(rows, said, strict=True):
        made += column[at:row]
        made.append(one)
        at = row
    return made + column[at:]
