"""The token for clients that cannot show one: a relay of bytes before a server over HTTP.

The official conformance client has no way to send a header of one's own.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx


@asynccontextmanager
async def showing(url: str, token: str) -> AsyncIterator[str]:
    """Another address of the server, where the token is added to every request."""
    target = httpx.URL(url)
    # one request on a connection: the server closes it after the answer
    added = f"Authorization: Bearer {token}\r\nConnection: close\r\n".encode()
    relaying: set[asyncio.Task[None]] = set()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            asked = await reader.readuntil(b"\r\n\r\n")
            first, _, fields = asked.partition(b"\r\n")
            kept = re.sub(rb"(?im)^connection:[^\n]*\n", b"", fields)
            back, forth = await asyncio.open_connection(target.host, target.port)
            forth.write(first + b"\r\n" + added + kept)
            ways = [
                asyncio.create_task(_copy(reader, forth)),
                asyncio.create_task(_copy(back, writer)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                forth.close()
        writer.close()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(relay(reader, writer))
        relaying.add(task)
        task.add_done_callback(relaying.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield str(target.copy_with(port=port))
        left = list(relaying)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
