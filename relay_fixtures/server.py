"""Serves a `QuirkRelay` by websocket, and its NIP-11 document by HTTP, on loopback."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from email.utils import formatdate
from functools import partial
from http import HTTPStatus
from types import TracebackType
from typing import Self

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from relay_fixtures.fault_plan import FaultPlan
from relay_fixtures.lane import Frame, Lane, pump
from relay_fixtures.quirk_relay import Outgoing, QuirkRelay

__all__ = ["RelayServer"]

# a client that goes before it has shaken hands is no error of a relay; who wants to hear of it
# gives this logger a handler
log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())
log.propagate = False

HOST = "127.0.0.1"
NIP11_TYPE = "application/nostr+json"
MAX_FRAME = 8 * 1024 * 1024
"""Bytes a client may send in one frame before the connection is closed."""
CLOSE_TIMEOUT = 1.0
"""Seconds a client has to answer the closing handshake."""


class RelayServer:
    """One listening port before one relay: an async context manager, or `start()` and `stop()`.

    Runs on the event loop it is started on. What the relay holds survives `restart()`.

    Args:
        relay: the relay; its `url` is set to the address served.
        port: TCP port, 0 for a free one. Once known it is kept.
        plan: what happens to frames on their way; may be assigned later, for connections to
            come.
    """

    def __init__(self, relay: QuirkRelay, *, port: int = 0, plan: FaultPlan | None = None) -> None:
        self.relay = relay
        self.port = port
        self.plan = plan or FaultPlan()
        self._connected = 0
        self._server: Server | None = None
        self._clients: dict[int, _Client] = {}

    @property
    def url(self) -> str:
        """The websocket address, such as `ws://127.0.0.1:7801`."""
        return f"ws://{HOST}:{self.port}"

    async def start(self) -> None:
        """Listen. Returns once connections are accepted."""
        if self._server is not None:
            raise RuntimeError(f"the relay is already served at {self.url}")
        self._server = await serve(
            self._handle,
            HOST,
            self.port,
            process_request=self._answer_http,
            compression=None,
            max_size=MAX_FRAME,
            close_timeout=CLOSE_TIMEOUT,
            ping_interval=None,
            logger=log,
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]
        self.relay.url = self.url

    async def stop(self) -> None:
        """Close every connection (code 1001) and stop listening. Does nothing while stopped."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
            await server.wait_closed()

    async def restart(self) -> None:
        """Stop and start on the same port, with the same events."""
        await self.stop()
        await self.start()

    def cut(self) -> None:
        """Drop every connection without a closing handshake; go on listening."""
        for client in self._clients.values():
            client.cut()

    def deliver(self, frames: Outgoing) -> None:
        """Send frames the relay produced, after its `answer_delay`."""
        for conn, text in frames:
            client = self._clients.get(conn)
            if client is not None:
                client.send(text, self.relay.quirks.answer_delay)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()

    async def _handle(self, websocket: ServerConnection) -> None:
        conn, greeting = self.relay.connect()
        number, self._connected = self._connected, self._connected + 1
        lane = Lane(self.plan, number, "to_client")
        client = self._clients[conn] = _Client(websocket, partial(self.relay.flood, conn), lane)
        writing = asyncio.create_task(client.write())
        try:
            self.deliver(greeting)
            receive = partial(self._received, conn, client)
            await pump(Lane(self.plan, number, "to_relay"), websocket.recv, receive)
            # The plan cut the way in: what was answered meanwhile does not leave.
            websocket.transport.abort()
        except ConnectionClosed:
            pass
        finally:
            del self._clients[conn]
            self.relay.disconnect(conn)
            writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writing

    async def _received(self, conn: int, client: "_Client", message: Frame) -> None:
        if isinstance(message, str):
            frames = self.relay.receive_text(conn, message)
        else:
            frames = self.relay.receive_bytes(conn, message)
        self.deliver([frame for frame in frames if frame[0] != conn])
        # Whoever is throttled is not listened to either.
        await asyncio.sleep(self.relay.throttle(conn))
        self.deliver([frame for frame in frames if frame[0] == conn])
        client.wake()
        if not self.relay.is_open(conn):
            client.cut()

    def _answer_http(self, connection: ServerConnection, request: Request) -> Response | None:
        """NIP-11: a GET that accepts the document gets it; anything else is a websocket."""
        if NIP11_TYPE not in request.headers.get("Accept", ""):
            return None
        document = self.relay.information()
        if document is None:
            return connection.respond(HTTPStatus.NOT_FOUND, "no relay information\n")
        body = json.dumps(document).encode()
        headers = Headers(
            {
                "Content-Type": NIP11_TYPE,
                "Content-Length": str(len(body)),
                "Date": formatdate(self.relay.clock(), usegmt=True),
                "Access-Control-Allow-Origin": "*",
                "Connection": "close",
            }
        )
        return Response(HTTPStatus.OK, HTTPStatus.OK.phrase, headers, body)


class _CutError(Exception):
    """The relay wants the connection cut."""


class _Client:
    """The writing half of a connection: frames leave in order, each when it is due.

    Args:
        websocket: the connection.
        flood: the next frame for a client that has everything else, if there is one.
        lane: what happens to frames on their way.
    """

    def __init__(
        self, websocket: ServerConnection, flood: Callable[[], str | None], lane: Lane
    ) -> None:
        self._websocket = websocket
        self._flood = flood
        self._lane = lane
        self._outbox: asyncio.Queue[tuple[float, str | None]] = asyncio.Queue()
        self._head: tuple[float, str | None] | None = None

    def send(self, text: str, delay: float) -> None:
        """Send a frame in `delay` seconds."""
        self._outbox.put_nowait((asyncio.get_running_loop().time() + delay, text))

    def wake(self) -> None:
        """Find out whether there is a flood now."""
        if self._outbox.empty():
            self._outbox.put_nowait((0.0, ""))

    def cut(self) -> None:
        """Reset the connection once what is due before has left."""
        self._outbox.put_nowait((0.0, None))

    async def write(self) -> None:
        """Send until the connection ends."""
        try:
            await pump(self._lane, self._next, self._websocket.send)
            # The plan cut the way out, after what was sent has left.
            self._websocket.transport.close()
        except _CutError:
            self._websocket.transport.abort()
        except ConnectionClosed:
            return

    async def _next(self) -> str:
        """What was sent first, when it is due; while there is nothing, the flood."""
        loop = asyncio.get_running_loop()
        while True:
            if self._head is None:
                text = self._flood() if self._outbox.empty() else None
                if text is not None:
                    # Sending waits only for a client that is slow; others want to live too.
                    await asyncio.sleep(0)
                    return text
                self._head = await self._outbox.get()
            # Kept until it is handed over: whoever waits here may give up and come again.
            due, frame = self._head
            if due > loop.time():
                await asyncio.sleep(due - loop.time())
            self._head = None
            if frame is None:
                raise _CutError
            if frame:
                return frame
