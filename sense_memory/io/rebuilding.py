"""A new file from what can be read of a damaged one.

What was salvaged enters the new file as if a relay had shown it: verified, opened, merged, the
deletions first, so that nothing is believed and nothing comes back that was forgotten. Every memory
is queued for every relay, which takes what it lacks. The new file is a device of its own: the old
one may have issued stamps that nobody can read any more, and none may be issued twice.
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from nips.nip01 import Event

from ..core.config import Config
from ..core.errors import CorruptDatabaseError, LockedError, StorageError
from ..core.ports import Clock, Signer
from ..core.records.store_settings import Addressing, BlindingKey
from ..wire import merge
from ..wire.address import key_id, path_of
from ..wire.body import Body
from ..wire.codec import Opened
from ..wire.naming import Naming
from .database import SQLiteDatabase
from .decoding import Decoder
from .derivation import NOTED
from .device import new_device
from .file_lock import FileLock
from .ingest import Ingest
from .names import Names
from .opening import REBUILT, SET_ASIDE, UNACCOUNTED, is_sound
from .planning import ADDRESSED, DEVICE_ID, Plan, Planner, Slot
from .private_files import make_empty, sync_folder
from .replacing import LOGS, beside, put_rebuilt
from .rows import PutHead, PutMeta, PutQuarantine, Queue, Write
from .salvage import Salvaged, salvage
from .touches import Touches

log = logging.getLogger("sense_memory.io.rebuilding")


async def rebuild(
    path: Path, relays: Sequence[str], signer: Signer, clock: Clock, config: Config
) -> None:
    """Set a damaged file aside and put a new one in its place.

    A crash at any point leaves the damaged file, or the new one, and the next opening goes on.

    Args:
        path: The file.
        relays: Where everything is sent, as far as it is lacking there.
        signer: Whose file it is.
        clock: Tells the time for the name of the damaged file.
        config: How long to wait for other processes.

    Raises:
        CorruptDatabaseError: Another process has the file open, or nothing in it is ours.
        StorageError: The new file cannot be written; the damaged one is where it was.
    """
    owner = await signer.public_key()
    seconds = config.database.busy_timeout
    with FileLock(path) as lock:
        try:
            await asyncio.to_thread(lock.alone, seconds)
        except LockedError as error:
            raise CorruptDatabaseError(
                f"{path} is damaged and another process has it open. Close it there too, then open "
                "it again: it is rebuilt from what is readable and from relays"
            ) from error
        if await asyncio.to_thread(is_sound, path, owner, lock, seconds):
            return  # another process has rebuilt it
        found = await asyncio.to_thread(salvage, path, owner)
        if found.owner not in (None, owner) or not (found.owner or found.heads):
            raise StorageError(
                f"{path} is damaged and is not known to be a file of the identity {owner[:8]}…; "
                "choose another path, or move it aside"
            )
        new = beside(path, ".rebuilding")
        _remove(new)
        make_empty(new)  # with the rights of a private file, which SQLite would not give it
        aside = _free_name(path, clock)
        try:
            await _Rebuilding(new, owner, signer, clock, config).run(found, relays, aside.name)
        except BaseException:
            _remove(new)
            raise
        rebuilt = beside(path, REBUILT)
        new.replace(rebuilt)
        sync_folder(path.parent)
        put_rebuilt(path, rebuilt, aside)
        lock.trust()
    log.warning(
        "%s was damaged; a new file was made from what could be read of it: %d memories and "
        "tombstones, %d deletions%s. The damaged file is kept as %s",
        path,
        len(found.heads),
        len(found.deletions),
        _missing(found),
        aside,
    )


def _missing(found: Salvaged) -> str:
    if found.is_whole and not found.lost:
        return ", which is all that it held"
    if found.is_whole:
        return f"; {len(found.lost)} could not be read"
    return "; how many could not be read is not known"


def _remove(path: Path) -> None:
    for ending in ("", *LOGS):
        beside(path, ending).unlink(missing_ok=True)


def _free_name(path: Path, clock: Clock) -> Path:
    stamp = datetime.fromtimestamp(clock.now(), UTC).strftime("%Y%m%dT%H%M%SZ")
    name, number = f".damaged-{stamp}", 1
    while beside(path, name).exists():
        number += 1
        name = f".damaged-{stamp}-{number}"
    return beside(path, name)


class _Rebuilding:
    """Fills one new file."""

    def __init__(
        self, path: Path, owner: str, signer: Signer, clock: Clock, config: Config
    ) -> None:
        self._owner = owner
        self._signer = signer
        self._clock = clock
        self._config = config
        self._database = SQLiteDatabase(
            path, busy_timeout=config.database.busy_timeout, is_shared=False
        )
        self._names: Names
        self._decoder: Decoder
        self._planner: Planner
        self._ingest: Ingest

    async def run(self, found: Salvaged, relays: Sequence[str], aside: str) -> None:
        """Make the file from what was salvaged.

        Args:
            found: What that is.
            relays: Where everything is queued for.
            aside: The name under which the damaged file will be set aside.
        """
        await self._database.open(self._owner)
        try:
            await self._begin(found, aside)
            await self._database.relays.use(relays)
            await self._take_all(found)
            await self._queue_tombstones(found, relays)
            await self._write([PutQuarantine(event, reason) for event, reason in found.aside])
            await self._database.salvage.note_lost(found.lost, found.past)
            if self._names.naming.addressing is not None:
                await self._write([PutMeta(ADDRESSED, self._names.naming.addressing.value)])
        finally:
            await self._database.close()

    async def _begin(self, found: Salvaged, aside: str) -> None:
        """The values of the file itself, and what they mean for names."""
        sealed = found.meta.get("file_key")
        (file_key,) = await self._signer.decrypt_many([sealed]) if sealed else [None]
        if sealed is None or file_key is None:
            file_key = secrets.token_bytes(32).hex()
            (sealed,) = await self._signer.encrypt([file_key])
        self._names = Names(Naming(self._owner, BlindingKey(bytes.fromhex(file_key)), None, {}))
        addressed = found.meta.get("addressed")
        if addressed in set(Addressing):
            self._names.decide(Addressing(addressed))
        self._decoder = Decoder(self._signer, self._names)
        self._planner = Planner(
            self._database,
            self._signer,
            self._clock,
            self._config.records,
            self._names,
            self._decoder,
            Touches(self._names),
        )
        self._planner.device = new_device(has_file=True)
        self._ingest = Ingest(self._database, self._names, self._decoder, self._planner)
        await self._write(
            [
                PutMeta("file_key", sealed),
                PutMeta(DEVICE_ID, self._planner.device),
                PutMeta(NOTED, "1"),
                PutMeta(SET_ASIDE, aside),
                *([] if found.is_whole else [PutMeta(UNACCOUNTED, "1")]),
            ]
        )

    async def _take_all(self, found: Salvaged) -> None:
        """Keys, without which nothing can be placed; deletions; and what they have left."""
        pairs = list(found.heads.items())
        opened = await self._decoder.open(pairs)
        keys = [pair for pair, item in zip(pairs, opened, strict=True) if _is_of_store(item)]
        await self._take([event for _, event in keys])
        await self._take(found.deletions)
        rest = [pair for pair, item in zip(pairs, opened, strict=True) if not _is_of_store(item)]
        placed: list[Event] = []
        strays: list[Event] = []
        for (_, event), item in zip(rest, await self._decoder.open(rest), strict=True):
            is_placed = isinstance(item, Opened) and not self._is_held(event.d, item)
            (placed if is_placed else strays).append(event)
        await self._take(placed)
        await self._take_strays(strays)

    async def _take_strays(self, events: Sequence[Event]) -> None:
        """Memories whose address nobody can make any more, or nobody but this file ever could.

        Their path is inside them, and they are our own: they get an address that can be found.
        """
        items = await self._decoder.open_strays(events)
        unusable: list[Write] = []
        bodies: dict[str, tuple[Opened, Body]] = {}
        for event, item in zip(events, items, strict=True):
            if not isinstance(item, Opened):
                unusable.append(PutQuarantine(event, str(item)))
                continue
            known = bodies.get(item.body.path)
            body = merge.merge(known[1], item.body, item.schema) if known else item.body
            bodies[item.body.path] = item, body
        slots = await self._planner.slots(item.ref for item, _ in bodies.values())
        changed: list[Slot] = []
        for path, (item, body) in bodies.items():
            slot = slots[path]
            merged = merge.merge(slot.body, body, item.schema) if slot.body else body
            if merged != slot.body:
                slot.body = merged
                changed.append(slot)
        plan = await self._planner.edits(self._names.bootstrap(path_of(s.ref) for s in changed))
        await self._planner.seal(plan, changed)
        await self._commit(plan)
        await self._write(unusable)

    async def _queue_tombstones(self, found: Salvaged, relays: Sequence[str]) -> None:
        """Forgettings that were under way.

        A tombstone that arrived was followed by a deletion request, and a relay that heeded it
        refuses the tombstone for ever; what else is lacking there, a whole load shows.
        """
        versions = await self._database.addresses.versions()
        await self._write(
            [
                Queue(relay, address, versions[address][0])
                for relay, address in sorted(found.unsent)
                if relay in relays and versions.get(address, ("", False))[1]
            ]
        )

    def _is_held(self, address: str, item: Opened) -> bool:
        """Whether a memory waits for the store's addressing, under a key that nobody else has."""
        naming = self._names.naming
        is_own_key = key_id(naming.file_key) not in naming.keys
        return is_own_key and address == self._names.held_address(item.body.path)

    async def _take(self, events: Sequence[Event]) -> None:
        plan = (await self._ingest.plan(None, events, spread=True)).plan
        plan.writes = [
            replace(write, spread=False) if isinstance(write, PutHead) and write.deleted else write
            for write in plan.writes
        ]
        await self._commit(plan)

    async def _commit(self, plan: Plan) -> None:
        await self._database.commit(plan.writes, plan.expected, now=self._clock.now())
        for change in plan.changes:
            self._names.learn(change.after)

    async def _write(self, writes: Sequence[Write]) -> None:
        await self._database.commit(writes, {}, now=self._clock.now())


def _is_of_store(item: object) -> bool:
    return isinstance(item, Opened) and item.schema.is_of_store
