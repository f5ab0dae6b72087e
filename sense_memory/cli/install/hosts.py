"""What each host's configuration is to hold: the server, and hooks.

Claude Code (code.claude.com/docs/en/mcp, /hooks and /settings, 2.1): servers of a person are in
``~/.claude.json`` under ``mcpServers``, as ``claude mcp add --scope user`` writes them, those of a
project in ``.mcp.json``; hooks are in ``settings.json`` of ``~/.claude``, and what of a project is
one person's own in ``.claude/settings.local.json``. ``$CLAUDE_CONFIG_DIR`` stands in for both
``~/.claude`` and the home folder. A session's end is given 1.5 s unless a hook asks for more.

Codex (developers.openai.com/codex/config-reference and /hooks, where they are on by default since
the spring of 2026; github.com/openai/codex, codex-rs/hooks and codex-rs/config): servers are tables
``[mcp_servers.NAME]`` of ``config.toml`` in ``~/.codex`` or ``$CODEX_HOME``, hooks are beside it in
``hooks.json``. A project has the same files in ``.codex``. A new hook is passed over until the
person trusts it. Not every version has an event at the end of a session, so none is used: it is
learned from after each answer.

Cursor (cursor.com/docs/context/mcp and /docs/agent/hooks; hooks came with 1.7, those of sessions in
January 2026): ``mcp.json`` and ``hooks.json``, version 1, in ``~/.cursor`` or a project's
``.cursor``.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .entry import Entry, HostFile
from .program import NAME, Program

START, COMPACT, STOP, END = "start", "compact", "stop", "end"
SECONDS = {START: 30, COMPACT: 60, STOP: 60, END: 20}
"""What a hook may take; it takes a fraction, but for the first time in a long session."""
_ANEW = "startup|clear|compact"
"""When a session has not been told yet: one that is resumed has."""


@dataclass(frozen=True, slots=True)
class Host:
    """A program that agents run in.

    Attributes:
        name: What it is called here.
        title: What people call it.
        files: Its files, given how this program is called and the folder of a project, if any.
        notes: What a person has to know or do, in sentences.
    """

    name: str
    title: str
    files: Callable[[Program, Path | None], tuple[HostFile, ...]]
    notes: tuple[str, ...]


def _claude_code(program: Program, project: Path | None) -> tuple[HostFile, ...]:
    if project is not None:
        servers, settings = project / ".mcp.json", project / ".claude" / "settings.local.json"
    elif chosen := os.environ.get("CLAUDE_CONFIG_DIR"):
        folder = Path(chosen).expanduser().absolute()
        servers, settings = folder / ".claude.json", folder / "settings.json"
    else:
        home = Path.home()
        servers, settings = home / ".claude.json", home / ".claude" / "settings.json"
    hooks = _groups(
        *("claude-code", program),
        SessionStart=(START, _ANEW),
        PreCompact=(COMPACT, "manual|auto"),
        Stop=(STOP, None),
        SessionEnd=(END, None),
    )
    server = _server("mcpServers", program, type="stdio")
    return (
        HostFile(servers, (server,)),
        HostFile(settings, hooks, remarks=_switched_off_in_claude_code),
    )


def _switched_off_in_claude_code(said: Mapping[str, Any]) -> list[str]:
    if said.get("disableAllHooks") is True:
        return ["disableAllHooks is set in it: no hook is called until that is taken out"]
    return []


def _codex(program: Program, project: Path | None) -> tuple[HostFile, ...]:
    chosen = os.environ.get("CODEX_HOME")
    if project is not None:
        folder = project / ".codex"
    else:
        folder = Path(chosen).expanduser().absolute() if chosen else Path.home() / ".codex"
    hooks = _groups(
        *("codex", program),
        SessionStart=(START, _ANEW),
        PreCompact=(COMPACT, None),
        Stop=(STOP, None),
    )
    server = _server("mcp_servers", program)
    return (
        HostFile(folder / "config.toml", (server,), remarks=_hooks_in_codex),
        HostFile(folder / "hooks.json", hooks),
    )


def _hooks_in_codex(said: Mapping[str, Any]) -> list[str]:
    features, hooks = said.get("features"), said.get("hooks")
    found = [
        f"features.{name} is false in it: no hook is called until that is changed"
        for name in ("hooks", "codex_hooks")
        if isinstance(features, dict) and features.get(name) is False
    ]
    if isinstance(hooks, dict) and any(isinstance(one, list) for one in hooks.values()):
        found.append("it has hooks too, beside hooks.json: Codex calls both, and remarks on it")
    return found


def _cursor(program: Program, project: Path | None) -> tuple[HostFile, ...]:
    folder = (project or Path.home()) / ".cursor"
    called = {"sessionStart": START, "preCompact": COMPACT, "stop": STOP, "sessionEnd": END}
    hooks = tuple(
        Entry(
            ("hooks", event),
            {"command": program.as_hook("cursor", ours), "timeout": SECONDS[ours]},
            is_item=True,
            calls=f"hook cursor {ours}",
        )
        for event, ours in called.items()
    )
    version = Entry(("version",), 1)
    server = _server("mcpServers", program)
    return (
        HostFile(folder / "mcp.json", (server,)),
        HostFile(folder / "hooks.json", hooks, frame=(version,)),
    )


def _server(table: str, program: Program, **more: str) -> Entry:
    command, *arguments = program.calling("mcp")
    value: dict[str, Any] = {**more, "command": command, "args": arguments}
    return Entry((table, NAME), value)


def _groups(host: str, program: Program, **events: tuple[str, str | None]) -> tuple[Entry, ...]:
    """Hooks as Claude Code and Codex have them: groups, each with what it waits for."""
    found: list[Entry] = []
    for event, (ours, matcher) in events.items():
        command = {
            "type": "command",
            "command": program.as_hook(host, ours),
            "timeout": SECONDS[ours],
        }
        group = {"hooks": [command]}
        value = group if matcher is None else {"matcher": matcher, **group}
        found.append(Entry(("hooks", event), value, is_item=True, calls=f"hook {host} {ours}"))
    return tuple(found)


HOSTS: Mapping[str, Host] = {
    one.name: one
    for one in (
        Host(
            "claude-code",
            "Claude Code",
            _claude_code,
            ("sessions that run now have it after they are started again",),
        ),
        Host(
            "codex",
            "Codex",
            _codex,
            (
                "Codex passes a new hook over until you trust it: type /hooks in it, and look",
                "Codex says nothing when a session ends: what was broken off comes with the next",
            ),
        ),
        Host(
            "cursor",
            "Cursor",
            _cursor,
            (
                "not every Cursor gives its model what a hook says: there the agent asks the tools",
                "where Cursor keeps no transcripts, only what the agent keeps is learned",
            ),
        ),
    )
}
