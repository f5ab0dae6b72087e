"""The server over HTTP: any number of clients, one store, and nobody without the token."""

import socket
from collections.abc import Sequence
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from ..web.address import Address
from ..web.serving import Serving
from .gate import LIMITS, PATH, Gate, HttpLimits
from .token import Token

__all__ = ["PATH", "HttpLimits", "HttpService"]


class HttpService:
    """A server of the protocol, reached at a path of an address.

    Args:
        server: As ``build_server`` makes one.
        token: What every request has to show.
        address: Where it listens.
        names: Other names of its host that it may be called by, as behind a proxy.
        limits: How much it takes on.
    """

    def __init__(
        self,
        server: Server[Any],
        token: Token,
        address: Address,
        *,
        names: Sequence[str] = (),
        limits: HttpLimits = LIMITS,
    ) -> None:
        self._sessions = StreamableHTTPSessionManager(
            server,
            max_request_body_size=limits.largest_body,
            session_idle_timeout=limits.idle_session,
            max_sessions=limits.most_sessions,
        )
        self._gate = Gate(self._sessions.handle_request, token, address, names, limits)
        self._serving = Serving(self._gate)

    async def serve(self, listener: socket.socket) -> None:
        """Answer until told to end.

        Args:
            listener: Listens at the address; it is closed by the end.
        """
        async with self._sessions.run():
            await self._serving.until_ended(listener)

    def end(self) -> None:
        """Take no more requests; ``serve`` returns once those that are under way are answered."""
        self._gate.end()
        self._serving.end()
