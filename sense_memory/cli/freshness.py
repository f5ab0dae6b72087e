"""A command lives for a moment, so what it reads is as old as the last one that synced."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from ..core.errors import InputError, UnknownMemoryError
from .exits import Code, CommandError
from .output import data_json, say

if TYPE_CHECKING:
    from ..core.status import SyncReport
    from ..store import MemoryStore
    from .session import Session

T = TypeVar("T")

SEARCH_TIMEOUT = 8.0
"""Seconds to look on the relays for something that is not here."""


async def refreshed(store: "MemoryStore") -> None:
    """Read the relays now; what they could not tell is said, not hidden."""
    report = await store.sync()
    for relay in report.relays:
        if relay.error is not None:
            say(f"could not be read: {relay.error}")


async def looked_everywhere(store: "MemoryStore") -> bool:
    """Look on the relays for what this machine does not know; whether any could be read."""
    if not store.relay_urls:
        return False
    try:
        async with asyncio.timeout(SEARCH_TIMEOUT):
            report: SyncReport = await store.sync()
    except TimeoutError:
        say(f"the relays took longer than {SEARCH_TIMEOUT:g} s; this is what is known here")
        return False
    failed = [relay.error for relay in report.relays if relay.error is not None]
    if len(failed) == len(report.relays):
        say(f"no relay could be asked ({'; '.join(failed)}); this is what is known here")
        return False
    return True


async def found_somewhere(
    session: "Session",
    store: "MemoryStore",
    work: Callable[[], Awaitable[T]],
    missing: type[InputError] = UnknownMemoryError,
) -> T:
    """What some work comes to; if it lacks something, the relays are read, and it is tried again.

    Args:
        session: The options before the command.
        store: Where it works.
        work: What is done, once or twice.
        missing: What it raises if something is not here, which another machine may have written.

    Raises:
        CommandError: It is nowhere.
    """
    try:
        try:
            return await work()
        except missing:
            if not await looked_everywhere(store):
                raise
            return await work()
    except missing as error:
        if session.as_json:
            data_json(None)
        raise CommandError(Code.ERROR, str(error)) from None
