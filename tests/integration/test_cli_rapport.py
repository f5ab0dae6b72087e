"""The commands that show how an agent talks with its peers, and let a person correct it."""

import contextlib
import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sense_memory.core.records.rapport import DIMENSIONS

from .shell import COMMAND, Home
from .terminal import answered

pytestmark = pytest.mark.usefixtures("nearby")

WARM = [
    {"role": "user", "content": "haha hey!! you won't believe what happened to me today, love it"},
    {"role": "assistant", "content": "Tell me everything!"},
    {"role": "user", "content": "I'm so happy, honestly, thank you so much for being here 😂❤️"},
]


def session(home: Home, name: str, turns: object = WARM, peer: str = "vergel") -> None:
    home.ok("rapport", "observe", peer, "-", "--session", name, stdin=json.dumps(turns))


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A machine that knows one peer by two sessions; tests work on copies."""
    home = Home(tmp_path_factory.mktemp("once"))
    home.ok("init", "--local")
    session(home, "one")
    session(home, "two")
    return home


@pytest.fixture
def met(home: Home, once: Home) -> Home:
    """A machine that knows the same."""
    home.take_over(once)
    return home


# ------------------------------------------------------------------------- list, show, observe


def test_nobody_is_there_at_first(home: Home) -> None:
    home.ok("init", "--local")
    shown = home.ok("rapport", "list")
    assert (shown.out, "sense-memory chat --peer NAME" in shown.err) == ("", True)
    for command in ("show", "layers", "condense"):
        missing = home.run("--json", "rapport", command, "vergel")
        assert (missing.code, missing.out) == (1, "null\n"), command
        assert "nothing is known of 'vergel'" in missing.err


def test_a_session_is_read_from_a_file_or_a_pipe(home: Home, tmp_path: Path) -> None:
    home.ok("init", "--local")
    file = tmp_path / "turns.json"
    file.write_text(json.dumps(WARM))
    done = home.ok("--json", "rapport", "observe", "vergel", str(file)).json
    assert (done["peer"], done["sessions"], done["turns"]) == ("vergel", 1, len(WARM))
    assert (done["reader"], done["delivery"], done["is_new"]) == ("rules", "local", True)
    assert {one["dimension"] for one in done["moved"]} <= set(DIMENSIONS)
    assert all(one["from"] == 0.5 != one["to"] for one in done["moved"])
    assert done["moved"]
    lines = "".join(json.dumps(turn) + "\n" for turn in WARM)
    second = ("rapport", "observe", "vergel", "-", "--session", "two")
    said = home.ok(*second, stdin=lines)
    assert "read the session two by rules: " in said.err
    again = home.ok("--json", *second, stdin=lines)
    assert (again.json["sessions"], again.json["is_new"]) == (2, False)
    assert "counts once" in again.err
    assert home.ok("--json", "rapport", "list").json["sessions"] == 2


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", ""),
        ("nonsense", "line 1"),
        ('{"role": "user", "content": "hi"}\n[]', "line 2"),
        ('[{"role": "user", "content": "hi"}, "hello"]', "message 2"),
        ('[{"role": "somebody", "content": "hi"}]', "role"),
        ('[{"role": "assistant", "content": "hi"}]', ""),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_what_is_no_session(home: Home, given: str | bytes, why: str) -> None:
    home.ok("init", "--local")
    refused = home.run("rapport", "observe", "vergel", "-", stdin=given)
    assert (refused.code, why in refused.err) == (2, True), refused
    assert "nonsense" not in refused.err
    assert home.ok("--json", "rapport", "list").out == ""


def test_nothing_is_asked_of_a_model_that_nobody_named(home: Home) -> None:
    """A key in the environment is no request; naming a provider is one, and a variable is."""
    home.ok("init", "--local")
    keys = {"ANTHROPIC_API_KEY": "x", "LOCAL_LLM_URL": "http://127.0.0.1:1/v1"}
    turns = json.dumps(WARM)
    done = home.ok("--json", "rapport", "observe", "vergel", "-", stdin=turns, **keys)
    assert done.json["reader"] == "rules"
    for asked, more in (
        (("--provider", "openai:m@http://127.0.0.1:1/v1"), {}),
        ((), {"SENSE_MEMORY_LLM": "openai:m@http://127.0.0.1:1/v1"}),
    ):
        run = home.run("rapport", "observe", "vergel", "-", *asked, stdin=turns, **keys, **more)
        assert run.code == 1, run
        assert "127.0.0.1" in run.err
    assert home.ok("--json", "rapport", "list").json["sessions"] == 1


def test_a_peer_for_people_and_for_programs(met: Home) -> None:
    shown = met.ok("rapport", "show", "vergel")
    first, *rest = shown.out.splitlines()
    assert first.startswith("vergel: 2 sessions, the last ")
    rows = [line.split("\t") for line in rest[: len(DIMENSIONS)]]
    assert [row[0] for row in rows] == list(DIMENSIONS)
    assert all(len(row[2].split()) == 2 for row in rows)
    found = met.ok("--json", "rapport", "show", "vergel").json
    assert [f"{found['values'][name]:.2f}" for name in DIMENSIONS] == [row[1] for row in rows]
    assert (found["sessions"], found["readings"], len(found["kept"])) == (2, 2, 2)
    assert [one["session"] for one in found["kept"]] == ["one", "two"]
    assert (found["drift"], found["stuck"]) == ([], [])
    assert set(found["layers"]) == {"base_tone", "patterns", "anchors"}


def test_at_a_terminal_there_are_bars(met: Home) -> None:
    shown, code = answered(met, ["rapport", "show", "vergel"], [], COLUMNS="120")
    assert code == 0
    (warmth,) = [line for line in shown.splitlines() if line.startswith("warmth")]
    assert "task-focused" in warmth
    assert "affectionate" in warmth
    assert "█" in warmth
    narrow, code = answered(met, ["rapport", "show", "vergel"], [], COLUMNS="70")
    assert ("task-focused" in narrow, "█" in narrow) == (False, True)
    assert sum(line.startswith(DIMENSIONS) for line in narrow.splitlines()) == len(DIMENSIONS)
    shown, code = answered(met, ["rapport", "show", "vergel"], [], PYTHONIOENCODING="ascii")
    assert (code, "#" in shown) == (0, True)


ALIKE = "the last 3 sessions were read alike"


def test_that_all_was_read_alike_is_said_once(met: Home) -> None:
    session(met, "three")
    found = met.ok("--json", "rapport", "show", "vergel").json
    assert found["stuck"] == list(DIMENSIONS)
    shown = met.ok("rapport", "show", "vergel").out
    assert shown.splitlines().count(ALIKE) == 1
    assert ("stuck" in shown, shown.count("alike")) == (False, 1)


def test_what_was_read_alike_is_said_of_a_dimension(met: Home) -> None:
    session(met, "three", [*WARM, {"role": "user", "content": "why? " * 40}])
    found = met.ok("--json", "rapport", "show", "vergel").json
    assert 0 < len(found["stuck"]) < len(DIMENSIONS)
    shown = met.ok("rapport", "show", "vergel").out
    rows = [line.split("\t") for line in shown.splitlines() if "\t" in line]
    noted = [row[0] for row in rows if "the last 3 sessions alike" in row[3]]
    assert noted == found["stuck"]
    assert ALIKE not in shown


def test_scopes_have_peers_of_their_own(met: Home) -> None:
    assert met.ok("--scope", "user:alice", "--json", "rapport", "list").out == ""
    there = ("--scope", "user:alice", "rapport")
    met.ok(*there, "observe", "vergel", "-", stdin=json.dumps(WARM))
    assert met.ok("--scope", "user:alice", "--json", "rapport", "list").json["sessions"] == 1
    assert met.ok("--json", "rapport", "list").json["sessions"] == 2


# --------------------------------------------------------------------------- context, condense


def test_the_context_block(met: Home) -> None:
    shown = met.ok("rapport", "context", "vergel")
    assert "2 sessions" in shown.out
    whole = met.ok("--json", "rapport", "context", "vergel").json
    assert whole["text"] + "\n" == shown.out
    small = met.ok("--json", "rapport", "context", "vergel", "--budget", "200").json
    assert small["tokens"] <= 200 < whole["tokens"] <= 600
    assert met.run("rapport", "context", "vergel", "--budget", "1").code == 2
    stranger = met.ok("rapport", "context", "somebody")
    assert "nothing is known of 'somebody'" in stranger.err


def test_condensing(met: Home) -> None:
    done = met.ok("--json", "rapport", "condense", "vergel").json
    assert (done["peer"], done["readings"], done["condenser"]) == ("vergel", 2, "rules")
    assert done["written"]
    layers = met.ok("--json", "rapport", "layers", "vergel").jsonl
    assert [one["layer"] for one in layers] == ["base_tone", "patterns", "anchors"]
    assert {one["layer"] for one in layers if one["text"]} == set(done["written"])
    again = met.ok("rapport", "condense", "vergel")
    assert "condensed 2 sessions by rules" in again.err


def test_what_is_due_is_said_and_slept_over(met: Home) -> None:
    for name in ("three", "four", "five"):
        session(met, name)
    assert met.ok("--json", "rapport", "list").json["is_due"]
    assert "rapport condense vergel" in met.ok("rapport", "show", "vergel").err
    met.ok("sleep")
    assert not met.ok("--json", "rapport", "list").json["is_due"]
    assert met.ok("--json", "rapport", "show", "vergel").json["layers"]["base_tone"]


# -------------------------------------------------------------------------------------- layers


def layer(home: Home, name: str) -> str:
    found = home.ok("--json", "rapport", "layers", "vergel").jsonl
    return next(str(one["text"]) for one in found if one["layer"] == name)


def test_a_person_corrects_a_layer(met: Home) -> None:
    shown = met.ok("rapport", "layers", "vergel")
    assert "base_tone says nothing yet" in shown.err
    done = met.ok("--json", "rapport", "layers", "vergel", "--edit", "patterns", "--text", "a → b")
    assert (done.json["layer"], done.json["changed"]) == ("patterns", True)
    met.ok("rapport", "layers", "vergel", "--edit", "base_tone", "--text", "-", stdin="curious\n")
    assert (layer(met, "patterns"), layer(met, "base_tone")) == ("a → b", "curious")
    shown = met.ok("rapport", "layers", "vergel")
    assert "# base_tone (a person wrote this)\ncurious\n" in shown.out
    found = met.ok("rapport", "show", "vergel").out
    assert "base_tone: curious\n" in found
    versions = met.ok("--json", "rapport", "layers", "vergel", "--versions").jsonl
    assert versions[0]["layers"]["patterns"] == "a → b"
    met.ok("rapport", "layers", "vergel", "--take-back", "base_tone")
    assert layer(met, "base_tone") == ""
    met.ok("rapport", "layers", "vergel", "--restore", versions[0]["version"])
    assert layer(met, "patterns") == "a → b"
    assert met.run("rapport", "layers", "vergel", "--restore", "none").code == 1
    for wrong in (
        ("--edit", "tone", "--text", "x"),
        ("--text", "x"),
        ("--edit", "patterns", "--versions"),
        ("--take-back", "tone"),
    ):
        assert met.run("rapport", "layers", "vergel", *wrong).code == 2, wrong


def test_versions_are_saved_under_a_label(met: Home) -> None:
    assert "no version" in met.ok("rapport", "layers", "vergel", "--versions").err
    met.ok("rapport", "layers", "vergel", "--edit", "anchors", "--text", "a day")
    done = met.ok("--json", "rapport", "layers", "vergel", "--save", "mine")
    assert done.json["version"].endswith("_mine")
    assert done.json["version"] in met.ok("rapport", "layers", "vergel", "--versions").out
    again = met.ok("--json", "rapport", "layers", "vergel", "--restore", done.json["version"])
    assert (again.json["changed"], "nothing was changed" in again.err) == (0, True)


def test_layers_go_out_and_come_back_as_files(met: Home) -> None:
    met.ok("rapport", "layers", "vergel", "--edit", "anchors", "--text", "a day")
    done = met.ok("--json", "rapport", "layers", "vergel", "--export", "texts")
    folder = met.folder / "texts"
    assert sorted(done.json["files"]) == sorted(
        str(Path("texts") / p.name) for p in folder.iterdir()
    )
    assert "not encrypted" in done.err
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert (folder / "anchors.md").read_text().strip() == "a day"
    (folder / "anchors.md").write_text("another day\n")
    back = met.ok("--json", "rapport", "layers", "vergel", "--import", "texts").json
    assert back["written"] == ["anchors"]
    assert layer(met, "anchors") == "another day"
    same = met.ok("--json", "rapport", "layers", "vergel", "--import", "texts")
    assert (same.json["written"], "nothing was changed" in same.err) == ([], True)
    assert met.run("rapport", "layers", "vergel", "--import", "nowhere").code == 2


# -------------------------------------------------------------------------------------- editor


def editor(home: Home, code: str) -> str:
    """A program that is given a file to edit, as a value for $EDITOR."""
    script = home.folder / "editor.py"
    script.write_text(f"import os, pathlib, sys\npath = pathlib.Path(sys.argv[1])\n{code}\n")
    return f"{sys.executable} '{script}'"


@pytest.fixture
def quarters(met: Home) -> Path:
    """Where texts that are edited lie: the folder of the user's running programs."""
    folder = met.folder / "running"
    folder.mkdir(mode=0o700)
    met.environment["XDG_RUNTIME_DIR"] = str(folder)
    return folder


