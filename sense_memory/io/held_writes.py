"""Writes that wait until it is known how the store addresses, and the end of their waiting."""

from collections.abc import Awaitable, Callable

from ..core.change import Cause
from ..core.ports import Clock
from ..core.records.store_settings import Addressing
from ..wire.address import path_of
from ..wire.codec import Opened
from .database import SQLiteDatabase
from .decoding import Decoder
from .names import Names
from .planning import ADDRESSED, HELD, Plan, Planner
from .rows import HeadMovedError, PutMeta


class HeldWrites:
    """Gives the writes that were held their addresses.

    Args:
        database: The file.
        planner: Makes new versions.
        decoder: Opens those that stand.
        names: Where they belong.
        clock: Tells the time.
        fallback: How a store addresses of which nobody says how, and that holds no plain records.
        apply: Carries out a plan, or raises ``HeadMovedError``.
    """

    def __init__(
        self,
        database: SQLiteDatabase,
        planner: Planner,
        decoder: Decoder,
        names: Names,
        clock: Clock,
        fallback: Addressing,
        apply: Callable[[Plan, Cause], Awaitable[None]],
    ) -> None:
        self._database = database
        self._planner = planner
        self._decoder = decoder
        self._names = names
        self._clock = clock
        self._fallback = fallback
        self._apply = apply

    async def hear(self) -> None:
        """Another process of this file may have decided."""
        is_open = self._names.naming.addressing is None
        if is_open and (said := await self._database.meta.get(ADDRESSED)):
            self._names.decide(Addressing(said))

    async def decide(self) -> None:
        """The relays were read and know no settings: say how this store addresses."""
        if self._names.naming.addressing is None:
            found_plain = await self._database.addresses.any_plain()
            self._names.decide(Addressing.PLAIN if found_plain else self._fallback)
            await self.move()

    async def move(self) -> None:
        """Give the writes that waited for an addressing their addresses, and send them."""
        addressing = self._names.naming.addressing
        if addressing is not None and not await self._database.meta.get(ADDRESSED):
            # from here on no write can be held, by this process or another one
            said = [PutMeta(ADDRESSED, addressing.value)]
            await self._database.commit(said, {}, now=self._clock.now())
        while await self._database.meta.get(HELD):
            heads = await self._decoder.heads(await self._database.heads.held())
            held = [await self._planner.slot(i.ref) for _, i in heads if isinstance(i, Opened)]
            if not held:
                await self._database.commit([PutMeta(HELD, "")], {}, now=self._clock.now())
                return
            plan = await self._planner.edits(
                self._names.bootstrap(path_of(slot.ref) for slot in held)
            )
            await self._planner.seal(plan, held)
            try:
                await self._apply(plan, Cause.LOCAL)
            except HeadMovedError:
                continue
