"""A device's file and a relay that holds the same, at the price of making them and no more.

What publishing costs is measured by ``publishing``; here the events go to the relay as they are.
"""

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from sense_memory import Identity, Insight, MemoryStore
from sense_memory.core.config import RecordConfig
from sense_memory.testing import ManualClock

from . import sample

AT_ONCE = 5_000
"""Memories in one transaction, and events over one connection: the relay cuts one after 6,000."""
IN_FLIGHT = 200
PER_SECOND = RecordConfig().imports_per_second


async def fill(
    path: Path, identity: Identity, count: int, given: Iterable[Insight] | None = None
) -> None:
    """Make the file of a device that wrote persona memories and has met no relay.

    It wrote them over some time, which ends now: no second holds more than a page.

    Args:
        path: The file.
        identity: Whose.
        count: How many memories.
        given: Which, if not those of the sample.
    """
    clock = ManualClock(time.time() - count / PER_SECOND)
    async with MemoryStore(identity, path=path, addressing="plain", clock=clock) as store:
        insights = iter(sample.insights(count) if given is None else given)
        while some := list(islice(insights, AT_ONCE)):
            clock.advance(len(some) / PER_SECOND)
            await store.persona_remember_many(some)


def events_of(path: Path) -> Iterator[str]:
    """The JSON of every event of a closed store's file."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for (text,) in connection.execute("SELECT event FROM head"):
            yield str(text)


def export(path: Path, events: Path) -> None:
    """Write the events of a closed store's file, one a line."""
    with events.open("w") as file:
        file.writelines(f"{text}\n" for text in events_of(path))


async def push(url: str, path: Path) -> None:
    """Let a relay have every event of a file.

    Raises:
        RuntimeError: It refused one.
    """
    events = events_of(path)
    while some := list(islice(events, AT_ONCE)):
        async with connect(url, compression=None, max_size=2**23) as socket:
            await _push(socket, some)


async def _push(socket: ClientConnection, events: Sequence[str]) -> None:
    for start in range(0, len(events), IN_FLIGHT):
        some = events[start : start + IN_FLIGHT]
        for event in some:
            await socket.send(f'["EVENT",{event}]')
        waiting = {json.loads(event)["id"] for event in some}
        while waiting:
            frame = json.loads(await socket.recv())
            if frame[0] == "OK":
                if not frame[2]:
                    raise RuntimeError(f"the relay refused an event: {frame[3]}")
                waiting.discard(frame[1])
