"""What the agent knows, as people and prompts see it: compress, tree, forecast."""

import asyncio
import time
from pathlib import Path

import pytest

from sense_memory import Insight, MemoryStore
from sense_memory.testing import ManualClock

from .shell import Home, at_a_terminal

DAY = 86_400.0
KNOWN = (
    ("people", "facts", "lisa", "Lisa is an artist\nand teaches", 0),
    ("people", "facts", "vergel-timezone", "America/Vancouver", 1),
    ("projects", "decisions", "voice", "We chose Orpheus over Kokoro because of warmth", 2),
    ("self", "beliefs", "今天", "天气很好", 60),
    ("self", "beliefs", "gone", "[domain:x/facet:y]\x1b[2K", 120),
)


@pytest.fixture
def known(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A machine whose agent knows some things, each since so many days."""
    home.ok("init", "--local")
    monkeypatch.setenv("SENSE_MEMORY_HOME", str(home.folder))

    async def remember() -> None:
        now = time.time()
        for domain, facet, key, value, age in sorted(KNOWN, key=lambda one: -one[-1]):
            async with MemoryStore.open(clock=ManualClock(now - age * DAY)) as store:
                await store.persona_remember_many([Insight(domain, facet, key, value)])

    asyncio.run(remember())
    return home


def test_compress(known: Home) -> None:
    done = known.ok("persona", "compress")
    assert done.out == (
        "[domain:people/facet:facts]\n"
        "lisa: artist; and teaches\n"
        "vergel timezone: America/Vancouver\n"
        "\n"
        "[domain:projects/facet:decisions]\n"
        "voice: orpheus>kokoro (warmth)\n"
    )
    assert done.err == "3 memories in 44 of 500 tokens\n"
    cut = known.ok("persona", "compress", "-d", "people", "--budget", "22")
    assert cut.out == "[domain:people/facet:facts]\nlisa: artist; and teaches\n(+1 more)\n"
    assert cut.err == "1 memory in 22 of 22 tokens; the budget left out 1\n"
    told = known.ok("--json", "persona", "compress", "-b", "23").json
    assert told["text"].endswith("(+2 more)")
    assert [each["key"] for each in told["included"]] == ["lisa"]
    assert told["left_out"] == ["people/facts/vergel-timezone", "projects/decisions/voice"]
    assert known.ok("persona", "compress", "-d", "nobody").err == "nothing is active here\n"
    refused = known.run("persona", "compress", "--budget", "-1")
    assert (refused.code, refused.out) == (2, "")


def test_tree_for_a_pipe(known: Home) -> None:
    done = known.ok("persona", "tree")
    assert [line.split("\t") for line in done.out.splitlines()] == [
        ["people/facts/lisa", "1.00", "active", "Lisa is an artist\\nand teaches"],
        ["people/facts/vergel-timezone", "0.98", "active", "America/Vancouver"],
        ["projects/decisions/voice", "0.95", "active", KNOWN[2][3]],
        ["self/beliefs/今天", "0.25", "fading", "天气很好"],
    ]
    assert done.err == "1 more forgotten or dissolved: --all shows them\n"
    everything = known.ok("--json", "persona", "tree", "--all", "-d", "self").jsonl
    assert [(one["key"], one["state"]) for one in everything] == [
        ("今天", "fading"),
        ("gone", "forgotten"),
    ]
    assert known.ok("persona", "tree", "-d", "nobody").err == "nothing is known here\n"


@pytest.mark.parametrize("columns", [60, 100, 200])
def test_tree_for_people(known: Home, columns: int) -> None:
    shown, code = at_a_terminal(
        known, ["persona", "tree", "--all"], "", "", COLUMNS=str(columns), NO_COLOR="1"
    )
    lines = shown.replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()
    assert code == 0
    assert "\x1b" not in "".join(lines)
    bar = 10 if columns >= 80 else 5
    for name, relevance, state in (("lisa", "1.00", "active"), ("gone", "0.06", "forgotten")):
        (line,) = [line for line in lines if name in line]
        assert f"{relevance}  {state}" in line
        assert line.count("█") == max(1, round(float(relevance) * bar))
        assert line.count("█") + line.count("░") == bar
    bars = {
        sum(2 if ord(char) > 0x2E80 else 1 for char in line[: line.index("█")])
        for line in lines
        if "█" in line
    }
    assert len(bars) == 1, "the bars begin in one column"
    wanted = ["people", "└─ facts  2", "   ├─ lisa", "   └─ vergel-timezone", "projects"]
    assert [line[: len(start)] for line, start in zip(lines, wanted, strict=False)] == wanted
    assert ("America/Vancouver" in shown) == (columns > 60)


def test_forecast(known: Home) -> None:
    week = known.ok("persona", "forecast", "--days", "7")
    assert (week.out, week.err) == ("", "nothing fades within 7 days\n")
    month = known.ok("persona", "forecast", "--days", "51").out.splitlines()
    assert [[*line.split("\t")[:1], *line.split("\t")[2:]] for line in month] == [
        ["later", "forgotten", "self/beliefs/今天", "0.25"],
        ["later", "fading", "projects/decisions/voice", "0.95"],
    ]
    told = known.ok("--json", "persona", "forecast", "--days", "51", "-d", "self").jsonl
    assert [(one["key"], one["state"], one["in_days"]) for one in told] == [
        ("今天", "forgotten", 39.66)
    ]
    assert known.run("persona", "forecast", "--days", "0").code == 2


def test_forecast_for_people(known: Home) -> None:
    shown, code = at_a_terminal(known, ["persona", "forecast", "--days", "110"], "", "")
    assert code == 0
    assert "may be deleted" in shown or "dissolved" in shown
    assert "in 40 days" in shown
    assert shown.count("later") == 1


def test_none_of_them_counts_as_a_use(known: Home) -> None:
    before = known.ok("--json", "persona", "tree", "--all").jsonl
    for command in ("compress", "tree", "forecast"):
        known.ok("persona", command)
    after = known.ok("--json", "persona", "tree", "--all").jsonl
    assert [one["relevance"] > 0.999 for one in after] == [
        one["relevance"] > 0.999 for one in before
    ]
    recalled = known.ok("--json", "persona", "recall").jsonl
    assert {one["access_count"] for one in recalled} == {0}


def test_a_misspelt_profile_is_not_made(home: Home, tmp_path: Path) -> None:
    for command in ("compress", "tree", "forecast"):
        done = home.run("persona", command)
        assert done.code == 1
        assert "there is no profile" in done.err
    assert not any(home.folder.iterdir())
