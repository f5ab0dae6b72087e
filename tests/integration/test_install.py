"""install: what hosts' files hold before and after, and whether what they call then works."""

import asyncio
import json
import os
import re
import shlex
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from hypothesis import given, settings as settings_of, strategies as st
from mcp import Client, StdioServerParameters

from sense_memory.cli.exits import CommandError
from sense_memory.cli.install import receipts
from sense_memory.cli.install.change import adding
from sense_memory.cli.install.command import write
from sense_memory.cli.install.entry import Entry, HostFile
from sense_memory.cli.install.json_file import UnfitError, put, take
from sense_memory.cli.install.json_text import parsed
from sense_memory.cli.install.program import program_of
from sense_memory.cli.session import Session

from .hosts import SESSIONS, Talk, called, hook_commands
from .mcp_host import text_of
from .shell import Home, Run, at_a_terminal

pytestmark = pytest.mark.usefixtures("nearby")
every_host = pytest.mark.parametrize("host", SESSIONS)

FILES = {
    "claude-code": (".claude.json", ".claude/settings.json"),
    "codex": (".codex/config.toml", ".codex/hooks.json"),
    "cursor": (".cursor/mcp.json", ".cursor/hooks.json"),
}
IN_PROJECT = {
    "claude-code": (".mcp.json", ".claude/settings.local.json"),
    "codex": (".codex/config.toml", ".codex/hooks.json"),
    "cursor": (".cursor/mcp.json", ".cursor/hooks.json"),
}
SECRET = "sk-live-3f9c"
"""Of another server: it stands in a host's file, and is nobody else's business."""

CLAUDE = (
    '{\n    "numStartups": 41,\n    "bigNumber": 1e400,\n    "mcpServers": {\n'
    f'        "files": {{"command": "files", "env": {{"KEY": "{SECRET}"}}}}\n    }},\n'
    '    "projects": {"/work": {"allowedTools": []}}\n}\n'
)
SETTINGS = """{
\t// what the linter wants
\t"model": "opus",
\t"autoMemoryEnabled": true, // the host's own
\t"hooks": {
\t\t"Stop": [
\t\t\t{"matcher": "", "hooks": [{"type": "command", "command": "say done"}]},
\t\t],
\t},
}
"""
CODEX = f"""# mine
model = "gpt-5.5"   # the good one
notify = ["notify-send", "Codex"]

[mcp_servers.files]
command = "files"
env = {{ KEY = "{SECRET}" }}

[features]
memories = true
"""
CODEX_HOOKS = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}'
CURSOR = '{\r\n  "mcpServers": {\r\n    "files": {\r\n      "command": "files"\r\n    }\r\n  }\r\n}'
CURSOR_HOOKS = (
    '\ufeff{\n  "hooks": {\n    "stop": [{ "command": "say done" }]\n  },\n  "x": []\n}\n'
)
HELD = {
    ".claude.json": CLAUDE,
    ".claude/settings.json": SETTINGS,
    ".codex/config.toml": CODEX,
    ".codex/hooks.json": CODEX_HOOKS,
    ".cursor/mcp.json": CURSOR,
    ".cursor/hooks.json": CURSOR_HOOKS,
}
"""What people have there already."""


@pytest.fixture
def local(home: Home) -> Home:
    home.ok("init", "--local")
    return home


@pytest.fixture
def lived_in(local: Home) -> Home:
    """A machine on which each of the hosts has been used."""
    for name, text in HELD.items():
        path = local.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
        path.chmod(0o640)
    return local


def files(home: Home) -> dict[str, bytes]:
    """Every file of a host, and what is in it."""
    folders = [home.folder, *(home.folder / name for name in (".claude", ".codex", ".cursor"))]
    found = [path for folder in folders for path in folder.glob("*") if path.is_file()]
    named = {str(path.relative_to(home.folder)): path.read_bytes() for path in found}
    return {name: data for name, data in named.items() if name.startswith(".")}


