"""The command line, as a shell sees it: pipes, exit codes, a terminal."""

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from relay_fixtures.local_relay import LocalRelay
from sense_memory.cli.exits import Code, CommandError
from sense_memory.cli.jsonl import Lines
from sense_memory.io.identity import Identity

from .shell import COMMAND, NOBODY, Home, at_a_terminal, write_lines


@pytest.fixture(scope="module")
def relay() -> Iterator[str]:
    with LocalRelay() as running:
        yield running.url


def test_version(home: Home) -> None:
    from sense_memory import __version__

    assert home.ok("--version").out == f"sense-memory {__version__}\n"


def test_what_standard_output_cannot_hold_is_said_in_a_line(tmp_path: Path) -> None:
    Home(tmp_path).ok("remember", "day", "今天")
    home = Home(tmp_path, is_near=False)
    run = home.run("recall", "day", PYTHONIOENCODING="ascii")
    assert (run.code, run.out) == (Code.ERROR, "")
    assert run.err.startswith("sense-memory: standard output is ascii")
    assert run.err.count("\n") == 1
    assert "4eca" not in run.err
    as_json = home.ok("--json", "recall", "day", PYTHONIOENCODING="ascii")
    assert as_json.json["value"] == "今天"
    assert home.ok("recall", "day", PYTHONIOENCODING="utf-8").out == "今天\n"


# ------------------------------------------------------------------------------ init


def test_init_makes_a_key_once(home: Home, processes: None) -> None:
    first = home.ok("--json", "init")
    made = first.json
    key_file = home.folder / "default" / "key"
    assert made["npub"] == Identity.from_file(key_file).npub
    assert made["pubkey"] == Identity.from_file(key_file).public_key_hex
    assert made["key_file"] == str(key_file)
    assert (made["relays"], made["addressing"]) == ([], "blinded")
    assert (made["made_profile"], made["made_key_file"]) == (True, True)
    assert "back up" in first.err
    assert key_file.stat().st_mode & 0o777 == 0o600
    before = home.key_text

    added = home.ok("--json", "init", "--relay", "wss://one.example").json
    assert (added["npub"], added["relays"]) == (made["npub"], ["wss://one.example"])
    assert (added["made_profile"], added["made_key_file"]) == (False, False)
    more = home.ok("init", "--relay", "wss://two.example", "--relay", "wss://one.example")
    assert "relays\twss://one.example wss://two.example\n" in more.out
    assert home.ok("--json", "init", "--local").json["relays"] == []
    assert home.key_text == before


def test_an_imported_key_is_not_overwritten(home: Home) -> None:
    mine, other = Identity.generate(), Identity.generate()
    home.know(mine)
    home.know(other)
    imported = home.ok("--json", "init", "--import-key", stdin=f"{mine.private_key_hex}\n")
    assert imported.json["npub"] == mine.npub
    assert home.ok("--json", "init", "--import-key", stdin=mine.nsec).json["npub"] == mine.npub
    assert home.ok("--json", "init", "--addressing", "plain").json["addressing"] == "plain"
    home.ok("remember", "k", "v")
    assert home.run("init", "--addressing", "blinded").code == 2
    refused = home.run("init", "--import-key", stdin=other.nsec)
    assert refused.code == 1
    assert "not overwritten" in refused.err
    assert home.key_text.strip() == mine.nsec


def test_a_bad_key_is_not_repeated(home: Home) -> None:
    canary = Identity.generate()
    home.know(canary)
    damaged = canary.nsec[:-1] + ("q" if canary.nsec[-1] != "q" else "p")
    for text in (damaged, canary.private_key_hex + "0", ""):
        run = home.run("init", "--import-key", stdin=text)
        assert run.code == 4
        assert canary.nsec[5:40] not in run.out + run.err
        assert canary.private_key_hex[:20] not in run.out + run.err
    assert not list(home.folder.glob("**/key"))


def test_a_key_typed_at_a_terminal_is_not_echoed(home: Home) -> None:
    mine = Identity.generate()
    shown, code = at_a_terminal(home, ["init", "--import-key"], "secret key", f"{mine.nsec}\n")
    assert code == 0
    assert mine.npub in shown
    assert mine.nsec[5:30] not in shown


# ------------------------------------------------------------------------- memories


