"""Several rooms are asked while no relay can be read: what one of them holds here is told."""

from collections.abc import Awaitable
from typing import TypeVar

from ..core.errors import ReadFailedError

T = TypeVar("T")


class Outage:
    """What several rooms know, one of which may know nothing here while no relay can be read.

    That one says nothing; only if none knows anything it is an error: a room is no mind.
    """

    def __init__(self) -> None:
        self._knows = False
        self._error: ReadFailedError | None = None

    async def spared(self, room: Awaitable[T], nothing: T) -> T:
        """What a room says, or ``nothing`` if nothing is known there and no relay can be read."""
        try:
            found = await room
        except ReadFailedError as error:
            self._error = self._error or error
            return nothing
        self._knows = True
        return found

    @property
    def is_whole(self) -> bool:
        """Whether no room that was asked knows anything, because no relay can be read."""
        return self._error is not None and not self._knows

    def check(self) -> None:
        """Refuse to take that for an empty mind.

        Raises:
            ReadFailedError: Nothing is known in any room, and no relay could be read to its end.
        """
        if self._error is not None and not self._knows:
            raise self._error
