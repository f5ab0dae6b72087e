"""The devices that share this mind, each with its last word."""

from dataclasses import dataclass

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
    """

    id: str
    name: str
    seen_at: float
    count: int
    is_this: bool
    is_silent: bool
    agrees: bool


@dataclass(frozen=True, slots=True)
class DevicesShown:
    """All that have said so.

    Attributes:
        this: Id of this one, which may not have said anything yet.
        devices: The latest first.
    """

    this: str
    devices: tuple[DeviceShown, ...]


async def devices_shown(store: MemoryStore) -> DevicesShown:
    """The devices.

    Raises:
        InputError: The store is one scope.
    """
    found = tuple(
        DeviceShown(
            one.device.id,
            one.device.name,
            one.device.seen_at,
            one.device.count,
            one.is_this,
            one.is_silent,
            one.agrees,
        )
        for one in await store.devices()
    )
    return DevicesShown(store.status().device, found)
