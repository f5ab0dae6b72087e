"""What memory costs in bytes: in the file, on the wire, at a relay; of one memory and of a day.

Nothing is estimated: what is said to relays is counted on its way, a file has a size, and a day is
lived through by a clock that is put forward.
"""

import asyncio
import itertools
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from relay_fixtures import FaultProxy, LocalRelay
from sense_memory import Config, Identity, Insight, MemoryStore, RelayConfig
from sense_memory.testing import ManualClock

from . import filling, sample
from .markdown import Page
from .searching import memories

COUNT = 50
"""Memories of a kind; a file grows by pages, so one alone says nothing."""
LETTERS = 150
KNOWN = 100
"""Memories that a mind has before its day."""
SESSIONS, TURNS, LEARNED, USES = 10, 200, 40, 400
"""Of a day; the sessions are held on two devices in turn."""
RELAYS = 3
PAUSE = 60.0
"""Seconds between two exchanges."""
EVERY = 900.0
"""Seconds between two looks of ``watch``, as it does by itself."""
DAY = 86_400.0
PING = 25.0
PING_AND_PONG = 16
"""Bytes of two WebSocket frames, which a store does not count."""

KINDS = (
    "a key-value memory: event · wire · file",
    "a persona memory",
    "an observation",
    "a turn of a conversation",
)
DAYS = (
    "a day of use: on the wire, per device and relay",
    "… added to each device's file",
    "… added to what each relay holds",
    "a day of nothing: `watch`, per device and relay",
)
ROWS = (*KINDS, *DAYS)
"""What the rows are about."""
COLUMNS = ("", "plain", "blinded")

# As where minutes lie between two writes: each is proven by itself, and none counts as one of many.
CONFIG = Config(relays=RelayConfig(read_back_delay=0, read_freshness=0.1))


def run() -> Page:
    """Measure all of it; about two minutes."""
    pings = PING_AND_PONG * DAY / PING / 1024
    columns = [asyncio.run(_column(addressing)) for addressing in ("plain", "blinded")]
    return Page(
        "costs",
        COLUMNS,
        tuple(zip(ROWS, *columns, strict=True)),
        f"""Of texts of {LETTERS} letters. On the wire is
both ways, with one relay, reading back included, without compression, TLS and pings ({pings:.0f}
KiB a day). A day of use is {SESSIONS} sessions on two devices in turn, each opened anew, at
{RELAYS} relays: {TURNS} turns, every other one with a prompt, {LEARNED} memories, {USES} recalls;
{KNOWN} memories were known before.""",
    )


async def _column(addressing: str) -> list[str]:
    async with AsyncExitStack() as stack:
        text = stack.enter_context(tempfile.TemporaryDirectory(prefix="sense-memory-costs-"))
        relays = [stack.enter_context(LocalRelay()) for _ in range(RELAYS)]
        wires = [await stack.enter_async_context(FaultProxy(relay.url)) for relay in relays]
        directory = Path(text)
        kinds = [
            await _kind(directory / f"{number}.db", wires[0], addressing, write)
            for number, write in enumerate((_kv, _persona, _observation, _turn))
        ]
        return [*kinds, *await _day(directory, wires, addressing)]


# ----------------------------------------------------------------- one memory

Write = Callable[[MemoryStore, int, str], Awaitable[object]]


async def _kv(store: MemoryStore, number: int, text: str) -> None:
    await store.remember(f"note_{number}", text)


async def _persona(store: MemoryStore, number: int, text: str) -> None:
    await store.persona_remember("people", "facts", f"note-{number}", text, ["two", "themes"])


async def _observation(store: MemoryStore, _number: int, text: str) -> None:
    await store.pyramid.observe(text, topic="user")


async def _turn(store: MemoryStore, number: int, text: str) -> None:
    await store.conversation("main").add(("user", "assistant")[number % 2], text)


@dataclass(frozen=True, slots=True)
class _Held:
    """What a closed store's file holds, in bytes."""

    file: int
    events: int

    @classmethod
    def of(cls, path: Path) -> "_Held":
        events = sum(len(event.encode()) for event in filling.events_of(path))
        return cls(path.stat().st_size, events)


async def _kind(path: Path, wire: FaultProxy, addressing: str, write: Write) -> str:
    """What one of a kind takes, of many."""
    identity = Identity.generate()
    texts = _texts(COUNT + 1)
    async with MemoryStore(
        identity, wire.url, path=path, addressing=addressing, config=CONFIG
    ) as store:
        await write(store, COUNT, texts[COUNT])
        await _delivered(store)
    before = _Held.of(path)
    async with MemoryStore(identity, wire.url, path=path, config=CONFIG) as store:
        await store.sync()
        silent = _said([wire])
        for number, text in enumerate(texts[:COUNT]):
            await write(store, number, text)
            await _delivered(store)
        said = _said([wire]) - silent
    after = _Held.of(path)
    return " · ".join(
        _bytes(one / COUNT)
        for one in (after.events - before.events, said, after.file - before.file)
    )


