"""What stands at one address, which requests cover it, and dating it anew."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nips.nip01 import Event

from ..core.change import Cause
from ..core.ref import Ref
from ..wire.address import entry_at
from ..wire.body import Body
from ..wire.codec import Opened
from ..wire.deletion import Moved
from .database import SQLiteDatabase
from .decoding import Decoder, Item
from .names import Names
from .planning import Plan, Planner, Slot
from .rows import Head, HeadMovedError


class SingleAddresses:
    """Addresses by themselves, as relays and receipts speak of them.

    Args:
        database: The file.
        planner: Makes new versions.
        decoder: Opens those that stand.
        names: Where they belong.
        apply: Carries out a plan, or raises ``HeadMovedError``.
    """

    def __init__(
        self,
        database: SQLiteDatabase,
        planner: Planner,
        decoder: Decoder,
        names: Names,
        apply: Callable[[Plan, Cause], Awaitable[None]],
    ) -> None:
        self._database = database
        self._planner = planner
        self._decoder = decoder
        self._names = names
        self._apply = apply

    async def _at(self, address: str) -> tuple[Head | None, Item | None]:
        """What stands at an address, and what it turns out to be; ``None`` where nothing does."""
        heads = await self._database.heads.at([address])
        return next(iter(await self._decoder.heads(heads.values())), (None, None))

    async def standing_at(self, address: str) -> tuple[Head, Ref[Any]] | None:
        """What stands at an address, or where its memory has moved to; and what it is about."""
        for _ in range(2):
            head, item = await self._at(address)
            if head is not None and isinstance(item, Opened):
                return head, item.ref
            if not isinstance(item, Moved):
                return None
            address = self._names.naming.address(item.path)
        return None

    async def requests_covering(self, address: str, tombstone: Event) -> list[str]:
        """The deletion requests of an address that know all that its tombstone knows."""
        (item,) = await self._decoder.open([(address, tombstone)])
        if not isinstance(item, Opened):
            return []
        return (await self.requests_covering_all({address: item.body}))[address]

    async def requests_covering_all(self, standing: Mapping[str, Body]) -> dict[str, list[str]]:
        """The same of many tombstones by their addresses; each request is opened once."""
        covering: dict[str, list[str]] = {address: [] for address in standing}
        for request in await self._database.ledger.about(list(standing)):
            for address, said in (await self._decoder.tombstones_in(request, standing)).items():
                if said.covers(standing[address]):
                    covering[address].append(request.id)
        return covering

    async def entomb(self, address: str) -> bool:
        """Let a tombstone stand where only a deletion request stands; whether it could be.

        A relay that ignores requests goes on showing what the tombstone overwrites. Where a memory
        has moved away, or a message stood, there is nothing to overwrite it with.
        """
        _, item = await self._at(address)
        is_moved = not isinstance(item, Opened) or entry_at(address) is not None
        return not is_moved and await self.reseal(address)

    async def reseal(self, address: str, *, work_bits: int = 0) -> bool:
        """Date and sign the head of an address anew, so that a relay takes it.

        Returns:
            Whether that could be: a journal entry of kind 4 that some relay may hold stays as it
            is, since another event would be another entry there.
        """
        while True:
            head, item = await self._at(address)
            if head is None or not isinstance(item, Opened):
                return False
            if entry_at(address) is None:
                slot = await self._planner.slot(item.ref)
            elif head.own and await self._database.outbox.is_unsent(address):
                heads = {address: head}
                slot = Slot(item.ref, item.schema, heads, dict(heads), item.body, item.body)
            else:
                return False
            plan = Plan()
            await self._planner.seal(plan, [slot], work_bits=work_bits)
            try:
                await self._apply(plan, Cause.LOCAL)
            except HeadMovedError:
                continue
            return True
