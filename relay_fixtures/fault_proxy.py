"""A websocket proxy between a client and any relay, in which frames suffer.

By a `FaultPlan`, or by hand: `cut()`, `hold()` and `release()`, `drop_next()`.

What it does not carry over: the relay's address. A relay that checks whom an AUTH is meant for
(NIP-42) has to be told the proxy's; a `QuirkRelay` can be, by its `url`.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.http11 import Request, Response

from nips.nip11 import ACCEPT
from relay_fixtures.document import fetch
from relay_fixtures.fault_plan import Direction, Fate, FaultPlan
from relay_fixtures.lane import Frame, Lane, pump

__all__ = ["FaultProxy", "Passage"]

# a client that goes before it has shaken hands is no error of a relay; who wants to hear of it
# gives this logger a handler
log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())
log.propagate = False

HOST = "127.0.0.1"
MAX_FRAME = 64 * 1024 * 1024
"""Bytes of one frame; ends have limits of their own, which are not to be hidden."""
CLOSE_TIMEOUT = 1.0
OPEN_TIMEOUT = 10.0
"""Seconds either end has for a handshake."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A frame that came to the proxy.

    Attributes:
        connection: number of the connection, from 0.
        direction: where it was going.
        frame: what it was.
        dropped: whether `drop_next` took it.
    """

    connection: int
    direction: Direction
    frame: Frame
    dropped: bool = False


@dataclass(slots=True)
class _Trap:
    """What `drop_next` waits for."""

    left: int
    matches: Callable[[str], bool]
    direction: Direction | None


@dataclass(slots=True, eq=False)
class _Link:
    """A client's connection and the one made for it."""

    client: ServerConnection
    relay: ClientConnection
    lanes: tuple[Lane, Lane]

    def cut(self) -> None:
        """Reset both connections; what is on its way is lost."""
        self.client.transport.abort()
        self.relay.transport.abort()

    def end(self) -> None:
        """Close both connections without a handshake once what was sent has left."""
        self.client.transport.close()
        self.relay.transport.close()
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.cut)


class FaultProxy:
    """Listens on loopback: an async context manager, or `start()` and `stop()`.

    Args:
        upstream_url: the relay. May be assigned later, for connections to come.
        plan: what happens to frames by itself. May be assigned later, for connections to come.
        port: TCP port, 0 for a free one. Once known it is kept.
    """

    def __init__(self, upstream_url: str, plan: FaultPlan | None = None, *, port: int = 0) -> None:
        self.upstream_url = upstream_url
        self.plan = plan or FaultPlan()
        self.port = port
        self.passages: list[Passage] = []
        """Every frame so far, in the order of arrival."""
        self._server: Server | None = None
        self._links: set[_Link] = set()
        self._lanes: list[tuple[Lane, Lane]] = []
        self._traps: list[_Trap] = []
        self._open = asyncio.Event()
        self._open.set()

    @property
    def url(self) -> str:
        """The address to give to the client, such as `ws://127.0.0.1:7801`."""
        return f"ws://{HOST}:{self.port}"

    @property
    def connections(self) -> int:
        """How many connections were made through the proxy so far."""
        return len(self._lanes)

    def fates(self, connection: int, direction: Direction) -> list[Fate]:
        """What the plan did to the frames of a direction of a connection, in order."""
        to_relay, to_client = self._lanes[connection]
        return (to_relay if direction == "to_relay" else to_client).fates

    async def start(self) -> None:
        """Listen. Returns once connections are accepted."""
        if self._server is not None:
            raise RuntimeError(f"the proxy is already listening at {self.url}")
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

    async def stop(self) -> None:
        """Cut every connection and stop listening. Does nothing while stopped."""
        server, self._server = self._server, None
        if server is not None:
            server.close(close_connections=False)
            self.cut()
            await server.wait_closed()

    def cut(self) -> None:
        """Cut every connection, without a closing handshake; go on listening."""
        for link in self._links:
            link.cut()

    def hold(self) -> None:
        """Let nothing pass until `release()`. Frames wait in order; nothing tells either end."""
        self._open.clear()

    def release(self) -> None:
        """Let pass what was held."""
        self._open.set()

    def drop_next(
        self,
        count: int = 1,
        predicate: Callable[[str], bool] = lambda _: True,
        *,
        direction: Direction | None = None,
    ) -> None:
        """Take away the next frames of which the predicate is true.

        Args:
            count: how many.
            predicate: of the frame's text.
            direction: the direction concerned, None for both.
        """
        self._traps.append(_Trap(count, predicate, direction))

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

    async def _handle(self, client: ServerConnection) -> None:
        try:
            relay = await connect(
                self.upstream_url,
                max_size=MAX_FRAME,
                compression=None,
                open_timeout=OPEN_TIMEOUT,
                close_timeout=CLOSE_TIMEOUT,
                ping_interval=None,
            )
        except (OSError, InvalidHandshake):
            # As from a relay that is not there.
            client.transport.abort()
            return
        number = len(self._lanes)
        lanes = Lane(self.plan, number, "to_relay"), Lane(self.plan, number, "to_client")
        self._lanes.append(lanes)
        link = _Link(client, relay, lanes)
        self._links.add(link)
        try:
            await self._carry(number, link)
        finally:
            self._links.discard(link)
            link.end()

    async def _carry(self, number: int, link: _Link) -> None:
        """Both directions until one ends; then the other does."""
        to_relay, to_client = link.lanes
        there = asyncio.create_task(
            self._pump(to_relay, number, "to_relay", link.client, link.relay)
        )
        back = asyncio.create_task(
            self._pump(to_client, number, "to_client", link.relay, link.client)
        )
        try:
            await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (there, back):
                task.cancel()
            await asyncio.gather(there, back, return_exceptions=True)

    async def _pump(
        self,
        lane: Lane,
        number: int,
        direction: Direction,
        source: ServerConnection | ClientConnection,
        sink: ServerConnection | ClientConnection,
    ) -> None:
        async def receive() -> Frame:
            while True:
                frame = await source.recv()
                dropped = self._is_trapped(direction, frame)
                self.passages.append(Passage(number, direction, frame, dropped))
                if not dropped:
                    return frame

        async def deliver(frame: Frame) -> None:
            await self._open.wait()
            await sink.send(frame)

        try:
            await pump(lane, receive, deliver)
        except ConnectionClosed:
            # An end that says good-bye is not to look like a cut.
            if source.close_code not in {None, 1005, 1006}:
                with contextlib.suppress(ConnectionClosed):
                    await sink.close(source.close_code or 1000, source.close_reason or "")

    def _is_trapped(self, direction: Direction, frame: Frame) -> bool:
        text = frame if isinstance(frame, str) else frame.decode(errors="replace")
        for trap in self._traps:
            if trap.left and trap.direction in {None, direction} and trap.matches(text):
                trap.left -= 1
                return True
        return False

    async def _answer_http(self, connection: ServerConnection, request: Request) -> Response | None:
        """Pass on the relay's NIP-11 document; anything else is a websocket."""
        if ACCEPT not in request.headers.get("Accept", ""):
            return None
        body = await fetch(self.upstream_url, OPEN_TIMEOUT)
        if body is None:
            return connection.respond(HTTPStatus.NOT_FOUND, "no relay information\n")
        headers = Headers(
            {"Content-Type": ACCEPT, "Content-Length": str(len(body)), "Connection": "close"}
        )
        return Response(HTTPStatus.OK, HTTPStatus.OK.phrase, headers, body)
