"""Giving all memories other addresses: copy, prove, and only then give the old ones up."""

import asyncio

from ..core.records.store_settings import Addressing
from ..core.status import AddressingReport
from ..wire.address import path_of
from .database import SQLiteDatabase
from .pool import Pool
from .repository import Repository

BATCH = 100
PAUSE = 0.5
"""Seconds between looks whether the relays have shown the copies."""


async def change_addressing(
    repository: Repository,
    database: SQLiteDatabase,
    pool: Pool | None,
    addressing: Addressing,
    timeout: float,
) -> AddressingReport:
    """Let every memory stand at the addresses of another addressing; may be broken off.

    An old address is given up once its copy was read back from two relays, or from the only one; on
    each relay only after the copy was read back there. Nothing is forgotten by that.

    Args:
        repository: The store.
        database: Its file.
        pool: Its relays; ``None`` for a local store.
        addressing: The new one.
        timeout: Seconds to wait for relays.

    Raises:
        ReadFailedError: It is not known how the store addresses now, and no relay says.
        StorageError: The file could not be written.
    """
    if pool is not None:
        await pool.sync()  # another device may have changed it since
        if repository.naming.addressing is None:
            await pool.loaded()
    if repository.naming.addressing is not addressing:
        await repository.readdress(addressing)
    deadline = asyncio.get_running_loop().time() + timeout
    copied = withdrawn = 0
    while True:
        misplaced = await repository.relocation.misplaced()
        refs = list(dict.fromkeys(ref for _, ref in misplaced))
        for start in range(0, len(refs), BATCH):
            copied += await repository.relocation.copy(refs[start : start + BATCH])
        if pool is not None and misplaced:
            await pool.sync()
        gone = 0
        for head, ref in misplaced:
            if await _is_safe(database, pool, repository.naming.address(path_of(ref))):
                gone += await repository.relocation.withdraw(ref, head)
        withdrawn += gone
        waiting = len(misplaced) - gone
        if not waiting or asyncio.get_running_loop().time() > deadline:
            if pool is not None and gone:
                await pool.sync()
            return AddressingReport(addressing.value, copied, withdrawn, waiting)
        await asyncio.sleep(PAUSE)


async def _is_safe(database: SQLiteDatabase, pool: Pool | None, address: str) -> bool:
    """Whether enough relays have shown what stands at an address."""
    if pool is None:
        return True
    urls = {worker.url for worker in pool.workers}
    return len(urls & await database.outbox.proven_at(address)) >= min(2, len(urls))
