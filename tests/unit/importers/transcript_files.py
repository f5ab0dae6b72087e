"""Transcripts for tests: what OpenClaw, Claude Code and Codex write, a list of records each."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Record = dict[str, Any]

HOUR = 1_767_600_000
"""2026-01-05T08:00:00Z, when the conversations of the tests begin."""


def iso(seconds: int) -> str:
    return f"2026-01-05T08:{seconds // 60:02}:{seconds % 60:02}.000Z"


def write(path: Path, records: Iterable[Record]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def append(path: Path, records: Iterable[Record]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def openclaw_header(session: str = "s-1") -> Record:
    return {"type": "session", "version": 3, "id": session, "timestamp": iso(0), "cwd": "/home/a"}


def openclaw(role: str, content: object, at: int = 1, **message: object) -> Record:
    """A message of OpenClaw, ``at`` so many seconds after the hour."""
    return {
        "type": "message",
        "id": f"m{at}",
        "parentId": f"m{at - 1}",
        "timestamp": iso(at),
        "message": {"role": role, "content": content, "timestamp": (HOUR + at) * 1000, **message},
    }


def text(*texts: str, kind: str = "text") -> list[Record]:
    return [{"type": kind, "text": text} for text in texts]


def claude_code(role: str, content: object, at: int = 1, **record: object) -> Record:
    """A record of Claude Code."""
    return {
        "parentUuid": None,
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/a/project",
        "sessionId": "c-1",
        "type": role,
        "message": {"role": role, "content": content},
        "uuid": f"u{at}",
        "timestamp": iso(at),
        **record,
    }


CODEX_ID = "019f5c5a-eb02-7ff0-90af-653b66eba9f4"


def codex_header(session: str = CODEX_ID, **payload: Any) -> Record:
    about = {"id": session, "timestamp": iso(0), "cwd": "/tmp", "source": "cli", **payload}
    return {"timestamp": iso(0), "type": "session_meta", "payload": about}


def codex(role: str, texts: list[str], at: int = 1) -> Record:
    kind = "output_text" if role == "assistant" else "input_text"
    message = {"type": "message", "role": role, "content": text(*texts, kind=kind)}
    return {"timestamp": iso(at), "type": "response_item", "payload": message}
