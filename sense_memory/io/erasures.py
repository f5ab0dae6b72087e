"""How far the forgettings of a file have come at one relay."""

from dataclasses import replace

from ..core.ports import Clock
from .database import SQLiteDatabase
from .rows import Erasure

DAY = 86_400.0
"""Seconds between two attempts to make a relay forget what it shows again."""


class Erasures:
    """What is known of each address, and what has to be noted of it in the file."""

    def __init__(self, url: str, database: SQLiteDatabase, clock: Clock) -> None:
        self._url = url
        self._database = database
        self._clock = clock
        self._new: dict[str, Erasure] = {}

    async def at(self, address: str) -> Erasure | None:
        """How far it has come at an address."""
        if address in self._new:
            return self._new[address]
        return (await self._database.erasures.at([address])).get((self._url, address))

    async def overwritten(self, address: str, request: str) -> None:
        """The tombstone was read back as the head."""
        at = self._clock.now()
        self._new[address] = Erasure(self._url, address, request, overwritten_at=at)

    async def deleted(self, address: str, request: str) -> None:
        """The relay took the request."""
        known = await self.at(address)
        if known is None or known.request != request:
            known = Erasure(self._url, address, request)
        self._new[address] = replace(known, deleted_at=self._clock.now(), verified_at=None)

    async def verified(self, address: str, request: str) -> None:
        """Nothing of the memory is there any more, as a read has shown."""
        known = await self.at(address)
        if known is None or known.request != request:
            known = Erasure(self._url, address, request)
        self._new[address] = replace(known, verified_at=self._clock.now())

    async def unverified(self, address: str) -> None:
        """The relay shows the memory again."""
        known = await self.at(address)
        if known is not None and known.verified_at is not None:
            self._new[address] = replace(known, verified_at=None)

    def left_alone_until(self, known: Erasure | None) -> float | None:
        """When a relay that took a request may be told again; ``None`` if at once."""
        if known is None or known.deleted_at is None:
            return None
        until = known.deleted_at + DAY
        return until if self._clock.now() < until else None

    async def write_down(self) -> None:
        """Put into the file what is new."""
        new, self._new = self._new, {}
        await self._database.erasures.note(new.values())
