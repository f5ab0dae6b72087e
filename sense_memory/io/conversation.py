"""Frames to and from one relay, one thing at a time, so that it can be seen what it does.

The store talks to relays through ``sync.protocol``, which hides how they differ. This shows it: it
notes when a relay asks who we are, waits for each answer, and says nothing by itself but the proof.
"""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nips.errors import InvalidFrameError
from nips.messages import (
    Auth,
    Challenge,
    Close,
    Closed,
    Eose,
    EventFrame,
    Ok,
    Prefix,
    Publish,
    RelayMessage,
    Req,
    parse_relay_message,
    split_reply,
)
from nips.nip01 import Event, Filter, UnsignedEvent
from nips.nip42 import auth_event

from ..core.config import RelayConfig
from ..core.errors import RelayTimeoutError, UnreachableError
from ..core.ports import Clock
from ..sync.words import harmless
from .dialling import opener
from .relay_url import is_local

MAX_ANSWER = 1_000
"""Events after which an answer counts as endless."""
MAX_CHALLENGES = 20
MAX_CHALLENGE_LENGTH = 256

Sign = Callable[[UnsignedEvent], Awaitable[Event]]

EMPTY_SET = "6100000200"
"""A NIP-77 message: version 1, and one range over all time in which we hold no event."""


@dataclass(frozen=True, slots=True)
class Said:
    """The end of a question.

    Attributes:
        events: What came before it, unverified.
        hints: Of the EOSE (NIP-67).
        refusal: What the relay said when it closed the question.
        is_answered: Whether there was an end at all.
    """

    events: tuple[dict[str, Any], ...]
    hints: tuple[str, ...] = ()
    refusal: str | None = None
    is_answered: bool = True

    @property
    def ids(self) -> frozenset[object]:
        """The ids that the events claim."""
        return frozenset(str(event.get("id")) for event in self.events)


@dataclass(frozen=True, slots=True)
class _Negotiated:
    """A frame of NIP-77."""

    is_message: bool


