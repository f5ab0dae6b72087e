"""What the relay of the demo holds, asked with nothing but a websocket."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Seen:
    """An event as the relay holds it.

    Attributes:
        id: 64 hex digits.
        kind: 30078 for records, 5 for deletion requests.
        address: The ``d`` tag, or ``""``.
        content: Ciphertext.
        tags: All of them.
        size_bytes: The event as JSON.
        text: The event as JSON.
    """

    id: str
    kind: int
    address: str
    content: str
    tags: tuple[tuple[str, ...], ...]
    size_bytes: int
    text: str


async def stored(url: str, public_key: str, kind: int) -> list[Seen]:
    """Every event of a kind and author that the relay serves."""
    from websockets.asyncio.client import connect

    request = {"kinds": [kind], "authors": [public_key], "limit": 500}
    found: list[Seen] = []
    async with asyncio.timeout(PATIENCE), connect(url) as websocket:
        await websocket.send(json.dumps(["REQ", "witness", request]))
        async for frame in websocket:
            message = json.loads(frame)
            if message[0] == "EVENT":
                found.append(_seen(message[2]))
            elif message[0] in ("EOSE", "CLOSED"):
                break
    return found


def _seen(event: dict[str, Any]) -> Seen:
    text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    tags = tuple(tuple(tag) for tag in event["tags"])
    address = next((tag[1] for tag in tags if tag[0] == "d"), "")
    return Seen(
        event["id"], event["kind"], address, event["content"], tags, len(text.encode()), text
    )
