"""export jsonl, import jsonl: records as plain text, by the command line."""

import json
from pathlib import Path

import pytest

from .shell import Home

pytestmark = pytest.mark.usefixtures("nearby")


def filled(home: Home) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    home.ok("persona", "remember", "-d", "people", "-f", "facts", "ada", "C")
    home.ok("--scope", "user:alice", "remember", "likes", "tea")


def test_there_and_into_another_mind(home: Home, second: Home, tmp_path: Path) -> None:
    filled(home)
    file = tmp_path / "records.jsonl"
    written = home.ok("--json", "export", "jsonl", str(file), "--all-scopes", "--yes")
    assert written.json == {"file": str(file), "records": 3, "left_out": 0}
    assert file.stat().st_mode & 0o777 == 0o600
    assert "UTC" in file.read_text()
    second.ok("init")
    report = second.ok("--json", "import", "jsonl", str(file)).json
    assert report == {
        "file": str(file),
        "lines": 3,
        "taken": 3,
        "known": 0,
        "overwritten": 0,
        "differing": 0,
        "forgotten": 0,
        "rejected": 0,
        "left_out": 0,
        "problems": [],
        "differences": [],
    }
    assert second.ok("recall", "zone").out == "UTC\n"
    assert second.ok("--scope", "user:alice", "recall", "likes").out == "tea\n"


def test_plain_text_is_asked_for(home: Home, tmp_path: Path) -> None:
    filled(home)
    refused = home.run("export", "jsonl", str(tmp_path / "records"))
    assert refused.code == 2
    assert "readable by anybody" in refused.err
    assert "--yes" in refused.err
    assert refused.out == ""
    assert not (tmp_path / "records").exists()


def test_a_file_is_not_replaced_by_accident(home: Home, tmp_path: Path) -> None:
    filled(home)
    precious = tmp_path / "precious"
    precious.write_text("precious")
    assert home.run("export", "jsonl", str(precious), "--yes").code == 2
    assert precious.read_text() == "precious"
    home.ok("export", "jsonl", str(precious), "--yes", "--force")
    assert len(precious.read_text().splitlines()) == 2


def test_pipes_and_differences(home: Home, second: Home) -> None:
    filled(home)
    lines = home.ok("export", "jsonl", "--yes").out
    assert [json.loads(line)["type"] for line in lines.splitlines()] == [
        "sense-memory:persona",
        "sense-memory:kv",
    ]
    second.ok("init")
    second.ok("remember", "zone", "Europe/Rome")
    rest = "0 forgotten here since, 0 unusable"
    said = second.ok("import", "jsonl", "-", stdin=lines).err.splitlines()
    assert said == [
        f"2 records: 1 new, 0 known, 0 overwritten, 1 that say something else here, {rest}",
        "line 2: the memory 'zone' says something else here, and stays so",
        "to let the file count for these: --overwrite",
    ]
    second.ok("import", "jsonl", "-", "--overwrite", stdin=lines)
    assert second.ok("recall", "zone").out == "UTC\n"
    unusable = second.run("import", "jsonl", "-", stdin="nonsense\n")
    assert unusable.code == 1
    assert "line 1: the line is not JSON" in unusable.err
