"""Connections of a server over HTTP, of which there are only so many."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 256
"""Connections; beside a buffer of 64 KiB each holds what is being asked."""
PATIENCE = 10.0
"""Seconds in which a new one has to ask something."""


class Connection(H11Protocol):
    """A connection that is there to ask something, and gives way to others if it does not."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it, in the place of one that asks nothing if there are too many."""
        is_one_too_many = len(self.connections) >= MOST
        super().connection_made(transport)
        self._hurry = self.loop.call_later(PATIENCE, self._give_up_if_idle)
        if is_one_too_many:
            idle = (one for one in self.connections if isinstance(one, Connection) and one.is_idle)
            # this one has asked nothing yet either: it is the last to go
            next((one for one in idle if one is not self), self).hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self._hurry is not None:
            self._hurry.cancel()
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being asked."""
        return not self._has_asked or self.cycle.response_complete

    @property
    def _has_asked(self) -> bool:
        cycle: object = self.cycle  # which its class says is always there
        return cycle is not None

    def hang_up(self) -> None:
        """End it at once."""
        self.connections.discard(self)
        self.transport.abort()

    def _give_up_if_idle(self) -> None:
        if not self._has_asked:
            self.hang_up()
