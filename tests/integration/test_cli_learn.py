"""sense-memory learn: what it keeps, and what it says."""

import json

import pytest

from .shell import Home

pytestmark = pytest.mark.usefixtures("nearby")

NAME = "people/facts/vergel-prefers-vanilla-js"
SAID = [
    {"role": "user", "content": "Hello! I work at Acme."},
    {"role": "assistant", "content": "Good to know."},
]


def test_a_text_is_learned_and_forgotten(home: Home) -> None:
    home.ok("init", "--local")
    learned = home.ok("learn", "Vergel prefers vanilla JS. Hi!", "--about", "vergel")
    lines = learned.out.splitlines()
    assert lines[0] == f"kept the memory persona/{NAME}"
    assert lines[1].startswith("kept the observation pyramid/obs/")
    assert lines[2:4] == [
        "kept the node graph/node/person:vergel",
        "kept the node graph/node/concept:vanilla-js",
    ]
    assert lines[4].startswith("kept the relation graph/edge/")
    assert lines[5:] == ["skipped 'Hi!': nothing that is worth keeping"]
    counts = "1 memory, 1 observation, 2 nodes, 1 relation"
    assert learned.err == f"learned {counts}: stored on this machine\n"
    again = home.ok("learn", "vergel prefers vanilla js", "--about", "vergel")
    assert again.out == (
        f"skipped 'vergel prefers vanilla js': it is known already: persona/{NAME}\n"
    )
    assert again.err == "learned nothing new: stored on this machine\n"
    home.ok("forget", NAME, "--yes")
    assert home.ok("--json", "learn", "Vergel prefers vanilla JS", "--about", "vergel").json[
        "memories"
    ] == [f"persona/{NAME}"]


def test_what_something_newer_took_the_place_of_is_found_as_such(home: Home) -> None:
    home.ok("init", "--local")
    home.ok("learn", "He lives in Berlin.", "--about", "vergel")
    home.ok("learn", "He moved to Madrid.", "--about", "vergel")
    rows = home.ok("search", "where does vergel live?").out.splitlines()
    old, new = "\tHe lives in Berlin. (superseded)\t", "\tHe moved to Madrid.\t"
    assert sum(old in row for row in rows) == sum(new in row for row in rows) == 1
    hits = home.ok("--json", "search", "where does vergel live?").json["hits"]
    assert {one["text"] for one in hits if one["is_superseded"]} == {"He lives in Berlin."}


def test_standard_input_and_messages(home: Home) -> None:
    home.ok("init", "--local")
    fields = home.ok(
        "--json", "learn", "--source", "a note", stdin="The office closes at six.\n"
    ).json
    assert fields["memories"] == ["persona/general/facts/the-office-closes-at-six"]
    assert fields["delivery"] == "local"
    file = home.folder / "said.json"
    file.write_text(json.dumps(SAID))
    first = home.ok("--json", "learn", "--messages", str(file), "--about", "vergel").json
    assert (len(first["turns"]), len(first["readings"]), first["failures"]) == (2, 1, [])
    assert first["skipped"] == [{"text": "Hello!", "why": "empty", "detail": ""}]
    lines = "\n".join(map(json.dumps, SAID))
    again = home.ok("--json", "learn", "--messages", "-", "--about", "vergel", stdin=lines).json
    assert (again["turns"], {one["why"] for one in again["skipped"]}) == ([], {"known"})
    other = home.ok("--json", "learn", "--messages", str(file), "--conversation", "standup").json
    assert other["turns"][0].startswith("stream/standup/turn/")
    assert home.ok("conversations", "list").out.count("\n") == 2


def test_mistakes(home: Home) -> None:
    home.ok("init", "--local")
    file = home.folder / "said.json"
    file.write_text(json.dumps(SAID))
    for wrong in (
        ("learn", "x", "--messages", str(file)),
        ("learn", " "),
        ("learn", "x", "--about", "a/b"),
        ("learn", "x", "--conversation", "main"),
        ("learn", "--messages", str(home.folder / "none.json")),
        ("learn", "x", "--provider", "nobody"),
    ):
        assert home.run(*wrong).code == 2, wrong
    assert home.ok("persona", "domains").out == ""