def settings(home: Home) -> dict[str, bytes]:
    """The same without the copies of what was."""
    return {name: data for name, data in files(home).items() if "before-" not in name}


def loaded(home: Home, name: str) -> Any:
    """What a file says to the host; one with comments without them."""
    text = (home.folder / name).read_text("utf-8-sig")
    if name.endswith(".toml"):
        return tomllib.loads(text)
    text = re.sub(r"(^|\s)// .*", r"\1", text)
    return json.loads(re.sub(r",(\s*[\]}])", r"\1", text))


def server(home: Home, host: str, name: str = "sense-memory") -> list[str]:
    """The command line of a server."""
    file = FILES[host][0]
    table = "mcp_servers" if host == "codex" else "mcpServers"
    one = loaded(home, file)[table][name]
    return [one["command"], *one.get("args", [])]


def lines(data: bytes) -> list[bytes]:
    """The lines of a file, whether something follows in them or not."""
    return [line.replace(b",", b"") for line in data.splitlines(keepends=True)]


def patched(before: dict[str, bytes], run: Run, home: Home) -> dict[str, bytes]:
    """What becomes of files, if what was shown is what is done."""
    found = dict(before)
    for part in run.out.split("--- ")[1:]:
        names, _, hunks = part.partition("@@")
        old, new = names.split("\n+++ ")
        target = (old if new.strip() == "/dev/null" else new).strip()
        name = os.path.relpath(target, home.folder)
        work = home.folder.parent / "patching"
        work.write_bytes(before.get(name, b""))
        subprocess.run(
            ["patch", "--binary", "-s", "-E", str(work)],
            input=f"--- a\n+++ b\n@@{hunks}".encode(),
            check=True,
        )
        if new.strip() == "/dev/null":
            del found[name]
        else:
            found[name] = work.read_bytes()
    return found


# -------------------------------------------------------------------------- putting in, taking out


@every_host
def test_a_host_without_files_gets_some_and_loses_them_again(local: Home, host: str) -> None:
    run = local.ok("install", host, "--yes")
    assert set(files(local)) == set(FILES[host])
    for name in FILES[host]:
        assert stat.S_IMODE((local.folder / name).stat().st_mode) == 0o600
    assert server(local, host)[-1] == "mcp"
    assert Path(server(local, host)[0]).is_absolute()
    assert "install" in run.err
    assert "--undo" in run.err
    local.ok("install", host, "--undo", "--yes")
    assert files(local) == {}


# S-21.14
@every_host
def test_what_is_there_stays_to_the_last_byte(lived_in: Home, host: str) -> None:
    before = files(lived_in)
    lived_in.ok("install", host, "--yes")
    after = files(lived_in)
    for name in FILES[host]:
        if (kept := [line for line in lines(before[name]) if b"[{" not in line])[1:]:
            rest = iter(lines(after[name]))
            assert all(line in rest for line in kept), "each, and in its order"
        assert after[f"{name}.before-sense-memory"] == before[name]
        mode = stat.S_IMODE((lived_in.folder / name).stat().st_mode)
        assert mode == 0o640
        copy = lived_in.folder / f"{name}.before-sense-memory"
        assert stat.S_IMODE(copy.stat().st_mode) == mode, "as secret as what it is a copy of"
    assert server(lived_in, host, "files") == ["files"]
    assert [command for _, command in hook_commands_of(lived_in, host)].count("say done") == 1
    assert {name: after[name] for name in before if name not in FILES[host]} == {
        name: data for name, data in before.items() if name not in FILES[host]
    }
    lived_in.ok("install", host, "--undo", "--yes")
    assert files(lived_in) == before


def hook_commands_of(home: Home, host: str) -> list[tuple[str, str]]:
    """The same as ``hook_commands``, of files with comments too."""
    found = []
    for event, groups in loaded(home, FILES[host][1])["hooks"].items():
        for group in groups:
            found += [(event, one["command"]) for one in group.get("hooks", [group])]
    return found


