"""Relays and the ways to them: latency, loss, partitions, duplicates, all decided by the seed.

A frame travels in order on its connection and overtakes those of other connections. What is lost is
lost with its connection, as with TCP: either side may have had the last frame or not.
"""

import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import Enum, auto

from websockets.exceptions import ConnectionClosedError

from nips.nip01 import Event
from relay_fixtures import QuirkRelay, Quirks
from relay_fixtures.fault_plan import Direction, Fate, Fault, FaultPlan
from sense_memory.core.config import RelayConfig
from sense_memory.core.errors import RelayTimeoutError, UnreachableError
from sense_memory.core.ports import Clock
from sense_memory.io.relay_greeting import Greeting
from sense_memory.io.transport import Transport

EPOCH = 1_800_000_000.0
"""The date, seconds since 1970, at which every run begins."""
SILENCE = 45.0
"""Seconds after which a side notices by its pings that nobody answers."""


_SPARED = Fate()


class Way(Enum):
    """How a device gets to a relay."""

    OPEN = auto()
    REFUSED = auto()
    """Connections break at once."""
    HOLE = auto()
    """Whatever goes in is never seen again, and nobody says so."""


@dataclass(frozen=True, slots=True)
class Publication:
    """An event that reached a relay.

    Attributes:
        at: Seconds since the beginning of the run.
        who: The device, as the network knows it.
        relay: The URL.
        event: What was sent.
        is_stored: Whether it is among the relay's events afterwards.
        was_there: Whether it was before.
        head: What stood at its address until then.
    """

    at: float
    who: str
    relay: str
    event: Event
    is_stored: bool
    was_there: bool
    head: Event | None


@dataclass(slots=True)
class Conditions:
    """What the network is like.

    Attributes:
        latency: Seconds that a frame takes on average.
        plan: What befalls frames; nothing where there is none.
    """

    latency: float = 0.05
    plan: FaultPlan | None = None

    def fate(self, connection: int, way: Direction, index: int) -> Fate:
        """What befalls a frame."""
        return self.plan.fate(connection, way, index) if self.plan else _SPARED


class SimulatedSocket:
    """The client's end of a connection."""

    def __init__(self, line: "_Line") -> None:
        self._line = line
        self._incoming: asyncio.Queue[str | None] = asyncio.Queue()
        self.transport = asyncio.BaseTransport()
        """There is no socket below, on this machine neither."""

    async def __aiter__(self) -> AsyncIterator[str]:
        while (text := await self._incoming.get()) is not None:
            yield text
        raise ConnectionClosedError(None, None)

    async def send(self, text: str) -> None:
        """Put a frame on its way."""
        if self._line.is_closed:
            raise ConnectionClosedError(None, None)
        self._line.to_relay(text)

    async def close(self) -> None:
        """Say goodbye."""
        self._line.close()

    def arrive(self, text: str | None) -> None:
        """A frame came, or ``None``: no other will."""
        self._incoming.put_nowait(text)


