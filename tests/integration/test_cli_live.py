"""The commands that link, contradict, forget, and watch."""

import json
import signal
import subprocess
from collections.abc import Iterator

import pytest

from relay_fixtures import LocalRelay

from .shell import COMMAND, Home

TOLD = ("-d", "people", "-f", "facts")


@pytest.fixture
def url() -> Iterator[str]:
    with LocalRelay() as relay:
        yield relay.url


def known(home: Home, key: str) -> dict[str, object]:
    """What the command line says of a memory."""
    found: dict[str, object] = home.ok("--json", "persona", "recall", *TOLD, key).json
    return found


@pytest.fixture
def furnished(home: Home, nearby: None) -> Home:
    home.ok("init", "--local")
    for key in ("tea", "coffee"):
        home.ok("persona", "remember", *TOLD, key, f"likes {key}")
    home.ok("persona", "remember", "-d", "world", "-f", "facts", "tea", "grows in Assam")
    return home


def test_links(furnished: Home) -> None:
    done = furnished.ok("--json", "persona", "connect", "coffee", "people/facts/tea")
    assert done.json["delivery"] == "local"
    assert (done.json["first"], done.json["second"]) == ("coffee", "people/facts/tea")
    assert known(furnished, "tea")["connections"] == ["coffee"]
    furnished.ok("persona", "disconnect", "people/facts/tea", "coffee")
    assert known(furnished, "tea")["connections"] == []


def test_contradictions(furnished: Home) -> None:
    furnished.ok("persona", "contradict", "people/facts/tea", "coffee")
    assert known(furnished, "tea")["superseded_by"] == "coffee"
    furnished.ok("persona", "reconcile", "people/facts/tea", "coffee")
    assert known(furnished, "tea")["superseded_by"] is None


@pytest.mark.parametrize("command", ["connect", "disconnect", "contradict", "reconcile"])
def test_names_that_mean_no_one_memory(furnished: Home, command: str) -> None:
    many = furnished.run("persona", command, "tea", "coffee")
    assert (many.code, many.out) == (2, "")
    assert "people/facts/tea, world/facts/tea" in many.err
    none = furnished.run("persona", command, "coffee", "ghost")
    assert (none.code, none.out) == (1, "")
    assert "there is no memory ghost" in none.err
    assert furnished.run("--json", "persona", command, "coffee", "ghost").out == "null\n"


def test_forgetting(furnished: Home) -> None:
    furnished.ok("persona", "connect", "coffee", "people/facts/tea")
    assert "forgot people/facts/tea" in furnished.ok("persona", "forget", *TOLD, "tea").err
    assert known(furnished, "coffee")["connections"] == []
    again = furnished.run("--json", "persona", "forget", *TOLD, "tea")
    assert (again.code, again.json) == (1, None)


def test_forgetting_an_entry(furnished: Home) -> None:
    first = furnished.ok("--json", "journal", "the first day").json["event_id"]
    furnished.ok("journal", "the second day")
    furnished.ok("forget-entry", first)
    (left,) = furnished.ok("--json", "recent").jsonl
    assert left["content"] == "the second day"
    lines = furnished.ok("--json", "log").jsonl
    (name,) = [e["name"] for e in lines if e["type"] == "journal" and e["word"] == "remembered"]
    furnished.ok("forget-entry", name)
    assert furnished.ok("recent").out == ""
    assert furnished.run("--json", "forget-entry", name).code == 1


def test_what_another_machine_wrote_is_found(home: Home, second: Home, url: str) -> None:
    home.is_near = second.is_near = True
    home.ok("init", "--relay", url)
    second.ok("init", "--import-key", "--relay", url, stdin=home.key_text)
    for key in ("tea", "coffee"):
        home.ok("persona", "remember", *TOLD, key, f"likes {key}")
    second.ok("persona", "connect", "tea", "coffee")
    assert known(second, "tea")["connections"] == ["coffee"]


@pytest.mark.parametrize("options", [(), ("--values",)])
def test_following_the_log(home: Home, second: Home, url: str, options: tuple[str, ...]) -> None:
    home.ok("init", "--relay", url)
    second.ok("init", "--import-key", "--relay", url, stdin=home.key_text)
    home.ok("remember", "before", "it began")
    follower = subprocess.Popen(
        [*COMMAND, "--json", "log", "--follow", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=home.environment,
        text=True,
    )
    assert follower.stdout is not None
    assert follower.stderr is not None
    try:
        assert "Ctrl-C" in follower.stderr.readline()
        # one after the other: which of two sources is heard first is nobody's promise
        home.ok("remember", "news", "from this machine")
        seen = [json.loads(follower.stdout.readline())]
        second.ok("remember", "more", "from elsewhere")
        seen.append(json.loads(follower.stdout.readline()))
        second.ok("forget", "more")
        seen.append(json.loads(follower.stdout.readline()))
        follower.send_signal(signal.SIGINT)
        assert follower.wait(20) == 0
        assert follower.stderr.read() == ""
    finally:
        follower.kill()
        follower.communicate()
    assert [(c["cause"], c["word"], c["type"], c["name"]) for c in seen] == [
        ("process", "remembered", "kv", "news"),
        ("relay", "remembered", "kv", "more"),
        ("relay", "forgotten", "kv", "more"),
    ]
    values = ["from this machine", "from elsewhere", None] if options else [None] * 3
    assert [change.get("value") for change in seen] == values


def test_following_begins_now(furnished: Home) -> None:
    assert furnished.run("log", "--follow", "--since", "2d").code == 2