def test_the_hosts_own_memory_stays_on(lived_in: Home) -> None:
    for host in SESSIONS:
        lived_in.ok("install", host, "--yes")
    assert loaded(lived_in, ".claude/settings.json")["autoMemoryEnabled"] is True
    assert loaded(lived_in, ".codex/config.toml")["features"] == {"memories": True}
    assert loaded(lived_in, ".codex/config.toml")["notify"] == ["notify-send", "Codex"]


@every_host
def test_twice_is_once(lived_in: Home, host: str) -> None:
    lived_in.ok("install", host, "--yes")
    once = files(lived_in)
    run = lived_in.ok("install", host)
    assert run.out == ""
    assert "nothing was changed" in run.err
    assert files(lived_in) == once


@every_host
def test_what_is_shown_is_what_is_done(lived_in: Home, host: str) -> None:
    for name in (".codex/hooks.json", ".cursor/hooks.json"):  # of others' lines not all is shown
        path = lived_in.folder / name
        path.write_text(json.dumps(json.loads(path.read_text("utf-8-sig")), indent=2))
    before = settings(lived_in)
    for options in ((), ("--undo",)):
        shown = lived_in.ok("install", host, *options, "--dry-run")
        assert settings(lived_in) == before, "a dry run changes nothing"
        wanted = patched(before, shown, lived_in)
        done = lived_in.ok("install", host, *options, "--yes")
        assert done.out == shown.out
        assert SECRET not in done.out, "others' lines are not shown"
        assert settings(lived_in) == wanted
        before = wanted


# S-21.14
@pytest.mark.parametrize(
    ("host", "text"),
    [
        (
            "claude-code",
            '{"numStartups":5,"mcpServers":{"gh":{"command":"gh-mcp","env":{"KEY":"%s"}}},"b":[1]}',
        ),
        ("claude-code", '{\n  "mcpServers": {"gh": {"command": "gh-mcp", "args": ["%s"]}}\n}\n'),
        ("cursor", '{"mcpServers":{"gh":{"headers":{"A\\"":"Bearer %s"}}}} // %s\n'),
        ("codex", 'mcp_servers = { gh = { command = "gh-mcp", env = { KEY = "%s" } } } # %s\n'),
        ("codex", "mcp_servers = { gh = { command = 'gh-mcp', args = ['-k %s'] } }\n"),
    ],
)
def test_of_a_line_that_is_shared_only_ours_is_shown(local: Home, host: str, text: str) -> None:
    path = local.folder / FILES[host][0]
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace("%s", SECRET))
    for options in ((), ("--undo",)):
        for run in (
            local.ok("--json", "install", host, *options, "--dry-run"),
            local.ok("install", host, *options, "--yes"),
        ):
            assert "sense-memory" in run.out
            assert "gh-mcp" not in run.out + run.err
            assert "live" not in run.out + run.err
            assert "…" in run.out or "\\u2026" in run.out
    assert path.read_text() == text.replace("%s", SECRET)


@every_host
def test_other_options_take_the_place_of_the_first(lived_in: Home, host: str) -> None:
    before = files(lived_in)
    lived_in.ok("install", host, "--yes")
    lived_in.ok("--profile", "work", "init", "--local")
    lived_in.ok("--profile", "work", "--scope", "project:site", "install", host, "--yes")
    options = ["--profile", "work", "--scope", "project:site"]
    assert server(lived_in, host)[-5:] == [*options, "mcp"]
    for name in FILES[host]:
        assert files(lived_in)[f"{name}.before-sense-memory"] == before[name]
    ours = [command for _, command in hook_commands_of(lived_in, host) if "hook" in command]
    assert len(ours) == len(set(ours)) == (3 if host == "codex" else 4)
    assert all(" ".join(options) in command for command in ours)
    lived_in.ok("install", host, "--undo", "--yes")
    assert files(lived_in) == before


