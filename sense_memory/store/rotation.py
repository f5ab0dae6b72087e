"""Changing the key: two stores open side by side, the old one and the one that takes over."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from ..core.config import Config
from ..core.errors import InputError, ReadFailedError, StoreClosedError
from ..core.ports import Clock
from ..core.records.store_settings import Addressing
from ..core.rotation import RotationPlan
from ..io import rotation as steps
from ..io.identity import Identity, IdentityLike
from ..io.rotation import Party, Rotation
from .lifetime import Lifetime, Source

__all__ = ["Rotation", "plan", "rotation"]


@asynccontextmanager
async def rotation(
    old: Lifetime,
    identity: Identity,
    path: str | Path,
    clock: Clock,
    config: Config,
    *,
    keep_old: bool,
) -> AsyncIterator[Rotation]:
    """A change of key, for the length of a block.

    Args:
        old: The store whose key is given up.
        identity: The new key, stored safely already.
        path: The new file.
        clock: Where the time comes from.
        config: Numbers.
        keep_old: Whether the old copies stay on the relays.

    Raises:
        InputError: The store is not one whose key can be changed, or the key is its own.
        ReadFailedError: It is not known how the store addresses, and no relay says.
        StorageError: The new file belongs to another identity, or cannot be written.
    """
    source = await _checked(old)
    if identity.public_key_hex == (await old.opened()).naming.public_key:
        raise InputError("the new key is the one that the store has already")
    addressing = await _addressing(old, source)
    wanted = _successor(source, identity, path, addressing)
    new = Lifetime(lambda: wanted, clock, config)
    try:
        await new.opened()
        yield Rotation(_party(old), _party(new), clock, config, keep_old=keep_old)
    finally:
        await new.close()


def _successor(
    source: Source, identity: Identity, path: str | Path, addressing: Addressing
) -> Source:
    return Source(identity, source.relays, Path(path).expanduser(), addressing, source.fallback)


async def plan(
    old: Lifetime, urls: Sequence[str], config: Config, *, keep_old: bool
) -> RotationPlan:
    """What a change of key would do, as far as the file knows; nothing is written or sent.

    Raises:
        InputError: The store is not one whose key can be changed.
    """
    await _checked(old)
    return await steps.plan(_party(old), urls, config, keep_old=keep_old)


async def _checked(old: Lifetime) -> Source:
    await old.opened()
    source = old.source
    if source is None:
        raise StoreClosedError("the store was closed while this was under way")
    if source.path is None:
        raise InputError(
            "a store without a file cannot be moved to another key: what is under way has to be "
            "remembered; open it with path=…"
        )
    if not isinstance(source.identity, (Identity, IdentityLike)):
        raise InputError(
            f"the key is held by {type(source.identity).__name__}, outside of this process; a key "
            "that is kept elsewhere is changed there"
        )
    return source


async def _addressing(old: Lifetime, source: Source) -> Addressing:
    """How the old store addresses; the new one does so, too."""
    repository = await old.opened()
    if repository.naming.addressing is None and old.pool is not None:
        await old.pool.loaded()
        if repository.naming.addressing is None:
            raise ReadFailedError(
                {worker.url: worker.why_not_read() for worker in old.pool.workers},
                "It is not known yet how this store names things on relays; run sync with all of "
                "them, then change the key",
            )
    return repository.naming.addressing or source.fallback


def _party(lifetime: Lifetime) -> Party:
    if lifetime.repository is None or lifetime.database is None:
        raise StoreClosedError("the store was closed while this was under way")
    return Party(lifetime.repository, lifetime.database, lifetime.pool)