def _texts(count: int) -> list[str]:
    said = itertools.chain.from_iterable(one.value.split() for one in memories(count * 3))
    made = list[str]()
    for _ in range(count):
        text = next(said)
        while len(text) < LETTERS:
            text += f" {next(said)}"
        made.append(text[:LETTERS])
    return made


# --------------------------------------------------------------------- a day


async def _day(directory: Path, wires: Sequence[FaultProxy], addressing: str) -> list[str]:
    identity, clock = Identity.generate(), ManualClock(time.time() - 2 * DAY)
    paths = [directory / f"{name}.db" for name in ("laptop", "server")]

    def device(path: Path) -> MemoryStore:
        urls = [wire.url for wire in wires]
        return MemoryStore(
            identity, urls, path=path, addressing=addressing, config=CONFIG, clock=clock
        )

    async with AsyncExitStack() as devices:
        for path in paths:
            store = await devices.enter_async_context(device(path))
            if path is paths[0]:
                await store.persona_remember_many(_insights(0, KNOWN))
                await _delivered(store)
            await store.sync()
            await _delivered(store)
    before = [_Held.of(path) for path in paths]
    silent = _said(wires)
    for session in range(SESSIONS):
        async with device(paths[session % len(paths)]) as store:
            await _session(store, clock, session)
            await store.sync()
            await _delivered(store)
        clock.advance(DAY / SESSIONS - PAUSE * TURNS / 2 / SESSIONS)
    for path in paths:
        async with device(path) as store:
            await store.sync()
            await _delivered(store)
    said = _said(wires) - silent
    after = [_Held.of(path) for path in paths]
    idle = await _idle(device(paths[0]), wires, clock)
    pairs = len(paths) * len(wires)
    grown = [two.file - one.file for one, two in zip(before, after, strict=True)]
    return [
        _bytes(said / pairs),
        _bytes(sum(grown) / len(grown)),
        _bytes(after[0].events - before[0].events),
        _bytes(idle / len(wires)),
    ]


async def _session(store: MemoryStore, clock: ManualClock, session: int) -> None:
    texts = _texts(TURNS)[session * TURNS // SESSIONS :]
    await store.sync()
    conversation = store.conversation("main")
    for at in range(TURNS // 2 // SESSIONS):
        asked, answered = texts[2 * at : 2 * at + 2]
        prompt = await store.prompt(asked, conversation="main")
        await conversation.learn(prompt, answered)
        await _delivered(store)
        clock.advance(PAUSE)
    for one in _insights(KNOWN + session * LEARNED // SESSIONS, LEARNED // SESSIONS):
        await store.persona_remember_many([one])
        await _delivered(store)
    for at in range(USES // SESSIONS):
        name = f"note-{(session * USES // SESSIONS + at) * 7 % KNOWN}"
        assert await store.persona_recall("people", "facts", name)


def _insights(first: int, count: int) -> list[Insight]:
    texts = _texts(first + count)[first:]
    return [
        Insight("people", "facts", f"note-{first + at}", text, themes=sample.WORDS[at : at + 2])
        for at, text in enumerate(texts)
    ]


async def _idle(store: MemoryStore, wires: Sequence[FaultProxy], clock: ManualClock) -> int:
    """What a device says and hears in a day in which nothing happens."""
    async with store:
        async for _ in store.run(once=True):
            pass
        await _delivered(store)
        before = _said(wires)
        for _ in range(round(DAY / EVERY)):
            clock.advance(EVERY)
            async for _ in store.run(once=True):
                pass
        await _delivered(store)
        return _said(wires) - before


# -------------------------------------------------------------------- counted


async def _delivered(store: MemoryStore) -> None:
    """Wait until every relay has shown what it was sent."""
    async with asyncio.timeout(60):
        while any(one.waiting or one.accepted for one in store.status().relays):
            await asyncio.sleep(0.005)


def _said(wires: Sequence[FaultProxy]) -> int:
    """Bytes of all messages that went to and from relays so far."""
    frames = (one.frame for wire in wires for one in wire.passages)
    return sum(len(one.encode() if isinstance(one, str) else one) for one in frames)


def _bytes(count: float) -> str:
    if count >= 1024 * 1024:
        return f"{count / 1024 / 1024:.1f} MiB"
    return f"{count / 1024:.0f} KiB" if count >= 10 * 1024 else f"{count / 1024:.1f} KiB"