@every_host
def test_undoing_leaves_what_somebody_changed_since(lived_in: Home, host: str) -> None:
    lived_in.ok("install", host, "--yes")
    servers, hooks = (lived_in.folder / name for name in FILES[host])
    text = servers.read_bytes().decode()
    servers.write_bytes(text.replace('"mcp"', '"mcp", "--read-only"').encode())
    changed = 'timeout": 60' if ": 60" in hooks.read_bytes().decode() else "timeout"
    text = hooks.read_bytes().decode()
    first = text.index(changed)
    hooks.write_bytes((text[:first] + 'timeout": 90' + text[first + len(changed) :]).encode())
    run = lived_in.ok("install", host, "--undo", "--yes")
    assert "was changed since, and stays" in run.err
    assert "--read-only" in server(lived_in, host)
    left = [command for _, command in hook_commands_of(lived_in, host)]
    assert len(left) == 2, "the changed one, and another's"
    assert "say done" in left
    assert f"calls 'hook {host}" in run.err
    assert "take out by hand what stays" in run.err
    again = lived_in.ok("install", host, "--undo", "--yes")
    assert again.out == ""
    assert "take out by hand what stays" in again.err, "it is still called"
    run = lived_in.ok("install", host, "--yes")
    assert "it stays" in run.err
    assert "--read-only" in server(lived_in, host), "what somebody wrote is not written over"


@every_host
def test_what_was_installed_from_elsewhere_is_named(lived_in: Home, host: str) -> None:
    lived_in.ok("install", host, "--yes")
    there = files(lived_in)
    elsewhere = {"SENSE_MEMORY_HOME": str(lived_in.folder / "elsewhere")}
    lived_in.ok("init", "--local", **elsewhere)
    run = lived_in.ok("install", host, "--undo", "--yes", **elsewhere)
    assert "take out by hand what stays" in run.err
    assert all(str(lived_in.folder / name) in run.err for name in FILES[host])
    run = lived_in.ok("--scope", "user:b", "install", host, "--yes", **elsewhere)
    assert "has it" not in run.err, "what is called is not of this scope"
    assert "nothing was changed; for" in run.err
    assert files(lived_in) == there


@every_host
def test_who_was_broken_off_before_he_wrote_has_a_copy_the_next_time(
    lived_in: Home, host: str
) -> None:
    before = files(lived_in)
    lived_in.ok("install", host, "--yes")
    for name in FILES[host]:  # what was to be done is on record, and nothing was done
        (lived_in.folder / name).write_bytes(before[name])
        copy = lived_in.folder / f"{name}.before-sense-memory"
        for one in (copy, lived_in.folder / name):
            one.with_name(f"{one.name}.part-of-sense-memory").write_bytes(before[name][:9])
        copy.unlink()
    changed = lived_in.folder / FILES[host][1]
    changed.write_bytes(before[FILES[host][1]] + b"\n")
    lived_in.ok("install", host, "--yes")
    for name in FILES[host]:
        copy = lived_in.folder / f"{name}.before-sense-memory"
        assert copy.read_bytes().rstrip() == before[name].rstrip()
    for name in FILES[host]:
        (lived_in.folder / name).write_bytes(before[name])
    assert "nothing" in lived_in.ok("install", host, "--undo", "--yes").err
    assert files(lived_in) == before, "no copy is left behind"


def test_a_disk_that_is_full(lived_in: Home) -> None:
    import resource

    held = files(lived_in)
    long = lived_in.folder / ".claude.json"
    long.write_text(json.dumps({"projects": "x" * 100_000}))
    there = files(lived_in)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, limits[1]))
    try:
        run = lived_in.run("install", "claude-code", "--yes")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert run.code == 1
    assert f"{long} could not be written" in run.err
    assert files(lived_in) == there
    long.write_bytes(held[".claude.json"])
    lived_in.ok("install", "claude-code", "--yes")
    lived_in.ok("install", "claude-code", "--undo", "--yes")
    assert files(lived_in) == held


