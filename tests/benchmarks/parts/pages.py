"""All events of one author from one relay, page by page, with nothing around it."""

import json
import secrets
import socket
from collections.abc import AsyncIterator

from websockets.asyncio.client import connect

PAGE = 500


async def frames(url: str, author: str, kind: int) -> AsyncIterator[str]:
    """The EVENT frames as they come; those at the edge of a page may come twice."""
    question = {"kinds": [kind], "authors": [author], "limit": PAGE}
    async with connect(url, compression=None, max_size=None) as websocket:
        raw = websocket.transport.get_extra_info("socket")
        while True:
            name = secrets.token_hex(4)
            await websocket.send(json.dumps(["REQ", name, question]))
            dates: list[int] = []
            async for frame in websocket:
                # see Connection in sense_memory: the relay's second segment waits for our ACK
                raw.setsockopt(socket.IPPROTO_TCP, getattr(socket, "TCP_QUICKACK", 12), 1)
                assert isinstance(frame, str)
                if not frame.startswith('["EVENT"'):
                    if frame.startswith('["EOSE"'):
                        break
                    continue
                at = frame.index('"created_at":') + 13
                dates.append(int(frame[at : frame.index(",", at)]))
                yield frame
            await websocket.send(json.dumps(["CLOSE", name]))
            if not dates or question.get("until") == min(dates):
                return
            question["until"] = min(dates)
