"""What no view is taken in by: numbers, names and texts that nobody here would write."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")

from sense_memory import Identity, MemoryStore

from .host import serving
from .test_server import Browser, browser_of

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
