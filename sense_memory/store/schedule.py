"""Syncing and sleeping at intervals, for as long as somebody listens."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from ..core.errors import InputError, LimitError, MovedError, SenseMemoryError, StoreClosedError
from ..core.limits import Limits
from ..core.ports import Clock
from ..core.sleep_report import RunReport, SleepReport
from ..core.status import SyncReport
from .persona.review import ReviewedMeanwhileError

RETRY = 900.0
"""Seconds after which a sleep is tried again of which a step failed."""
LEAST = 1.0
MOST = 365 * 86_400.0
LOOK = 0.5
"""Seconds between two looks at the clock: it may be put right, and machines are suspended."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is done at intervals.

    Attributes:
        sync: Reads the relays and sends what waits.
        sleep: Sleeps, unless somebody has kept a report under that name.
        last_sleep: When somebody last slept, seconds since the epoch.
        is_over: Whether the store was closed.
    """

    sync: Callable[[], Awaitable[SyncReport]]
    sleep: Callable[[str], Awaitable[SleepReport]]
    last_sleep: Callable[[], Awaitable[float | None]]
    is_over: Callable[[], bool]


def check_intervals(
    sync_every: float | None, sleep_every: float | None, limits: Limits | None
) -> None:
    """Refuse what is no interval, or nothing to do.

    Raises:
        InputError: It is so.
        LimitError: A review is not to be scheduled.
    """
    for name, seconds in (("sync_every", sync_every), ("sleep_every", sleep_every)):
        if seconds is not None and not LEAST <= seconds <= MOST:
            raise InputError(f"{name} is 1 second to 365 days, or None, got {seconds!r}")
    if sync_every is None and sleep_every is None:
        raise InputError("there is nothing to do: give sync_every or sleep_every")
    if limits is not None and not limits.scheduled_introspection and sleep_every is not None:
        raise LimitError(
            "scheduled_introspection",
            False,
            "these limits allow a review by hand only: give run() sleep_every=None, and call "
            "persona_introspect() or sleep() when it suits",
        )


async def run(
    work: Work,
    clock: Clock,
    sync_every: float | None,
    sleep_every: float | None,
    *,
    once: bool,
) -> AsyncIterator[RunReport]:
    """Do what is due, say what came of it, wait, and so on; it ends when the store is closed.

    It does nothing while whoever listens is busy, and stops where it is when it is cancelled: what
    was committed stays.

    Raises:
        MovedError: This mind goes on under another key.
    """
    next_sync = next_sleep = -math.inf
    try:
        while not work.is_over():
            now = clock.now()
            if sync_every is not None and not now < next_sync <= now + sync_every:
                synced = await _synced(work, now)
                next_sync = clock.now() + sync_every
                if synced is not None:
                    yield synced
            now = clock.now()
            if sleep_every is not None and not now < next_sleep <= now + sleep_every:
                slept, next_sleep = await _slept(work, now, sleep_every)
                if slept is not None:
                    yield slept
            if once:
                return
            await asyncio.sleep(LOOK)
    except StoreClosedError:
        return


async def _synced(work: Work, now: float) -> RunReport | None:
    """A sync, if there is anybody to sync with."""
    try:
        done = await work.sync()
    except (MovedError, StoreClosedError):
        raise
    except SenseMemoryError as error:
        return RunReport(now, error=f"sync: {error}")
    return RunReport(now, sync=done) if done.relays else None


async def _slept(work: Work, now: float, every: float) -> tuple[RunReport | None, float]:
    """A sleep, if one is due, and when the next one is."""
    retry = now + min(RETRY, every)
    try:
        last = await work.last_sleep()
        if last is not None and now < last + every:
            return None, min(last, now) + every
        # Who finds the same is due calls it the same, and only one of them can.
        due = math.floor(now / every) * every if last is None else last + every
        slept = await work.sleep(str(due))
    except ReviewedMeanwhileError:
        return None, now + LOOK
    except (MovedError, StoreClosedError):
        raise
    except SenseMemoryError as error:
        return RunReport(now, error=f"sleep: {error}"), retry
    return RunReport(now, sleep=slept), now + every if slept.is_whole else retry
