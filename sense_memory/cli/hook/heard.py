"""What a host says to a hook: a JSON object on standard input.

Claude Code and Codex say ``session_id``, ``transcript_path`` (which Codex may leave null), ``cwd``,
``hook_event_name`` and, when a session begins, ``source``. Cursor says ``conversation_id``,
``cursor_version``, ``workspace_roots`` and ``transcript_path``, which is null where transcripts are
switched off. What else is said is of no use here.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..exits import Code, CommandError

_MOST = 32 * 2**20
"""Bytes; a host sends along what the agent said last."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What of it matters.

    Attributes:
        transcript: Where the session is written down; ``None`` if the host does not say.
        is_of_cursor: Cursor says it, which also calls the hooks of Claude Code.
    """

    transcript: Path | None
    is_of_cursor: bool


def heard() -> Heard:
    """What the host says.

    Raises:
        CommandError: It is something else.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise CommandError(Code.ERROR, "a hook is called by its host, with JSON on standard input")
    data = sys.stdin.buffer.read(_MOST + 1)
    if len(data) > _MOST:
        raise CommandError(Code.ERROR, f"the host said more than {_MOST:,} bytes")
    try:
        said: Any = json.loads(data)
    except (ValueError, RecursionError):  # UnicodeDecodeError is one
        said = None
    if not isinstance(said, dict):
        raise CommandError(Code.ERROR, "what the host said on standard input is no JSON object")
    named = said.get("transcript_path")
    if named is not None and (not isinstance(named, str) or "\0" in named):
        raise CommandError(Code.ERROR, "the host's transcript_path is no path")
    try:
        path = Path(named).expanduser() if named else None
    except RuntimeError:  # nobody here has the name behind its ~
        raise CommandError(Code.ERROR, "the host's transcript_path is no path") from None
    return Heard(path, is_of_cursor=isinstance(said.get("cursor_version"), str))
