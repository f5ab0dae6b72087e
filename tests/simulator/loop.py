"""An event loop whose time passes only when nobody has anything to do."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

TURN = 1e-4
"""Seconds that every turn of the loop takes, so that work in many steps takes time too."""
JOB = 0.004
"""Seconds that a job in another thread takes at most."""
SWIFT = 0.8
"""The share of such jobs that take no time."""
MOST_TURNS = 2_000_000
"""Turns after which a run counts as one that goes round in circles."""


class StuckError(AssertionError):
    """Nobody waits for a time, and nobody can ever do anything again."""


class _Selector:
    """Where the loop would wait for sockets: time jumps to where the waiting ends."""

    def __init__(self, loop: "VirtualTimeLoop") -> None:
        self._loop = loop
        self._turns = 0

    def select(self, timeout: float | None) -> list[Any]:
        self._turns += 1
        if self._turns > MOST_TURNS:
            raise StuckError(f"{self._turns} turns, and no end")
        if timeout is None:
            raise StuckError("everybody waits for somebody else")
        self._loop.pass_time(max(timeout, TURN))
        return []

    def close(self) -> None:
        """Nothing is open."""


class _NumberedTask(asyncio.Task[Any]):
    """A task whose place in a set follows from when it was made, not from where in memory."""

    _number = 0

    def __hash__(self) -> int:
        return self._number


class VirtualTimeLoop(asyncio.BaseEventLoop):
    """Runs what is ready, then jumps to the next timer.

    Threads would make a run depend on the machine: their jobs are run by the loop itself, one at a
    time for each executor, at a time that the seed decides.

    Args:
        chance: Decides how long jobs take.
    """

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._now = 0.0
        self._chance = chance
        self._selector = _Selector(self)
        self._clock_resolution = 1e-7
        self._busy_until: dict[object, float] = {}
        self._tasks_made = 0
        self.set_task_factory(self._task)

    def time(self) -> float:
        """Seconds since the beginning of the run."""
        return self._now

    def pass_time(self, seconds: float) -> None:
        """Nobody has anything to do for so long."""
        self._now += seconds

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run a job here, as late as another thread would have done it."""
        future: asyncio.Future[Any] = self.create_future()
        free = self._busy_until.get(executor, 0.0)
        drawn = self._chance.random()
        if free <= self._now and drawn < SWIFT:
            self.call_soon(_run_job, future, func, args)
            return future
        due = max(self._now, free) + JOB * drawn
        self._busy_until[executor] = due
        self.call_at(due, _run_job, future, func, args)
        return future

    def _task(self, loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> _NumberedTask:
        task = _NumberedTask(work, loop=loop, **options)
        self._tasks_made += 1
        task._number = self._tasks_made
        return task

    def _process_events(self, event_list: list[Any]) -> None:
        """There are no sockets."""

    def _write_to_self(self) -> None:
        """Nobody calls from another thread."""


def _run_job(future: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    try:
        result = func(*args)
    except BaseException as error:  # noqa: BLE001 - as an executor does: it is for whoever waits
        if not future.done():
            future.set_exception(error)
    else:
        if not future.done():
            future.set_result(result)