def test_what_was_added_beside_ours_stays(local: Home) -> None:
    local.ok("install", "claude-code", "--yes")
    path = local.folder / ".claude/settings.json"
    held = json.loads(path.read_text())
    held["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "say done"}]})
    held["model"] = "opus"
    path.write_text(json.dumps(held, indent=2))
    local.ok("install", "claude-code", "--undo", "--yes")
    assert json.loads(path.read_text()) == {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]},
        "model": "opus",
    }


def test_a_file_that_this_began_stays_one_of_its_host(local: Home) -> None:
    local.ok("install", "cursor", "--yes")
    path = local.folder / ".cursor/hooks.json"
    held = json.loads(path.read_text())
    held["hooks"]["stop"].append({"command": "say done"})
    path.write_text(json.dumps(held))
    local.ok("install", "cursor", "--undo", "--yes")
    assert json.loads(path.read_text()) == {
        "version": 1,
        "hooks": {"stop": [{"command": "say done"}]},
    }


@every_host
def test_into_a_project(local: Home, host: str) -> None:
    project = local.folder / "site"
    project.mkdir()
    there = Home(project)
    there.environment |= local.environment
    run = there.ok("install", host, "--project", "--yes")
    assert "a path of this machine" in run.err
    assert set(files(there)) == set(IN_PROJECT[host])
    assert files(local) == {}
    assert "nothing" in there.ok("install", host, "--undo", "--yes").err, "that is the person's"
    there.ok("install", host, "--project", "--undo", "--yes")
    assert files(there) == {}


def test_where_hosts_are_told_to_keep_their_files(local: Home) -> None:
    elsewhere = local.folder / "elsewhere"
    places = {"CLAUDE_CONFIG_DIR": str(elsewhere / "c"), "CODEX_HOME": str(elsewhere / "x")}
    for host in ("claude-code", "codex"):
        local.ok("install", host, "--yes", **places)
    found = {str(one.relative_to(elsewhere)) for one in elsewhere.rglob("*") if one.is_file()}
    assert found == {"c/.claude.json", "c/settings.json", "x/config.toml", "x/hooks.json"}
    assert files(local) == {}


def test_a_file_that_is_a_link_stays_one(local: Home) -> None:
    kept = local.folder / "dotfiles.json"
    kept.write_text("{}\n")
    (local.folder / ".claude").mkdir()
    (local.folder / ".claude/settings.json").symlink_to(kept)
    local.ok("install", "claude-code", "--yes")
    assert (local.folder / ".claude/settings.json").is_symlink()
    assert "hooks" in json.loads(kept.read_text())


LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=4)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
TOPS = st.dictionaries(st.sampled_from(["mcpServers", "hooks", "a", ""]), ANYTHING, max_size=4)
WRITTEN = (
    Entry(("mcpServers", "sense-memory"), {"command": "sense-memory", "args": ["mcp"]}),
    Entry(("hooks", "Stop"), {"hooks": [{"command": "sense-memory"}]}, is_item=True, calls="-"),
)


# what a file can be is few kinds of things, beside each other and in each other
@settings_of(max_examples=60, deadline=None)
@given(TOPS, st.sampled_from([None, 1, 4, "\t"]), st.booleans(), st.sampled_from(["", "\n"]))
def test_whatever_a_file_holds_is_there_before_and_after(
    top: dict[str, Any], indent: int | str | None, is_windows: bool, end: str
) -> None:
    text = json.dumps(top, indent=indent, ensure_ascii=False) + end
    text = text.replace("\n", "\r\n") if is_windows else text
    assert parsed(text).value == top
    try:
        done = put(text, WRITTEN, ())
    except UnfitError:
        assert not all(isinstance(top.get(key, {}), dict) for key in ("mcpServers", "hooks")) or (
            not isinstance(top.get("hooks", {}).get("Stop", []), list)
        )
        return
    held = json.loads(done.text)
    assert held["mcpServers"]["sense-memory"] == WRITTEN[0].value
    assert WRITTEN[1].value in held["hooks"]["Stop"]
    assert json.loads(take(done.text, done.added, done.made).text) == top
    assert put(done.text, WRITTEN, ()).text == done.text
    assert take(done.text, done.added, done.made).text == text


