"""How often something may be done within an hour."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from ...core.errors import LimitError, SenseMemoryError

HOUR = 3_600.0


class HourlyLimit:
    """Counts the deletions of one server, whoever asks for them.

    Args:
        most: As of ``Access.most_forgets``.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._done: deque[float] = deque()

    @contextmanager
    def counted(self, count: int) -> Iterator[None]:
        """Around the work. What failed does not count; what was broken off may have been done.

        Args:
            count: So many are to be deleted.

        Raises:
            LimitError: With these it would be more than the limit; nothing is to be done.
        """
        now = asyncio.get_running_loop().time()
        while self._done and self._done[0] <= now - HOUR:
            self._done.popleft()
        if len(self._done) + count > self._most:
            raise LimitError("most_forgets", self._most, self._refusal(count, now))
        mine = [now] * count
        self._done.extend(mine)
        try:
            yield
        except (SenseMemoryError, OSError):
            for at in mine:
                self._done.remove(at)
            raise

    def _refusal(self, count: int, now: float) -> str:
        raising = "have the server started with a greater --most-forgets"
        if count > self._most:
            return (
                f"nothing was deleted: this call would delete {count}, and the server deletes "
                f"{self._most} an hour at most; ask the user, delete fewer, or {raising}"
            )
        # as many of the oldest must be an hour old as there are too many
        free = self._done[len(self._done) + count - self._most - 1]
        minutes = int((free + HOUR - now) // 60) + 1
        return (
            f"nothing was deleted: the server deletes {self._most} an hour at most, and "
            f"{len(self._done)} were deleted in the last one. Ask the user whether this is meant; "
            f"it goes on in {minutes} min, or {raising}"
        )
