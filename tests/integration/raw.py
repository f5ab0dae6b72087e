"""What a relay really holds, asked without a line of our client.

Relays are lent from test to test, but a module that uses this gets them empty.
"""

import asyncio
import json
from typing import Any

from websockets.asyncio.client import connect


async def ask(url: str, *filters: dict[str, Any]) -> list[dict[str, Any]]:
    """The stored events that match."""
    async with connect(url) as socket:
        await socket.send(json.dumps(["REQ", "raw", *filters]))
        found = []
        async with asyncio.timeout(10):
            while (frame := json.loads(await socket.recv()))[0] != "EOSE":
                if frame[0] == "EVENT":
                    found.append(frame[2])
        return found


async def publish(url: str, *events: dict[str, Any]) -> list[Any]:
    """Send events; the OK frames."""
    answers = []
    async with connect(url) as socket, asyncio.timeout(10):
        for event in events:
            await socket.send(json.dumps(["EVENT", event]))
            answers.append(json.loads(await socket.recv()))
    return answers


def d_of(event: dict[str, Any]) -> str:
    """The event's address."""
    return str(next(tag[1] for tag in event["tags"] if tag[0] == "d"))
