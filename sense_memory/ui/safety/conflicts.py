"""What devices wrote apart, for somebody to decide."""

import json
from dataclasses import dataclass

from ...core.conflict import Conflict
from ...core.errors import InputError
from ...store import MemoryStore
from .devices import device_names
from .named import Named, all_named

TIMES = frozenset({"valid_to"})
"""Fields that are seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class ValueShown:
    """One of the values.

    Attributes:
        text: It, as people read it; ``""`` where ``at`` says it.
        time: It, where the field is a date: seconds since the epoch; else ``None``.
        device: Who wrote it, as people call it.
        at: When, by that device's clock.
    """

    text: str
    time: float | None
    device: str
    at: float


@dataclass(frozen=True, slots=True)
class ConflictShown:
    """A field that several devices wrote, none of them having seen the others.

    Attributes:
        id: 8 hex digits that name it as it stands.
        what: The record.
        field: Which part of it.
        values: The one that is shown everywhere first.
        is_text: Whether another text may be put in place of them all.
    """

    id: str
    what: Named
    field: str
    values: tuple[ValueShown, ...]
    is_text: bool


@dataclass(frozen=True, slots=True)
class ConflictsShown:
    """All of them.

    Attributes:
        conflicts: By name.
    """

    conflicts: tuple[ConflictShown, ...]


async def conflicts_shown(store: MemoryStore) -> ConflictsShown:
    """What nobody has decided yet.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    found = await store.conflicts()
    if not found:
        return ConflictsShown(())
    names = await all_named(store, [one.ref for one in found])
    devices = await device_names(store)
    return ConflictsShown(
        tuple(
            ConflictShown(
                one.id,
                names[one.ref],
                one.field,
                tuple(
                    ValueShown(
                        *_shown(one.field, each.value),
                        devices.get(each.device, each.device),
                        each.at,
                    )
                    for each in one.values
                ),
                isinstance(one.shown.value, str),
            )
            for one in found
        )
    )


async def conflict_of(store: MemoryStore, id_: str) -> Conflict:
    """The conflict that somebody looked at, if it still stands as it was.

    Raises:
        InputError: Somebody has decided meanwhile, or something was written there.
    """
    for one in await store.conflicts():
        if one.id == id_:
            return one
    raise InputError("something was written there since you looked; nothing is done")


def _shown(field: str, value: object) -> tuple[str, float | None]:
    if field in TIMES and isinstance(value, int | float):
        return "", float(value)
    return (value, None) if isinstance(value, str) else (json.dumps(value), None)
