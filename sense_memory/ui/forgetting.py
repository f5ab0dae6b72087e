"""Forgetting by way of the page: only what it showed, and so that it can be brought back."""

from collections.abc import Callable, Sequence
from typing import Any

from ..core.about import AboutLine, ForgottenLine
from ..core.change import Forget
from ..core.errors import UnknownMemoryError
from ..core.expected import check_expected
from ..core.found import Room
from ..core.records.reference import reference_to
from ..core.ref import Ref
from ..store import context_of
from ..store.forget import let_names_go
from .asking import Done
from .mind import Mind

LONGEST = 120
"""Characters of what was forgotten that are told; whoever brings it back has the whole."""


async def forget_as_seen(
    mind: Mind, refs: Sequence[Ref[Any]], room: Room, seen: str, says: Callable[[Any], str]
) -> Done:
    """Forget a record, here and on every relay; it is held here, to be brought back.

    Args:
        mind: Whose it is.
        refs: All the places where it may stand; the first is what it is brought back to.
        room: Of what kind it is.
        seen: What the page showed of it.
        says: What such a record says.

    Raises:
        ChangedMeanwhileError: It says something else by now; nothing was done.
        UnknownMemoryError: It was forgotten meanwhile.
    """
    context = await context_of(mind.store)

    def is_as_seen(record: Any) -> bool:
        check_expected(says(record), seen)
        return True

    record = await context.records.get(refs[0])
    written = await context.records.commit(*(Forget(ref, only_if=is_as_seen) for ref in refs))
    event_id = written.event_ids[0]
    if not event_id:
        raise UnknownMemoryError("it was forgotten meanwhile")
    await let_names_go(context)
    line = AboutLine(reference_to(refs[0]), room, seen[:LONGEST], None, "")
    mind.forgotten.keep(ForgottenLine(line, event_id, record))
    return Done(event_id)
