"""Telling a client that asked for it how long a call has been under way."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from ...io.tasks import Tasks

T = TypeVar("T")

EVERY = 2.0
"""Seconds between two words of it: clients give up after some ten without any."""


async def telling(session: Any, what: str, work: Awaitable[T]) -> T:
    """What some work gives; meanwhile its seconds are told, at the beginning, now and then.

    How much there is to be done nobody knows beforehand: a model may be asked, or a relay. So there
    is no total until the end.

    Args:
        session: Of the call; it tells nobody who sent no token.
        what: What is done, in a word.
        work: The call.
    """
    loop = asyncio.get_running_loop()
    begun = loop.time()

    async def tell() -> None:
        while True:
            seconds = loop.time() - begun
            await session.report_progress(seconds, None, f"{what}: {seconds:.0f} s")
            await asyncio.sleep(EVERY)

    tasks = Tasks()
    tasks.start(tell(), f"progress of {what}")
    try:
        result = await work
    finally:
        await tasks.cancel()
    seconds = loop.time() - begun
    await session.report_progress(seconds, seconds, f"{what}: done")
    return result
