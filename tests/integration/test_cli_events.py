"""export events, import events: a backup that needs no relay."""

import json
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity

from .shell import NOBODY, Home

pytestmark = pytest.mark.usefixtures("nearby")


def filled(home: Home, *options: str) -> None:
    home.ok("init", *options)
    home.run("remember", "zone", "UTC")
    home.run("persona", "remember", "-d", "people", "-f", "facts", "ada", "C")
    home.run("--scope", "user:alice", "remember", "likes", "tea")


def test_there_and_back(home: Home, second: Home, tmp_path: Path) -> None:
    filled(home)
    backup = tmp_path / "backup.jsonl"
    written = home.ok("--json", "export", "events", str(backup))
    assert written.json == {"file": str(backup), "events": 5}
    assert "useless without the key" in written.err
    assert backup.stat().st_mode & 0o777 == 0o600
    assert "UTC" not in backup.read_text()
    assert list(tmp_path.glob("*backup*")) == [backup]

    second.ok("init", "--import-key", stdin=home.key_text)
    report = second.ok("--json", "import", "events", str(backup)).json
    assert report == {
        "file": str(backup),
        "lines": 5,
        "taken": 5,
        "known": 0,
        "kept_aside": 0,
        "rejected": 0,
        "foreign": 0,
        "problems": [],
    }
    assert second.ok("recall", "zone").out == "UTC\n"
    assert second.ok("--scope", "user:alice", "recall", "likes").out == "tea\n"
    assert second.ok("--json", "status").json["addressing"] == "blinded"
    again = second.ok("import", "events", str(backup))
    assert again.err == "5 lines: 0 new, 5 known, 0 kept aside, 0 unusable\n"


def test_pipes(home: Home, second: Home) -> None:
    filled(home)
    lines = home.ok("export", "events")
    assert [json.loads(line)["kind"] for line in lines.out.splitlines()] == [30078] * 5
    assert home.ok("export", "events", "-").out == lines.out
    second.ok("init", "--import-key", stdin=home.key_text)
    second.ok("import", "events", "-", stdin=lines.out)
    assert second.ok("recall", "zone").out == "UTC\n"


def test_exporting_needs_no_relay(home: Home) -> None:
    filled(home, "--relay", NOBODY)
    assert len(home.ok("export", "events").out.splitlines()) == 5


def test_a_file_is_not_replaced_by_accident(home: Home, tmp_path: Path) -> None:
    filled(home)
    precious = tmp_path / "precious"
    precious.write_text("precious")
    refused = home.run("export", "events", str(precious))
    assert refused.code == 2
    assert "--force" in refused.err
    assert precious.read_text() == "precious"
    home.ok("export", "events", str(precious), "--force")
    assert len(precious.read_text().splitlines()) == 5
    assert precious.stat().st_mode & 0o777 == 0o600
    assert home.run("export", "events", str(tmp_path / "no" / "folder")).code == 1


def test_bad_lines_are_named(home: Home) -> None:
    filled(home)
    good = home.ok("export", "events").out.splitlines()
    run = home.ok("import", "events", "-", stdin="\n".join(["", "{", *good, "[]"]))
    first, *problems = run.err.splitlines()
    assert first == "7 lines: 0 new, 5 known, 0 kept aside, 2 unusable"
    assert problems == ["line 2: this is not JSON", "line 8: this is not a JSON object"]
    many = home.run("import", "events", "-", stdin="nonsense\n" * 30)
    assert many.code == 1
    assert many.err.splitlines()[-2:] == [
        "and 10 more; --json names them",
        "sense-memory: no line was usable",
    ]
    assert len(home.run("--json", "import", "events", "-", stdin="x\n" * 30).json["problems"]) == 30


def test_somebody_elses_events(home: Home, second: Home) -> None:
    filled(home)
    second.ok("init")
    stranger = home.ok("export", "events").out
    refused = second.run("import", "events", "-", stdin=stranger)
    assert refused.code == 2
    assert "all 5 events are of another identity" in refused.err
    assert second.ok("recall").out == ""


def test_what_is_new_goes_to_the_relays(
    home: Home, second: Home, relay: LocalRelay, tmp_path: Path
) -> None:
    filled(home)
    backup = str(tmp_path / "backup.jsonl")
    home.ok("export", "events", backup)
    second.ok("init", "--import-key", "--relay", relay.url, stdin=home.key_text)
    second.ok("import", "events", backup)
    home.ok("relays", "add", relay.url)
    third = home.ok("--json", "sync").json
    assert (third["verdict"], third["sent"], third["waiting"]) == ("complete", 0, 0)


def test_without_a_profile_or_a_file(home: Home) -> None:
    assert "there is no profile" in home.run("export", "events").err
    assert "there is no profile" in home.run("import", "events", "-", stdin="").err
    home.ok("init")
    missing = home.run("import", "events", "no-such-file")
    assert (missing.code, "there is no file" in missing.err) == (2, True)
    scoped = home.run("--scope", "user:alice", "export", "events")
    assert (scoped.code, "whole store" in scoped.err) == (2, True)
    key = Identity.generate()
    home.know(key)
    assert home.run("export", "events", SENSE_MEMORY_NSEC=key.nsec).code == 1  # another's file
