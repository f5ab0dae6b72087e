"""What a view knows of a scope, filled when it is first asked."""

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.errors import ReadFailedError
from ..core.ports import Records
from ..core.ref import Ref
from ..mind.views.scopes import Filling, Known, Scopes
from ..mind.views.search_index import Searched, SearchIndex
from .outage import Outage

if TYPE_CHECKING:
    from ..mind.search.documents import Documents

T = TypeVar("T", bound=Known)

AT_ONCE = 500
"""Records that are taken in before somebody else may do something."""
NOBODYS = "nobody-s"
"""A name that no record has."""


async def filled(records: Records, view: Scopes[T], scope: str, *, held: bool = False) -> T:
    """All that is known of a scope, brought up to date.

    Args:
        records: Where it is read.
        view: What keeps it.
        scope: Which.
        held: Only what this store holds, without waiting for what relays may hold.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    await records.follow()
    known = view.known(scope)
    if known is None:
        known = await _fill(records, view, scope)
    if not held and scope not in view.asked:
        try:
            # of what nobody has, it is known that it is not there once a relay was read
            await records.get(Ref(view.kinds[0], NOBODYS, scope))
        except ReadFailedError:
            if known.is_empty:
                raise
        else:
            view.asked.add(scope)
    return known


async def _fill(records: Records, view: Scopes[T], scope: str) -> T:
    """Read what this store holds."""
    filling = view.begin(scope)
    try:
        for kind in view.kinds:
            async for entry in records.held(kind, scope):
                filling.add(entry.ref, entry.record)
                if filling.count % AT_ONCE == 0:
                    await asyncio.sleep(0)
    except BaseException:
        view.give_up(scope, filling)
        raise
    return view.finish(scope, filling)


async def _take_in(
    records: Records, filling: Filling[Searched], kind: type[Any], scope: str
) -> None:
    async for entry in records.select(kind, scope=scope):
        filling.add(entry.ref, entry.record)
        if filling.count % AT_ONCE == 0:
            await asyncio.sleep(0)


async def indexed(records: Records, index: SearchIndex, scope: str) -> "Documents":
    """What search knows of a scope, brought up to date; arguments and errors as for ``filled``."""
    await records.follow()
    if (documents := index.documents(scope)) is not None:
        return documents
    filling = index.begin(scope)
    outage = Outage()
    try:
        for kind in index.kinds:
            await outage.spared(_take_in(records, filling, kind, scope), None)
        outage.check()
    except BaseException:
        index.give_up(scope, filling)
        raise
    return index.finish(scope, filling).documents