# S-13.5
def test_an_editor_is_shown_the_text_in_a_private_file(met: Home, quarters: Path) -> None:
    met.ok("rapport", "layers", "vergel", "--edit", "patterns", "--text", "before")
    seen = met.folder / "seen"
    program = editor(
        met,
        f"told = [path.read_text(), path.name, oct(path.stat().st_mode), str(path)]\n"
        f"pathlib.Path({str(seen)!r}).write_text('|'.join(told))\n"
        "path.with_suffix('.md~').write_text('a copy that editors leave')\n"
        "path.write_text('after\\nthat\\n')",
    )
    run = met.ok("rapport", "layers", "vergel", "--edit", "patterns", EDITOR=program)
    assert "patterns of vergel is what you wrote" in run.err
    text, name, mode, path = seen.read_text().split("|")
    assert (text, name, mode) == ("before\n", "patterns.md", "0o100600")
    assert Path(path).is_relative_to(quarters)
    assert layer(met, "patterns") == "after\nthat"
    assert list(quarters.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "exit_code", "why"),
    [
        ("pass", 0, "nothing was changed"),
        ("path.write_text('x'); sys.exit(3)", 1, "ended with 3"),
        ("path.unlink()", 1, "left no file"),
    ],
)
def test_an_edit_that_comes_to_nothing(
    met: Home, quarters: Path, code: str, exit_code: int, why: str
) -> None:
    met.ok("rapport", "layers", "vergel", "--edit", "patterns", "--text", "before")
    program = editor(met, code)
    run = met.run("rapport", "layers", "vergel", "--edit", "patterns", VISUAL=program)
    assert (run.code, why in run.err) == (exit_code, True), run
    assert layer(met, "patterns") == "before"
    assert list(quarters.iterdir()) == []