def test_key_value_memories(home: Home) -> None:
    home.ok("init")
    stored = home.ok("--json", "remember", "zone", "America/Vancouver").json
    assert (stored["key"], stored["delivery"], stored["accepted_by"]) == ("zone", "local", [])
    assert len(bytes.fromhex(stored["event_id"])) == 32
    piped = home.ok("remember", "poem", stdin="two\nlines\tö\n")
    assert piped.out == ""
    assert piped.err == "remembered poem: stored on this machine\n"
    assert home.ok("recall", "poem").out == "two\nlines\tö\n"
    found = home.ok("--json", "recall", "zone").json
    assert (found["key"], found["value"]) == ("zone", "America/Vancouver")
    assert found["created_at"].endswith("Z")
    assert home.ok("recall").out == "poem\ttwo\\nlines\\tö\nzone\tAmerica/Vancouver\n"
    assert [m["key"] for m in home.ok("--json", "recall").jsonl] == ["poem", "zone"]

    gone = home.ok("--json", "forget", "zone").json
    assert set(gone) == {"key", "event_id", "delivery", "accepted_by", "waiting_for"}
    absent = home.run("--json", "recall", "zone")
    assert (absent.code, absent.out) == (1, "null\n")
    assert "there is no memory 'zone'" in absent.err
    again = home.run("forget", "zone")
    assert (again.code, again.out) == (1, "")
    assert "nothing was forgotten" in again.err


def test_recall_says_where_memories_that_fade_are_printed(home: Home) -> None:
    home.ok("init")
    assert "no memories here" in home.ok("recall").err
    home.ok("persona", "remember", "-d", "people", "-f", "facts", "my editor", "Helix")
    command = "sense-memory persona recall -d people -f facts 'my editor'"
    for key, code in (("people/facts/my editor", 2), ("my editor", 1)):
        wrong = home.run("recall", key)
        assert (wrong.code, wrong.out) == (code, "")
        assert command in wrong.err
    nothing = home.ok("recall")
    assert (nothing.out, "sense-memory persona recall" in nothing.err) == ("", True)


def test_scopes_are_apart(home: Home, processes: None) -> None:
    home.ok("--scope", "user:alice", "remember", "likes", "tea")
    assert home.ok("--scope", "user:alice", "recall", "likes").out == "tea\n"
    assert home.run("recall", "likes").code == 1
    assert home.run("--scope", "a/b", "recall", "likes").code == 2


def test_the_journal(home: Home) -> None:
    made = home.ok("journal", "first")
    assert "new secret key is in" in made.err
    assert set(home.ok("--json", "journal", stdin="second\nline\n").json) == {
        "event_id",
        "delivery",
        "accepted_by",
        "waiting_for",
    }
    assert [e["content"] for e in home.ok("--json", "recent").jsonl] == ["second\nline", "first"]
    (line,) = home.ok("recent", "-n", "1").out.splitlines()
    assert line.endswith("\tsecond\\nline")
    assert home.run("recent", "-n", "0").code == 2


def test_persona_memories(home: Home) -> None:
    home.ok("init")
    at = ("-d", "people", "-f", "facts")
    details = ("--theme", "js", "--theme", "web", "--source", "chat", "--confidence", "0.9")
    home.ok("persona", "remember", *at, "vergel", "vanilla JS", *details, "--halflife-days", "7")
    stored = home.ok("--json", "persona", "remember", *at, "ada", "--link", "vergel", stdin="C\n")
    assert [stored.json[name] for name in ("domain", "facet", "key")] == ["people", "facts", "ada"]
    home.ok("remember", "zone", "UTC")

    (vergel,) = home.ok("--json", "persona", "recall", *at, "vergel").jsonl
    assert (vergel["value"], vergel["themes"]) == ("vanilla JS", ["js", "web"])
    assert (vergel["source"], vergel["confidence"]) == ("chat", 0.9)
    assert (vergel["halflife_days"], vergel["connections"]) == (7, ["ada"])
    assert vergel["state"] == "active"
    everything = home.ok("persona", "recall").out.splitlines()
    assert [line.split("\t")[0] for line in everything] == [
        "people/facts/ada",
        "people/facts/vergel",
        "flat/facts/zone",
    ]
    assert home.ok("persona", "domains").out == "flat\npeople\n"
    assert home.ok("--json", "persona", "facets", "people").jsonl == [
        {"domain": "people", "facet": "facts"}
    ]
    absent = home.run("--json", "persona", "recall", *at, "bob")
    assert (absent.code, absent.out) == (1, "null\n")
    assert home.run("persona", "remember", *at, "bob", "x", "--link", "nobody").code == 2
    assert home.run("persona", "remember", "bob", "x").code == 2


# ------------------------------------------------------------------------ JSON Lines


