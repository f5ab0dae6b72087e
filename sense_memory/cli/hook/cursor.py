"""Cursor's transcripts, as its hooks name them: ``…/agent-transcripts/<id>/<id>.jsonl``.

A line is ``{"role": "user", "message": {"content": [{"type": "text", "text": …}]}}``, as Cursor of
2026 writes it for "tooling and hooks"; there is neither a time in it nor a name, and lines such as
``{"type": "turn_ended"}`` stand between. What a person typed is between ``<user_query>`` tags, if
anything is put around it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.items import Item, Mark, Marked, Problem
from ...core.legible import label
from ...core.llm import Role
from ...importers.reading import Conversation, Reading
from ...importers.transcripts import TOLD, Transcripts, read_grown, without, words

SOURCE = "cursor"
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_WORDS = frozenset({"text"})
_TYPED = re.compile(r"<user_query>(.*?)</user_query>", re.DOTALL)
_AROUND = (
    "timestamp",
    "attached_files",
    "open_and_recently_viewed_files",
    "system_reminder",
    "system-reminder",
    "user_info",
    "git_status",
    "rules",
    "agent_skills",
)
"""Between which tags stands what is put around a person's words."""
_HIDDEN = re.compile(r"^\[REDACTED\]\s*$", re.MULTILINE)
"""What stands for a thought."""


def read_cursor_grown(path: Path, marks: Mapping[str, Mark]) -> Iterator[Item | Marked]:
    """What is new since the marks were made; see ``read_grown``.

    Raises:
        InputError: The path cannot be read.
    """
    return read_grown(path, marks, _CURSOR)


class _Session:
    state = ""

    def __init__(self, reading: Reading, stem: str, _: str) -> None:
        self._reading = reading
        self._conversation = Conversation(label(stem) or "unnamed")

    def take(self, record: Mapping[str, Any], place: str) -> Iterator[Item]:
        role, message = record.get("role"), record.get("message")
        if not isinstance(role, str) or role not in _ROLES:
            return
        text = words(message.get("content"), _WORDS) if isinstance(message, dict) else None
        if text is None:
            yield Problem(place, "it is no message of Cursor")
            return
        text = without(text, (TOLD,))
        said = _of_the_person(text) if role == "user" else _HIDDEN.sub("", text).strip()
        yield from self._reading.said(self._conversation, _ROLES[role], said, None, place)


_CURSOR = Transcripts(SOURCE, re.compile(r".+\.jsonl"), _Session)


def _of_the_person(text: str) -> str:
    """What a person typed, without what is put around it."""
    typed = _TYPED.findall(text)
    return "\n".join(one.strip() for one in typed) if typed else without(text, _AROUND)
