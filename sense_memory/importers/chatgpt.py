"""ChatGPT's data export: the zip file, its folder, ``conversations.json``, or one conversation.

An export is an array of conversations, in newer ones cut into ``conversations-000.json`` and so
on. A conversation is a tree of messages; read is the branch that its owner saw last. Of that,
only what the two said to each other: no instructions, thoughts, searches, or calls of tools.
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
from .times import ImpossibleTimeError, moment

SOURCE = "chatgpt"
_FILES = re.compile(r"conversations.*\.json", re.IGNORECASE)
_ARRAYS = frozenset({"conversations"})
_SAID = ("text", "multimodal_text")
"""The types of content that were said; others are thoughts, code, what a tool answered."""
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_CITATION = re.compile("\ue200(?:file)?cite[^\ue201]{0,2000}+\ue201")
"""A reference to a page or file that was found, in characters that mean nothing elsewhere."""


def read_chatgpt(path: Path, options: Options) -> Iterator[Item]:
    """The messages of an export; see ``Importer``.

    Raises:
        InputError: The path cannot be read, or a user is asked for: an export is of one.
    """
    if options.user is not None:
        raise InputError("an export of ChatGPT is of one user; leave the user out")
    reading = Reading(SOURCE, options)

    def read(file: Bytes, name: str) -> Iterator[Item]:
        for entry in entries(file, name, "conversation", _ARRAYS):
            yield from (
                [entry] if isinstance(entry, Problem) else _conversation(reading, entry, name)
            )

    return newest(read_export(path, _FILES, read), options.limit)


def _conversation(reading: Reading, entry: Entry, name: str) -> Iterator[Item]:
    place = f"{name}, conversation {entry.number}"
    value = entry.value
    nodes = value.get("mapping") if isinstance(value, dict) else None
    if not isinstance(nodes, dict):
        if entry.is_whole and not entry.is_around:
            yield Problem(place, "it is no conversation of ChatGPT")
        return
    parents = {
        key: node.get("parent")
        for key, node in nodes.items()
        if isinstance(node, dict) and CUT not in node
    }
    if not parents:
        if nodes and entry.is_whole:
            yield Problem(place, "none of its messages can be read")
        return
    names = (value.get("conversation_id"), value.get("id"), next(iter(parents)))
    known = next((known for each in names if (known := label(each))), "unnamed")
    conversation = Conversation(known, label(value.get("title")))
    leaf = value.get("current_node")
    if not isinstance(leaf, str) or leaf not in parents:
        leaf = _latest(nodes, parents)
    for number, key in enumerate(branch(leaf, parents), 1):
        message = nodes[key].get("message")
        if isinstance(message, dict):
            yield from _message(reading, conversation, message, f"{place}, message {number}")
        elif message is not None:
            yield Problem(f"{place}, message {number}", "it is no message")


def _latest(nodes: Mapping[str, Any], parents: Mapping[str, object]) -> str:
    """Where a conversation ends that does not say so: the newest of its ends."""
    inner = {parent for parent in parents.values() if isinstance(parent, str)}
    ends = [key for key in parents if key not in inner] or list(parents)

    def time(key: str) -> float:
        message = nodes[key].get("message")
        try:
            return moment(message.get("create_time") if isinstance(message, dict) else None) or 0.0
        except ImpossibleTimeError:
            return 0.0

    return max(reversed(ends), key=time)


def _message(
    reading: Reading, conversation: Conversation, message: Mapping[str, Any], place: str
) -> Iterator[Item]:
    author, content = message.get("author"), message.get("content")
    if not isinstance(author, dict) or not isinstance(content, dict):
        yield Problem(place, "it has no author or no content")
        return
    role = author.get("role")
    details = message.get("metadata")
    is_hidden = isinstance(details, dict) and details.get("is_visually_hidden_from_conversation")
    is_to_all = message.get("recipient") in (None, "all")
    is_said = content.get("content_type") in _SAID and is_to_all and not is_hidden
    if not isinstance(role, str) or role not in _ROLES or not is_said:
        return
    parts = content.get("parts")
    if not isinstance(parts, list):
        yield Problem(place, "its content has no parts")
        return
    text = "\n".join(piece for part in parts if (piece := _spoken(part)))
    yield from reading.said(
        conversation,
        _ROLES[role],
        _CITATION.sub("", text),
        message.get("create_time"),
        place,
        speaker=author.get("name"),
    )


def _spoken(part: object) -> str:
    """The words of a part: a text, or what was understood of a recording; pictures have none."""
    if isinstance(part, dict) and part.get("content_type") == "audio_transcription":
        part = part.get("text")
    return part if isinstance(part, str) else ""