def test_jsonl_in(home: Home, tmp_path: Path) -> None:
    lines = write_lines(
        tmp_path / "insights.jsonl",
        # each line links with a later one too, as an export does
        {"domain": "people", "facet": "facts", "key": "a", "value": "1", "connections": ["b"]},
        {
            "domain": "people",
            "facet": "facts",
            "key": "b",
            "value": "2",
            "themes": ["t"],
            "connections": ["a", "self/beliefs/c"],
            "source": "s",
            "confidence": 0.5,
            "halflife_days": 3,
        },
        {"domain": "self", "facet": "beliefs", "key": "c", "value": "3", "themes": None},
        *({"domain": "world", "facet": "facts", "key": f"k{n}", "value": "x"} for n in range(400)),
    )
    stored = home.ok("--json", "persona", "remember", "--jsonl", lines)
    assert stored.json["stored"] == 403
    people = home.ok("--json", "persona", "recall", "-d", "people").jsonl
    assert [m["connections"] for m in people] == [["b"], ["a", "self/beliefs/c"]]
    assert (people[1]["source"], people[1]["confidence"]) == ("s", 0.5)
    assert (people[1]["halflife_days"], people[1]["themes"]) == (3, ["t"])
    assert len(home.ok("persona", "recall", "-d", "world").out.splitlines()) == 400

    pairs = '{"key": "one", "value": "1"}\n\n{"key": "two", "value": ""}\n'
    assert home.ok("--json", "remember", "--jsonl", "-", stdin=pairs).json["stored"] == 2
    assert [m["value"] for m in home.ok("--json", "recall").jsonl] == ["1", ""]


GOOD = {"domain": "d", "facet": "f", "key": "good", "value": "v"}


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({**GOOD, "key": "bad", "value": "ü" * 30_000}, "too long"),
        ({**GOOD, "key": "bad", "connections": ["nobody"]}, "no memory d/f/nobody to link with"),
    ],
)
def test_one_bad_insight_names_its_line_and_stores_nothing(
    home: Home, tmp_path: Path, bad: object, why: str
) -> None:
    lines = [{**GOOD, "key": f"k{n}"} for n in range(301)]
    path = write_lines(tmp_path / "bad.jsonl", *lines, bad)
    run = home.run("persona", "remember", "--jsonl", path)
    assert run.code == 2
    assert "bad.jsonl, line 302: " in run.err
    assert why in run.err
    assert "nothing was stored" in run.err
    assert home.run("--json", "persona", "recall").out == ""


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ('{"key": "a", "value": 3}', "'value' is not a string"),
        ('{"key": "a", "val', "this is not JSON"),
        (json.dumps({"key": "a", "value": "ü" * 30_000}), "too long"),
    ],
)
def test_one_bad_pair_names_its_line_and_stores_nothing(home: Home, bad: str, why: str) -> None:
    text = f'{{"key": "good", "value": "v"}}\n\n{bad}\n'
    run = home.run("remember", "--jsonl", "-", stdin=text)
    assert run.code == 2
    assert "standard input, line 3: " in run.err
    assert why in run.err
    if why == "too long":  # the only one that needs a store to be found
        assert home.run("recall", "good").code == 1
    else:
        assert not list(home.folder.iterdir())


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ('{"key": "a"}', "'value' is missing"),
        ('{"key": "a", "value": null}', "'value' is missing"),
        ('{"key": "a", "value": "v", "values": "w"}', "there is no field 'values'"),
        ('["a", "v"]', "a JSON object is needed"),
        ('{"key": "a/b", "value": "v"}', "invalid characters"),
        ("[" * 100_000, "this is not JSON"),
    ],
)
def test_lines_that_are_no_pairs(tmp_path: Path, bad: str, why: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(f'{{"key": "good", "value": "v"}}\n{bad}\n')
    with pytest.raises(CommandError) as caught:
        Lines.read(str(path)).memories()
    assert caught.value.code is Code.USAGE
    assert f"{path}, line 2: " in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("confidence", 2, "confidence must be"),
        ("confidence", True, "'confidence' is not a number"),
        ("halflife_days", 0, "halflife_days must be positive"),
        ("themes", "js", "'themes' is not a list of strings"),
        ("connections", ["a/b"], "a connection is a key of the same facet or domain/facet/key"),
        ("connections", ["good"], "cannot be linked with itself"),
        ("domain", "flat", "use remember"),
        ("domain", "a/b", "invalid characters"),
    ],
)
def test_lines_that_are_no_insights(tmp_path: Path, field: str, value: object, why: str) -> None:
    path = write_lines(tmp_path / "insights.jsonl", GOOD, {**GOOD, field: value})
    with pytest.raises(CommandError) as caught:
        Lines.read(path).insights()
    assert caught.value.code is Code.USAGE
    assert f"{path}, line 2: " in str(caught.value)
    assert why in str(caught.value)


