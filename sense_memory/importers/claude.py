"""Claude's data export: the zip file, its folder, ``conversations.json``, or one conversation.

An export is an array of conversations, each with its messages in their order. Read is what the two
said to each other, without thoughts, calls of tools, and what was attached.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import InputError
from ..core.items import Item, Problem
from ..core.legible import label
from ..core.llm import Role
from .branch import branch
from .export_files import read_export
from .json_entries import CUT, Bytes, Entry, entries
from .newest import newest
from .options import Options
from .reading import Conversation, Reading

SOURCE = "claude"
_FILES = re.compile(r"conversations.*\.json", re.IGNORECASE)
_ARRAYS = frozenset({"conversations"})
_ROLES = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}


def read_claude(path: Path, options: Options) -> Iterator[Item]:
    """The messages of an export; see ``Importer``.

    Raises:
        InputError: The path cannot be read, or a user is asked for: an export is of one.
    """
    if options.user is not None:
        raise InputError("an export of Claude is of one user; leave the user out")
    reading = Reading(SOURCE, options)

    def read(file: Bytes, name: str) -> Iterator[Item]:
        for entry in entries(file, name, "conversation", _ARRAYS):
            if isinstance(entry, Problem):
                yield entry
            else:
                yield from _conversation(reading, entry, f"{name}, conversation {entry.number}")

    return newest(read_export(path, _FILES, read), options.limit)


def _conversation(reading: Reading, entry: Entry, place: str) -> Iterator[Item]:
    value = entry.value
    messages = value.get("chat_messages") if isinstance(value, dict) else None
    if not isinstance(messages, list):
        if entry.is_whole and not entry.is_around:
            yield Problem(place, "it is no conversation of Claude")
        return
    uuids = (each.get("uuid") for each in (value, *messages[:1]) if isinstance(each, dict))
    known = next((known for uuid in uuids if (known := label(uuid))), "unnamed")
    conversation = Conversation(known, label(value.get("name")))
    line = _line(value.get("current_leaf_message_uuid"), messages)
    for number, message in enumerate(messages, 1):
        here = f"{place}, message {number}"
        if not isinstance(message, dict):
            yield Problem(here, "it is no message")
        elif CUT not in message and (line is None or str(message.get("uuid")) in line):
            yield from _message(reading, conversation, message, here)


def _line(leaf: object, messages: list[object]) -> frozenset[str] | None:
    """Which messages are on the branch that was seen last, where the export says so."""
    parents = {
        uuid: message.get("parent_message_uuid")
        for message in messages
        if isinstance(message, dict) and isinstance(uuid := message.get("uuid"), str)
    }
    if not isinstance(leaf, str) or leaf not in parents:
        return None
    return frozenset(branch(leaf, parents))


def _message(
    reading: Reading, conversation: Conversation, message: Mapping[str, Any], place: str
) -> Iterator[Item]:
    role = message.get("sender")
    if not isinstance(role, str) or role not in _ROLES:
        yield Problem(place, "it does not say who said it")
        return
    yield from reading.said(
        conversation, _ROLES[role], _text(message), message.get("created_at"), place
    )


def _text(message: Mapping[str, Any]) -> str:
    """The words of a message: its blocks of text, or where there are none, its text."""
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [
        text
        for block in blocks
        if isinstance(block, dict) and block.get("type") == "text"
        if isinstance(text := block.get("text"), str) and text.strip()
    ]
    if texts:
        return "\n".join(texts)
    text = content if isinstance(content, str) else message.get("text")
    return text if isinstance(text, str) else ""
