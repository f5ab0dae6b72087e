"""What stands before a server over HTTP: who is let in, how much, and how many at once.

Nothing of a request is read before its token was seen. What a client asked is done to its end, even
if the client is gone by then: a write that it hung up on would else be there or not, by chance.
"""

import json
import math
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from mcp.shared.inbound import MCP_METHOD_HEADER
from mcp_types import INVALID_REQUEST
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..web.address import Address
from .token import Token

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PATH = "/mcp"
"""Where the server is asked."""
ENDLESS = frozenset({"subscriptions/listen"})
"""Methods whose answer goes on until the client hangs up."""
REALM = 'Bearer realm="sense-memory"'


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """How much a server takes on.

    Attributes:
        largest_body: Bytes of one request; a memory has at most 40,960.
        most_at_once: Requests that are worked on, each of which may hold such a body.
        patience: Seconds for a request's turn to come, and for it to come in whole.
        most_sessions: Conversations of clients that keep one open.
        idle_session: Seconds after which a conversation is over in which nothing was asked; the
            client begins another one by itself.
    """

    largest_body: int = 1024 * 1024
    most_at_once: int = 16
    patience: float = 30
    most_sessions: int = 1_000
    idle_session: float = 1_800


LIMITS = HttpLimits()


class Gate:
    """An ASGI application before another.

    Args:
        inner: What is let through to, with its whole body at once.
        token: What has to be shown.
        address: Where the server listens.
        names: Other names of its host that it may be called by, as behind a proxy.
        limits: How much it takes on.
    """

    def __init__(
        self,
        inner: "ASGIApp",
        token: Token,
        address: Address,
        names: Sequence[str] = (),
        limits: HttpLimits = LIMITS,
    ) -> None:
        self._inner = inner
        self._token = token
        self._limits = limits
        self._callers = TransportSecurityMiddleware(_callers(address, names))
        self._turns = anyio.Semaphore(limits.most_at_once)
        self._breakable: set[anyio.CancelScope] = set()
        self._asked: set[tuple[str, str] | None] = set()
        self._has_ended = False

    def end(self) -> None:
        """Break off what has no end, and what was not asked to its end; the rest goes on."""
        self._has_ended = True
        for scope in self._breakable:
            scope.cancel()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        request = Request(scope, receive)
        answer = _Answer(send)
        refusal = await self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, answer.send)
        elif request.method == "POST":
            await self._post(request, receive, answer)
        else:
            await self._stream(scope, _given(b"", receive), answer)

    async def _refusal(self, request: Request) -> Response | None:
        if request.scope["path"] != PATH:
            return _refused(404, f"there is nothing here; the address ends with {PATH}")
        judged = await self._callers.validate_request(request)
        if judged is not None and judged.status_code == 421:
            return _refused(421, "this server is not called by that name; see --allow-host")
        if judged is not None:
            return _refused(403, "pages of that origin may not ask this server; see --allow-host")
        shown = request.headers.getlist("authorization")
        if len(shown) != 1 or not self._token.is_shown_by(shown[0]):
            return _refused(
                401,
                "the header Authorization: Bearer TOKEN is missing, or has another token than this "
                "server, which said where it keeps its own when it started",
                # RFC 6750: who showed nothing is told nothing of what was wrong with it
                {"WWW-Authenticate": REALM + ', error="invalid_token"' * bool(shown)},
            )
        if "last-event-id" in request.headers:
            return _refused(400, "a stream that broke off is not taken up again; open a new one")
        return None

    async def _post(self, request: Request, receive: "Receive", answer: "_Answer") -> None:
        is_endless = request.headers.get(MCP_METHOD_HEADER) in ENDLESS
        async with self._turn() as refusal:
            given = refusal or await self._body(request, receive)
            if isinstance(given, bytes) and not is_endless:
                with self._underway(request, given) as is_new:
                    if is_new:
                        await self._inner(request.scope, _given(given), answer.send)
                        return
                given = _refused(
                    400,
                    "a request with this id is being worked on; this one is not. Give each its own",
                )
        if isinstance(given, bytes):
            await self._stream(request.scope, _given(given, receive), answer)
        else:
            await given(request.scope, receive, answer.send)

    async def _stream(self, scope: "Scope", receive: "Receive", answer: "_Answer") -> None:
        """Something that goes on until the client hangs up, or this server ends."""
        is_done = False
        with self._until_ended():
            await self._inner(scope, receive, answer.send)
            is_done = True
        if is_done:
            return
        if answer.is_begun:
            await answer.end()
        else:
            await _ending()(scope, receive, answer.send)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[Response | None]:
        """One of the requests that are worked on, or why it is none."""
        has_turn = False
        with self._until_ended(self._limits.patience):
            await self._turns.acquire()
            has_turn = True
        if not has_turn:
            yield _ending() if self._has_ended else _busy()
            return
        try:
            yield None
        finally:
            self._turns.release()

    @contextmanager
    def _underway(self, request: Request, body: bytes) -> Iterator[bool]:
        """Whether no other request of the conversation has this id, while this one is answered.

        The library would give the other one's answer to this one, and that would wait forever.
        """
        asked = _asked(request, body)
        if asked in self._asked:
            yield False
            return
        if asked is not None:
            self._asked.add(asked)
        try:
            yield True
        finally:
            self._asked.discard(asked)

    async def _body(self, request: Request, receive: "Receive") -> bytes | Response:
        declared = request.headers.get("content-length", "")
        if len(declared) > 18 or int(declared or 0) > self._limits.largest_body:
            return self._too_large()
        given: list[bytes | Response] = []
        with self._until_ended(self._limits.patience):
            given.append(await self._whole(receive))
        if given:
            return given[0]
        if self._has_ended:
            return _ending()
        waited = f"{self._limits.patience:g} seconds"
        return _refused(408, f"the request was not whole after {waited}; nothing is done")

    async def _whole(self, receive: "Receive") -> bytes | Response:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return _refused(400, "the request broke off")
            body += message.get("body", b"")
            if len(body) > self._limits.largest_body:
                return self._too_large()
            if not message.get("more_body", False):
                return bytes(body)

    def _too_large(self) -> Response:
        return _refused(
            413,
            f"a request has at most {self._limits.largest_body:,} bytes; nothing is done. Give a "
            "long text in parts",
        )

    @contextmanager
    def _until_ended(self, patience: float = math.inf) -> Iterator[None]:
        """Go on after this once the server ends, or after so many seconds."""
        with anyio.move_on_after(patience) as scope:
            if self._has_ended:
                scope.cancel()
            self._breakable.add(scope)
            try:
                yield
            finally:
                self._breakable.discard(scope)


