"""What a view knows of a scope, filled when it is first asked."""

import asyncio
from typing import TypeVar

from ..core.ports import Records
from ..mind.views.scopes import Known, Scopes

T = TypeVar("T", bound=Known)

AT_ONCE = 500
"""Records that are taken in before somebody else may do something."""


async def filled(records: Records, view: Scopes[T], scope: str) -> T:
    """All that is known of a scope, brought up to date.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    await records.follow()
    if (known := view.known(scope)) is not None:
        return known
    filling = view.begin(scope)
    try:
        for kind in view.kinds:
            async for entry in records.select(kind, scope=scope):
                filling.add(entry.ref, entry.record)
                if filling.count % AT_ONCE == 0:
                    await asyncio.sleep(0)
    except BaseException:
        view.give_up(scope, filling)
        raise
    return view.finish(scope, filling)
