"""The made-up mind: every view has something to show, on this machine alone or on relays."""

import os
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")
pytest.importorskip("uvicorn", reason="the extra ui is not installed")

from sense_memory import MemoryStore
from sense_memory.core.clock import SystemClock
from sense_memory.core.graph import EdgeStatus
from sense_memory.core.rapport import Drift
from sense_memory.core.records.persona import SECONDS_PER_DAY

from ..http_host import NO_TLS
from ..shell import Home
from .command import begun, ended, showing
from .host import UiHost

PATIENCE = 60.0


def test_it_knows_people_and_things_of_every_kind_and_since_when(demo_host: UiHost) -> None:
    nodes = demo_host.call(lambda store: store.graph.nodes())
    assert {"person", "entity", "concept", "source", "artifact", "storyline"} <= {
        one.node.type.value for one in nodes
    }
    assert len(nodes) >= 35
    versions = demo_host.call(lambda store: store.graph.versions())
    homes = [one for one in versions if one.edge.relationship_type == "lives in"]
    moved = {one.edge.to_key: one for one in homes if "person:vergel" in _ends(one)} | {
        one.edge.from_key: one for one in homes if "person:vergel" in _ends(one)
    }
    berlin, lisbon = moved["entity:berlin"], moved["entity:lisbon"]
    assert berlin.until == pytest.approx(lisbon.edge.valid_from, abs=SECONDS_PER_DAY)
    assert (berlin.is_current, lisbon.is_current) == (False, True)
    assert len(versions) >= 50
    assert len({one.attitude for one in versions}) >= 10
    assert {one.state.value for one in versions} == {"candidate", "active"}
    assert all(one.edge.valid_from <= SystemClock().now() for one in versions)


def _ends(one: EdgeStatus) -> tuple[str, str]:
    return one.edge.from_key, one.edge.to_key


def test_it_talks_with_two_people_who_drifted(demo_host: UiHost) -> None:
    async def look(store: MemoryStore) -> dict[str, tuple[int, list[Drift], list[str], list[str]]]:
        found = {}
        for one in await store.rapports():
            rapport = store.rapport(one.peer)
            labels = [version.label for version in await rapport.layers.versions()]
            seen = len(await rapport.readings())
            found[one.peer] = (seen, await rapport.drift(), await rapport.stuck(), labels)
        return found

    told = demo_host.call(look)
    assert set(told) == {"Vergel", "Priya"}
    assert {seen for seen, *_ in told.values()} <= set(range(12, 21))
    ways = {
        (one.dimension, one.direction.value) for _, drifts, *_ in told.values() for one in drifts
    }
    assert ways == {("trust", "higher"), ("humor", "lower")}
    assert all(stuck == ["energy"] for *_, stuck, _ in told.values())
    assert {"before the move", "pre-condensation", "pre-edit"} <= set(told["Vergel"][3])


def test_what_it_observed_adds_up_and_some_of_it_is_to_be_made_anew(demo_host: UiHost) -> None:
    status = demo_host.call(lambda store: store.pyramid.status())
    told = {one.topic.name: one for one in status.topics}
    assert set(told) == {"assistant", "user", "Ada", "Harbour Letter", "Lighthouse", "Museum"}
    assert told["Lighthouse"].summaries == (10, 1), "two tiers"
    assert status.unassigned == 2
    dirty = {name for name, one in told.items() if one.outdated or not one.is_told}
    assert dirty == {"Museum", "Harbour Letter"}
    origins = demo_host.call(lambda store: store.pyramid.observations("Museum"))
    assert sum(one.origin.startswith("stream/cellar/turn/") for one in origins) == 2


def test_what_it_forgot_is_gone(demo_host: UiHost) -> None:
    forgotten = demo_host.call(lambda store: store.deletions())
    assert {"lena-address", "door_code"} <= {
        one.receipt.ref.name.split("/")[-1] for one in forgotten
    }


class Page:
    """What somebody sees who follows the address."""

    def __init__(self, url: str, client: httpx.Client) -> None:
        self._url = httpx.URL(url)
        self._client = client

    def json(self, what: str) -> Any:
        answer = self._client.get(self._url.join(f"api/{what}"))
        assert answer.status_code == 200, answer.text
        return answer.json()


def test_the_command_shows_it_on_relays_of_which_one_is_good(home: Home) -> None:
    pytest.importorskip("nostr_sdk", reason="the extra nostr-sdk is not installed")
    deadline = time.monotonic() + PATIENCE
    with (
        showing(home, "--demo", "--no-open", TMPDIR=str(home.folder)) as url,
        httpx.Client(verify=NO_TLS, timeout=20) as client,
    ):
        client.get(url)
        page = Page(url, client)
        assert "people/facts/vergel" in page.json("memories")["memories"]["name"]
        told = page.json("safety")
        while len(page.json("conflicts")["conflicts"]) < 2 or _levels(told["relays"][0]) != {"ok"}:
            assert time.monotonic() < deadline
            time.sleep(0.5)
            told = page.json("safety")
        assert told["overall"][0]["message"].endswith("is on one relay only, of 3.")
        assert "file.local-only" in [one["check"] for one in told["overall"]]
        good, gone, careless = told["relays"]
        assert (gone["state"], careless["state"]) == ("offline", "connected")
        assert gone["waiting"] > 0
        assert "relay.alarm" in [one["check"] for one in careless["findings"]]
        assert careless["parked"] > 0
        waiting = page.json("outbox")["entries"]
        assert "key" not in {one["what"]["type"] for one in waiting}, "all devices share one"
        refused = {one["said"] for one in waiting if one["state"] == "parked"}
        assert refused == {"blocked: kind 5 is not taken"}
        devices = {one["name"]: one for one in page.json("devices")["devices"]}
        assert set(devices) == {"laptop", "phone", "tablet"}
        assert [name for name, one in devices.items() if one["is_silent"]] == ["tablet"]
        forgotten = [
            {at["relay"]: at for at in one["relays"]} for one in page.json("deletions")["deletions"]
        ]
        latest, *earlier = forgotten
        assert latest[gone["url"]]["overwritten_at"] is None, "it was gone by then"
        assert len(earlier) >= 5
        for one in earlier:
            assert one[good["url"]]["verified_at"] is not None
            assert one[gone["url"]]["verified_at"] is not None
            assert one[careless["url"]]["deleted_at"] is None
        assert any(one[careless["url"]]["overwritten_at"] is not None for one in earlier)
    assert list(home.folder.iterdir()) == [], "nothing of it is kept"


def _levels(relay: dict[str, Any]) -> set[str]:
    return {one["level"] for one in relay["findings"]}


def test_nothing_is_left_of_it_when_it_is_told_to_end_while_it_is_made_up(home: Home) -> None:
    pytest.importorskip("nostr_sdk", reason="the extra nostr-sdk is not installed")
    with begun(home, "--demo", "--no-open", TMPDIR=str(home.folder)) as process:
        while not list(home.folder.iterdir()):
            assert process.poll() is None
        code, out, err = ended(home, process)
    assert (code, out, list(home.folder.iterdir())) == (130, "", []), err


def test_without_a_relay_to_run_it_says_so(home: Home, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['nostr_sdk'] = None")
    path = os.pathsep.join([str(tmp_path), home.environment["PYTHONPATH"]])
    with begun(home, "--demo", "--no-open", PYTHONPATH=path) as process:
        assert process.stderr is not None
        said = process.stderr.readline().decode()
        ended(home, process)
    assert re.search(r"on no relay.*pip install 'sense-memory\[nostr-sdk\]'", said)