class _Answer:
    """What is sent to a client, which may have begun."""

    def __init__(self, send: "Send") -> None:
        self._send = send
        self.is_begun = False

    async def send(self, message: "Message") -> None:
        """Send a part."""
        self.is_begun = True
        await self._send(message)

    async def end(self) -> None:
        """Nothing more comes."""
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


def _given(body: bytes, after: "Receive | None" = None) -> "Receive":
    """What gives a body, then what came after it; without that nothing, not even a hanging up."""
    is_given = False

    async def receive() -> "Message":
        nonlocal is_given
        if not is_given:
            is_given = True
            return {"type": "http.request", "body": body, "more_body": False}
        if after is not None:
            return await after()
        return await _never()

    return receive


def _asked(request: Request, body: bytes) -> tuple[str, str] | None:
    """The conversation and the id of a request in it; ``None`` of what is none."""
    session = request.headers.get(MCP_SESSION_ID_HEADER)
    if session is None:
        return None
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    is_request = isinstance(message, dict) and "method" in message and "id" in message
    return (session, str(message["id"])) if is_request else None


async def _never() -> "Message":
    await anyio.sleep_forever()
    raise AssertionError("for ever has ended")


def _callers(address: Address, names: Sequence[str]) -> TransportSecuritySettings:
    """As whom a request may address the server, and the pages that may: those of this machine."""
    own = {"127.0.0.1", "localhost", "[::1]", address.url_host, *names}
    hosts = [*own, *(f"{name}:*" for name in own)]
    origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


def _refused(status: int, why: str, headers: Mapping[str, str] | None = None) -> Response:
    """An error as JSON-RPC has it, of no request in particular."""
    error = {"code": INVALID_REQUEST, "message": why}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status, headers)


def _busy() -> Response:
    return _refused(
        503, "too many requests are worked on; ask again in a while", {"Retry-After": "10"}
    )


def _ending() -> Response:
    return _refused(503, "the server is ending; nothing is done", {"Connection": "close"})
