"""Where tasks that outlive a call are started, so that none is lost and none fails unheard."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

log = logging.getLogger("sense_memory.io.tasks")

T = TypeVar("T")


class Tasks:
    """Background tasks of one event loop; a failure is logged, never swallowed."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run something in the background."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed: %s", task.get_name(), type(error).__name__, exc_info=error)

    async def cancel(self) -> None:
        """Stop all of them and wait until they have stopped."""
        running = list(self._running)
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)


async def together(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run all at once; the first failure stops the others and is raised as it is."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def to_its_end(work: Coroutine[Any, Any, T], name: str) -> T:
    """What some work returns. It goes on to its end even if whoever waits for it is cancelled.

    Should it fail then, nobody was told that it succeeded: the failure is logged.
    """
    task = asyncio.get_running_loop().create_task(work, name=name)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_given_up)
        raise


def _given_up(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.info("%s, which nobody waits for any more: %s", task.get_name(), error)