def test_a_host_that_writes_its_file_at_that_moment(tmp_path: Path) -> None:
    path = tmp_path / "there" / ".claude.json"
    path.parent.mkdir()
    path.write_text('{"numStartups": 1}')
    change = adding(HostFile(path, WRITTEN), None)
    path.write_text('{"numStartups": 2}')
    with pytest.raises(CommandError, match="somebody else"):
        change.write()
    assert [one.read_text() for one in path.parent.iterdir()] == ['{"numStartups": 2}']


def test_two_at_once_keep_both_their_receipts(local: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    local.ok("install", "codex", "--yes")
    there = files(local)
    monkeypatch.setenv("SENSE_MEMORY_HOME", local.environment["SENSE_MEMORY_HOME"])
    monkeypatch.setattr(receipts, "_PATIENCE", 0.0)
    with receipts.alone():
        for host, options in (("cursor", ()), ("codex", ("--undo",))):
            run = local.run("install", host, *options, "--yes")
            assert (run.code, "another process" in run.err) == (1, True), run
    assert files(local) == there
    local.ok("install", "cursor", "--yes")
    for host in ("cursor", "codex"):
        local.ok("install", host, "--undo", "--yes")
    assert files(local) == {}


@pytest.mark.parametrize("number", [0, 1])
def test_what_was_not_written_is_not_on_record(
    local: Home, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENSE_MEMORY_HOME", local.environment["SENSE_MEMORY_HOME"])
    paths = [local.folder / name for name in FILES["claude-code"]]
    changes = [adding(HostFile(path, WRITTEN), None) for path in paths]
    paths[number].parent.mkdir(exist_ok=True)
    paths[number].write_text('{"a": 1}')
    with pytest.raises(CommandError, match="somebody else"):
        write(changes)
    assert receipts.load() == {}
    assert [path for path in paths if path.exists()] == [paths[number]], "all of it or nothing"


# ------------------------------------------------------------------------------ asking, refusing


def test_without_a_terminal_nobody_agrees(local: Home) -> None:
    run = local.run("install", "claude-code")
    assert run.code == 2
    assert "--yes" in run.err
    assert "+++" in run.out, "what it would be is shown"
    assert files(local) == {}


@pytest.mark.parametrize(("typed", "code"), [("yes\n", 0), ("no\n", 1)])
def test_at_a_terminal_somebody_is_asked(local: Home, typed: str, code: int) -> None:
    shown, ended = at_a_terminal(local, ["install", "cursor"], "type yes", typed)
    assert ended == code
    assert "mcpServers" in shown
    assert bool(files(local)) == (code == 0)


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        (".claude.json", '{\n  "mcpServers": {\n    "a": }\n}\n', "line 3, column 10"),
        (".claude.json", "{} {}", "line 1, column 4"),
        (".claude.json", '{"mcpServers": []}', "mcpServers is no table"),
        (".claude.json", "[]", "its top is no table"),
        (".claude.json", '{"a": "' + "\\x" + '"}', "line 1, column 7"),
        (".claude.json", "[" * 1_000, "nested too deeply"),
        (".claude/settings.json", '{"hooks": {"Stop": {}}}', "hooks.Stop is no list"),
        (".claude/settings.json", "\u00ff".encode("latin-1"), "not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_added_to(
    local: Home, name: str, text: str | bytes, place: str
) -> None:
    path = local.folder / name
    path.parent.mkdir(exist_ok=True)
    data = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(data)
    run = local.run("install", "claude-code", "--yes")
    assert run.code == 1
    assert place in run.err
    assert "left as it is" in run.err
    assert files(local) == {name: data}, "the other one is not written either"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('model = "x"\nmodel = [', "line 2"),
        ("mcp_servers = 7\n", "mcp_servers is no table"),
        ("a = 1\na = 2\n", "a"),
    ],
)
def test_a_toml_file_that_cannot_be_added_to(local: Home, text: str, place: str) -> None:
    path = local.folder / ".codex/config.toml"
    path.parent.mkdir()
    path.write_text(text)
    run = local.run("install", "codex", "--yes")
    assert (run.code, place in run.err) == (1, True), run
    assert files(local) == {".codex/config.toml": text.encode()}


