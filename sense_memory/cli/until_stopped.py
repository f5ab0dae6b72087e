"""Commands that go on until somebody stops them: Ctrl-C, or SIGTERM from whoever keeps them."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from typing import Any

from .session import run


def run_until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run a command's work; being stopped is a way to end it well."""
    with contextlib.suppress(KeyboardInterrupt):
        run(_stoppable(work))


async def _stoppable(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.current_task()
    was_stopped = False

    def stop() -> None:
        nonlocal was_stopped
        was_stopped = True
        if task is not None:
            task.cancel()

    # Windows has no such signal
    with contextlib.suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
    try:
        await work
    except asyncio.CancelledError:
        if not was_stopped:
            raise
