"""An application served at a socket until it is told to end."""

import contextlib
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

import uvicorn

from .connections import Connection

if TYPE_CHECKING:
    from starlette.types import ASGIApp

PATIENCE = 6
"""Seconds for what is under way once the server is to end: a container is killed after ten."""


class Serving:
    """An ASGI application that answers over HTTP.

    Args:
        app: It; its lifespan is nobody's business here.
    """

    def __init__(self, app: "ASGIApp") -> None:
        self._server = _Uvicorn(
            uvicorn.Config(
                app,
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

    async def until_ended(self, listener: socket.socket) -> None:
        """Answer until told to end.

        Args:
            listener: Listens at the address; it is closed by the end.
        """
        await self._server.serve([listener])

    def end(self) -> None:
        """Take no more requests; what is under way is answered."""
        self._server.should_exit = True


class _Uvicorn(uvicorn.Server):
    """Without its own way with signals: it would end the process before the store is closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
