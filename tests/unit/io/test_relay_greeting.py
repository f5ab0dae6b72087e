"""What a relay says over plain HTTP."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from sense_memory.io.certificates import nobody, trusted
from sense_memory.io.relay_greeting import Greeting, fetch_greeting
from sense_memory.testing import ManualClock

DATE = 1_800_000_000
HEADER = b"Date: Fri, 15 Jan 2027 08:00:00 GMT\r\n"


@asynccontextmanager
async def server(answer: bytes) -> AsyncIterator[str]:
    """Says the same to everybody."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with listening:
        yield f"ws://127.0.0.1:{listening.sockets[0].getsockname()[1]}"


async def greeted(answer: bytes, now: float = DATE) -> Greeting:
    async with server(answer) as url:
        return await fetch_greeting(url, ManualClock(now), 3)


async def test_a_document_and_the_time():
    found = await greeted(b"HTTP/1.1 200 OK\r\n" + HEADER + b'\r\n{"name": "one"}', now=DATE - 99.5)
    assert found.information.name == "one"
    assert found.clock_offset == 100


@pytest.mark.parametrize(
    ("answer", "offset"),
    [
        (b"HTTP/1.1 404 Not Found\r\n" + HEADER + b"\r\n", 0.5),
        (b"HTTP/1.1 200 OK\r\n" + HEADER + b"\r\nthis is a web page", 0.5),
        (b"HTTP/1.1 200 OK\r\n" + HEADER + b'\r\n{"name": "' + b"x" * 70_000 + b'"}', 0.5),
        (b"HTTP/1.1 200 OK\r\nDate: yesterday\r\n\r\n[]", None),
        (b"HTTP/1.1 200 OK\r\n\r\n", None),
        (b"", None),
        (b"no HTTP at all", None),
    ],
)
async def test_what_is_no_document(answer: bytes, offset: float | None):
    found = await greeted(answer)
    assert (found.information, found.clock_offset) == (None, offset)


async def test_nobody_is_there():
    assert await fetch_greeting("ws://127.0.0.1:1", ManualClock(), 1) == Greeting()


async def test_authorities_are_read_once_and_not_for_plain_http():
    trusted.cache_clear()
    await greeted(b"HTTP/1.1 200 OK\r\n\r\n")
    assert trusted.cache_info().misses == 0
    async with server(b"") as url:
        for _ in range(2):
            await fetch_greeting(url.replace("ws:", "wss:"), ManualClock(), 3)
    assert trusted.cache_info().misses == 1


def test_nobody_is_trusted_but_by_certificate():
    for context in (trusted(), nobody()):
        assert context.verify_mode is ssl.CERT_REQUIRED
        assert context.check_hostname
    assert trusted().get_ca_certs()
    assert not nobody().get_ca_certs()
