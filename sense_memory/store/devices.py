"""Who else holds this mind."""

from dataclasses import replace

from ..core.change import Forget
from ..core.config import DeviceConfig
from ..core.device_status import DeviceStatus
from ..core.errors import InputError
from ..core.ports import Clock
from ..core.records.device import Device
from ..core.ref import Ref
from ..io.repository import Repository


async def devices(repository: Repository, clock: Clock, config: DeviceConfig) -> list[DeviceStatus]:
    """Every device that ever said something of itself, the latest first."""
    await repository.follow()
    if not repository.devices:
        return []  # there is nobody to compare with: that would be to read all memories once
    count, mine = await repository.fingerprint()
    now = clock.now()
    found = []
    for said in sorted(repository.devices.values(), key=lambda one: (-one.seen_at, one.id)):
        is_this = said.id == repository.device
        # what this one said last may be a quarter of an hour old
        device = replace(said, count=count, fingerprint=mine) if is_this else said
        is_silent = not is_this and now - device.seen_at > config.silent_after
        found.append(DeviceStatus(device, is_this, is_silent, device.fingerprint == mine))
    return found


async def retire(repository: Repository, device: str) -> str:
    """Forget a device that is gone for good; what it wrote stays."""
    if not isinstance(device, str):
        raise InputError(f"a device is named by its id, got {type(device).__name__}")
    if device == repository.device:
        raise InputError(f"{device} is this device; it cannot retire itself")
    if device not in repository.devices:
        known = ", ".join(sorted(repository.devices)) or "none"
        raise InputError(f"there is no device {device!r}; known are: {known}")
    receipt = await repository.commit(Forget(Ref(Device, device)))
    return receipt.event_ids[0]
