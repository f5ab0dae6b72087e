"""The command line forgets records of every type, and says before who names them."""

import pytest

from relay_fixtures import LocalRelay

from .shell import NOBODY, Home

pytestmark = pytest.mark.usefixtures("nearby")
TOLD = ("-d", "people", "-f", "facts")


@pytest.fixture
def told(home: Home) -> Home:
    home.ok("init", "--local")
    home.ok("remember", "vergel", "a value")
    home.ok("persona", "remember", *TOLD, "vergel", "likes tea")
    home.ok("persona", "remember", *TOLD, "near", "lives near by", "--link", "vergel")
    return home


def test_forgetting_by_the_full_name(told: Home) -> None:
    run = told.ok("--json", "forget", "people/facts/vergel")
    assert run.json["key"] == "people/facts/vergel"
    assert told.ok("--json", "receipt", run.json["event_id"]).json["ref"]["type"] == "persona"
    assert told.ok("recall", "vergel").out == "a value\n"
    again = told.run("--json", "forget", "people/facts/vergel")
    assert (again.code, again.json) == (1, None)
    assert "no memory 'people/facts/vergel'; nothing was forgotten" in again.err


def test_a_key_that_is_not_there_proposes_what_may_be_meant(told: Home) -> None:
    run = told.run("forget", "near")
    assert run.code == 1
    assert "nothing was forgotten; did you mean people/facts/near?" in run.err
    assert told.ok("persona", "recall", *TOLD, "near").code == 0
    run = told.run("forget", "a/b")
    assert run.code == 2


def test_forgetting_by_type_and_name_as_the_log_prints_them(told: Home) -> None:
    told.ok("journal", "a day")
    (entry,) = [one for one in told.ok("--json", "log").jsonl if one["type"] == "journal"]
    told.ok("forget", "--type", "journal", entry["name"])
    assert told.ok("--json", "recent").jsonl == []
    wrong = told.run("forget", "--type", "device", "abc")
    assert wrong.code == 2
    assert "journal" in wrong.err


def test_who_names_it(told: Home) -> None:
    (one,) = told.ok("--json", "references", "people/facts/vergel").jsonl
    assert one == {
        "type": "persona",
        "name": "people/facts/near",
        "scope": "",
        "field": "connections",
        "once_forgotten": "unlink",
    }
    shown = told.ok("references", "people/facts/vergel")
    assert shown.out == "persona people/facts/near\tconnections\tnames it no more\n"
    nothing = told.ok("references", "vergel")
    assert (nothing.out, nothing.err) == ("", "nothing names vergel\n")
    assert told.run("references", "nobody").code == 1


def test_what_another_machine_wrote_is_looked_for(
    home: Home, second: Home, relay: LocalRelay
) -> None:
    home.ok("init", "--relay", relay.url)
    home.ok("persona", "remember", *TOLD, "vergel", "likes tea")
    second.ok("init", "--import-key", "--relay", relay.url, stdin=home.key_text)
    home.ok("persona", "remember", *TOLD, "near", "lives near by", "--link", "vergel")
    (one,) = second.ok("--json", "references", "people/facts/vergel").jsonl
    assert one["name"] == "people/facts/near"
    home.ok("remember", "zone", "somewhere")
    assert second.ok("forget", "zone").code == 0
    assert home.ok("recall", "--sync").out == ""


def test_a_relay_that_does_not_answer_is_no_reason_to_say_forgotten(home: Home) -> None:
    home.run("init", "--relay", NOBODY)
    home.run("remember", "k", "v")
    run = home.run("forget", "people/facts/nobody")
    assert run.code == 1
    assert "forgot " not in run.err


def told_of(type_: str, home: Home) -> list[str]:
    """What the log says of the records of a type, newest first."""
    return [one["word"] for one in home.ok("--json", "log").jsonl if one["type"] == type_]


def test_what_is_in_the_graph_is_named_by_its_type_and_name_or_by_reference(home: Home) -> None:
    home.ok("init", "--local")
    home.ok("graph", "relate", "person:Ada", "works-at", "entity:Acme")
    home.ok("persona", "remember", *TOLD, "ada", "works")
    home.ok("persona", "connect", "ada", "graph/node/person:ada")
    origin = ("--origin", "graph/node/person:ada")
    home.ok("pyramid", "observe", "Somebody works.", *origin)
    for name in ("person:Ada", "graph/node/person:ada"):
        found = home.ok("--json", "references", name).jsonl
        assert [(one["type"], one["field"], one["once_forgotten"]) for one in found] == [
            ("edge", "from", "cascade"),
            ("observation", "origin", "cascade"),
            ("persona", "connections", "unlink"),
        ]
    unknown = home.run("forget", "person:bob")
    assert (unknown.code, "nothing was forgotten" in unknown.err) == (1, True)
    asked = home.run("forget", "person:ada")
    assert asked.code == 2
    assert "2 records will be gone with person:ada on every device" in asked.err
    assert home.ok("--json", "graph", "show", "person:ada").json["edge_count"] == 1
    home.ok("forget", "person:ada", "--yes")
    (memory,) = home.ok("--json", "persona", "recall").jsonl
    assert memory["connections"] == []
    assert told_of("observation", home) == ["forgotten"]
    assert home.ok("--json", "graph", "edges").jsonl == []
    home.ok("forget", "graph/node/entity:acme")
    assert home.ok("--json", "graph", "nodes").jsonl == []


def test_what_names_a_peer_or_a_key_is_told(home: Home) -> None:
    home.ok("init", "--local")
    home.ok("remember", "ada", "v")
    home.ok("pyramid", "observe", "Ada is there.", "--origin", "persona/flat/facts/ada")
    (one,) = home.ok("--json", "references", "ada").jsonl
    assert (one["type"], one["field"]) == ("observation", "origin")
    home.ok("forget", "ada", "--yes")
    assert told_of("observation", home) == ["forgotten"]
    late = home.run("pyramid", "observe", "Ada is there.", "--origin", "persona/flat/facts/ada")
    assert (late.code, "was forgotten" in late.err) == (2, True)
