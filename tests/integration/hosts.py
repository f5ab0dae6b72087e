"""The programs that agents run in, as they call hooks: transcripts, and what is said of them."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .shell import Home, Run

TOOL_SAID = "Quentin moved to Reykjavik in March."
"""What a tool answered; nobody said it."""
SESSIONS = {
    "claude-code": "6b0c1c9e-2f57-4d0e-9a53-0d9a1a3f7e11",
    "codex": "019a3f7e-11aa-7bbb-8ccc-0d9a1a3f7e11",
    "cursor": "e13fc9ba-0fe8-455e-b069-a0eb0b374502",
}


@dataclass
class Talk:
    """A session that is written down while it goes on, as one of the hosts does it.

    Attributes:
        host: Which.
        path: The transcript.
        session: What the host calls the session.
    """

    host: str
    path: Path
    session: str
    _number: int = field(default=0)

    @classmethod
    def begun(cls, host: str, folder: Path, session: str | None = None) -> "Talk":
        """A new one, in the place that the host has for it."""
        name = session or SESSIONS[host]
        place = {
            "claude-code": f".claude/projects/-work-site/{name}.jsonl",
            "codex": f".codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-{name}.jsonl",
            "cursor": f".cursor/projects/work-site/agent-transcripts/{name}/{name}.jsonl",
        }[host]
        talk = cls(host, folder / place, name)
        talk.path.parent.mkdir(parents=True, exist_ok=True)
        talk._write(talk._beginning())
        return talk

    def told(self, context: str) -> None:
        """What the hook said goes into the transcript, as far as the host writes it there."""
        reminder = f"<system-reminder>\nSessionStart hook: {context}\n</system-reminder>"
        self._write({"claude-code": [self._claude("user", reminder)]}.get(self.host, []))
        if self.host == "codex":
            self._write([self._codex("developer", context), self._codex("user", context)])
        if self.host == "cursor":
            self._write([self._cursor("user", context)])

    def exchange(self, asked: str, answered: str) -> None:
        """A person says something, a tool is called, the agent answers."""
        self._write(
            {
                "claude-code": self._claude_exchange,
                "codex": self._codex_exchange,
                "cursor": self._cursor_exchange,
            }[self.host](asked, answered)
        )

    def event(self, name: str, **more: Any) -> str:
        """What the host says to a hook."""
        said: dict[str, Any] = {
            "hook_event_name": name,
            "transcript_path": str(self.path),
            "cwd": "/home/ada/site",
        }
        if self.host == "cursor":
            said |= {
                "conversation_id": self.session,
                "generation_id": "g1",
                "model": "auto",
                "cursor_version": "3.13.25",
                "workspace_roots": ["/home/ada/site"],
                "user_email": None,
            }
        else:
            said |= {"session_id": self.session, "permission_mode": "default"}
        return json.dumps(said | more)

    # ------------------------------------------------------------------ each in its way

    def _write(self, records: list[dict[str, Any]]) -> None:
        with self.path.open("a") as file:
            file.writelines(json.dumps(one) + "\n" for one in records)

    def _time(self) -> str:
        self._number += 1
        return f"2026-11-20T10:{self._number // 60:02d}:{self._number % 60:02d}.000Z"

    def _beginning(self) -> list[dict[str, Any]]:
        if self.host == "codex":
            payload = {"id": self.session, "cwd": "/home/ada/site", "originator": "codex_cli_rs"}
            return [{"timestamp": self._time(), "type": "session_meta", "payload": payload}]
        if self.host == "claude-code":
            return [{"type": "summary", "summary": "Earlier work", "leafUuid": "l"}]
        return []

    def _claude(self, role: str, content: Any) -> dict[str, Any]:
        return {
            "parentUuid": None,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/ada/site",
            "sessionId": self.session,
            "version": "2.1.30",
            "type": role,
            "message": {"role": role, "content": content},
            "uuid": f"u{self._number}",
            "timestamp": self._time(),
        }

    def _claude_exchange(self, asked: str, answered: str) -> list[dict[str, Any]]:
        call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "cat who"}}
        result = {"type": "tool_result", "tool_use_id": "t1", "content": TOOL_SAID}
        return [
            self._claude("user", asked),
            self._claude("assistant", [{"type": "thinking", "thinking": "hm"}, call]),
            self._claude("user", [result]),
            self._claude("assistant", [{"type": "text", "text": answered}]),
        ]

    def _codex(self, role: str, text: str) -> dict[str, Any]:
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": text}]
        payload = {"type": "message", "role": role, "content": content}
        return {"timestamp": self._time(), "type": "response_item", "payload": payload}

    def _codex_exchange(self, asked: str, answered: str) -> list[dict[str, Any]]:
        output = {"type": "function_call_output", "call_id": "c1", "output": TOOL_SAID}
        return [
            self._codex("user", asked),
            {"timestamp": self._time(), "type": "response_item", "payload": output},
            self._codex("assistant", answered),
        ]

    def _cursor(self, role: str, text: str, *more: dict[str, Any]) -> dict[str, Any]:
        return {"role": role, "message": {"content": [{"type": "text", "text": text}, *more]}}

    def _cursor_exchange(self, asked: str, answered: str) -> list[dict[str, Any]]:
        call = {"type": "tool_use", "name": "Shell", "input": {"command": f"echo {TOOL_SAID}"}}
        typed = f"<timestamp>Friday</timestamp>\n<user_query>\n{asked}\n</user_query>"
        return [
            self._cursor("user", typed),
            self._cursor("assistant", "[REDACTED]", call),
            self._cursor("assistant", answered),
            {"type": "turn_ended", "status": "success"},
        ]


def called(home: Home, command: str | list[str], stdin: str) -> Run:
    """Run a hook as a host does: a command line in a shell, or a program and its words."""
    result = subprocess.run(
        command,
        shell=isinstance(command, str),
        input=stdin.encode(),
        capture_output=True,
        env=home.environment,
        cwd=home.folder,
        timeout=50,
        check=False,
    )
    run = Run(result.returncode, result.stdout.decode(), result.stderr.decode())
    home.check(run.out + run.err)
    return run


def hook_commands(home: Home, host: str) -> Iterator[tuple[str, str]]:
    """Events of a host and the command lines that its files have for them."""
    name = {
        "claude-code": ".claude/settings.json",
        "codex": ".codex/hooks.json",
        "cursor": ".cursor/hooks.json",
    }[host]
    for event, groups in json.loads((home.folder / name).read_text())["hooks"].items():
        for group in groups:
            for one in group.get("hooks", [group]):
                yield event, one["command"]
