"""What taking something over writes, or would."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.change import Edit, Ensure, Put
from ..core.items import Mark
from ..core.ports import Presence
from ..core.ref import Ref
from .context import Context


class Keeper:
    """Writes.

    Attributes:
        events: How many events that were.
        bytes: Their size, about.
    """

    is_dry_run = False

    def __init__(self, context: Context) -> None:
        self._records = context.records
        self.events = 0
        self.bytes = 0

    async def keep(self, edits: Sequence[Edit]) -> None:
        """All of it, or nothing."""
        done = await self._records.commit(*edits)
        self.events += sum(1 for id_ in done.event_ids if id_)
        self.bytes += done.bytes

    async def keep_marks(self, source: str, scope: str, marks: Mapping[str, Mark]) -> None:
        """What the marks cover is kept."""
        await self._records.keep_marks(source, scope, marks)


class Estimate(Keeper):
    """Only weighs."""

    is_dry_run = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._ensured: set[Ref[Any]] = set()

    async def keep(self, edits: Sequence[Edit]) -> None:
        """Nothing, but what it would weigh; what is made if it is not there, is made once."""
        puts: list[Put[Any]] = []
        ensured: list[Put[Any]] = []
        for edit in edits:
            if isinstance(edit, Put):
                puts.append(edit)
            elif isinstance(edit, Ensure) and edit.ref not in self._ensured:
                self._ensured.add(edit.ref)
                ensured.append(Put(edit.ref, edit.record))
        there = await self._records.presence([edit.ref for edit in ensured])
        puts += [e for e, how in zip(ensured, there, strict=True) if how is not Presence.LIVING]
        self.events += len(puts)
        self.bytes += sum(await self._records.weigh(puts))

    async def keep_marks(self, source: str, scope: str, marks: Mapping[str, Mark]) -> None:
        """None."""