# ------------------------------------------------------------------------ exit codes


@pytest.mark.parametrize(
    "arguments",
    [
        ("remember",),
        ("remember", "a/b", "v"),
        ("remember", "--jsonl", "no-such-file"),
        ("init", "--relay", "http://relay.example"),
        ("init", "--relay", "wss://relay.example", "--local"),
        ("--profile", "../x", "recall"),
    ],
)
def test_usage_errors_leave_nothing_behind(home: Home, arguments: tuple[str, ...]) -> None:
    run = home.run(*arguments)
    assert run.code == 2
    assert run.out == ""
    assert run.err
    assert not list(home.folder.iterdir())


def test_a_read_makes_no_profile(home: Home) -> None:
    run = home.run("--profile", "mispelt", "recall", "key")
    assert run.code == 1
    assert "there is no profile 'mispelt'" in run.err
    assert not list(home.folder.iterdir())


def test_a_key_that_cannot_be_used(home: Home, tmp_path: Path) -> None:
    home.ok("init")
    key_file = home.folder / "default" / "key"
    key_file.chmod(0o644)
    open_to_all = home.run("recall")
    assert open_to_all.code == 4
    assert "chmod 600" in open_to_all.err
    assert home.run("--key-file", str(tmp_path / "none"), "recall").code == 4
    assert home.run("recall", NOSTR_NSEC="garbage").code == 4


def test_a_key_file_instead_of_the_profiles(home: Home, tmp_path: Path) -> None:
    mine = Identity.generate()
    mine.save(tmp_path / "mine")
    home.know(mine)
    home.ok("--key-file", str(tmp_path / "mine"), "remember", "k", "v")
    assert not list(home.folder.glob("*/key"))
    assert home.ok("--json", "status").json["npub"] == mine.npub
    other = home.run("--key-file", str(tmp_path / "mine"), "--profile", "new", "init")
    assert (other.code, mine.npub in other.out) == (0, True)
    home.ok("--profile", "third", "init")
    taken = home.run("--key-file", str(tmp_path / "mine"), "--profile", "third", "init")
    assert taken.code == 1
    assert "has its own key" in taken.err


def test_the_key_in_the_environment(home: Home) -> None:
    mine = Identity.generate()
    home.know(mine)
    made = home.ok("--json", "init", SENSE_MEMORY_NSEC=mine.nsec)
    assert (made.json["npub"], made.json["key_file"]) == (mine.npub, None)
    assert "a key file is safer" in made.err


def test_a_key_that_is_given_keeps_its_store_as_it_is(home: Home, second: Home, relay: str) -> None:
    home.ok("init", "--relay", relay, "--addressing", "plain")
    home.ok("remember", "zone", "UTC")
    # as a service has it, which brings the key as a credential and asks nothing
    key = {"SENSE_MEMORY_NSEC": home.key_text.strip()}
    made = second.ok("--json", "init", "--yes", "--relay", relay, **key)
    assert made.json["addressing"] is None
    assert "they go on as they are" in made.err
    second.ok("remember", "mood", "calm", **key)
    for machine, given in ((second, key), (home, {})):
        machine.ok("sync", **given)
        assert machine.ok("--json", "status", **given).json["addressing"] == "plain"


def test_the_profile_in_the_environment(home: Home) -> None:
    home.ok("init", SENSE_MEMORY_PROFILE="work")
    assert (home.folder / "work.toml").exists()


# ---------------------------------------------------------------------------- relays


