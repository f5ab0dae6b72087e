"""LangGraph's ``BaseStore`` over a store of ours."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ...core.errors import InputError
from ...store import context_of
from ...store.context import Context
from ..missing import needed
from ..store_reach import AnyStore, StoreReach
from . import items
from .items import Kept
from .matching import check_filter, has_labels, passes
from .names import Place, check_key
from .wording import written

with needed("langgraph"):
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        validate_op_namespace,
    )

log = logging.getLogger("sense_memory.adapters")

T = TypeVar("T")


class LangGraphStore(BaseStore):  # type: ignore[misc]  # mypy does not follow LangGraph
    """A store for LangGraph's agents: ``graph.compile(store=LangGraphStore(store))``.

    An item is a key-value memory, ``langgraph:users.123:prefs`` of the item ``prefs`` in
    ``("users", "123")``: encrypted, on every device, found by ``search`` and told by ``prompt`` as
    the text that it says; it does not fade, and can be forgotten as any memory can. Of an item that
    devices wrote apart the latest is shown, and ``conflicts`` has the others.

    A namespace is no wall: what reads the store itself sees the items of all. A scope is one:
    ``LangGraphStore(store.scope("user:alice"))``. In a plain store relays see namespaces and keys,
    as they see every key, and in a blinded one not even those.

    - Values are JSON: dicts with strings for keys, lists, strings, numbers, booleans, ``None``. A
      tuple comes back as a list. Of anything else an error names the field. At most 40,960 bytes a
      record; namespace and key together make at most 256 characters.
    - A batch is read first and written then, as by ``InMemoryStore``; of several puts to one item
      the last counts. All of it is written, or nothing is.
    - A search with a query goes as ``store.search`` does: by words, dates, and by meaning where the
      store has an encoder. ``score`` says how well an item answers, and only the order within one
      search means something. Items that do not answer follow, without a score.
    - Without a query what was put last comes first. Both dates of an item are when it was put last.
    - ``index`` changes nothing: an item is found by all that it says. There is no ``ttl``: putting
      something with one is refused.

    Args:
        store: A ``MemoryStore``, or a ``sense_memory.blocking.MemoryStore``. Asynchronous graphs do
            well with either; of an asynchronous store, synchronous calls are refused on the event
            loop that they would stop.

    Raises:
        InputError: It is no store.
    """

    supports_ttl = False

    def __init__(self, store: AnyStore) -> None:
        self._reach = StoreReach(store)
        self._has_told_of_index = False

    def __repr__(self) -> str:
        return f"LangGraphStore({self._reach.mind!r})"

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """What each operation gives, in order.

        Raises:
            InvalidNamespaceError: A label is empty, no text, or has a dot in it.
            InputError: A key, a value, a filter or a number is not taken, a record is too large, or
                the event loop of the store runs in this thread. Nothing was written.
            NotImplementedError: Something is to be put for a time.
            ReadFailedError: Nothing is known here and no relay could be read to its end.
            PublishFailedError, MovedError, StorageError: As for ``store.remember``.
        """
        return self._reach.wait(self._done(_Batch.of(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same, awaited."""
        return await self._reach.there(self._done(_Batch.of(ops)))

    async def _done(self, batch: "_Batch") -> list[Result]:
        if batch.has_index and not self._has_told_of_index:
            self._has_told_of_index = True
            log.warning(
                "an item is found by all that it says: what `index` asks for changes nothing"
            )
        context = await context_of(self._reach.mind)
        results = [await _read(context, op) for op in batch.ops]
        await items.write(context, batch.values)
        return results


class _Batch:
    """Operations that were looked at: what is wrong with one is said before any is begun.

    Attributes:
        ops: All of them.
        values: What is to stand in each place in the end; ``None`` is nothing.
        has_index: Whether any says how it wants to be found.
    """

    def __init__(self) -> None:
        self.ops = list[Op]()
        self.values = dict[Place, str | None]()
        self.has_index = False

    @classmethod
    def of(cls, ops: Iterable[Op]) -> "_Batch":
        """Look at operations.

        Raises:
            InvalidNamespaceError, InputError, NotImplementedError: One cannot be done.
        """
        batch = cls()
        for op in ops:
            batch._add(op)
        return batch

    def _add(self, op: Op) -> None:
        if not isinstance(op, GetOp | PutOp | SearchOp | ListNamespacesOp):
            raise InputError(f"Unknown operation type: {type(op).__name__}")
        validate_op_namespace(op)
        if isinstance(op, GetOp | PutOp):
            _ = _place(op).name
        else:
            _check_page(op)
        if isinstance(op, PutOp):
            if op.ttl is not None:
                raise NotImplementedError(
                    "TTL is not supported by LangGraphStore: what is put stays until it is "
                    "deleted; set ttl=None"
                )
            self.has_index |= op.index is not None and op.value is not None
            self.values[_place(op)] = None if op.value is None else written(op.value)
        elif isinstance(op, SearchOp) and op.filter is not None:
            check_filter(op.filter)
        elif isinstance(op, ListNamespacesOp):
            _check_conditions(op)
        self.ops.append(op)


def _place(op: Any) -> Place:
    return Place(tuple(op.namespace), check_key(op.key))


def _check_page(op: Any) -> None:
    for name in ("limit", "offset"):
        number = getattr(op, name)
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise InputError(f"{name} is a whole number of 0 or more, got {number!r}")


def _check_conditions(op: Any) -> None:
    for one in op.match_conditions or ():
        if one.match_type not in ("prefix", "suffix"):
            raise InputError(f"Unsupported match type: {one.match_type}")
    depth = op.max_depth
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 1):
        raise InputError(f"max_depth is a whole number of 1 or more, or None, got {depth!r}")


# ------------------------------------------------------------------------ reading


async def _read(context: Context, op: Any) -> Any:
    if isinstance(op, GetOp):
        kept = await items.get(context, _place(op))
        return None if kept is None else Item(**_fields(kept))
    if isinstance(op, SearchOp):
        found = await _found(context, op)
        return [SearchItem(**_fields(kept), score=kept.score) for kept in found]
    if isinstance(op, ListNamespacesOp):
        return await _namespaces(context, op)
    return None


async def _found(context: Context, op: Any) -> list[Kept]:
    prefix, end = tuple(op.namespace_prefix), op.offset + op.limit

    def is_wanted(value: Mapping[str, Any]) -> bool:
        return not op.filter or passes(value, op.filter)

    found = list[Kept]()
    if op.query and end:
        found = await items.answering(context, op.query, prefix, end, is_wanted)
    if len(found) < end:
        answering = {kept.place for kept in found}
        found += [
            kept
            for kept in await items.below(context, prefix)
            if kept.place not in answering and is_wanted(kept.value)
        ]
    return found[op.offset : end]


async def _namespaces(context: Context, op: Any) -> list[tuple[str, ...]]:
    found = {
        namespace[: op.max_depth]
        for namespace in await items.namespaces(context)
        if all(
            has_labels(namespace, one.path, at_end=one.match_type == "suffix")
            for one in op.match_conditions or ()
        )
    }
    return sorted(found)[op.offset : op.offset + op.limit]


def _fields(kept: Kept) -> dict[str, Any]:
    return {
        "namespace": kept.place.namespace,
        "key": kept.place.key,
        "value": kept.value,
        "created_at": kept.date,
        "updated_at": kept.date,
    }
