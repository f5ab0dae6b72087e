"""The server over HTTP: any number of clients, one store, and nobody without the token."""

import contextlib
import socket
from collections.abc import Iterator, Sequence
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from .address import Address
from .connections import Connection
from .gate import LIMITS, PATH, Gate, HttpLimits
from .token import Token

PATIENCE = 6
"""Seconds for what is under way once the server is to end: a container is killed after ten."""

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
        self._server = _Uvicorn(
            uvicorn.Config(
                self._gate,
                http=Connection,
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=PATIENCE,
            )
        )

    async def serve(self, listener: socket.socket) -> None:
        """Answer until told to end.

        Args:
            listener: Listens at the address; it is closed by the end.
        """
        async with self._sessions.run():
            await self._server.serve([listener])

    def end(self) -> None:
        """Take no more requests; ``serve`` returns once those that are under way are answered."""
        self._gate.end()
        self._server.should_exit = True


class _Uvicorn(uvicorn.Server):
    """Without its own way with signals: it would end the process before the store is closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