def test_servers_in_one_line_of_toml(local: Home) -> None:
    path = local.folder / ".codex/config.toml"
    path.parent.mkdir()
    path.write_text('mcp_servers = { files = { command = "files" } } # short\n')
    local.ok("install", "codex", "--yes")
    assert server(local, "codex", "files") == ["files"]
    assert server(local, "codex")[-1] == "mcp"
    assert "# short" in path.read_text()
    local.ok("install", "codex", "--undo", "--yes")
    assert tomllib.loads(path.read_text()) == {"mcp_servers": {"files": {"command": "files"}}}


@pytest.mark.parametrize("text", ['\ufeffmodel = "a"\n', 'model = "a"', "\ufeff", "# mine"])
def test_however_a_toml_file_begins_and_ends(local: Home, text: str) -> None:
    path = local.folder / ".codex/config.toml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    local.ok("install", "codex", "--yes")
    assert tomllib.loads(path.read_text("utf-8-sig"))["mcp_servers"]["sense-memory"]
    local.ok("install", "codex", "--undo", "--yes")
    assert path.read_text("utf-8") == text


def test_what_somebody_else_called_the_same(local: Home) -> None:
    path = local.folder / ".cursor/mcp.json"
    path.parent.mkdir()
    path.write_text('{"mcpServers": {"sense-memory": {"command": "mine"}}}')
    run = local.ok("install", "cursor", "--yes")
    assert "says something else; it stays" in run.err
    assert server(local, "cursor") == ["mine"]
    local.ok("install", "cursor", "--undo", "--yes")
    assert server(local, "cursor") == ["mine"]


@pytest.mark.parametrize(
    ("host", "name", "text", "heard"),
    [
        ("claude-code", ".claude/settings.json", '{"disableAllHooks": true}', "disableAllHooks"),
        ("codex", ".codex/config.toml", "[features]\nhooks = false\n", "features.hooks is false"),
        ("codex", ".codex/config.toml", "[[hooks.Stop]]\nmatcher = ''\n", "Codex calls both"),
    ],
)
def test_a_host_whose_hooks_are_off_or_elsewhere(
    local: Home, host: str, name: str, text: str, heard: str
) -> None:
    path = local.folder / name
    path.parent.mkdir()
    path.write_text(text)
    assert heard in local.ok("install", host, "--yes").err
    assert heard in local.ok("install", host, "--yes").err, "also where nothing changes"


def test_a_host_that_nobody_knows(local: Home) -> None:
    run = local.run("install", "emacs")
    assert run.code == 2
    assert "claude-code, codex, cursor" in run.err


def test_without_a_profile_there_is_nothing_to_install(home: Home) -> None:
    run = home.run("install", "claude-code", "--yes")
    assert run.code == 1
    assert "sense-memory --profile default init" in run.err
    assert files(home) == {}


def test_for_programs(local: Home) -> None:
    shown = local.ok("--json", "install", "codex", "--dry-run").json
    assert (shown["host"], shown["done"], len(shown["files"])) == ("codex", False, 2)
    assert all(one["diff"].startswith("--- /dev/null") for one in shown["files"])
    done = local.ok("--json", "install", "codex", "--yes").json
    assert done == {**shown, "done": True}