class Conversation:
    """One open WebSocket; use ``converse`` to get one.

    Attributes:
        url: The relay.
        stage: What the caller is doing, in words that stand behind "it asked".
        asked_who: The stage in which the relay first asked who we are, or ``None``.
        is_proven: Whether it took the proof; ``None`` before it answered.
        seconds: How long an answer may take.
        is_closed: Whether the relay ended it.
    """

    def __init__(
        self, url: str, websocket: Any, public_key: str, sign: Sign, clock: Clock, seconds: float
    ) -> None:
        self.url = url
        self.stage = ""
        self.asked_who: str | None = None
        self.is_proven: bool | None = None
        self.seconds = seconds
        self.is_closed = False
        self._websocket = websocket
        self._public_key = public_key
        self._sign = sign
        self._clock = clock
        self._proof: str | None = None
        self._challenges = 0

    async def listen(self, seconds: float) -> None:
        """Say nothing for a while."""
        deadline = self._deadline(seconds)
        while await self._next(deadline) is not None:
            pass

    async def ask(self, question: Filter) -> Said:
        """The stored events that the relay shows.

        Raises:
            UnreachableError: The connection broke.
        """
        said = await self._ask(question)
        if _wants_proof(said.refusal) and await self._prove():
            return await self._ask(question)
        return said

    async def _ask(self, question: Filter) -> Said:
        sub_id = secrets.token_hex(8)
        await self._send(Req(sub_id, (question,)).to_json())
        events: list[dict[str, Any]] = []
        deadline = self._deadline(self.seconds)
        while len(events) < MAX_ANSWER:
            match await self._next(deadline):
                case EventFrame(id_, event) if id_ == sub_id:
                    events.append(dict(event))
                case Eose(id_, hints) if id_ == sub_id:
                    await self._send(Close(sub_id).to_json())
                    return Said(tuple(events), hints)
                case Closed(id_, message) if id_ == sub_id:
                    return Said(tuple(events), refusal=message)
                case None:
                    break
        await self._send(Close(sub_id).to_json())
        return Said(tuple(events), is_answered=False)

    async def publish(self, event: Event) -> Ok | None:
        """Send an event; the relay's OK, or ``None`` if there was none.

        Raises:
            UnreachableError: The connection broke.
        """
        (ok,) = await self.publish_all([event])
        return ok

    async def publish_all(self, events: Sequence[Event]) -> list[Ok | None]:
        """Send events without waiting between them; the OK of each, or ``None``.

        Raises:
            UnreachableError: The connection broke.
        """
        found = await self._publish(events)
        again = [e for e in events if e.id in found and _wants_proof(found[e.id].message)]
        if again and await self._prove():
            found |= await self._publish(again)
        return [found.get(event.id) for event in events]

    async def _publish(self, events: Sequence[Event]) -> dict[str, Ok]:
        for event in events:
            await self._send(Publish(event).to_json())
        waiting = [event.id for event in events]
        found: dict[str, Ok] = {}
        deadline = self._deadline(self.seconds)
        while waiting:
            match await self._next(deadline):
                case Ok(id_) as ok if id_ in waiting or not id_:
                    # some relays refuse without saying what: they answer in order
                    id_ = id_ or waiting[0]
                    waiting.remove(id_)
                    found[id_] = ok
                case None:
                    break
        return found

    async def negotiates(self, question: Filter, seconds: float) -> bool:
        """Whether the relay answers NIP-77.

        Raises:
            UnreachableError: The connection broke.
        """
        sub_id = secrets.token_hex(8)
        # NIP-77: ["NEG-OPEN", <subscription ID string>, <filter>, <initialMessage, hex-encoded>]
        await self._send(json.dumps(["NEG-OPEN", sub_id, question.to_dict(), EMPTY_SET]))
        deadline = self._deadline(seconds)
        while (frame := await self._next(deadline)) is not None:
            if isinstance(frame, _Negotiated):
                await self._send(json.dumps(["NEG-CLOSE", sub_id]))
                return frame.is_message
        return False

    # ----------------------------------------------------------------- inside

    async def _prove(self) -> bool:
        """Wait until the relay has asked who we are and judged the proof."""
        deadline = self._deadline(self.seconds)
        while self.is_proven is None and await self._next(deadline) is not None:
            pass
        return bool(self.is_proven)

    async def _next(self, deadline: float) -> RelayMessage | _Negotiated | None:
        """The next frame, or ``None`` when the time is up."""
        from websockets.exceptions import ConnectionClosed

        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    frame = await self._websocket.recv()
            except TimeoutError:
                return None
            except ConnectionClosed:
                raise self._cut() from None
            if not isinstance(frame, str):
                continue
            if frame.lstrip(" [").startswith('"NEG-'):
                return _Negotiated('"NEG-MSG"' in frame[:20])
            try:
                message = harmless(parse_relay_message(frame))
            except InvalidFrameError:
                continue
            await self._note(message)
            return message

    async def _note(self, message: RelayMessage) -> None:
        match message:
            case Challenge(challenge) if self._is_sane(challenge):
                self._challenges += 1
                self.asked_who = self.asked_who or self.stage
                # NIP-42: the event's relay tag names the URL that the client connected to
                at = int(self._clock.now())
                unsigned = auth_event(self._public_key, at, self.url, challenge)
                proof = await self._sign(unsigned)
                self._proof = proof.id
                await self._send(Auth(proof).to_json())
            case Ok(id_, accepted) if id_ == self._proof:
                self.is_proven = accepted
            case _:
                pass

    def _is_sane(self, challenge: str) -> bool:
        return 0 < len(challenge) <= MAX_CHALLENGE_LENGTH and self._challenges < MAX_CHALLENGES

    async def _send(self, text: str) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            async with asyncio.timeout(self.seconds):
                await self._websocket.send(text)
        except ConnectionClosed:
            raise self._cut() from None
        except TimeoutError:
            raise RelayTimeoutError(self.url, "sign that it reads", self.seconds) from None

    def _cut(self) -> UnreachableError:
        self.is_closed = True
        return UnreachableError(self.url, "it closed the connection")

    @staticmethod
    def _deadline(seconds: float) -> float:
        return asyncio.get_running_loop().time() + seconds


def _wants_proof(refusal: str | None) -> bool:
    # NIP-42: "auth-required: " in OK or CLOSED: the client is not authenticated yet
    return refusal is not None and split_reply(refusal).prefix is Prefix.AUTH_REQUIRED


@contextlib.asynccontextmanager
async def converse(
    url: str, public_key: str, sign: Sign, clock: Clock, config: RelayConfig
) -> AsyncIterator[Conversation]:
    """Open a conversation for the length of a block.

    Raises:
        UnreachableError: There is no relay at the URL.
        RelayTimeoutError: It did not answer the handshake.
    """
    from websockets.exceptions import InvalidHandshake, InvalidURI

    try:
        async with asyncio.timeout(config.connect_timeout):
            websocket = await opener()(
                url,
                max_size=config.max_frame_bytes,
                ping_interval=None,
                open_timeout=None,
                close_timeout=1,
                proxy=None if is_local(url) else True,
            )
    except TimeoutError:
        raise RelayTimeoutError(url, "connection", config.connect_timeout) from None
    except (OSError, InvalidHandshake, InvalidURI, UnicodeError) as error:
        raise UnreachableError(url, f"no connection ({error})") from error
    try:
        yield Conversation(url, websocket, public_key, sign, clock, config.ok_timeout)
    finally:
        await websocket.close()
