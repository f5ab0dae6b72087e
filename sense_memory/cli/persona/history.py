"""persona history: what was believed when, and why it changed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from ...core.errors import InputError
from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, iso, local_time
from ..session import Session, run, session_of
from .app import commands
from .links import NameOne
from .memories import SyncOption

if TYPE_CHECKING:
    from ...core.device_status import DeviceStatus
    from ...core.records.belief import Belief
    from ...store import MemoryStore

TOO_LONG = "(too long to be kept)"


@commands.command(
    epilog=examples(
        "sense-memory persona history people/facts/vergel",
        "sense-memory --json persona history vergel | jq -r .value",
    )
)
def history(context: typer.Context, name: NameOne, sync: SyncOption = False) -> None:
    """Print what was believed when, and why it changed, the oldest first; this is no use of it.

    Memories that it superseded are among it, and those that superseded it.
    """
    run(_history(session_of(context), name, sync))


async def _history(session: Session, name: str, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await found_somewhere(session, store, lambda: store.persona_history(name))
        names = {one.device.id: one.device.name for one in await _devices(store)}
    for one in found if session.as_json else ():
        data_json(_fields(one, names))
    if not session.as_json:
        data_table(
            ["from", "until", "memory", "value", "why it ended", "by"],
            [_row(one, names) for one in found],
        )


async def _devices(store: "MemoryStore") -> "Sequence[DeviceStatus]":
    try:
        return await store.devices()
    except InputError:
        return ()  # a restricted store does not say


def _row(one: "Belief", names: dict[str, str]) -> tuple[str, ...]:
    until = local_time(one.until) if one.until is not None else ""
    value = TOO_LONG if one.value is None else one.value
    return local_time(one.since), until, one.name, value, one.why, names.get(one.by) or one.by


def _fields(one: "Belief", names: dict[str, str]) -> dict[str, Any]:
    return {
        "memory": one.name,
        "value": one.value,
        "since": iso(one.since),
        "until": iso(one.until),
        "why": one.why,
        "by": one.by,
        "device": names.get(one.by),
        "source": one.source,
        "confidence": float(one.confidence),
    }
