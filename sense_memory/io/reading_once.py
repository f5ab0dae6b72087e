"""All records of a type, opened some at a time; nothing is kept of what was opened."""

from dataclasses import dataclass
from typing import Any

from ..core.ref import Ref
from ..wire import merge
from ..wire.codec import Opened, record_of
from ..wire.schema import Schema
from .database import SQLiteDatabase
from .decoding import Decoder
from .rows import Head
from .touches import Touches

AT_ONCE = 1_000
"""Heads that are opened together: enough for a thread, and little beside what comes of them."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands at a reference.

    Attributes:
        record: With all uses that are known here; ``None`` where nothing stands.
        created_at: The date of its newest version, seconds since the epoch.
    """

    record: Any
    created_at: int


class ReadingOnce:
    """Reads for a view, which keeps the records itself and asks for them no more."""

    def __init__(self, database: SQLiteDatabase, decoder: Decoder, touches: Touches) -> None:
        self._database = database
        self._decoder = decoder
        self._touches = touches

    async def all_in(self, bucket: str, schema: Schema[Any]) -> tuple[dict[Ref[Any], Shown], bool]:
        """What stands in a bucket, as readers see it, and whether something left it meanwhile.

        Args:
            bucket: One type's of one scope, or of a group there.
            schema: The type.
        """
        addresses = sorted(
            await self._database.addresses.wanted_in([bucket], lambda _address: True)
        )
        found: dict[Ref[Any], Shown] = {}
        places: dict[Ref[Any], str] = {}
        twins: dict[Ref[Any], list[str]] = {}
        count = 0
        for start in range(0, len(addresses), AT_ONCE):
            heads = await self._heads(addresses[start : start + AT_ONCE])
            count += len(heads)
            for head, item in await self._decoder.heads_once(heads):
                if not isinstance(item, Opened):
                    continue
                if item.ref in found:
                    twins.setdefault(item.ref, [places[item.ref]]).append(head.address)
                    continue
                places[item.ref] = head.address
                found[item.ref] = Shown(self._true(item, schema), head.event.created_at)
        for ref, several in twins.items():
            found[ref] = await self._merged(ref, several, schema)
        return found, count < len(addresses)

    async def _heads(self, addresses: list[str]) -> list[Head]:
        return list((await self._database.heads.at(addresses)).values())

    async def _merged(self, ref: Ref[Any], addresses: list[str], schema: Schema[Any]) -> Shown:
        """All versions of a record as one, wherever they stand."""
        whole: Opened | None = None
        newest = 0
        for head, item in await self._decoder.heads_once(await self._heads(addresses)):
            if isinstance(item, Opened) and item.ref == ref:
                newest = max(newest, head.event.created_at)
                body = merge.merge(whole.body, item.body, schema) if whole else item.body
                record = record_of(ref, body, schema) if body.is_alive else None
                whole = Opened(ref, schema, body, record)
        return Shown(None if whole is None else self._true(whole, schema), newest)

    def _true(self, item: Opened, schema: Schema[Any]) -> Any:
        """The record with all uses that are known here."""
        if item.record is None:
            return None
        return self._touches.true(item.record, item.ref, item.body, schema)
