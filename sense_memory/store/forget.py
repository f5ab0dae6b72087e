"""Forgetting a record of any type."""

from ..core.change import Forget
from . import kv
from .context import Context
from .references import Named, known


async def forget(context: Context, named: Named) -> str:
    """Let nothing stand where the record that is meant stands; the event id of what stands there.

    A text that is no ``domain/facet/key`` is a key of the published client, for which it is no
    error if there is none.

    Raises:
        UnknownMemoryError: There is none; nothing was written.
    """
    if isinstance(named, str) and named.count("/") != 2:
        return await kv.forget(context, named)
    standing = await known(context, named, "; nothing was forgotten")
    return (await context.records.commit(*map(Forget, standing))).event_ids[0]
