"""Asking one relay to delete everything of this identity (NIP-62)."""

import asyncio
import contextlib
import logging

from nips import nip62, nip78
from nips.nip01 import Filter

from ..core.config import Config
from ..core.errors import RelayError
from ..core.ports import Clock
from ..core.vanished import Vanished
from ..sync.conduct import Conduct
from .database import SQLiteDatabase
from .pool import VANISHED, Pool
from .repository import Repository
from .rows import PutMeta
from .websocket import Connection, Traffic, connect

log = logging.getLogger("sense_memory.io.vanishing")

LOOKS = 3
"""How often it is looked whether everything is gone, a second apart."""


async def vanish(
    repository: Repository,
    database: SQLiteDatabase,
    pool: Pool | None,
    url: str,
    reason: str,
    clock: Clock,
    config: Config,
) -> Vanished:
    """Send the request; unless it is refused, forget the relay.

    Args:
        repository: Who asks.
        database: Its file, which remembers that the relay was left.
        pool: Its relays: this one is left first, so that nothing follows the request.
        url: The relay, exactly.
        reason: Public.
        clock: Dates the request.
        config: Time-outs.

    Raises:
        RelayError: It could not be reached; nothing was sent.
    """
    was_used = pool is not None and any(worker.url == url for worker in pool.workers)
    if pool is not None:
        await pool.leave(url)
    try:
        done = await _ask(repository, database, url, reason, clock, config)
    except RelayError:
        if pool is not None and was_used:
            pool.join(url)
        raise
    if done.accepted is False:
        if pool is not None and was_used:
            pool.join(url)
        return done
    now = clock.now()
    await database.commit([PutMeta(VANISHED + url, f"{now:.0f}")], {}, now=now)
    await database.relays.drop(url)
    return done


async def _ask(
    repository: Repository,
    database: SQLiteDatabase,
    url: str,
    reason: str,
    clock: Clock,
    config: Config,
) -> Vanished:
    author = repository.naming.public_key
    # NIP-62: it reaches everything "until the .created_at"; some of ours may be dated ahead
    at = max(int(clock.now()), await database.events.newest_date())
    request = await repository.sign(nip62.vanish_request(author, at, [url], reason))
    async with connect(
        url, author, repository.sign, clock, config.relays, Traffic(), Conduct()
    ) as connection:
        ok = await connection.publish(request)
        log.info("%s: asked to delete everything: %s %s", url, ok.accepted, ok.message[:200])
        is_gone = await _is_gone(connection, author) if ok.accepted else None
    return Vanished(url, request.id, ok.accepted, ok.message[:200], is_gone)


async def _is_gone(connection: Connection, author: str) -> bool | None:
    question = Filter(kinds=(nip78.KIND,), authors=(author,), limit=1)
    with contextlib.suppress(RelayError):  # it may talk to this key no more
        for look in range(LOOKS):
            if look:
                await asyncio.sleep(1)
            if not (await connection.ask(question)).events:
                return True
        return False
    return None
