"""Letta: agent files (``.af``), and lists of blocks or passages as its interface answers them.

An agent file of today has arrays of agents and blocks, one of before is a single agent. Of an agent
its conversation is read, of its memory the blocks, line by line, and what it has archived.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import InputError
from ..core.items import Item, Problem
from ..core.legible import label
from ..core.llm import Role
from .export_files import read_export
from .json_entries import CUT, Bytes, Entry, entries
from .newest import newest
from .options import Options
from .reading import Conversation, Reading

SOURCE = "letta"
_FILES = re.compile(r".*\.(af|af\.json)", re.IGNORECASE)
_PASSAGES = frozenset({"passages", "archival_memory", "archival_passages"})
_ARRAYS = frozenset({"agents", "blocks"}) | _PASSAGES
_BLOCKS = ("blocks", "core_memory", "memory_blocks")
"""Where an agent has its blocks, by the age of the file."""
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_TO_THE_USER = "send_message"
"""The tool that an agent speaks with; with it, what it writes besides are its thoughts."""
_LIST_MARK = re.compile(r"^[-*•](?:[ \t]+|$)")


def read_letta(path: Path, options: Options) -> Iterator[Item]:
    """What agents remember and have talked about; see ``Importer``.

    A conversation is named as its agent: the ids in an agent file are numbers within it.

    Raises:
        InputError: The path cannot be read, or a user is asked for: an agent file names none.
    """
    if options.user is not None:
        raise InputError("an agent file of Letta names no users; leave the user out")
    reading = Reading(SOURCE, options)

    def read(file: Bytes, name: str) -> Iterator[Item]:
        for entry in entries(file, name, "entry", _ARRAYS):
            if isinstance(entry, Problem):
                yield entry
            else:
                yield from _entry(reading, entry, f"{name}, {entry.key or 'entry'} {entry.number}")

    return newest(read_export(path, _FILES, read), options.limit)


def _entry(reading: Reading, entry: Entry, place: str) -> Iterator[Item]:
    value = entry.value if isinstance(entry.value, dict) else {}
    if (entry.key == "agents" and value) or isinstance(value.get("messages"), list):
        yield from _agent(reading, value, place)
    elif CUT in value or entry.is_around:
        return
    elif isinstance(value.get("label"), str):
        yield from _block(reading, value, place)
    elif isinstance(value.get("text"), str):
        yield from _passage(reading, value, place)
    elif entry.is_whole:
        yield Problem(place, "it is no agent, block or passage of Letta")


def _agent(reading: Reading, agent: Mapping[str, Any], place: str) -> Iterator[Item]:
    name = label(agent.get("name"))
    conversation = Conversation(name or label(agent.get("id")) or "unnamed", name)
    for message, here in _each(agent, "messages", place):
        yield from _message(reading, conversation, message, here)
    for key in _BLOCKS:
        for block, here in _each(agent, key, place):
            yield from _block(reading, block, here)
    for key in sorted(_PASSAGES):
        for passage, here in _each(agent, key, place):
            yield from _passage(reading, passage, here)


def _each(
    agent: Mapping[str, Any], key: str, place: str
) -> Iterator[tuple[Mapping[str, Any], str]]:
    """What an agent has of something, with places; what is no object is an empty one."""
    values = agent.get(key)
    for number, value in enumerate(values if isinstance(values, list) else (), 1):
        if not isinstance(value, dict):
            yield {}, f"{place}, {key} {number}"
        elif CUT not in value:
            yield value, f"{place}, {key} {number}"


def _block(reading: Reading, block: Mapping[str, Any], place: str) -> Iterator[Item]:
    """A block of core memory, one statement a line, about what the block is for."""
    value = block.get("value")
    if not isinstance(value, str):
        yield Problem(place, "the block has no text")
        return
    time = block.get("updated_at") or block.get("created_at")
    for line in value.splitlines():
        text = _LIST_MARK.sub("", line.strip())
        yield from reading.stated(block.get("label"), text, time, "block", place)


def _passage(reading: Reading, passage: Mapping[str, Any], place: str) -> Iterator[Item]:
    text = passage.get("text")
    if not isinstance(text, str):
        yield Problem(place, "the passage has no text")
        return
    tags = passage.get("tags")
    labels = tags if isinstance(tags, list) else ()
    yield from reading.stated("", text, passage.get("created_at"), "passage", place, labels=labels)


def _message(
    reading: Reading, conversation: Conversation, message: Mapping[str, Any], place: str
) -> Iterator[Item]:
    role = message.get("role")
    if not isinstance(role, str):
        yield Problem(place, "it does not say who said it")
        return
    if role not in _ROLES:
        return
    texts = _asked(message) if _ROLES[role] is Role.USER else _answered(message)
    for text in texts:
        yield from reading.said(conversation, _ROLES[role], text, message.get("created_at"), place)


def _asked(message: Mapping[str, Any]) -> list[str]:
    """What a user wrote. It may be packed in JSON; what other events pack there, nobody wrote."""
    text = _text(message)
    if not text.startswith("{"):
        return [text]
    packed = _object(text)
    if packed is None or not isinstance(packed.get("type"), str):
        return [text]
    words = packed.get("message")
    return [words] if packed["type"] == "user_message" and isinstance(words, str) else []


def _answered(message: Mapping[str, Any]) -> list[str]:
    """What an agent said: with its tool for that, or in a message that calls no tool."""
    calls = message.get("tool_calls")
    if not isinstance(calls, list) or not calls:
        return [_text(message)]
    said: list[str] = []
    for call in calls:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or function.get("name") != _TO_THE_USER:
            continue
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            arguments = _object(arguments)
        words = arguments.get("message") if isinstance(arguments, dict) else None
        said += [words] if isinstance(words, str) else []
    return said


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content", message.get("text"))
    if isinstance(content, str):
        return content.strip()
    blocks = content if isinstance(content, list) else []
    texts = (
        block.get("text")
        for block in blocks
        if isinstance(block, dict) and block.get("type") == "text"
    )
    return "\n".join(text for text in texts if isinstance(text, str)).strip()
