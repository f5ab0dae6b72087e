"""Who else holds this mind."""

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
    _, mine = await repository.fingerprint()
    now = clock.now()
    return [
        DeviceStatus(
            device,
            device.id == repository.device,
            now - device.seen_at > config.silent_after,
            device.fingerprint == mine,
        )
        for device in sorted(repository.devices.values(), key=lambda one: (-one.seen_at, one.id))
    ]


async def retire(repository: Repository, device: str) -> str:
    """Forget a device that is gone for good; what it wrote stays."""
    if device == repository.device:
        raise InputError(f"{device} is this device; it cannot retire itself")
    if device not in repository.devices:
        known = ", ".join(sorted(repository.devices)) or "none"
        raise InputError(f"there is no device {device!r}; known are: {known}")
    receipt = await repository.commit(Forget(Ref(Device, device)))
    return receipt.event_ids[0]
