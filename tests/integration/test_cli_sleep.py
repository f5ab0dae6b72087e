"""The commands that review, count, sleep and watch."""

import json
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay

from .llm_server import KEY, Format, LLMServer, Request, Turn
from .shell import COMMAND, NOBODY, Home

NOTHING = "0 descriptions made anew, 0 expired notes removed, 0 storylines and 0 macros told"
TOLD = ("-d", "people", "-f", "facts")
THEMES = ("--theme", "drinks", "--theme", "warm")


@pytest.fixture
def furnished(home: Home, nearby: None) -> Home:
    home.ok("init", "--local")
    for key in ("tea", "coffee"):
        home.ok("persona", "remember", *TOLD, key, f"likes {key}", *THEMES)
    return home


def test_a_review_for_people_and_for_programs(furnished: Home) -> None:
    shown = furnished.ok("persona", "introspect")
    first, *rest = shown.out.splitlines()
    assert first == (
        "2 memories: 2 active, 0 fading, 0 forgotten, 0 dissolved; 2 without links, 1 suggestion"
    )
    assert rest == [
        "people/facts/coffee\tmay belong together\tpeople/facts/tea",
        "people/facts/coffee\tlinked with nothing\t",
        "people/facts/tea\tlinked with nothing\t",
    ]
    assert "stored on this machine" in shown.err
    report = furnished.ok("--json", "persona", "introspect", "--no-keep").json
    assert report["type"] == "sense-memory:introspection"
    assert report["suggested_connections"] == [["people/facts/coffee", "people/facts/tea"]]
    past = furnished.ok("--json", "persona", "introspect", "--past", "9").jsonl
    assert [one["total_memories"] for one in past] == [2]
    assert furnished.ok("persona", "introspect", "--past", "9").out.endswith(first + "\n")
    assert furnished.run("persona", "introspect", "--past", "0").code == 2


def test_a_long_list_is_cut_and_says_so(furnished: Home) -> None:
    for n in range(11):
        furnished.ok("persona", "remember", *TOLD, f"key-{n:02}", "…")
    shown = furnished.ok("persona", "introspect")
    assert shown.out.count("linked with nothing") == 10
    assert "3 more: linked with nothing" in shown.err


def test_a_report_that_no_relay_has_taken_yet(home: Home, nearby: None) -> None:
    home.ok("init", "--relay", NOBODY)
    home.run("persona", "remember", *TOLD, "tea", "likes tea")
    kept = home.run("--json", "persona", "introspect")
    assert (kept.code, kept.json["delivery"]) == (3, "queued")
    slept = home.run("--json", "sleep")
    assert (slept.code, slept.json["delivery"]) == (3, "queued")


def test_what_there_is_is_counted(furnished: Home) -> None:
    furnished.ok("remember", "zone", "UTC")
    rows = [line.split("\t") for line in furnished.ok("persona", "stats").out.splitlines()]
    assert ["total", "", "3"] in rows
    assert ["states", "active", "3"] in rows
    assert ["domains", "people", "2"] in rows
    assert ["facets", "flat/facts", "1"] in rows
    counted = furnished.ok("--json", "persona", "stats").json
    assert counted["total"] == 3
    assert counted["domains"] == {"flat": 1, "people": 2}
    assert counted["states"] == {"active": 3, "fading": 0, "forgotten": 0, "dissolved": 0}


def test_a_sleep(furnished: Home) -> None:
    dry = furnished.ok("--json", "sleep", "--dry-run").json
    assert dry["dry_run"]
    assert [step["outcome"] for step in dry["steps"]] == ["planned"] * 5
    assert "delivery" not in dry
    assert furnished.ok("persona", "introspect", "--past", "9").out == ""
    lines = furnished.ok("sleep").out.splitlines()
    assert lines[0].startswith("introspection: done: 2 memories")
    assert lines[1].startswith("dissolution: planned: 0 memories")
    assert lines[2:] == [
        "rapport: done: 0 of 0 peers condensed",
        "pyramid: done: 0 observations filed, 0 summaries written, 0 topics told",
        f"graph: done: {NOTHING}",
    ]
    done = furnished.ok("--json", "sleep").json
    assert (done["steps"][0]["name"], done["delivery"]) == ("introspection", "local")
    assert done["introspection"]["slept"]
    assert len(furnished.ok("--json", "persona", "introspect", "--past", "9").jsonl) == 2


