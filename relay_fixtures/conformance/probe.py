"""One connection to a relay under examination, which believes nothing it hears.

How silence is told from slowness: relays answer the frames of a connection in turn, so once a
later request has its answer, an earlier frame without one will get none. A few such requests
are sent, one after another, as some relays look several of them up at once.
"""

import asyncio
import contextlib
import itertools
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from nips.nip01 import Event
from relay_fixtures.conformance.author import Author

__all__ = ["End", "Frame", "Probe", "Reading", "Verdict"]

Frame: TypeAlias = list[object]

MAX_FRAME = 8 * 1024 * 1024
"""Bytes of a relay's frame that are accepted; the NEG messages of some exceed 1 MiB."""
HUSH = 0.3
"""Seconds without an answer after which it is found out whether there will be one."""
FENCES = 3
"""Requests answered in vain before an earlier frame counts as unanswered."""


class End(StrEnum):
    """How an answer ended."""

    OK = "OK"
    EOSE = "EOSE"
    CLOSED = "CLOSED"
    NOTICE = "NOTICE"
    SILENCE = "silence"
    CUT = "connection cut"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a relay said to an EVENT.

    Attributes:
        end: OK, NOTICE, SILENCE or CUT.
        accepted: the verdict; False where there is none.
        message: of OK or NOTICE.
        event_id: the id in the OK, which is not always the event's.
    """

    end: End
    accepted: bool = False
    message: str = ""
    event_id: str = ""

    @property
    def word(self) -> str:
        """The prefix of the message, or how else the answer ended."""
        if self.end is not End.OK:
            return self.end.value
        prefix, colon, _ = self.message.partition(":")
        return f"{prefix}:" if colon else self.message


@dataclass(frozen=True, slots=True)
class Reading:
    """What a relay said to a REQ.

    Attributes:
        end: EOSE, CLOSED, NOTICE, SILENCE or CUT.
        events: as they came, in order.
        message: of CLOSED or NOTICE.
        hints: the third element of EOSE.
    """

    end: End
    events: tuple[Mapping[str, object], ...] = ()
    message: str = ""
    hints: tuple[str, ...] = ()

    @property
    def contents(self) -> list[object]:
        """The contents of the events, in order."""
        return [event.get("content") for event in self.events]

    @property
    def ids(self) -> list[object]:
        """The ids of the events, in order."""
        return [event.get("id") for event in self.events]


class _CutError(Exception):
    """The relay ended the connection."""


class Probe:
    """A connection; made by `Probe.open`.

    Args:
        websocket: connected to the relay.
        url: the address it was reached at, which an AUTH names.
        author: who authenticates when the relay asks; None stays anonymous.
        patience: seconds after which a relay that says nothing at all counts as silent.
    """

    def __init__(
        self, websocket: ClientConnection, url: str, author: Author | None, patience: float
    ) -> None:
        self._websocket = websocket
        self._url = url
        self._author = author
        self._patience = patience
        self._names = (f"s{n}" for n in itertools.count())
        self._challenge: str | None = None
        self._logged_in = False
        self.heard: list[Frame] = []
        """Every frame so far, in order."""

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls, url: str, author: Author | None = None, *, patience: float = 10.0
    ) -> AsyncIterator["Probe"]:
        """Connect to the relay at `url`.

        Raises:
            OSError: it cannot be reached, or what is there speaks no websocket.
        """
        try:
            websocket = await connect(
                url, max_size=MAX_FRAME, compression=None, open_timeout=patience, close_timeout=0.5
            )
        except (InvalidHandshake, InvalidURI) as error:
            raise ConnectionError(f"{url} is no relay: {error}") from error
        try:
            yield cls(websocket, url, author, patience)
        finally:
            await websocket.close()

    def is_challenged(self) -> bool:
        """Whether the relay has asked who is there."""
        return self._challenge is not None

    # ----------------------------------------------------------------------- what cases use

    async def publish(self, event: Event) -> Verdict:
        """Send an event and wait for its OK; authenticates and repeats if the relay asks."""
        verdict = await self._publish(event)
        if verdict.message.startswith("auth-required") and await self.login():
            verdict = await self._publish(event)
        return verdict

    async def publish_many(self, events: list[Event]) -> list[Verdict]:
        """Send events without waiting in between; verdicts in the order of the OKs."""
        wanted = len(events)
        verdicts: list[Verdict] = []
        try:
            for event in events:
                await self.tell("EVENT", event.to_dict())
            while len(verdicts) < wanted:
                frame = await self._receive(self._patience)
                if frame is None:
                    break
                if frame[0] == "OK":
                    verdicts.append(_verdict(frame))
        except _CutError:
            verdicts.append(Verdict(End.CUT))
        return verdicts

    async def read(self, *filters: Mapping[str, object], sub: str | None = None) -> Reading:
        """Send a REQ, wait for its end and close it; authenticates if the relay asks."""
        name = sub or next(self._names)
        reading = await self._read(name, filters)
        if reading.message.startswith("auth-required") and await self.login():
            reading = await self._read(name, filters)
        if sub is None:
            await self.tell("CLOSE", name)
        return reading

    async def listen(self, seconds: float) -> None:
        """Say nothing until the relay says something, for so many seconds at most."""
        with contextlib.suppress(_CutError):
            await self._receive(seconds)

    async def tell(self, *frame: object) -> None:
        """Send a frame that has no answer. Whether it arrives is seen later."""
        with contextlib.suppress(ConnectionClosed):
            await self._websocket.send(json.dumps(frame, ensure_ascii=False))

    async def ask(
        self, *frame: object, done: Callable[[Frame], bool], hush: float = HUSH
    ) -> list[Frame]:
        """Send a frame and return what came up to and with the frame that is `done`.

        Without such a frame, what came before the relay was seen to answer later requests, with
        which it is bothered after `hush` seconds. The last frame is `["CUT"]` if the connection
        ended.
        """
        return await self._ask(json.dumps(frame, ensure_ascii=False), done, hush)

    async def ask_text(self, text: str | bytes) -> list[Frame]:
        """Send anything at all and return what came of it, as `ask` does."""
        return await self._ask(text, lambda _: False, HUSH)

    async def login(self) -> bool:
        """Answer the relay's latest challenge. False if there was none, or it was refused."""
        if self._author is None or self._challenge is None or self._logged_in:
            return False
        event = self._author.auth(self._url, self._challenge)
        frames = await self.ask("AUTH", event.to_dict(), done=lambda f: f[:2] == ["OK", event.id])
        self._logged_in = bool(frames) and frames[-1][:3] == ["OK", event.id, True]
        return self._logged_in

    # ---------------------------------------------------------------------------- the wire

    async def _publish(self, event: Event) -> Verdict:
        def done(frame: Frame) -> bool:
            # Some refusals do not name their event; only one is in flight.
            return frame[0] == "OK" and frame[1] in {event.id, ""}

        frames = await self.ask("EVENT", event.to_dict(), done=done)
        last = frames[-1] if frames else []
        if last and done(last):
            return _verdict(last)
        return Verdict(_otherwise(frames), message=_notice(frames))

    async def _read(self, name: str, filters: tuple[Mapping[str, object], ...]) -> Reading:
        def done(frame: Frame) -> bool:
            return frame[0] in {"EOSE", "CLOSED"} and frame[1:2] == [name]

        frames = await self.ask("REQ", name, *filters, done=done)
        mine = [frame for frame in frames if frame[0] == "EVENT" and frame[1:2] == [name]]
        events = tuple(event for frame in mine if isinstance(event := frame[2], dict))
        last = frames[-1] if frames else []
        if last and done(last):
            text = str(last[2]) if last[0] == "CLOSED" and len(last) > 2 else ""
            hints = last[2] if last[0] == "EOSE" and len(last) > 2 else ()
            words = tuple(map(str, hints)) if isinstance(hints, list) else ()
            return Reading(End(str(last[0])), events, text, words)
        return Reading(_otherwise(frames), events, _notice(frames))

    async def _ask(
        self, text: str | bytes, done: Callable[[Frame], bool], hush: float
    ) -> list[Frame]:
        frames: list[Frame] = []
        try:
            await self._websocket.send(text)
            if await self._collect(frames, done, hush) or _notice(frames):
                return frames
            for _ in range(FENCES):
                fence = "fence" + next(self._names)
                await self.tell("REQ", fence, {"ids": [secrets.token_hex(32)], "limit": 1})
                found = await self._collect(frames, done, self._patience, fence)
                await self.tell("CLOSE", fence)
                if found:
                    return frames
        except (ConnectionClosed, _CutError):
            frames.append(["CUT"])
        return frames

    async def _collect(
        self, frames: list[Frame], done: Callable[[Frame], bool], wait: float, fence: str = ""
    ) -> bool:
        """Receive until a frame is done (True), or the fence is answered or nothing comes."""
        while (frame := await self._receive(wait)) is not None:
            if len(frame) > 1 and isinstance(frame[1], str) and frame[1].startswith("fence"):
                if frame[1] == fence and frame[0] in {"EOSE", "CLOSED"}:
                    return False
                continue
            frames.append(frame)
            if done(frame):
                return True
        return False

    async def _receive(self, wait: float) -> Frame | None:
        """The next frame that is one, None if none comes within `wait` seconds."""
        try:
            async with asyncio.timeout(wait):
                while True:
                    frame = _parsed(await self._websocket.recv())
                    if frame:
                        break
        except TimeoutError:
            return None
        except ConnectionClosed:
            raise _CutError from None
        self.heard.append(frame)
        if frame[0] == "AUTH" and len(frame) > 1:
            self._challenge = str(frame[1])
        return frame


def _parsed(message: str | bytes) -> Frame:
    try:
        frame = json.loads(message)
    except ValueError:
        return []
    return frame if isinstance(frame, list) and frame and isinstance(frame[0], str) else []


def _verdict(frame: Frame) -> Verdict:
    message = str(frame[3]) if len(frame) > 3 else ""
    return Verdict(End.OK, frame[2:3] == [True], message, str(frame[1]))


def _otherwise(frames: list[Frame]) -> End:
    if frames and frames[-1] == ["CUT"]:
        return End.CUT
    return End.NOTICE if _notice(frames) else End.SILENCE


def _notice(frames: list[Frame]) -> str:
    notices = [str(frame[1]) for frame in frames if frame[0] == "NOTICE" and len(frame) > 1]
    return notices[0] if notices else ""
