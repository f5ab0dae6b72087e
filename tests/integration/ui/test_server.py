"""The page's server: who is let in, what it tells, and that looking changes nothing."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")
pytest.importorskip("uvicorn", reason="the extra ui is not installed")

from sense_memory import Identity, MemoryStore
from sense_memory.core.clock import SystemClock
from sense_memory.core.records.persona import SECONDS_PER_DAY
from sense_memory.core.records.rapport import DIMENSIONS
from sense_memory.testing import ManualClock
from sense_memory.ui.app import VIEWS
from sense_memory.ui.border import Pass

from ..http_host import NO_TLS
from ..shell import Home
from .command import showing
from .host import UiHost, serving
from .requests import Browser, browser_of

OPEN = ("/", "/main.js", "/style.css", "/api/memories", "/api/memory?name=a/b/c", "/api/changes")
NEVER = "/api/nothing"
SAID = "harbours are quiet"


@pytest.fixture
async def visitor(demo_host: UiHost) -> AsyncIterator[Browser]:
    """Somebody who is let in to the made-up mind."""
    async with browser_of(demo_host.own) as browser:
        yield await browser.let_in()


@pytest.fixture
async def store(identity: Identity) -> AsyncIterator[MemoryStore]:
    async with MemoryStore(identity) as opened:
        yield opened


# ------------------------------------------------------------------------ who is let in


# S-22.1
async def test_nobody_gets_in_without_the_token(store: MemoryStore) -> None:
    async with serving(store, may_write=True) as own, browser_of(own) as nobody:
        shown: list[Mapping[str, str]] = [
            {},
            {"cookie": f"{own.cookie}=wrong"},
            {"cookie": f"other={own.token}"},
            {"authorization": f"Bearer {own.token}"},
        ]
        for headers in shown:
            for path in (*OPEN, NEVER):
                answer = await nobody.ask(path, headers=headers)
                assert (answer.status_code, "token" in answer.text) == (401, True)
            assert (await nobody.act("/api/forget", {}, **headers)).status_code == 401
        for wrong in ("/login", "/login?token=", f"/login?token={own.token}x", "/login?token=é"):
            answer = await nobody.ask(wrong)
            assert answer.status_code == 401
            assert "set-cookie" not in answer.headers
        for path in ("/", "/login", f"/login?token={own.token}", "/api/memories", own.path):
            headers = {"cookie": f"{own.cookie}={own.token}"}
            answer = await nobody.client.get(f"{own.origin}{path}", headers=headers)
            assert answer.status_code == 401, "the page is at its own path alone"
        assert own.token not in repr(own)


async def test_the_token_becomes_a_cookie_that_no_script_and_no_other_site_has(
    store: MemoryStore,
) -> None:
    async with serving(store) as own, browser_of(own) as browser:
        # a link may stand anywhere, and a page of another site may be where it was clicked
        arrived = await browser.client.get(own.url, headers={"sec-fetch-site": "cross-site"})
        assert arrived.status_code == 200
        cookie = arrived.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=strict", f"Path={own.path}/"} <= set(cookie.split("; "))
        assert own.token not in arrived.text
        assert (await browser.ask("/")).status_code == 200
        assert (await browser.json("/api/memories"))["memories"]["name"] == []


# S-22.2
async def test_no_other_page_and_no_other_name_is_let_in(store: MemoryStore) -> None:
    await store.persona_remember("self", "facts", "k", "v")
    async with serving(store, may_write=True) as own, browser_of(own) as browser:
        await browser.let_in()
        for host in ("evil.example", f"evil.example:{own.port}", "127.0.0.1", "127.0.0.1:1"):
            assert (await browser.ask("/", headers={"host": host})).status_code == 421
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{own.port}", ""):
            assert (await browser.ask("/", headers={"origin": origin})).status_code == 403
        for site in ("cross-site", "same-site", "nonsense"):
            headers = {"sec-fetch-site": site}
            assert (await browser.ask("/api/memories", headers=headers)).status_code == 403
            forgotten = await browser.act("/api/forget", {"name": "self/facts/k"}, **headers)
            assert forgotten.status_code == 403
        plain = {"origin": own.origin, "content-type": "text/plain"}
        forms = await browser.ask("/api/forget", "POST", headers=plain, content=b'{"name":"x"}')
        assert forms.status_code == 400
        nowhere = await browser.ask("/api/forget", "POST", json={"name": "self/facts/k"})
        assert (nowhere.status_code, "which page" in nowhere.text) == (403, True)
        assert len((await browser.json("/api/memories"))["memories"]["name"]) == 1
        named = f"http://localhost:{own.port}{own.path}/"
        kept = {"cookie": f"{own.cookie}={own.token}"}
        assert (await browser.client.get(named, headers=kept)).status_code == 200


async def test_whatever_is_answered_says_what_a_browser_may_do_with_it(store: MemoryStore) -> None:
    async with serving(store) as own, browser_of(own) as browser:
        refused = [await browser.ask("/"), await browser.ask("/", headers={"host": "x"})]
        await browser.let_in()
        paths = ("/", "/main.js", "/api/memories", "/api/memory", "/nothing", "/login?token=x")
        for answer in [*refused, *[await browser.ask(path) for path in paths]]:
            policy = answer.headers["content-security-policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
            assert "unsafe" not in policy
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert "server" not in answer.headers


async def test_only_the_files_of_the_page_are_served(store: MemoryStore) -> None:
    async with serving(store) as own, browser_of(own) as browser:
        await browser.let_in()
        assert (await browser.ask("/main.js")).headers["content-type"].startswith("text/javascript")
        for path in ("/index.html", "/app.py", "/../app.py", "/%2e%2e/app.py", "/static/main.js"):
            assert (await browser.ask(path)).status_code in {401, 404}


async def test_who_only_shows_changes_nothing(store: MemoryStore) -> None:
    await store.persona_remember("self", "facts", "k", "v")
    async with serving(store) as own, browser_of(own) as browser:
        await browser.let_in()
        for path in ("/api/pin", "/api/link", "/api/correct", "/api/forget", "/", NEVER):
            answer = await browser.act(path, {"name": "self/facts/k"})
            assert (answer.status_code, "--write" in answer.text) == (403, True)
        assert (await browser.json("/api/memories"))["may_write"] is False
        assert [one.value for one in await store.persona_recall()] == ["v"]


# ------------------------------------------------------------------------ what is told


async def test_the_map_fades_as_the_memories_do(visitor: Browser, demo_host: UiHost) -> None:
    told = await visitor.json("/api/memories")
    there = {one.name: one for one in demo_host.call(lambda store: store.persona_recall())}
    columns = told["memories"]
    assert set(columns["name"]) == set(there)
    assert abs(told["now"] - SystemClock().now()) < 60
    for place, name in enumerate(columns["name"]):
        memory = there[name]
        since, peak = columns["fades_from"][place], columns["peak"][place]
        assert columns["created"][place] == int(memory.created_at)
        assert columns["uses"][place] == memory.access_count
        for days in (0, 40, 400, 730):
            at = told["now"] + days * SECONDS_PER_DAY
            faded = 0 if since is None else max(0, (at - since) / SECONDS_PER_DAY)
            score = peak * 0.5 ** (faded / columns["halflife"][place])
            assert score == pytest.approx(memory.current_relevance(at), abs=2e-4)
    assert {one.state for one in there.values()} >= {"active", "fading", "dissolved"}


async def test_a_memory_is_told_with_what_it_hangs_together_with(visitor: Browser) -> None:
    home = await visitor.json("/api/memory", name="people/facts/vergel-home")
    assert home["value"] == "Vergel lives in Berlin."
    assert home["is_superseded"]
    (move,) = [one for one in home["links"] if one["how"] == "superseded by"]
    assert (move["name"], move["is_memory"]) == ("people/facts/vergel-move", True)
    newer = await visitor.json("/api/memory", name=move["name"])
    assert {one["how"] for one in newer["links"]} == {"supersedes", "linked"}
    values = [one["value"] for one in newer["history"]]
    assert values == ["Vergel lives in Berlin.", "Vergel moved to Lisbon, near Ada."]
    zone = await visitor.json("/api/memory", name="flat/facts/user_timezone")
    assert (zone["value"], zone["is_pinned"], zone["to_come"]) == (
        "Europe/Lisbon",
        True,
        [],
    )
    git = await visitor.json("/api/memory", name="skills/procedures/git")
    states = [one["state"] for one in git["to_come"]]
    assert states == ["fading", "forgotten", "dissolved", "deleted"]


async def test_a_search_tells_what_gave_how_much_of_a_score(visitor: Browser) -> None:
    found = await visitor.json("/api/search", q="museum offline")
    best = found["hits"][0]
    assert best["name"] == "projects/decisions/museum-offline"
    assert best["score"] == max(one["score"] for one in found["hits"])
    parts = {**best["parts"]}
    factor, lifted = parts.pop("relevance"), parts.pop("supersedes")
    assert best["score"] == pytest.approx(sum(parts.values()) * factor + lifted, abs=1e-6)
    assert found["answering"] >= len(found["hits"])
    assert {one["why"] for one in found["near"]} >= {"state"}


async def test_what_cannot_be_told_is_said(store: MemoryStore) -> None:
    async with serving(store) as own, browser_of(own) as browser:
        await browser.let_in()
        for path, status, words in (
            ("/api/memory", 400, "name is to be given"),
            ("/api/memory?name=a", 400, "domain/facet/key"),
            ("/api/memory?name=a/b/c", 404, "there is no memory a/b/c"),
            ("/api/memory?name=flat/facts/c", 404, "there is no memory flat/facts/c"),
            ("/api/search?q=", 400, ""),
            ("/api/about?name=%20", 400, "no name"),
            ("/api/search?q=a&q=b", 400, "q is to be given, once"),
        ):
            answer = await browser.ask(path)
            assert answer.status_code == status
            assert words in answer.json()["error"]


# S-22.3
async def test_to_look_at_whatever_there_is_writes_nothing(identity: Identity) -> None:
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember("people", "facts", "ada", "Ada tunes pianos.", ["ada"])
        await store.graph.relate("person:Ada", "entity:Lisbon", "lives in")
        await store.pyramid.add_topic("Ada")
        seen = await store.pyramid.observe("Ada tuned the museum's piano.", topic="Ada")
        await store.rapport("Ada").record(dict.fromkeys(DIMENSIONS, 0.9))
        clock.advance(SECONDS_PER_DAY)
        before = [line async for line in store.export_jsonl()]
        given = {
            "q": "Ada",
            "peer": "Ada",
            "around": "Ada",
            "like": "a",
            "depth": "1",
            "words": "",
            "skip": "0",
            "id": seen.id,
        }
        memory = {"/api/memory": "people/facts/ada"}
        answered: dict[str, int] = {}
        async with serving(store, clock) as own, browser_of(own) as browser:
            await browser.let_in()
            for path in (path for view in VIEWS for path in view.ASKED):
                asked = {**given, "name": memory.get(path, "Ada")}
                answered[path] = (await browser.ask(path, params=asked)).status_code
        # there is no relay, no turn and no summary
        assert {path for path, status in answered.items() if status != 200} == {
            "/api/exposure",
            "/api/topic/turn",
            "/api/topic/parts",
            "/api/topic/path",
        }
        assert [line async for line in store.export_jsonl()] == before


# ------------------------------------------------------------------------ what changes


async def test_what_changes_elsewhere_is_heard(tmp_path: Path, identity: Identity) -> None:
    """Written by another store of the same file, as another process does."""
    path = tmp_path / "mind.db"
    async with (
        MemoryStore(identity, path=path) as store,
        MemoryStore(identity, path=path) as elsewhere,
        serving(store) as own,
        browser_of(own) as browser,
    ):
        await browser.let_in()
        url = f"{own.page}/api/changes"
        async with browser.client.stream("GET", url) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            lines = answer.aiter_lines()
            assert await anext(lines) == "event: ready"
            await elsewhere.persona_remember("self", "facts", "k", "v", pinned=True)
            put = await _next(lines)
            assert (put["gone"], put["memories"]["name"]) == (None, ["self/facts/k"])
            assert put["memories"]["fades_from"] == [None]
            await store.remember("zone", "Lisbon")
            assert (await _next(lines))["memories"]["name"] == ["flat/facts/zone"]
            await elsewhere.persona_forget("self", "facts", "k")
            assert (await _next(lines))["gone"] == "self/facts/k"
            await store.journal("nothing of the map")
            assert "event: other" in [await anext(lines), await anext(lines)]
            await store.forget("zone")
            assert (await _next(lines))["gone"] == "flat/facts/zone"


async def _next(lines: AsyncIterator[str]) -> Any:
    """The next change of a memory that a stream tells."""
    async with asyncio.timeout(20):
        async for line in lines:
            if line == "event: memory":
                return json.loads((await anext(lines)).removeprefix("data: "))
    raise AssertionError("the stream ended")


async def test_a_page_that_listens_keeps_no_server_from_ending(store: MemoryStore) -> None:
    async with browser_of(Pass(0)) as browser:
        async with serving(store) as own:
            browser.own = own
            await browser.let_in()
            request = browser.client.build_request("GET", f"{own.page}/api/changes")
            answer = await browser.client.send(request, stream=True)
            assert answer.status_code == 200
        assert b"event: ready" in await answer.aread()


async def test_what_is_asked_to_be_done_is_done(store: MemoryStore) -> None:
    await store.persona_remember("self", "facts", "k", "first")
    await store.remember("zone", "Berlin")
    async with serving(store, may_write=True) as own, browser_of(own) as browser:
        await browser.let_in()
        name = {"name": "self/facts/k", "seen": "first"}
        assert (await browser.act("/api/pin", {**name, "is_pinned": True})).status_code == 200
        corrected = await browser.act("/api/correct", {**name, "value": "second"})
        assert len(corrected.json()["event_id"]) == 64
        (memory,) = await store.persona_named(["self/facts/k"])
        assert (memory.value, memory.pinned) == ("second", True)
        detail = await browser.json("/api/memory", name="self/facts/k")
        assert [one["value"] for one in detail["history"]] == ["first", "second"]
        zone = {"name": "flat/facts/zone", "seen": "Berlin"}
        await browser.act("/api/correct", {**zone, "value": "Lisbon"})
        kept = await store.recall("zone")
        assert kept is not None
        assert kept.value == "Lisbon"
        await store.persona_remember("people", "facts", "ada", "Somebody.")
        for path, wrong in (
            ("/api/pin", {**name, "is_pinned": False}),
            ("/api/link", {**name, "other": "people/facts/ada", "is_linked": True}),
            ("/api/correct", {**name, "value": "third"}),
            ("/api/correct", {**zone, "value": "Oslo"}),
            ("/api/forget", name),
            ("/api/forget", zone),
        ):
            answer = await browser.act(path, wrong)
            assert (answer.status_code, "by now" in answer.text) == (409, True), wrong
        (memory,) = await store.persona_named(["self/facts/k"])
        assert (memory.value, memory.pinned, memory.connections) == ("second", True, ())
        await store.persona_forget("people", "facts", "ada")
        for gone in ({**name, "seen": "second"}, {**zone, "seen": "Lisbon"}):
            assert (await browser.act("/api/forget", gone)).status_code == 200
        assert await store.persona_recall() == []
        refused: list[tuple[str, object, int]] = [
            ("/api/pin", name, 400),
            ("/api/pin", {**name, "is_pinned": True}, 404),
            ("/api/link", {**name, "other": "self/facts/k", "is_linked": "yes"}, 400),
            ("/api/correct", name, 400),
            ("/api/correct", {"name": "a", "value": "v"}, 400),
            ("/api/correct", {**name, "value": "v" * 600_000}, 400),
            (
                "/api/about/correct",
                {"name": "k", "reference": "persona/a/b/c", "text": "t", "seen": "s"},
                404,
            ),
            ("/api/correct", {"name": "self/facts/k", "value": "v"}, 400),
            ("/api/bring-back", {"reference": "persona/a/b/c"}, 404),
            ("/api/bring-back", name, 400),
            ("/api/about/forget", {"name": "k"}, 400),
            ("/api/forget", {"name": 1}, 400),
            ("/api/forget", name, 404),
            ("/api/forget", [], 400),
        ]
        for path, asked, status in refused:
            answer = await browser.act(path, asked)
            assert (answer.status_code, bool(answer.json()["error"])) == (status, True), asked
        assert await store.persona_recall() == []


# ------------------------------------------------------------------------ the command


def names_at(url: str) -> list[str]:
    """What somebody sees who follows the address."""
    told = httpx.URL(url).join("api/memories")
    with httpx.Client(verify=NO_TLS) as client:
        assert client.get(told).status_code == 401
        client.get(url)
        found: list[str] = client.get(told).json()["memories"]["name"]
        return found


def test_the_command_opens_a_browser_that_shows_no_other_user_the_token(home: Home) -> None:
    home.ok("init", "--local")
    home.ok("persona", "remember", "--domain", "self", "--facet", "facts", "k", SAID)
    opened, seen = home.folder / "opened", home.folder / "seen"
    browser = home.folder / "browser"
    browser.write_text(
        f'#!/bin/sh\nprintf %s "$1" > {seen}\ncp -p "${{1#file://}}" {opened}\n'
        f"echo $$ > {seen}.part && mv {seen}.part {seen}.pid\nexec sleep 60 >/dev/null 2>&1\n"
    )
    browser.chmod(0o700)
    with showing(home, BROWSER=f"{browser} %s") as url:
        assert "self/facts/k" in names_at(url), "though the browser is still open"
        while not seen.with_suffix(".pid").exists():
            time.sleep(0.01)
    os.kill(int(seen.with_suffix(".pid").read_text()), signal.SIGTERM)
    token = url.partition("token=")[2]
    argument = seen.read_text()
    assert argument.startswith("file://")
    assert token not in argument
    assert url in opened.read_text()
    assert opened.stat().st_mode & 0o777 == 0o600
    assert not Path(argument.removeprefix("file://")).exists()


def test_the_command_says_what_is_wrong(home: Home) -> None:
    refused = home.run("--scope", "user:alice", "ui", "--demo")
    assert (refused.code, "no scopes" in refused.err) == (2, True)
    missing = home.run("ui", "--no-open")
    assert (missing.code, "init" in missing.err) == (1, True)


async def test_what_is_known_here_is_told_before_any_relay_was_ever_reached(
    tmp_path: Path,
) -> None:
    """Nothing of some types is here yet, and whether relays have any nobody can say."""
    nobody_there = ["ws://127.0.0.1:9", "ws://127.0.0.1:10"]
    # relays may know it: it was not made a moment ago
    identity = Identity.from_hex(Identity.generate().private_key_hex)
    async with (
        MemoryStore(identity, nobody_there, path=tmp_path / "a.db") as store,
        serving(store) as own,
        browser_of(own) as somebody,
    ):
        browser = await somebody.let_in()
        answer = await browser.ask("/api/memories")
        assert (answer.status_code, "no connection" in answer.text) == (503, True)
        await store.learn("Ada lives in Lisbon.", about="Ada")
        assert (await browser.json("/api/memories"))["memories"]["name"]
        told = await browser.json("/api/people", like="")
        assert {one["name"] for one in told["known"]} == {"Ada", "Lisbon"}
        ada = (await browser.json("/api/somebody", name="Ada"))["somebody"]
        assert ada["relations"][0]["text"] == "Ada lives in Lisbon."
        assert (await browser.json("/api/outbox"))["held"] > 0
