"""A connection to one relay: the protocol, on a socket."""

import asyncio
import contextlib
import logging
import math
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from nips.negentropy import Storage
from nips.nip01 import Event, Filter, UnsignedEvent
from nips.nip42 import auth_event

from ..core.config import RelayConfig
from ..core.errors import RefusedError, RelayTimeoutError, UnreachableError
from ..core.ports import Clock
from ..sync.conduct import Conduct, Offence
from ..sync.protocol import (
    Acknowledged,
    Answered,
    Arrived,
    AuthDone,
    AuthWanted,
    Compared,
    LiveEnded,
    Misbehaved,
    Noticed,
    ProtocolEvent,
    RawEvent,
    RelayProtocol,
    Unanswered,
)
from ..sync.reconcile import Difference
from .dialling import opener
from .relay_url import is_local
from .tasks import Tasks

log = logging.getLogger("sense_memory.io.websocket")

LIVE_SUBSCRIPTIONS = 3
"""Subscriptions that stay open."""

T = TypeVar("T")
Sign = Callable[[UnsignedEvent], Awaitable[Event]]
Dial = Callable[[str, RelayConfig], Awaitable[Any]]
"""Opens a socket to a relay: text frames to iterate over, ``send`` and ``close``.

Fails as ``dial`` does; a socket that was lost raises the ``ConnectionClosed`` of ``websockets``.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """All stored events of a question, and what the relay hinted at the end."""

    events: tuple[RawEvent, ...]
    hints: tuple[str, ...]


@dataclass(slots=True)
class Traffic:
    """Counters of one relay since the store was opened."""

    bytes_in: int = 0
    bytes_out: int = 0
    events_in: int = 0
    events_out: int = 0


class Connection:
    """Questions and writes over one open WebSocket; use ``connect`` to get one."""

    def __init__(
        self,
        url: str,
        socket_: Any,
        public_key: str,
        sign: Sign,
        clock: Clock,
        config: RelayConfig,
        traffic: Traffic,
        conduct: Conduct,
    ) -> None:
        self.url = url
        self._websocket = socket_
        self._public_key = public_key
        self._sign = sign
        self._clock = clock
        self._config = config
        self._traffic = traffic
        self._protocol = RelayProtocol(
            config.answer_timeout,
            config.ok_timeout,
            config.answer_total,
            config.comparison_timeout,
            conduct,
        )
        self._answers: dict[int, asyncio.Future[Answer]] = {}
        self._comparisons: dict[int, asyncio.Future[Difference]] = {}
        self._oks: dict[str, asyncio.Future[Acknowledged]] = {}
        self._auth_ended = asyncio.Event()
        self._moved = asyncio.Event()
        self._looks_at = math.inf
        """When ``_expire`` looks next, without being told."""
        self._room = asyncio.Semaphore(config.open_questions)
        self._outbound: asyncio.Queue[str] = asyncio.Queue()
        self._tasks = Tasks()
        self.live: asyncio.Queue[RawEvent] = asyncio.Queue(1024)
        self.live_ended = asyncio.Event()
        """Set when news may have been missed: a subscription ended, or more came than fits."""
        self.offence: Offence | None = None
        """What the relay did once too often, if it did."""
        self.closed = asyncio.Event()

    @property
    def was_challenged(self) -> bool:
        """Whether this relay ever asked who we are."""
        return self._protocol.challenge is not None

    @property
    def is_authenticated(self) -> bool:
        """Whether this relay knows who we are."""
        return self._protocol.authenticated

    @property
    def refuses_namelessly(self) -> bool:
        """Whether this relay refuses writes without saying which."""
        return self._protocol.refuses_namelessly

    async def ask(self, question: Filter, *, live: bool = False) -> Answer:
        """The stored events of a question.

        Raises:
            RefusedError: The relay closed the question.
            RelayTimeoutError: It did not answer.
            UnreachableError: The connection broke.
        """
        async with self._room:
            self._check_open()
            number = self._protocol.ask(question, self._now(), live=live)
            return await self._reply(number, self._answers)

    async def compare(self, question: Filter, storage: Storage, frame_limit: int) -> Difference:
        """What a relay has and we have not, and the other way round (NIP-77).

        Args:
            question: What events: those of one kind, without a limit.
            storage: Ours.
            frame_limit: Bytes of our longest message.

        Raises:
            RefusedError: The relay does not compare these, or not at all, or says nonsense.
            RelayTimeoutError: It did not answer.
            UnreachableError: The connection broke.
        """
        async with self._room:
            self._check_open()
            number = self._protocol.compare(question, storage, frame_limit, self._now())
            return await self._reply(number, self._comparisons)

    async def _reply(self, number: int, waiting: dict[int, asyncio.Future[T]]) -> T:
        """What comes for a question that was just put."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting[number] = future
        try:
            self._flush()
            return await future
        finally:
            waiting.pop(number, None)

    def allow(self, subscriptions: int) -> None:
        """The relay says how many subscriptions it takes; those that stay open count too."""
        self._room = asyncio.Semaphore(
            max(1, min(self._config.open_questions, subscriptions - LIVE_SUBSCRIPTIONS))
        )

    async def subscribe(self, questions: Sequence[Filter]) -> None:
        """Let what is new arrive in ``live`` from now on, in place of earlier subscriptions.

        Raises:
            RelayError: The relay does not open one.
        """
        self._protocol.end_live()
        self.live_ended.clear()
        for question in questions:
            await self.ask(question, live=True)

    async def publish(self, event: Event, *, resends: bool = True) -> Acknowledged:
        """Send a write and wait for the OK; ``accepted`` is ``None`` when none came.

        Args:
            event: The write.
            resends: Whether it is sent once more when the relay asked who writes and was told.

        Raises:
            UnreachableError: The connection broke before the write was sent.
        """
        self._check_open()
        future = self._oks.get(event.id)
        if future is None or future.done():
            # an OK names the event alone: who sends the same one meanwhile waits for the same OK
            future = self._oks[event.id] = asyncio.get_running_loop().create_future()
            future.add_done_callback(lambda done: self._answered(event.id, done))
            self._protocol.publish(event, self._now(), resends=resends)
            self._traffic.events_out += 1
            self._flush()
        # one of those who wait may be cancelled, and the others not
        return await asyncio.shield(future)

    def _answered(self, event_id: str, future: "asyncio.Future[Acknowledged]") -> None:
        if self._oks.get(event_id) is future:
            del self._oks[event_id]

    def charge(self, offence: Offence, what: str) -> None:
        """The relay sent something that turned out to be wrong."""
        self._protocol.charge(offence, self._now(), what)
        self._settle()

    async def wait_for_auth(self, seconds: float) -> None:
        """Give the relay a moment to challenge us, or to check the proof that is under way."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._auth_ended.wait()

    # ----------------------------------------------------------------- inside

    async def run(self) -> None:
        """Read until the connection ends."""
        from websockets.exceptions import ConnectionClosed

        quick = _quick_ack(self._websocket) if is_local(self.url) else None
        self._tasks.start(self._expire(), f"timer {self.url}")
        self._tasks.start(self._send(), f"writer {self.url}")
        try:
            async for frame in self._websocket:
                if quick is not None:
                    quick()
                if self.offence is None:
                    self._traffic.bytes_in += len(frame)
                    if isinstance(frame, str):
                        self._protocol.receive_text(frame, self._now())
                    else:
                        self._protocol.charge(Offence.JUNK, self._now())
                    self._settle()
        except ConnectionClosed as error:
            log.debug("%s: connection closed: %s", self.url, error)
        finally:
            self.closed.set()
            self._protocol.lost()
            for event in self._protocol.events():
                self._dispatch(event)
            waiting: list[asyncio.Future[Any]] = [*self._answers.values()]
            for future in (*waiting, *self._comparisons.values()):
                if not future.done():
                    future.set_exception(UnreachableError(self.url, "the connection was lost"))
            await self._tasks.cancel()

    async def _expire(self) -> None:
        while True:
            deadline = self._protocol.next_deadline()
            self._looks_at = math.inf if deadline is None else deadline
            delay = None if deadline is None else max(0.0, deadline - self._now())
            self._moved.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await self._moved.wait()
            self._protocol.expire(self._now())
            self._settle()

    async def _send(self) -> None:
        """Send in order, apart from reading, so that a full buffer never stops the reader."""
        from websockets.exceptions import ConnectionClosed

        with contextlib.suppress(ConnectionClosed):  # the reader sees it too
            while True:
                text = await self._outbound.get()
                self._traffic.bytes_out += len(text)
                await self._websocket.send(text)

    def _settle(self) -> None:
        for event in self._protocol.events():
            self._dispatch(event)
        self._flush()

    def _dispatch(self, event: ProtocolEvent) -> None:
        match event:
            case Answered():
                self._traffic.events_in += len(event.events)
                self._resolve(self._answers, event.number, Answer(event.events, event.hints))
            case Unanswered():
                self._fail(event)
            case Compared():
                self._resolve(self._comparisons, event.number, event.difference)
            case Acknowledged():
                self._resolve(self._oks, event.event_id, event)
            case Arrived():
                self._traffic.events_in += 1
                if self.live.full():
                    self.live_ended.set()
                else:
                    self.live.put_nowait(event.event)
            case AuthWanted():
                self._tasks.start(self._authenticate(event.challenge), f"auth {self.url}")
            case AuthDone():
                if not event.accepted:
                    log.warning("%s: AUTH refused: %s", self.url, event.message[:200])
                self._auth_ended.set()
            case LiveEnded():
                log.info("%s: ended a subscription: %s", self.url, event.reason[:200])
                self.live_ended.set()
            case Noticed():
                log.info("%s: NOTICE %s", self.url, event.message[:200])
            case Misbehaved():
                if self.offence is None:
                    self.offence = event.offence
                    log.warning("%s: too many %s, leaving it", self.url, event.offence)
                    self._tasks.start(self._websocket.close(), f"leave {self.url}")

    async def _authenticate(self, challenge: str) -> None:
        # NIP-42: the event's relay tag names the URL that the client connected to, never one that
        # the relay supplies
        unsigned = auth_event(self._public_key, int(self._clock.now()), self.url, challenge)
        self._auth_ended.clear()
        self._protocol.authenticate(await self._sign(unsigned), self._now())
        self._flush()

    def _flush(self) -> None:
        deadline = self._protocol.next_deadline()
        if deadline is not None and deadline < self._looks_at:
            self._moved.set()
        for text in self._protocol.data_to_send():
            self._outbound.put_nowait(text)

    def _check_open(self) -> None:
        if self.closed.is_set():
            raise UnreachableError(self.url, "the connection was lost")

    def _resolve(self, waiting: dict[Any, asyncio.Future[Any]], key: object, value: object) -> None:
        future = waiting.get(key)
        if future is not None and not future.done():
            future.set_result(value)

    def _fail(self, event: Unanswered) -> None:
        from nips.messages import split_reply

        future = self._answers.get(event.number) or self._comparisons.get(event.number)
        if future is None or future.done():
            return
        if event.reason == "timeout":
            timeout = self._config.answer_timeout
            future.set_exception(RelayTimeoutError(self.url, "answer", timeout))
        else:
            reply = split_reply(event.reason)
            future.set_exception(RefusedError(self.url, reply.raw_prefix, reply.text))

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


async def dial(url: str, config: RelayConfig) -> Any:
    """Open a WebSocket.

    Raises:
        UnreachableError: There is no relay at the URL.
        RelayTimeoutError: It did not answer the handshake.
    """
    from websockets.exceptions import InvalidHandshake, InvalidURI

    try:
        async with asyncio.timeout(config.connect_timeout):
            return await opener()(
                url,
                max_size=config.max_frame_bytes,
                compression=None if is_local(url) else "deflate",
                ping_interval=config.ping_interval,
                open_timeout=None,
                close_timeout=2,
                proxy=None if is_local(url) else True,
            )
    except TimeoutError:
        raise RelayTimeoutError(url, "connection", config.connect_timeout) from None
    except (OSError, InvalidHandshake, InvalidURI, UnicodeError) as error:
        raise UnreachableError(url, f"no connection ({error})") from error


@contextlib.asynccontextmanager
async def connect(
    url: str,
    public_key: str,
    sign: Sign,
    clock: Clock,
    config: RelayConfig,
    traffic: Traffic,
    conduct: Conduct,
    open_socket: Dial = dial,
) -> AsyncIterator[Connection]:
    """Open a connection for the length of a block.

    Raises:
        UnreachableError: There is no relay at the URL.
        RelayTimeoutError: It did not answer the handshake.
    """
    websocket = await open_socket(url, config)
    connection = Connection(url, websocket, public_key, sign, clock, config, traffic, conduct)
    reader = Tasks().start(connection.run(), f"reader {url}")
    try:
        yield connection
    finally:
        await websocket.close()
        await reader


def _quick_ack(websocket: Any) -> Callable[[], None] | None:
    """Acknowledge at once on loopback.

    One relay sends an answer in two segments with Nagle's algorithm on; the second one then waits
    for our delayed acknowledgement, 44 ms for every question. Linux forgets the option, so it is
    set after each frame.
    """
    option = getattr(socket, "TCP_QUICKACK", None)
    raw = websocket.transport.get_extra_info("socket")
    if option is None or raw is None:
        return None

    def acknowledge() -> None:
        with contextlib.suppress(OSError):
            raw.setsockopt(socket.IPPROTO_TCP, option, 1)

    return acknowledge