class _Line:
    """One connection: two directions, each in order."""

    def __init__(self, network: "Network", who: str, relay: "SimulatedRelay", number: int) -> None:
        self.who = who
        self.relay = relay
        self.is_closed = False
        self.socket = SimulatedSocket(self)
        self._network = network
        self._number = number
        self._loop = asyncio.get_running_loop()
        self._chance = random.Random(f"{network.seed}:line:{who}:{number}")
        self._sent: Counter[Direction] = Counter()
        self._last_due: dict[Direction, float] = defaultdict(float)
        self.conn, greeting = relay.core.connect()
        relay.lines[self.conn] = self
        relay.deliver(greeting)

    def to_relay(self, text: str) -> None:
        """A frame of the client's."""
        self._carry("to_relay", [text], self._reach_relay)

    def to_client(self, texts: list[str], late: float = 0.0) -> None:
        """Frames of the relay's that leave together."""
        self._carry("to_client", texts, self._reach_client, late)

    def _carry(
        self,
        way: Direction,
        texts: list[str],
        deliver: Callable[[list[str]], None],
        late: float = 0.0,
    ) -> None:
        if self.is_closed:
            return
        if self._network.way(self.who, self.relay.url) is Way.HOLE:
            self._loop.call_later(SILENCE, self.break_off)
            return
        conditions = self._network.conditions
        delay = conditions.latency * self._chance.expovariate(1.0) + late
        arriving: list[str] = []
        is_cut = False
        for text in texts:
            fate = conditions.fate(self._number, way, self._sent[way])
            self._sent[way] += 1
            delay += fate.seconds
            is_cut = fate.fault in (Fault.CLOSE_BEFORE, Fault.CLOSE_AFTER)
            if fate.fault is not Fault.CLOSE_BEFORE:
                arriving += [text] * (2 if fate.fault is Fault.DUPLICATE else 1)
            if is_cut:
                break
        due = max(self._loop.time() + delay, self._last_due[way] + 1e-6)
        self._last_due[way] = due
        if arriving:
            self._loop.call_at(due, deliver, arriving)
        if is_cut:
            self._loop.call_at(due + 1e-6, self.break_off)

    def _reach_relay(self, texts: list[str]) -> None:
        for text in texts:
            if not self.is_closed and self._network.way(self.who, self.relay.url) is Way.OPEN:
                self.relay.receive(self, text)

    def _reach_client(self, texts: list[str]) -> None:
        if not self.is_closed and self._network.way(self.who, self.relay.url) is Way.OPEN:
            for text in texts:
                self.socket.arrive(text)

    def close(self) -> None:
        """The client leaves; what it sent before still arrives."""
        if not self.is_closed:
            due = max(self._loop.time(), self._last_due["to_relay"]) + 1e-6
            self._loop.call_at(due, self.break_off)
            self.socket.arrive(None)

    def break_off(self) -> None:
        """Nothing gets through any more; both ends notice."""
        if not self.is_closed:
            self.is_closed = True
            self.relay.leave(self)
            self.socket.arrive(None)


class SimulatedRelay:
    """A relay and who is connected."""

    def __init__(self, network: "Network", url: str, quirks: Quirks) -> None:
        self.url = url
        self.quirks = quirks
        """What it is like as long as it means well."""
        self.core = QuirkRelay(quirks, url=url, clock=network.now)
        self.lines: dict[int, _Line] = {}
        self._network = network

    def receive(self, line: _Line, text: str) -> None:
        """A frame arrived."""
        event = _published(text)
        if event is None:
            frames = self.core.receive_text(line.conn, text)
        else:
            held = self.core._book._events
            was_there = event.id in held
            heads = [one for one in held.values() if one.kind == event.kind and one.d == event.d]
            head = min(heads, key=lambda one: (-one.created_at, one.id), default=None)
            frames = self.core.receive_text(line.conn, text)
            publication = Publication(
                self._network.time(),
                line.who,
                self.url,
                event,
                event.id in self.core._book._events,
                was_there,
                head if event.address else None,
            )
            self._network.note(publication, frames)
        self.deliver(frames, self.core.throttle(line.conn))
        if not self.core.is_open(line.conn):
            line.break_off()

    def deliver(self, frames: list[tuple[int, str]], late: float = 0.0) -> None:
        """Put its frames on their way."""
        by_line: dict[int, list[str]] = defaultdict(list)
        for conn, text in frames:
            by_line[conn].append(text)
        for conn, texts in by_line.items():
            if conn in self.lines:
                self.lines[conn].to_client(texts, late)

    def leave(self, line: _Line) -> None:
        """A client is gone."""
        self.core.disconnect(line.conn)
        self.lines.pop(line.conn, None)


