"""Work that goes on at once: what is done is kept, what fails is named, and nothing goes on."""

import asyncio
from collections.abc import Sequence

import pytest

from sense_memory import LLMAuthError, LLMError
from sense_memory.store.parallel import Undone, in_parallel


class Work:
    """Doubles numbers; some it cannot, and some break everything."""

    def __init__(self, *, fails: Sequence[int] = (), breaks: Sequence[int] = ()) -> None:
        self.fails, self.breaks = fails, breaks
        self.kept: list[tuple[int, int]] = []
        self.times = self.under_way = self.most = self.ended = 0
        self.is_keeping = False

    async def do(self, number: int) -> int:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            await asyncio.sleep(0)
            if number in self.fails:
                raise LLMError(f"not {number}")
            if number in self.breaks:
                raise RuntimeError(number)
            return number * 2
        finally:
            self.under_way -= 1
            self.ended += 1

    async def keep(self, done: Sequence[tuple[int, int]]) -> None:
        assert not self.is_keeping
        self.is_keeping = True
        await asyncio.sleep(0)
        self.is_keeping = False
        self.times += 1
        self.kept += done


async def test_all_is_done_and_kept_as_it_comes() -> None:
    work = Work()
    assert await in_parallel(4, range(10), work.do, work.keep) == Undone()
    assert sorted(work.kept) == [(n, 2 * n) for n in range(10)]
    assert (work.most, work.under_way) == (4, 0)
    assert 3 <= work.times <= 10


async def test_what_fails_is_named_and_keeps_nothing_from_being_done() -> None:
    work = Work(fails=(0, 3, 9))
    undone = await in_parallel(2, range(10), work.do, work.keep)
    assert [(n, str(error)) for n, error in undone.failed] == [
        (0, "not 0"),
        (3, "not 3"),
        (9, "not 9"),
    ]
    assert (len(work.kept), undone.untried) == (7, 0)


async def test_where_everything_fails_it_ends_soon() -> None:
    work = Work(fails=range(100))
    undone = await in_parallel(5, iter(range(100)), work.do, work.keep)
    assert 5 <= len(undone.failed) < 15
    assert len(undone.failed) + undone.untried == 100

    async def refused(number: int) -> int:
        raise LLMAuthError("no")

    undone = await in_parallel(1, range(100), refused, work.keep)
    assert (len(undone.failed), undone.untried) == (1, 99)


async def test_what_breaks_ends_all_of_it_and_what_was_done_is_kept() -> None:
    work = Work(breaks=(3,))
    with pytest.raises(RuntimeError):
        await in_parallel(4, range(100), work.do, work.keep)
    assert sorted(work.kept) == [(0, 0), (1, 2), (2, 4)]
    assert work.under_way == 0
    assert work.ended < 10


async def test_who_cancels_it_waits_for_nothing_and_leaves_nothing_behind() -> None:
    work = Work()
    stuck = asyncio.Event()

    async def do(number: int) -> int:
        if number > 2:
            await stuck.wait()
        return await work.do(number)

    task = asyncio.create_task(in_parallel(3, range(100), do, work.keep))
    async with asyncio.timeout(5):
        while len(work.kept) < 3:
            await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(asyncio.all_tasks()) == 1
    assert len(work.kept) == 3
