"""OpenClaw's sessions: ``~/.openclaw/agents/<agent>/sessions/*.jsonl``.

Everything that was said is read, in the order in which it was written: of a conversation that went
back and on another way both ways, and what was put aside when it was begun anew. Left out are
thoughts, calls of tools and their results, and what the program says to the model in a person's
name. What it writes around a person's words is taken off, and the person's name kept.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.items import Item, Mark, Marked, Problem
from ..core.legible import label
from ..core.llm import Role
from .options import Options
from .reading import Conversation, Reading
from .times import ImpossibleTimeError, moment
from .transcripts import Transcripts, read_grown, read_transcripts, words

SOURCE = "openclaw"
_FILES = re.compile(r"(?!.*\.(?:checkpoint|trajectory)\.).+\.jsonl(?:\.reset\..+)?")
"""Sessions, and those that were put aside; not the copies, nor what was deleted."""
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_WORDS = frozenset({"text"})
_MIRROR = "delivery-mirror"
"""The model of what was sent to a person by a tool, or copied from the message before."""

_ABOUT = re.compile(
    r"[A-Z][\w ]{2,60} \(untrusted[^()\n]{0,60}\):\s{0,8}```json\s(.{0,20000}?)\s```\s*", re.DOTALL
)
_WHEN = re.compile(r"\[[^\[\]\n]{0,200}\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\[\]\n]{0,60}\]\s*")
_NUMBERED = re.compile(r"^\[message_id: [^\[\]\n]{1,200}\][ \t]{0,8}$\n?", re.MULTILINE)
_REPLY = re.compile(r"\[\[\s{0,4}reply_to[^\[\]\n]{0,200}\]\]\s*")
_BY_THE_PROGRAM = (
    "A new session was started via ",
    "Pre-compaction memory flush",
    "Read HEARTBEAT.md",
    "System: [",
    "[cron:",
)
"""How messages begin that stand in a person's name and are none's."""
_SAID_TO_NOBODY = frozenset({"HEARTBEAT_OK", "NO_REPLY"})


def read_openclaw(path: Path, options: Options) -> Iterator[Item]:
    """The messages of a session, or of the sessions in a folder; see ``Importer``.

    Raises:
        InputError: The path cannot be read, or a user is asked for.
    """
    return read_transcripts(path, options, _OPENCLAW)


def read_openclaw_grown(path: Path, marks: Mapping[str, Mark]) -> Iterator[Item | Marked]:
    """What is new since the marks were made; see ``read_grown``.

    Raises:
        InputError: The path cannot be read.
    """
    return read_grown(path, marks, _OPENCLAW)


class _Session:
    def __init__(self, reading: Reading, stem: str, state: str) -> None:
        self._reading = reading
        self._id: str = label(stem) or "unnamed"
        self._last = ""
        """Which text the agent said last, by its hash."""
        if state:
            self._id, self._last = json.loads(state)

    @property
    def state(self) -> str:
        return json.dumps([self._id, self._last])

    def take(self, record: Mapping[str, Any], place: str) -> Iterator[Item]:
        kind = record.get("type")
        if kind == "session":
            self._id = label(record.get("id")) or self._id
        if kind != "message":
            return
        message = record.get("message")
        text = words(message.get("content"), _WORDS) if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(role := message.get("role"), str):
            yield Problem(place, "it is no message of OpenClaw")
            return
        if role not in _ROLES:
            return
        if text is None:
            yield Problem(place, "it is no message of OpenClaw")
            return
        speaker = ""
        if _ROLES[role] is Role.USER:
            text, speaker = _of_the_person(text)
        elif not (text := self._of_the_agent(text, message)):
            return
        yield from self._reading.said(
            Conversation(self._id),
            _ROLES[role],
            text,
            _time(record, message),
            place,
            speaker=speaker,
        )

    def _of_the_agent(self, text: str, message: Mapping[str, Any]) -> str:
        """What an agent said, unless to nobody, or a second time."""
        text = _REPLY.sub("", text).strip()
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
        is_copy = message.get("model") == _MIRROR and digest == self._last
        self._last = digest if text else self._last
        return "" if is_copy or text in _SAID_TO_NOBODY else text


_OPENCLAW = Transcripts(SOURCE, _FILES, _Session)


def _time(record: Mapping[str, Any], message: Mapping[str, Any]) -> object:
    """When it was said, or if that is no time, when it was written down."""
    said, written = message.get("timestamp"), record.get("timestamp")
    try:
        return said if moment(said) is not None or written is None else written
    except ImpossibleTimeError:
        return written or said


def _of_the_person(text: str) -> tuple[str, str]:
    """What a person said, without what is written around it, and the name of the person."""
    speaker = ""
    text = text.strip()
    while found := _ABOUT.match(text):
        speaker = _name(found[1]) or speaker
        text = text[found.end() :]
    if (found := _WHEN.match(text)) and found.end() < len(text):
        text = text[found.end() :]
    text = _NUMBERED.sub("", text).strip()
    if speaker and text.startswith(f"{speaker}: "):
        text = text.removeprefix(f"{speaker}: ")
    return ("", "") if text.startswith(_BY_THE_PROGRAM) else (text, speaker)


def _name(about: str) -> str:
    try:
        known = json.loads(about)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(known, dict):
        return ""
    return label(known.get("name")) or label(known.get("sender"))