class Network:
    """All relays, and the ways from every device to each of them.

    Args:
        seed: Decides latencies.
        conditions: What it is like.
        trace: Takes down what happens.
    """

    def __init__(self, seed: str, conditions: Conditions, trace: Callable[[str], None]) -> None:
        self.seed = seed
        self.conditions = conditions
        self.relays: dict[str, SimulatedRelay] = {}
        self.publications: list[Publication] = []
        self._trace = trace
        self._ways: dict[tuple[str, str], Way] = {}
        self._down: set[str] = set()
        self._dialled = 0
        self._leapt = 0.0
        self._loop = asyncio.get_running_loop()

    def time(self) -> float:
        """Seconds since the beginning of the run."""
        return self._loop.time()

    def now(self) -> float:
        """The true date."""
        return EPOCH + self._leapt + self._loop.time()

    def leap(self, seconds: float) -> None:
        """Let it be later, everywhere, without anything happening meanwhile."""
        self._leapt += seconds

    def add_relay(self, url: str, quirks: Quirks) -> None:
        """Let there be a relay."""
        self.relays[url] = SimulatedRelay(self, url, quirks)

    def note(self, publication: Publication, frames: list[tuple[int, str]]) -> None:
        """An event reached a relay."""
        self.publications.append(publication)
        event = publication.event
        said = next((text[6:] for _, text in frames if text.startswith('["OK"')), "nothing")
        self._trace(
            f"{publication.who} -> {publication.relay}: {event.kind} {event.id[:8]} "
            f"at {event.created_at - int(EPOCH):+d} d={event.d[-8:] if event.address else ''} "
            f"{said[66:100]}"
        )

    # ------------------------------------------------------------------- ways

    def way(self, who: str, url: str) -> Way:
        """How a device gets to a relay now."""
        return Way.REFUSED if url in self._down else self._ways.get((who, url), Way.OPEN)

    def set_way(self, who: str, url: str, way: Way) -> None:
        """Close or open a way; what is refused, or has lost frames, breaks at once."""
        before, self._ways[who, url] = self.way(who, url), way
        if way is Way.REFUSED or before is Way.HOLE:
            self._break([line for line in self.relays[url].lines.values() if line.who == who])

    def stop(self, url: str) -> None:
        """A relay is down; it keeps what it has."""
        self._down.add(url)
        self._break(list(self.relays[url].lines.values()))

    def start(self, url: str) -> None:
        """It is up again."""
        self._down.discard(url)

    def vanish(self, who: str) -> None:
        """A device is dead: nothing that it sent is heard any more."""
        for url in self.relays:
            self.set_way(who, url, Way.REFUSED)

    def heal(self) -> None:
        """Every relay is up, and frames get through."""
        self._down.clear()
        self.conditions = Conditions(self.conditions.latency)

    @staticmethod
    def _break(lines: list[_Line]) -> None:
        for line in lines:
            line.break_off()

    # -------------------------------------------------------------- for devices

    def transport(self, who: str) -> Transport:
        """The ways of one device."""

        async def dial(url: str, config: RelayConfig) -> SimulatedSocket:
            await self._travel()
            if self.way(who, url) is Way.HOLE:
                await asyncio.sleep(config.connect_timeout)
                raise RelayTimeoutError(url, "connection", config.connect_timeout)
            if self.way(who, url) is Way.REFUSED:
                raise UnreachableError(url, "no connection (refused)")
            self._dialled += 1
            return _Line(self, who, self.relays[url], self._dialled).socket

        async def greet(url: str, clock: Clock, timeout: float) -> Greeting:
            asked_at = clock.now()
            await self._travel()
            if self.way(who, url) is not Way.OPEN:
                return Greeting()
            document = self.relays[url].core.information()
            text = "" if document is None else json.dumps(document)
            return Greeting(text, self.now() - (asked_at + clock.now()) / 2)

        return Transport(dial, greet)

    async def _travel(self) -> None:
        chance = random.Random(f"{self.seed}:travel:{self._dialled}:{self.time()}")
        await asyncio.sleep(2 * self.conditions.latency * chance.expovariate(1.0))


def _published(text: str) -> Event | None:
    if not text.startswith('["EVENT"'):
        return None
    return Event.from_dict(json.loads(text)[1])
