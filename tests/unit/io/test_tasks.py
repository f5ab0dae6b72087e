"""Work that outlives whoever waits for it."""

import asyncio
import contextlib
import gc
from typing import Any

import pytest

from sense_memory.io.tasks import to_its_end


async def test_what_fails_after_its_waiter_was_cancelled_is_no_error_of_the_loop():
    """A commit may meet a store that was closed meanwhile; nobody was told that it succeeded."""
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
    goes_on = asyncio.Event()
    ended = asyncio.Event()

    async def work() -> None:
        await goes_on.wait()
        ended.set()
        raise OSError("the file is closed")

    waiter = asyncio.create_task(to_its_end(work(), "some work"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiter.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waiter
    goes_on.set()
    await ended.wait()
    await asyncio.sleep(0)
    gc.collect()
    assert heard == []


async def test_what_fails_while_somebody_waits_is_raised_there():
    async def work() -> None:
        raise OSError("the file is closed")

    with pytest.raises(OSError, match="closed"):
        await to_its_end(work(), "some work")
