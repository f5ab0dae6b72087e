"""What no view is taken in by: numbers, names and texts that nobody here would write."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")

from sense_memory import Identity, MemoryStore

from .host import serving
from .requests import Browser, browser_of

BEYOND = 1e300
"""Seconds since the epoch, of which no calendar knows the day."""


@pytest.fixture
async def store(identity: Identity) -> AsyncIterator[MemoryStore]:
    async with MemoryStore(identity) as opened:
        yield opened


def line(kind: str, name: str, **fields: object) -> str:
    """A record as another client may have written it."""
    whole = {"type": f"sense-memory:{kind}", "name": name, "scope": "", "fields": fields}
    return json.dumps({**whole, "written_at": 1e9})


async def test_numbers_of_other_clients_are_told_in_every_view(store: MemoryStore) -> None:
    given = {"domain": "self", "facet": "facts", "value": "harbours", "connections": ["a", "b"]}
    times = dict.fromkeys(("created_at", "last_accessed", "last_reinforced"), BEYOND)
    named = ("formality", "warmth", "humor", "depth", "trust", "energy", "resilience")
    signals = {name: {"value": 0.9, "signal": "", "evidence": ""} for name in named}
    lines = [
        *(
            line("persona", f"self/facts/{key}", **given, **times, key=key, relevance=relevance)
            for key, relevance in (("most", 1.7e308), ("least", -1.7e308), ("a", 1.0))
        ),
        line("reading", "Ada/reading/one", peer="Ada", timestamp=BEYOND, signals=signals, turns=3),
    ]
    assert (await store.import_jsonl(lines)).taken == len(lines)
    await store.rapport("Ada").record(signals, session="two", turns=3)
    await store.rapport("Ada").condense()
    async with serving(store) as own, browser_of(own) as somebody:
        browser: Browser = await somebody.let_in()
        found: Any = await browser.json("/api/search", q="harbours")
        assert found["hits"][0]["name"] == "self/facts/most"
        talk: Any = (await browser.json("/api/rapport", peer="Ada"))["rapport"]
        assert "the last on 9999-12-31" in talk["told"]
        assert BEYOND in [one["at"] for one in talk["course"]]


async def test_a_request_that_no_page_sends_is_refused_in_words(store: MemoryStore) -> None:
    async with serving(store, may_write=True) as own, browser_of(own) as somebody:
        browser = await somebody.let_in()
        asked = {"origin": own.origin, "content-type": "application/json"}
        for deep in (b"[" * 100_000, b'{"name":' * 60_000):
            answer = await browser.ask("/api/pin", "POST", headers=asked, content=deep)
            assert (answer.status_code, "as JSON" in answer.text) == (400, True)
        twice = [("sec-fetch-site", "none"), ("sec-fetch-site", "cross-site")]
        assert (await browser.ask("/api/memories", headers=twice)).status_code == 403


NAMES = (
    "localhost.",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f000001",
    "0.0.0.0",
)
"""What else this machine can be made to be called."""


async def test_what_only_looks_like_a_request_of_the_page_is_refused(store: MemoryStore) -> None:
    """Line by line, as no browser and no library would send it."""
    await store.persona_remember("self", "facts", "k", "v")
    async with serving(store, may_write=True) as own:
        host = f"Host: 127.0.0.1:{own.port}\r\n"
        cookie = f"Cookie: {own.cookie}={own.token}\r\n"
        origin = f"Origin: {own.origin}\r\nContent-Type: application/json\r\n"
        wanted = b'{"name":"self/facts/k","seen":"v"}'
        length = f"Content-Length: {len(wanted)}\r\n"

        async def asked(line: str, *headers: str, body: bytes = b"") -> list[int]:
            """How each of the requests that the server saw in it was answered."""
            reader, writer = await asyncio.open_connection("127.0.0.1", own.port)
            writer.write(f"{line}\r\n{''.join(headers)}\r\n".encode("latin-1") + body)
            # what comes last is answered last, and then nothing is to come
            writer.write(f"GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode())
            answer = await asyncio.wait_for(reader.read(), 20)
            writer.close()
            return [int(one) for one in re.findall(rb"HTTP/1.1 (\d+)", answer)]

        page, last = own.path, 401
        assert await asked(f"GET {page}/main.js HTTP/1.1", host, cookie) == [200, last]
        for name in (*(f"{name}:{own.port}" for name in NAMES), f"127.0.0.1:{own.port}@evil"):
            assert await asked(f"GET {page}/ HTTP/1.1", f"Host: {name}\r\n", cookie) == [421, last]
        assert await asked(f"GET {page}/ HTTP/1.1", host, host, cookie) == [400]
        assert await asked(f"GET http://127.0.0.1{page}/ HTTP/1.1", host, cookie) == [401, last]
        # there are two names, and a page of one of them is none of the other
        other = f"Origin: http://localhost:{own.port}\r\n"
        assert await asked(f"GET {page}/ HTTP/1.1", host, cookie, other) == [403, last]

        # one request within another is either that one's body or a request like all others
        within = f"POST {page}/api/forget HTTP/1.1\r\n{host}{origin}{length}\r\n".encode() + wanted
        act = f"POST {page}/api/forget HTTP/1.1"
        for framing, body, answers in (
            (
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                b"0\r\n\r\n" + within,
                [401] * 2,
            ),
            (f"Content-Length: {len(within)}\r\n", within, [401]),
            ("Content-Length: 0\r\n", within, [401] * 2),
        ):
            found = await asked(act, host, origin, framing, body=body)
            assert found == [*answers, last], framing
        for framing in (
            f"{length}Content-Length: 5\r\n",
            "Transfer-Encoding: xchunked\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
            f"Content-Length: +{len(wanted)}\r\n",
            f"Content-Length : {len(wanted)}\r\n",
        ):
            assert await asked(act, host, cookie, origin, framing, body=wanted) == [400], framing

        # what another method than these two would do is done by none
        for method in ("TRACE", "OPTIONS", "CONNECT", "PUT", "DELETE", "PATCH", "get", "QUERY"):
            line = f"{method} {page}/api/forget HTTP/1.1"
            assert await asked(line, host, cookie) == [403, last]
            assert await asked(line, host, cookie, origin, length, body=wanted) == [405, last]
        assert await asked(f"HEAD {page}/login?token={own.token} HTTP/1.1", host) == [401, last]
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        sought = f"{upgrade}Sec-WebSocket-Key: {'A' * 22}==\r\n"
        assert await asked(f"GET {page}/api/changes HTTP/1.1", host, sought) == [401, last]

        # a file is looked up by its name as it is
        for path in (
            *("/..%2fapp.py", "/%252e%252e%252fapp.py", "/..\\app.py", "/..%5capp.py", "//main.js"),
            *("/main.js%00", "/%00", "/vendor/../main.js", "/vendor/", "/main.js/", "/MAIN.JS"),
            *("/%c0%ae%c0%ae/app.py", "/static/../../app.py", "/main.js;.css"),
        ):
            assert await asked(f"GET {page}{path} HTTP/1.1", host, cookie) == [404, last], path
        for path in ("/main.js\x00", "/\xff"):
            assert await asked(f"GET {page}{path} HTTP/1.1", host, cookie) == [400], path

        # another server of this machine may set a cookie of that name, in front of it or after it
        tossed = f"{own.cookie}=tossed"
        for both in (f"{tossed}; {own.cookie}={own.token}", f"{own.cookie}={own.token}; {tossed}"):
            assert await asked(f"GET {page}/ HTTP/1.1", host, f"Cookie: {both}\r\n") == [200, last]
        for wrong in (tossed, f"x{own.cookie}={own.token}", f"x={own.cookie}={own.token}", "=; ;"):
            assert await asked(f"GET {page}/ HTTP/1.1", host, f"Cookie: {wrong}\r\n") == [401, last]
        assert [one.value for one in await store.persona_recall()] == ["v"]


async def test_half_of_a_character_names_nothing(store: MemoryStore) -> None:
    async with serving(store, may_write=True) as own, browser_of(own) as somebody:
        browser = await somebody.let_in()
        for path, named in (
            ("/api/forget", {"name": "a/b/\ud800"}),
            ("/api/topic/edit", {"observation": "\ud800", "text": "t"}),
        ):
            asked = json.dumps({**named, "seen": "v"})  # which has it as an escape
            headers = {"origin": own.origin, "content-type": "application/json"}
            answer = await browser.ask(path, "POST", headers=headers, content=asked)
            assert (answer.status_code, "surrogate" in answer.text) == (400, True)