def test_no_secret_goes_into_a_file(local: Home) -> None:
    key = local.folder / "a key"
    key.write_text(local.key_text)
    key.chmod(0o600)
    for host in SESSIONS:
        local.ok("--key-file", str(key), "install", host, "--yes")
    for name, data in files(local).items():
        local.check(data.decode())
        assert str(key) in data.decode(), name


# ------------------------------------------------------------------------- what the files call


def executable(path: Path) -> Path:
    """A program."""
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("place", "runner", "words"),
    [
        (".cache/uv/archive-v0/x1/bin", "uvx", ["--from", "sense-memory[mcp]", "sense-memory"]),
        (".cache/pipx/x1/bin", "pipx", ["run", "--spec", "sense-memory[mcp]", "sense-memory"]),
    ],
)
def test_a_program_that_was_only_fetched_is_fetched_again(
    place: str, runner: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called_as = executable(tmp_path / place / "sense-memory")
    monkeypatch.setattr(sys, "argv", [str(called_as)])
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="does not last"):
        program_of(Session("default", None, False, None))
    found = executable(tmp_path / "bin" / runner)
    monkeypatch.setenv("PATH", str(found.parent))
    program = program_of(Session("default", None, False, None))
    assert program.calling("mcp") == [str(found), *words, "mcp"]
    assert any("install" in note for note in program.notes)


def test_a_program_is_called_by_the_name_that_upgrades_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = executable(tmp_path / "tools" / "sense-memory-1.0" / "sense-memory")
    link = tmp_path / "bin" / "sense-memory"
    link.parent.mkdir()
    link.symlink_to(there)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["bin/sense-memory"])
    program = program_of(Session("work", "project:a b", False, None))
    options = ["--profile", "work", "--scope", "project:a b"]
    assert program.calling("hook", "codex", "stop") == [
        *(str(link), *options),
        *("hook", "codex", "stop"),
    ]
    words = shlex.split(program.as_hook("codex", "stop"))
    assert words[:-3] == [str(link), *options, "hook", "codex", "stop"]


@every_host
def test_a_program_that_cannot_be_started_stops_no_agent(local: Home, host: str) -> None:
    local.ok("install", host, "--yes")
    for event, command in hook_commands(local, host):
        for broken in ("/none/sense-memory", "sh -c 'exit 2'"):
            program, _, rest = command.partition(" hook ")
            assert program
            assert called(local, f"{broken} hook {rest}", "{}").code == 1, event


@every_host
def test_what_the_files_call_learns_and_tells(local: Home, host: str) -> None:
    local.ok("--scope", "project:the site's", "install", host, "--yes")
    talk = Talk.begun(host, local.folder)
    talk.exchange("I prefer tabs over spaces.", "Good.")
    commands = dict(hook_commands(local, host))
    stop, start = ("stop", "sessionStart") if host == "cursor" else ("Stop", "SessionStart")
    learned = called(local, commands[stop], talk.event(stop))
    assert (learned.code, learned.err) == (0, "")
    told = called(local, commands[start], talk.event(start))
    assert "tabs>spaces" in json.dumps(told.json)
    assert "tabs" in local.ok("--scope", "project:the site's", "persona", "recall").out


def test_the_server_that_the_files_name_answers(local: Home) -> None:
    for host in SESSIONS:
        local.ok("--scope", "project:site", "install", host, "--yes")
    local.ok("--scope", "project:site", "remember", "colour", "green")
    command, *arguments = server(local, "codex")
    assert all(server(local, host) == [command, *arguments] for host in SESSIONS)
    started = StdioServerParameters(command=command, args=arguments, env=local.environment)

    async def recalled() -> str:
        async with Client(started) as client:
            return text_of(await client.call_tool("recall", {"name": "colour"}))

    assert "green" in asyncio.run(recalled())