def test_much_is_asked_of_the_graph_only_once_somebody_agreed(
    home: Home, nearby: None, tmp_path: Path
) -> None:
    home.ok("init", "--local")
    people = [
        {"type": "entity", "name": f"Ada {n}", "entityType": "person", "observations": ["Sings."]}
        for n in range(21)
    ]
    (tmp_path / "memory.jsonl").write_text("\n".join(map(json.dumps, people)))
    home.ok("import", "server-memory", str(tmp_path / "memory.jsonl"))
    asked = list[str]()

    def answer(request: Request) -> Turn:
        asked.append(request.texts[1])
        return Turn(value={"description": "A singer."})

    with LLMServer(answer) as server:
        by = ("--provider", f"local:m@{server.url(Format.OPENAI)}")
        refused = home.run("sleep", *by, LOCAL_LLM_KEY=KEY)
        assert (refused.code, asked) == (2, [])
        assert "21 descriptions to be made anew, at most; at most 21 requests" in refused.err
        assert home.run("sleep", "--dry-run", *by, LOCAL_LLM_KEY=KEY).code == 0
        assert asked == []
        lines = home.ok("sleep", "--yes", *by, LOCAL_LLM_KEY=KEY).out.splitlines()
        assert lines[-1].startswith("graph: done: 21 descriptions made anew, ")
        assert len(asked) == 21
        # twenty are no more than may be asked without a word
        home.ok("graph", "note", "Ada 1", "Swims.")
        home.ok("sleep", *by, LOCAL_LLM_KEY=KEY)
        assert len(asked) == 22


def test_watching_once_does_what_is_due(furnished: Home) -> None:
    (done,) = furnished.ok("--json", "watch", "--once").jsonl
    assert done["sync"] is None
    assert done["sleep"]["steps"][0]["outcome"] == "done"
    assert furnished.ok("--json", "watch", "--once").out == ""
    assert furnished.ok("watch", "--once", "--sync-every", "never").out == ""
    for wrong in (
        ("--sleep-every", "tomorrow"),
        ("--sync-every", "never", "--sleep-every", "never"),
    ):
        assert furnished.run("watch", *wrong).code == 2


@contextmanager
def watching(home: Home, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process that watches, and what it says."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=home.environment,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_watching_stops_cleanly(furnished: Home, stop: signal.Signals) -> None:
    with LocalRelay() as relay:
        furnished.ok("relays", "add", relay.url)
        with watching(furnished, "watch") as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert f"sync: {relay.url}: " in process.stdout.readline()
            assert "sleep: introspection done: 2 memories" in process.stdout.readline()
            process.send_signal(stop)
            assert process.wait(20) == 0
            assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_staying_in_sync_stops_cleanly(furnished: Home, stop: signal.Signals) -> None:
    with LocalRelay() as relay:
        furnished.ok("relays", "add", relay.url)
        with watching(furnished, "sync", "--watch") as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert relay.url in process.stdout.readline()
            assert "Ctrl-C" in process.stderr.readline()
            process.send_signal(stop)
            assert process.wait(20) == 0
            assert process.stderr.read() == ""


def test_of_two_processes_that_watch_one_sleeps(furnished: Home) -> None:
    every = ("--json", "watch", "--sleep-every", "2s", "--sync-every", "never")
    lines: list[str] = []
    # a first sleep is named after when it was due by the clock alone, which may turn in between
    furnished.ok("sleep")
    with watching(furnished, *every) as one, watching(furnished, *every) as other:
        for process in (one, other):
            assert process.stderr is not None
            assert "watching" in process.stderr.readline()
        readers = [threading.Thread(target=_read, args=(p, lines)) for p in (one, other)]
        for reader in readers:
            reader.start()
        deadline = time.monotonic() + 40
        while len(lines) < 4 and time.monotonic() < deadline:
            time.sleep(0.1)
        for process in (one, other):
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        for reader in readers:
            reader.join()
    slept = sorted(json.loads(line)["sleep"]["introspection"]["timestamp"] for line in lines)
    assert len(slept) >= 4
    apart = [later - earlier for earlier, later in pairwise(slept)]
    assert min(apart) >= 1.99, apart


def _read(process: "subprocess.Popen[str]", lines: list[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)  # noqa: PERF402  as it comes
