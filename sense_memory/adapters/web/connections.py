"""Connections of a server over HTTP, of which there are only so many."""

import asyncio
import math
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 256
"""Connections; beside a buffer of 64 KiB each holds what is asked and answered."""
PATIENCE = 20.0
"""Seconds in which a new one has to ask something, and one that is answered to read on."""


class Connection(H11Protocol):
    """A connection that asks something and reads the answer, or gives way to others."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._next_look: asyncio.TimerHandle | None = None
        self._unread = math.inf

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it, in the place of one that asks nothing if there are too many."""
        is_one_too_many = len(self.connections) >= MOST
        super().connection_made(transport)
        self._next_look = self.loop.call_later(PATIENCE, self._look)
        if is_one_too_many:
            idle = (one for one in self.connections if isinstance(one, Connection) and one.is_idle)
            # this one has asked nothing yet either: it is the last to go
            next((one for one in idle if one is not self), self).hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self._next_look is not None:
            self._next_look.cancel()
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being asked."""
        return not self._has_asked or self.cycle.response_complete

    def hang_up(self) -> None:
        """End it at once."""
        self.connections.discard(self)
        self.transport.abort()

    @property
    def _has_asked(self) -> bool:
        cycle: object = self.cycle  # which its class says is always there
        return cycle is not None

    def _look(self) -> None:
        """Hang up on who has asked nothing, and on who has read nothing since the last look."""
        unread = self.transport.get_write_buffer_size() or math.inf
        if not self._has_asked or self._unread <= unread < math.inf:
            self.hang_up()
            return
        self._unread = unread
        self._next_look = self.loop.call_later(PATIENCE, self._look)
