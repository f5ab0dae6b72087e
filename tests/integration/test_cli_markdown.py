"""export markdown, import edited: what is known as pages that people edit."""

import re
from pathlib import Path

import pytest

from .shell import Home

pytestmark = pytest.mark.usefixtures("nearby")


@pytest.fixture
def folder(home: Home, tmp_path: Path) -> Path:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    home.ok("remember", "shell", "zsh")
    home.ok("persona", "remember", "-d", "people", "-f", "facts", "ada", "C")
    home.ok("export", "markdown", str(tmp_path / "mind"), "--yes")
    return tmp_path / "mind"


def rewrite(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def test_plain_text_is_asked_for(home: Home, folder: Path, tmp_path: Path) -> None:
    refused = home.run("export", "markdown", str(tmp_path / "other"))
    assert refused.code == 2
    assert "readable by anybody" in refused.err
    assert not (tmp_path / "other").exists()
    again = home.ok("--json", "export", "markdown", str(folder), "--yes").json
    assert again["entries"] == 3
    assert str(folder / "memories.md") in again["files"]


def test_nothing_edited(home: Home, folder: Path) -> None:
    assert (
        home.ok("import", "edited", str(folder)).err == "0 edits to be taken; nothing was written\n"
    )


def test_one_is_one(home: Home, tmp_path: Path) -> None:
    home.ok("remember", "zone", "UTC")
    exported = home.ok("export", "markdown", str(tmp_path / "mind"), "--yes")
    assert "wrote 1 entry into" in exported.err
    rewrite(tmp_path / "mind" / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome")
    edited = home.ok("import", "edited", str(tmp_path / "mind"), "--dry-run")
    assert "1 edit to be taken" in edited.err


def test_an_observation_is_added_with_a_day_as_the_page_says(home: Home, tmp_path: Path) -> None:
    home.ok("pyramid", "observe", "Tom keeps bees", "--topic", "tom")
    home.ok("export", "markdown", str(tmp_path / "mind"), "--yes")
    (page,) = (tmp_path / "mind").rglob("tom.md")
    text = page.read_text()
    shown = re.search(r"'(- \*\*[0-9-]+\*\*: what was so)'", text)
    assert shown is not None
    page.write_text(f"{text}{shown[1]}\n")
    home.ok("import", "edited", str(tmp_path / "mind"), "--yes")
    told = home.ok("--json", "pyramid", "show", "tom", "--observations").out
    assert '"what was so"' in told
    assert "2026-05-31" in told


def test_what_was_edited_is_shown_and_asked_for(home: Home, folder: Path) -> None:
    rewrite(folder / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome")
    shown = home.run("import", "edited", str(folder))
    assert shown.code == 2
    assert "say --yes" in shown.err
    assert shown.out.splitlines() == [
        "memories.md:8: memory zone, changed",
        "- UTC",
        "+ Europe/Rome",
    ]
    dry = home.ok("--json", "import", "edited", str(folder), "--dry-run").json
    assert dry["edits"] == [
        {
            "kind": "changed",
            "type": "memory",
            "name": "zone",
            "file": "memories.md",
            "line": 8,
            "before": "UTC",
            "after": "Europe/Rome",
        }
    ]
    assert home.ok("recall", "zone").out == "UTC\n"
    done = home.ok("import", "edited", str(folder), "--yes")
    assert "1 changed, 0 added, 0 forgotten: stored on this machine" in done.err
    assert home.ok("recall", "zone").out == "Europe/Rome\n"


def test_what_was_removed_stays_unless_that_is_said(home: Home, folder: Path) -> None:
    text = (folder / "memories.md").read_text().splitlines(keepends=True)
    (folder / "memories.md").write_text("".join(one for one in text if "zsh" not in one))
    shown = home.ok("import", "edited", str(folder))
    assert shown.out.splitlines() == [
        "memories.md: memory shell, removed, and stays known",
        "- zsh",
    ]
    assert home.ok("recall", "shell").out == "zsh\n"
    done = home.ok("--json", "import", "edited", str(folder), "--forget-removed", "--yes").json
    assert (done["forgotten"], done["delivery"]) == (1, "local")
    assert home.run("recall", "shell").code == 1


def test_conflicts_and_damage_end_with_an_error_and_the_rest_is_taken(
    home: Home, folder: Path
) -> None:
    rewrite(folder / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome")
    rewrite(folder / "memories.md", "**shell**: zsh", "**shell**: fish")
    rewrite(folder / "persona" / "people.md", "**ada**: C", "C")
    home.ok("remember", "zone", "Asia/Tokyo")
    said = home.run("import", "edited", str(folder), "--yes")
    assert said.code == 1
    assert "memories.md:8: memory zone, in conflict" in said.out
    assert "persona/people.md:11: what stands before the text of this entry is damaged" in said.err
    assert "1 conflict and 2 problems stay" in said.err
    assert home.ok("recall", "zone").out == "Asia/Tokyo\n"
    assert home.ok("recall", "shell").out == "fish\n"
