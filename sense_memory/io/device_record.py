"""What this device tells the others of itself, so that all know who is there and who has what."""

import platform

from ..core.change import Put
from ..core.config import Config
from ..core.ports import Clock
from ..core.records.device import Device
from ..core.ref import Ref
from .database import SQLiteDatabase
from .repository import Repository

MOST_TOUCHES = 400
"""In one record: some 24 KB. What does not fit waits, the latest uses first."""
HEARTBEAT = 86_400.0
"""Seconds after which a device says that it is there, though nothing changed."""


class DeviceRecord:
    """Writes the record of this device when there is something to say, and not too often."""

    def __init__(
        self, repository: Repository, database: SQLiteDatabase, clock: Clock, config: Config
    ) -> None:
        self._repository = repository
        self._database = database
        self._clock = clock
        self._config = config.devices

    async def tell(self) -> bool:
        """Write the record, if it is time; whether it was written.

        Devices without a file come and go, and keep no record.
        """
        repository = self._repository
        if not repository.has_file or repository.naming.addressing is None:
            return False
        now = self._clock.now()
        last = repository.devices.get(repository.device)
        if last is not None and 0 <= now - last.seen_at < self._config.interval:
            return False
        record = await self._record(now)
        if last is not None and not _is_news(last, record):
            return False
        await repository.commit(Put(Ref(Device, record.id), record))
        return True

    async def _record(self, now: float) -> Device:
        repository = self._repository
        rows = await self._database.relays.all()
        through = {row.url: row.complete_at for row in rows.values() if row.complete_at is not None}
        count, fingerprint = await repository.fingerprint()
        return Device(
            repository.device,
            self._config.name or platform.node()[:64],
            now,
            through,
            count,
            fingerprint,
            await repository.touches_for_others(MOST_TOUCHES),
        )


def _is_news(last: Device, record: Device) -> bool:
    """Whether a record says something that the last one did not."""
    return (
        (last.fingerprint, last.touches, last.name, last.through.keys())
        != (record.fingerprint, record.touches, record.name, record.through.keys())
    ) or record.seen_at - last.seen_at >= HEARTBEAT
