"""The commands that show what was said, verbatim, and let a person forget it."""

import json

import pytest

from .shell import Home

pytestmark = pytest.mark.usefixtures("nearby")

ID = "0123456789abcdef0123456789abcdef"


def line(kind: str, name: str, **fields: object) -> str:
    return json.dumps({"type": f"sense-memory:{kind}", "name": f"standup/{name}", "fields": fields})


@pytest.fixture
def held(home: Home) -> Home:
    """A machine that knows one conversation of three turns."""
    home.ok("init", "--local")
    of = {"conversation": "standup"}
    turns = [
        line("stream", "head", **of, title="Plans for Lyon", origin="chatgpt"),
        line("turn", f"turn/{ID}", **of, role="user", text="Hello\n  there", timestamp=1.5),
        line("turn", "turn/b", **of, role="assistant", text="Hi!", timestamp=61, speaker="Bob"),
        line("turn", "turn/c", **of, role="user", text="\x1b[31mred\u202e", timestamp=121),
    ]
    file = home.folder / "said.jsonl"
    file.write_text("\n".join(turns))
    file.chmod(0o600)
    home.ok("import", "jsonl", str(file))
    return home


def test_there_is_nothing_at_first(home: Home) -> None:
    home.ok("init", "--local")
    shown = home.ok("conversations", "list")
    assert (shown.out, "sense-memory import --help" in shown.err) == ("", True)
    for command in (("show",), ("forget", "--yes")):
        missing = home.run("--json", "conversations", *command, "standup")
        assert (missing.code, missing.out) == (1, "null\n"), command
        assert "there is no conversation 'standup'" in missing.err
    assert home.run("conversations", "show", "a/b").code == 2


def test_conversations_are_listed_and_shown(held: Home) -> None:
    shown = held.ok("conversations", "list").out.split("\t")
    assert [shown[0], shown[1], *shown[3:]] == ["standup", "3", "Plans for Lyon", "chatgpt\n"]
    assert held.ok("--json", "conversations", "list").json == {
        "id": "standup",
        "title": "Plans for Lyon",
        "origin": "chatgpt",
        "turns": 3,
        "first": "1970-01-01T00:00:01Z",
        "last": "1970-01-01T00:02:01Z",
    }
    lines = held.ok("--json", "conversations", "show", "standup").out.splitlines()
    said = [json.loads(one) for one in lines]
    assert [one["text"] for one in said] == ["Hello\n  there", "Hi!", "\x1b[31mred\u202e"]
    assert said[0] == {
        "id": ID,
        "role": "user",
        "speaker": "",
        "at": "1970-01-01T00:00:01Z",
        "text": "Hello\n  there",
    }
    last = held.ok("conversations", "show", "standup", "--last", "2").out
    assert "Hello" not in last
    assert "Bob (assistant)\nHi!\n\n" in last
    assert held.run("conversations", "show", "standup", "--last", "0").code == 2


def test_a_conversation_is_called_by_its_id_the_beginning_of_it_or_its_title(held: Home) -> None:
    whole = held.ok("conversations", "show", "standup").out
    for name in ("stand", "s", "Plans for Lyon"):
        assert held.ok("conversations", "show", name).out == whole, name
    other = held.folder / "other.jsonl"
    fields = {"conversation": "stand", "title": "Plans for Lyon"}
    record = {"type": "sense-memory:stream", "name": "stand/head", "fields": fields}
    other.write_text(json.dumps(record))
    held.ok("import", "jsonl", str(other))
    assert held.ok("conversations", "show", "standu").out == whole
    assert held.ok("conversations", "show", "stand").out == ""  # a whole id is no beginning
    for name in ("st", "Plans for Lyon"):
        many = held.run("conversations", "forget", name, "--yes")
        assert many.code == 2, name
        assert "2 conversations could be meant" in many.err
        assert "standup" in many.err
    for name in ("nothing", "", " "):
        missing = held.run("conversations", "forget", name, "--yes")
        assert missing.code in (1, 2), name
    assert held.ok("conversations", "show", "standup").out == whole
    asked = held.run("conversations", "forget", "standu", stdin="standu\n")
    assert "every turn of standup" in asked.err
    done = held.ok("--json", "conversations", "forget", "standu", "--yes").json
    assert done["conversation"] == "standup"


def test_a_turn_and_a_conversation_are_forgotten(held: Home) -> None:
    refused = held.run("conversations", "forget", "standup", stdin="other\n")
    assert (refused.code, "nothing was forgotten" in refused.err) == (2, True)
    done = held.ok("--json", "conversations", "forget", "standup", "--turn", ID, "--yes").json
    assert (done["conversation"], done["turn"], len(done["event_id"])) == ("standup", ID, 64)
    assert "Hello" not in held.ok("conversations", "show", "standup").out
    gone = held.run("conversations", "forget", "standup", "--turn", ID, "--yes")
    assert (gone.code, "there is no turn" in gone.err) == (1, True)
    done = held.ok("--json", "conversations", "forget", "standup", "--yes").json
    assert (done["conversation"], done["turn"]) == ("standup", None)
    assert held.ok("conversations", "list").out == ""
