"""What came of the writes that one relay was to get, written down many in one transaction."""

from collections.abc import Callable

from ..core.ports import Clock
from ..sync.replies import JITTER, PATIENCE
from .database import SQLiteDatabase
from .rows import Delivery, Queued


class Deliveries:
    """The outcomes that are not in the file yet.

    Args:
        url: The relay.
        database: The file.
        clock: Where the time comes from.
        uniform: A random number between two bounds.
    """

    def __init__(
        self,
        url: str,
        database: SQLiteDatabase,
        clock: Clock,
        uniform: Callable[[float, float], float],
    ) -> None:
        self._url = url
        self._database = database
        self._clock = clock
        self._uniform = uniform
        self._done: list[tuple[str, str]] = []
        self._outcomes: list[tuple[str, str, Delivery, float, int, str]] = []

    def done(self, item: Queued) -> None:
        """Nothing is left to do: the relay has shown it, or something else goes in its place."""
        self._done.append((item.address, item.id))

    def note(
        self, item: Queued, state: Delivery, wait: float, said: str, *, is_attempt: bool = True
    ) -> None:
        """How far a write has come.

        Args:
            item: The write.
            state: How far. What waits after too many attempts is parked.
            wait: Seconds until it is looked at again.
            said: What the relay said, or why nothing was sent.
            is_attempt: Whether the relay had its chance to take it.
        """
        attempts = item.attempts + is_attempt
        if attempts >= PATIENCE and state is Delivery.WAITING:
            state = Delivery.PARKED
        if state is Delivery.WAITING:
            wait *= self._uniform(1 - JITTER, 1 + JITTER)
        at = self._clock.now() + wait
        self._outcomes.append((item.address, item.id, state, at, attempts, said))

    async def write_down(self) -> None:
        """Put into the file what is new."""
        done, self._done = self._done, []
        outcomes, self._outcomes = self._outcomes, []
        await self._database.outbox.delivered(self._url, done)
        await self._database.outbox.note(self._url, outcomes)
