"""relays list, add, rm, test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory.io.file_report import examine

from .shell import NOBODY, Home

pytestmark = pytest.mark.usefixtures("nearby")

Relays = Callable[[int], list[LocalRelay]]


def listed(home: Home) -> list[str]:
    return [relay["url"] for relay in home.ok("--json", "relays", "list").jsonl]


# ------------------------------------------------------------------------ list, add


def test_relays_are_added_once_and_listed(home: Home) -> None:
    home.ok("init")
    assert listed(home) == []
    assert "this profile is local" in home.ok("relays", "list").err
    added = home.ok("--json", "relays", "add", "wss://one.example", "wss://two.example")
    assert added.json == {
        "profile": "default",
        "relays": ["wss://one.example", "wss://two.example"],
    }
    again = home.ok("relays", "add", "wss://two.example", "wss://three.example")
    assert "wss://two.example: was there already" in again.err
    assert listed(home) == ["wss://one.example", "wss://two.example", "wss://three.example"]
    first = home.ok("relays", "list").out.splitlines()[0]
    assert first.split("\t") == ["wss://one.example", "not read yet", "never", "everything"]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://one.example", "must start with wss://"),
        ("ws://one.example", "must start with wss://"),
        ("wss://one.example/", "another spelling of wss://one.example"),
        ("wss://ONE.example:443", "another spelling of wss://one.example"),
    ],
)
def test_a_relay_that_cannot_be_added_changes_nothing(home: Home, url: str, why: str) -> None:
    home.ok("init", "--relay", "wss://one.example")
    refused = home.run("relays", "add", "wss://two.example", url)
    assert refused.code == 2
    assert why in refused.err
    assert listed(home) == ["wss://one.example"]


def test_a_profile_must_exist(home: Home) -> None:
    for arguments in (("list",), ("add", "wss://one.example"), ("rm", "wss://one.example")):
        run = home.run("relays", *arguments)
        assert run.code == 1
        assert "there is no profile 'default'" in run.err
    assert not list(home.folder.iterdir())


def test_a_key_file_for_one_command_is_not_written_down(home: Home, tmp_path: Path) -> None:
    home.ok("init")
    before = (home.folder / "default.toml").read_text()
    home.ok("--key-file", str(tmp_path / "elsewhere"), "relays", "add", "wss://one.example")
    after = (home.folder / "default.toml").read_text()
    assert after.replace('"wss://one.example"', "") == before


def test_an_added_relay_gets_everything(home: Home, relay: LocalRelay) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    home.ok("relays", "add", relay.url)
    home.ok("sync")
    (row,) = home.ok("--json", "relays", "list").jsonl
    assert (row["url"], row["verdict"], row["waiting"]) == (relay.url, "complete", 0)
    assert row["read_at"].endswith("Z")


def test_a_relay_that_only_the_file_knows(home: Home) -> None:
    home.ok("init", "--relay", NOBODY)
    home.run("remember", "zone", "UTC")
    home.ok("init", "--local")
    (row,) = home.ok("--json", "relays", "list").jsonl
    assert (row["url"], row["in_profile"]) == (NOBODY, False)
    assert "is not in the profile" in home.ok("relays", "list").err
    home.ok("relays", "rm", NOBODY, "--yes")
    assert home.ok("--json", "relays", "list").out == ""


# ------------------------------------------------------------------------------- rm


def test_a_relay_that_is_not_needed_goes(home: Home, relays: Relays) -> None:
    one, two = relays(2)
    home.ok("init", "--relay", one.url, "--relay", two.url)
    home.ok("remember", "zone", "UTC")
    home.ok("sync")
    gone = home.ok("--json", "relays", "rm", two.url)
    assert gone.json["relays"] == [one.url]
    assert "what it holds stays there" in gone.err
    # the file forgot it too: nothing is queued for it any more
    home.ok("remember", "city", "Vancouver")
    assert [row.url for row in examine(home.folder / "default" / "memory.db").relays] == [one.url]


def test_what_was_meant_for_it_is_dropped_with_a_word(home: Home, relay: LocalRelay) -> None:
    home.ok("init", "--relay", relay.url, "--relay", NOBODY)
    home.ok("remember", "zone", "UTC")
    home.ok("sync")
    waiting = next(
        row["waiting"] for row in home.ok("--json", "relays", "list").jsonl if row["url"] == NOBODY
    )
    assert waiting > 0
    gone = home.ok("relays", "rm", NOBODY)
    assert f"{waiting} writes that {NOBODY} had not taken" in gone.err
    assert home.ok("recall", "zone").out == "UTC\n"


def test_memories_that_only_it_has_want_a_yes(home: Home, relays: Relays) -> None:
    one, two = relays(2)
    home.ok("init", "--relay", one.url, "--relay", two.url)
    home.ok("remember", "zone", "UTC")
    home.ok("sync")
    two.stop()
    home.ok("remember", "city", "Vancouver")
    refused = home.run("relays", "rm", one.url)
    assert refused.code == 1
    assert refused.err.startswith(
        f"sense-memory: 1 records are not known to be on the other relays ({two.url})"
    )
    assert listed(home) == [one.url, two.url]
    gone = home.ok("relays", "rm", one.url, "--yes")
    assert "1 records are now only on this machine" in gone.err
    assert listed(home) == [two.url]


def test_the_last_relay_wants_a_yes(home: Home, relay: LocalRelay) -> None:
    home.ok("init", "--relay", relay.url)
    home.ok("remember", "zone", "UTC")
    home.ok("sync")
    refused = home.run("relays", "rm", relay.url)
    assert refused.code == 1
    assert "since it is the last" in refused.err
    home.ok("relays", "rm", relay.url, "--yes")
    assert listed(home) == []
    assert home.ok("recall", "zone").out == "UTC\n"


def test_a_relay_is_removed_by_its_exact_name(home: Home) -> None:
    home.ok("init", "--relay", "wss://one.example")
    near = home.run("relays", "rm", "wss://one.example/")
    assert near.code == 2
    assert "do you mean wss://one.example?" in near.err
    assert home.run("relays", "rm", "wss://two.example").code == 2


# ----------------------------------------------------------------------------- test


def test_trying_relays(home: Home, relay: LocalRelay) -> None:
    tried = home.run("--json", "relays", "test", relay.url, NOBODY)
    assert tried.code == 1  # one of them is not usable
    good, dead = tried.jsonl
    assert (good["url"], good["fitness"], good["largest_bytes"]) == (relay.url, "good", 40_960)
    assert good["verdict"] == "good for memories"
    assert good["left_behind"] == 0
    assert (dead["url"], dead["fitness"]) == (NOBODY, "unusable")
    assert not list(home.folder.iterdir())  # neither a profile nor a key was made

    table = home.ok("relays", "test", relay.url).out.splitlines()
    assert table[0] == f"{relay.url}: good for memories"
    assert "largest record\t40,960 bytes" in table
    assert "deletes by address\tyes" in table


def test_the_profiles_own_relays_are_tried(home: Home, relay: LocalRelay) -> None:
    home.ok("init")
    nothing = home.run("relays", "test")
    assert nothing.code == 2
    assert "there is no relay to test" in nothing.err
    home.ok("relays", "add", relay.url)
    assert home.ok("--json", "relays", "test").json["url"] == relay.url
    assert home.run("relays", "test", "https://one.example").code == 2