UNSTORABLE = [
    ("path.write_bytes(b'mine ' + bytes([255]))", "not UTF-8 text (byte 5)"),
    ("path.write_text('mine ' * 9_000)", "the record is too long"),
]


@pytest.mark.parametrize(("code", "why"), UNSTORABLE)
def test_what_cannot_be_stored_is_not_lost(met: Home, quarters: Path, code: str, why: str) -> None:
    met.ok("rapport", "layers", "vergel", "--edit", "patterns", "--text", "before")
    # editors may put another file in the place of the one they were given
    program = editor(met, f"path.unlink()\n{code}\npath.chmod(0o644)")
    run = met.run("rapport", "layers", "vergel", "--edit", "patterns", VISUAL=program)
    assert (run.code, why in run.err, "keys" in run.err) == (1, True, False), run
    (folder,) = quarters.iterdir()
    (path,) = folder.iterdir()
    assert str(path) in run.err
    assert path.read_bytes().startswith(b"mine ")
    modes = [stat.S_IMODE(one.stat().st_mode) for one in (folder, path)]
    assert modes == [0o700, 0o600]
    assert layer(met, "patterns") == "before"


@pytest.mark.parametrize(("code", "why"), UNSTORABLE)
def test_the_editor_opens_again_on_what_cannot_be_stored(
    met: Home, quarters: Path, code: str, why: str
) -> None:
    program = editor(
        met,
        "if path.read_bytes().startswith(b'mine'):\n    path.write_text('shorter\\n')\n"
        f"else:\n    {code}",
    )
    words = ("rapport", "layers", "vergel", "--edit", "patterns")
    shown, code_ = answered(met, words, [("Enter opens the editor again", "\n")], EDITOR=program)
    assert (code_, why in shown) == (0, True), shown
    assert layer(met, "patterns") == "shorter"
    assert list(quarters.iterdir()) == []