def test_two_devices(home: Home, second: Home, relay: str) -> None:
    home.ok("init", "--relay", relay)
    stored = home.ok("remember", "zone", "UTC")
    assert stored.err == f"remembered zone: accepted by {relay}\n"
    accepted = home.ok("--json", "remember", "city", "Vancouver").json
    assert (accepted["delivery"], accepted["accepted_by"]) == ("accepted", [relay])
    assert accepted["waiting_for"] == {}

    second.ok("init", "--import-key", "--relay", relay, stdin=home.key_text)
    assert second.ok("recall", "zone").out == "UTC\n"
    second.ok("remember", "zone", "America/Vancouver")
    second.ok("remember", "late", "written elsewhere")
    # never heard of here: asked for on the relays before it is said to be absent
    assert home.ok("recall", "late").out == "written elsewhere\n"
    assert home.ok("recall", "zone", "--sync").out == "America/Vancouver\n"
    home.ok("forget", "city")
    report = second.ok("--json", "sync").json
    assert (report["url"], report["verdict"], report["waiting"]) == (relay, "complete", 0)
    assert second.run("recall", "city").code == 1

    status = second.ok("--json", "status").json
    assert status["delivery"] in ("accepted", "replicated")
    (seen,) = status["relays"]
    assert (seen["url"], seen["state"], seen["waiting"]) == (relay, "connected", 0)


def test_without_a_relay_it_waits(home: Home, relay: str) -> None:
    home.ok("init", "--relay", NOBODY)
    queued = home.run("--json", "remember", "k", "v")
    assert queued.code == 3
    assert queued.json["delivery"] == "queued"
    assert set(queued.json["waiting_for"]) == {NOBODY}
    assert "no relay has accepted it yet" in queued.err
    assert queued.err.count("\n") == 1
    assert home.ok("recall", "k").out == "v\n"
    absent = home.run("recall", "other")
    assert absent.code == 1
    assert "Nothing is known about this memory" in absent.err
    failed = home.run("--json", "sync")
    assert failed.code == 3
    assert failed.json["waiting"] > 0
    assert NOBODY in home.ok("status").out

    home.ok("init", "--relay", relay)
    partly = home.run("sync")
    assert partly.code == 0
    assert f"{relay}: complete" in partly.out
    assert NOBODY in partly.err
    more = home.ok("--json", "remember", "k", "w").json
    assert more["accepted_by"] == [relay]
    assert set(more["waiting_for"]) == {NOBODY}


def test_nothing_to_sync_with(home: Home) -> None:
    home.ok("init", "--local")
    assert "this profile is local" in home.ok("sync").err


def test_watching(home: Home, second: Home, relay: str) -> None:
    home.ok("init", "--relay", relay)
    second.ok("init", "--import-key", "--relay", relay, stdin=home.key_text)
    watcher = subprocess.Popen(
        [*COMMAND, "--json", "sync", "--watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=home.environment,
        text=True,
    )
    assert watcher.stdout is not None
    assert watcher.stderr is not None
    try:
        assert json.loads(watcher.stdout.readline())["verdict"] == "complete"
        assert "Ctrl-C" in watcher.stderr.readline()
        second.ok("remember", "news", "from elsewhere")
        assert json.loads(watcher.stdout.readline())["received"] > 0
        watcher.send_signal(signal.SIGINT)
        assert watcher.wait(20) == 0
        assert watcher.stderr.read() == ""
    finally:
        watcher.kill()
        watcher.communicate()
    assert home.ok("recall", "news").out == "from elsewhere\n"


# --------------------------------------------------------------------------- terminal


def test_a_terminal_is_told_what_is_awaited(home: Home) -> None:
    home.ok("init")
    shown, code = at_a_terminal(home, ["remember", "k"], "Ctrl-D", "typed\n\x04")
    assert code == 0
    assert "type the value" in shown
    assert home.ok("recall", "k").out == "typed\n"


def test_a_value_does_not_steer_the_terminal(home: Home) -> None:
    hostile = "\x1b[2Jgone \u202egnol"
    home.ok("remember", "k", hostile)
    assert home.ok("recall", "k").out == hostile + "\n"
    shown, _ = at_a_terminal(home, ["recall", "k"], "", "")
    assert shown == "\\x1b[2Jgone \\u202egnol\r\n"


def test_no_colour(home: Home) -> None:
    home.ok("remember", "k", "v")
    coloured, _ = at_a_terminal(home, ["recall"], "", "")
    assert "\x1b[1m" in coloured
    plain, _ = at_a_terminal(home, ["recall"], "", "", NO_COLOR="1")
    assert "\x1b[3" not in plain
    assert plain.split()[-2:] == ["k", "v"]


# ---------------------------------------------------------------------------- logging


def test_the_log_holds_no_plaintext(home: Home, relay: str) -> None:
    home.ok("init", "--relay", relay)
    run = home.ok("-vv", "remember", "canary_key", "canary value")
    assert "DEBUG" in run.err
    words, log = run.err.splitlines()[-1], run.err.splitlines()[:-1]
    assert words.startswith("remembered canary_key")
    assert not [line for line in log if "canary" in line]
