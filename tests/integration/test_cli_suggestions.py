"""The command line says what a memory superseded, and lists, accepts and dismisses suggestions."""

from pathlib import Path

import pytest

from .shell import Home

pytestmark = pytest.mark.usefixtures("nearby")
TOLD = ("-d", "people", "-f", "facts")
HOME, CITY = "people/facts/vergel-home", "people/facts/vergel-city"


@pytest.fixture
def told(home: Home) -> Home:
    home.ok("init", "--local")
    home.ok("persona", "remember", *TOLD, "vergel-home", "lives in Berlin")
    return home


def test_what_is_superseded_is_said_with_the_way_back(told: Home) -> None:
    run = told.ok("persona", "remember", *TOLD, "vergel-city", "moved to Madrid")
    assert f"{CITY} supersedes {HOME}" in run.err
    assert f"sense-memory persona reconcile {HOME} {CITY}" in run.err
    assert "Berlin" not in run.err
    told.ok("persona", "reconcile", HOME, CITY)
    again = told.ok("--json", "persona", "remember", *TOLD, "vergel-city", "moved to Madrid")
    assert (again.json["superseded"], again.json["may_supersede"]) == ([], [])


def test_programs_are_told_too(told: Home, tmp_path: Path) -> None:
    run = told.ok("--json", "persona", "remember", *TOLD, "vergel-city", "moved to Madrid")
    (one,) = run.json["superseded"]
    assert (one["old"], one["new"]) == (HOME, CITY)
    assert 0.8 <= one["confidence"] <= 1
    lines = tmp_path / "lines.jsonl"
    lines.write_text(
        '{"domain": "people", "facet": "facts", "key": "vergel-flat", "value": "lives in Rome"}\n'
    )
    run = told.ok("--json", "persona", "remember", "--jsonl", str(lines))
    assert [one["old"] for one in run.json["superseded"]] == [CITY]


def test_suggestions_are_listed_dismissed_and_accepted(told: Home) -> None:
    assert "nothing is suggested" in told.ok("persona", "suggestions").err
    told.ok("persona", "remember", *TOLD, "x1", "works at Acme")
    run = told.ok("persona", "remember", *TOLD, "x2", "works at Globex")
    assert "people/facts/x2 may supersede people/facts/x1" in run.err
    (one,) = told.ok("--json", "persona", "suggestions").jsonl
    assert one["kind"] == "contradiction"
    assert one["memories"] == ["people/facts/x1", "people/facts/x2"]
    assert one["id"] in told.ok("persona", "suggestions").out

    done = told.ok("--json", "persona", "accept", one["id"])
    assert (done.json["decision"], done.json["id"]) == ("accepted", one["id"])
    old = told.ok("--json", "persona", "recall", *TOLD, "x1").json
    assert old["superseded_by"] == "x2"
    told.ok("persona", "reconcile", "x1", "x2")
    assert told.ok("--json", "persona", "suggestions").jsonl == []

    told.ok("persona", "remember", *TOLD, "x3", "works at Initech")
    ids = {found["id"] for found in told.ok("--json", "persona", "suggestions").jsonl}
    for id_ in ids:
        told.ok("persona", "dismiss", id_)
    assert told.ok("--json", "persona", "suggestions").jsonl == []


def test_an_id_that_is_none_is_refused(told: Home) -> None:
    for command in ("accept", "dismiss"):
        run = told.run("--json", "persona", command, "0123456789abcdef")
        assert (run.code, run.json) == (1, None)
        run = told.run("persona", command, "vergel-home")
        assert run.code == 2
        assert "vergel-home" not in run.err