def test_who_gives_up_keeps_what_was_written(met: Home, quarters: Path) -> None:
    program = editor(met, "path.write_text('mine ' * 9_000)")
    words = ("rapport", "layers", "vergel", "--edit", "patterns")
    shown, code = answered(met, words, [("Ctrl-D gives up", "\x04")], EDITOR=program)
    (path,) = quarters.rglob("patterns.md")
    assert (code, str(path) in shown) == (1, True), shown


def test_without_an_editor(met: Home, quarters: Path) -> None:
    run = met.run("rapport", "layers", "vergel", "--edit", "patterns")
    assert (run.code, "$VISUAL" in run.err) == (2, True)
    run = met.run("rapport", "layers", "vergel", "--edit", "patterns", EDITOR="/no/such/editor")
    assert (run.code, "cannot be run" in run.err) == (1, True)
    assert list(quarters.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_stopped_leaves_no_text(
    met: Home, quarters: Path, number: signal.Signals
) -> None:
    met.ok("rapport", "layers", "vergel", "--edit", "patterns", "--text", "before")
    program = editor(met, "import time; path.with_suffix('.open').touch(); time.sleep(60)")
    process = subprocess.Popen(
        [*COMMAND, "rapport", "layers", "vergel", "--edit", "patterns"],
        env={**met.environment, "EDITOR": program},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        while not list(quarters.rglob("*.open")):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        assert process.wait(30) == 128 + number
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert list(quarters.iterdir()) == []
    assert layer(met, "patterns") == "before"


# ---------------------------------------------------------------------------------- forgetting


def test_forgetting_is_asked_about(met: Home) -> None:
    refused = met.run("rapport", "forget", "vergel")
    assert (refused.code, "--yes" in refused.err) == (2, True)
    shown, code = answered(met, ["rapport", "forget", "vergel"], [("to go on: ", "vergil\n")])
    assert (code, "nothing was forgotten" in shown) == (1, True)
    assert met.ok("--json", "rapport", "list").json["sessions"] == 2
    shown, code = answered(met, ["rapport", "forget", "vergel"], [("to go on: ", "vergel\n")])
    assert (code, "forgot vergel" in shown) == (0, True)
    assert met.ok("rapport", "list").out == ""
    assert met.run("rapport", "show", "vergel").code == 1
    assert met.run("rapport", "forget", "vergel", "--yes").code == 1


def test_the_sessions_that_can_be_forgotten_have_names(met: Home) -> None:
    session(met, "three", [{"role": "user", "content": "Please be brief."}])
    shown = met.ok("rapport", "show", "vergel", "--sessions")
    rows = [line.split("\t") for line in shown.out.splitlines()]
    assert [(row[0], *row[2:]) for row in rows] == [
        ("one", "3", "rules", ""),
        ("two", "3", "rules", ""),
        ("three", "1", "rules", "lower energy"),
    ]
    lines = met.ok("--json", "rapport", "show", "vergel", "--sessions").out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [(one["session"], one["asked_for"]) for one in found] == [
        ("one", []),
        ("two", []),
        ("three", ["lower energy"]),
    ]
    met.ok("rapport", "forget", "vergel", "--session", rows[0][0], "--yes")


def test_one_session_is_forgotten(met: Home) -> None:
    done = met.ok("--json", "rapport", "forget", "vergel", "--session", "one", "--yes").json
    assert (done["session"], len(done["event_id"])) == ("one", 64)
    found = met.ok("--json", "rapport", "show", "vergel").json
    assert [one["session"] for one in found["kept"]] == ["two"]
    assert found["sessions"] == 1
    gone = met.run("rapport", "forget", "vergel", "--session", "one", "--yes")
    assert gone.code == 1
    receipt = met.ok("--json", "receipt", done["event_id"]).json
    assert receipt["ref"]["name"] == "vergel/reading/one"
