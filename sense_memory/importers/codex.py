"""Codex's sessions: ``~/.codex/sessions/<year>/<month>/<day>/rollout-….jsonl``.

Read is what a person and the agent said to each other. Left out are thoughts, calls of tools and
their results, what the program puts into the conversation in a person's name, and whole sessions
of agents that the agent began. Sessions of before September 2025 have their records bare, and no
times but that of their beginning.

A session that was forked from another begins with a copy of it, and nothing in it says where that
ends: it is a conversation of its own, and what it copies is in both.
"""

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
from .transcripts import TOLD, Transcripts, read_grown, read_transcripts, without, words

SOURCE = "codex"
_FILES = re.compile(r"rollout-.+\.jsonl(?:\.zst)?")
"""Sessions, and those that Codex has packed, which people are told of."""
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_WORDS = frozenset({"input_text", "output_text", "text"})
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")

_AROUND = re.compile(
    r"<((?:environment_context|user_instructions|permissions instructions|collaboration_mode"
    r"|multi_agent_mode|apps_instructions|skills_instructions|plugins_instructions"
    r"|recommended_plugins|personality_spec|token_budget|model_switch|user_shell_command"
    r"|turn_aborted|subagent_notification|goal_context|user_action|skill|hook_prompt))"
    r"(?: [^<>]{0,200})?>|# (AGENTS)\.md instructions "
)
"""How what the program says in a person's name begins, before the person's words."""
_REQUEST = "## My request for Codex:"
"""What an editor writes before a person's words, behind its own."""


def read_codex(path: Path, options: Options) -> Iterator[Item]:
    """The messages of a session, or of the sessions in a folder; see ``Importer``.

    Raises:
        InputError: The path cannot be read, or a user is asked for.
    """
    return read_transcripts(path, options, _CODEX)


def read_codex_grown(path: Path, marks: Mapping[str, Mark]) -> Iterator[Item | Marked]:
    """What is new since the marks were made; see ``read_grown``.

    Raises:
        InputError: The path cannot be read.
    """
    return read_grown(path, marks, _CODEX)


class _Session:
    def __init__(self, reading: Reading, stem: str, state: str) -> None:
        self._reading = reading
        found = _UUID.search(stem)
        self._id: str = found[0] if found else label(stem) or "unnamed"
        self._begun: str | None = None
        self._is_known = False
        self._is_agents = False
        if state:
            self._id, self._begun, self._is_known, self._is_agents = json.loads(state)

    @property
    def state(self) -> str:
        return json.dumps([self._id, self._begun, self._is_known, self._is_agents])

    def take(self, record: Mapping[str, Any], place: str) -> Iterator[Item]:
        kind, payload = record.get("type"), record.get("payload")
        if kind is None and "id" in record:  # the first record of a bare session
            kind, payload = "session_meta", record
        elif kind == "message":  # another of a bare session
            kind, payload = "response_item", record
        if kind == "session_meta" and isinstance(payload, dict):
            self._begin(payload)
        if kind != "response_item" or self._is_agents:
            return
        if not isinstance(payload, dict):
            yield Problem(place, "it is no message of Codex")
            return
        role = payload.get("role")
        if payload.get("type") != "message" or not isinstance(role, str) or role not in _ROLES:
            return
        text = words(payload.get("content"), _WORDS)
        if text is None:
            yield Problem(place, "it is no message of Codex")
            return
        yield from self._reading.said(
            Conversation(self._id),
            _ROLES[role],
            _of_the_person(text) if role == "user" else without(text, (TOLD,)),
            record.get("timestamp") or self._begun,
            place,
        )

    def _begin(self, header: Mapping[str, Any]) -> None:
        """What the first header says; those behind it are copies of another session's."""
        if self._is_known:
            return
        self._is_known = True
        self._id = label(header.get("id")) or self._id
        begun = header.get("timestamp")
        self._begun = begun if isinstance(begun, str) else None
        source = header.get("source")
        self._is_agents = (
            header.get("thread_source") == "subagent"
            or isinstance(header.get("parent_thread_id"), str)
            or (isinstance(source, dict) and not {"subagent", "internal"}.isdisjoint(source))
        )


_CODEX = Transcripts(SOURCE, _FILES, _Session)


def _of_the_person(text: str) -> str:
    """What a person typed, without what is put around it."""
    text = without(text, (TOLD,))
    while found := _AROUND.match(text):
        closing = "</INSTRUCTIONS>" if found[2] else f"</{found[1]}>"
        # what is cut off was nobody's words either
        text = text[found.end() :].partition(closing)[2].strip()
    return text.rpartition(_REQUEST)[2].strip()
