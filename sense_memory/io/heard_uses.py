"""Of which records something was learned of uses that they do not say themselves."""

from collections.abc import Collection
from typing import Any

from ..core.ref import Ref
from ..wire.address import path_of
from ..wire.codec import Opened
from ..wire.schemas import schema_of
from ..wire.uses import place_for_others
from .database import SQLiteDatabase
from .decoding import Decoder
from .names import Names
from .touches import Touches


class HeardUses:
    """Finds the records that other processes and devices, or this one, told uses of."""

    def __init__(
        self, database: SQLiteDatabase, decoder: Decoder, names: Names, touches: Touches
    ) -> None:
        self._database = database
        self._decoder = decoder
        self._names = names
        self._touches = touches

    async def since(self, heard: int, kinds: Collection[type[Any]], scope: str) -> list[Ref[Any]]:
        """The records of some types and a scope of which something was learned after a point.

        Args:
            heard: The point: what ``Touches.heard`` was.
            kinds: Their classes.
            scope: Where.
        """
        refs, addresses, places = self._touches.since(heard)
        found = {ref for ref in refs if ref.kind in kinds and ref.scope == scope}
        buckets = [self._names.naming.bucket(schema_of(kind).type, scope) for kind in kinds]
        if places:
            addresses |= await self._database.addresses.wanted_in(
                buckets, lambda address: place_for_others(address) in places
            )
        if addresses:
            heads = (await self._database.heads.at(sorted(addresses))).values()
            # what stands in other buckets is of other types and scopes, and is not decrypted
            here = [head for head in heads if head.bucket.startswith(tuple(buckets))]
            opened = await self._decoder.heads(here)
            found.update(item.ref for _, item in opened if isinstance(item, Opened))
        return sorted(found, key=path_of)
