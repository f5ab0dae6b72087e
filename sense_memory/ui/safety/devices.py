"""The devices that share this mind, each with its last word."""

from dataclasses import dataclass

from ...core.errors import InputError
from ...store import MemoryStore


@dataclass(frozen=True, slots=True)
class DeviceShown:
    """One device.

    Attributes:
        id: It.
        name: What its owner calls it.
        seen_at: When it spoke last, seconds since the epoch.
        count: How many records it held then; of this one, now.
        is_this: It is this one.
        is_silent: It has not been heard of for long.
        agrees: It held the same as this one does now.
        through: The relays that it reads.
    """

    id: str
    name: str
    seen_at: float
    count: int
    is_this: bool
    is_silent: bool
    agrees: bool
    through: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DevicesShown:
    """All that have said so.

    Attributes:
        this: Id of this one, which may not have said anything yet.
        devices: The latest first.
        why_not: Why they are not shown: the store is one scope; ``""`` if they are.
    """

    this: str
    devices: tuple[DeviceShown, ...]
    why_not: str


async def devices_shown(store: MemoryStore) -> DevicesShown:
    """The devices."""
    this = store.status().device
    try:
        found = await store.devices()
    except InputError as error:
        return DevicesShown(this, (), str(error))
    shown = tuple(
        DeviceShown(
            one.device.id,
            one.device.name,
            one.device.seen_at,
            one.device.count,
            one.is_this,
            one.is_silent,
            one.agrees,
            tuple(sorted(one.device.through)),
        )
        for one in found
    )
    return DevicesShown(this, shown, "")


async def device_names(store: MemoryStore) -> dict[str, str]:
    """What the devices that are known here are called, by their ids."""
    known = await devices_shown(store)
    named = {one.id: f"{one.name} ({one.id})" for one in known.devices if one.name}
    return {**named, known.this: "this device"}
