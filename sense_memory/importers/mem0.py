"""What mem0 answers to ``get_all()``, as JSON: memories, and relations where it has a graph."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import InputError
from ..core.items import Item, Problem
from .export_files import read_export
from .json_entries import CUT, Bytes, Entry, entries
from .newest import newest
from .options import Options
from .reading import Reading

SOURCE = "mem0"
_FILES = re.compile(r".*mem(0|or).*\.json", re.IGNORECASE)
_ARRAYS = frozenset({"results", "memories", "relations"})
_OWNERS = (("user_id", "user"), ("agent_id", "agent"), ("run_id", "run"))
"""Whose memory it is, the first of these that is said; and what such a one is."""


def read_mem0(path: Path, options: Options) -> Iterator[Item]:
    """The statements of an answer, with the user or agent as the subject; see ``Importer``.

    Raises:
        InputError: The path cannot be read, or a conversation is asked for: there are none.
    """
    if options.conversation is not None:
        raise InputError("mem0 keeps no conversations; leave the conversation out")
    reading = Reading(SOURCE, options)

    def read(file: Bytes, name: str) -> Iterator[Item]:
        for entry in entries(file, name, "memory", _ARRAYS):
            if isinstance(entry, Problem):
                yield entry
            elif entry.key == "relations":
                yield from _relation(reading, entry, f"{name}, relation {entry.number}")
            else:
                yield from _memory(reading, entry, f"{name}, memory {entry.number}")

    return newest(read_export(path, _FILES, read), options.limit)


def _memory(reading: Reading, entry: Entry, place: str) -> Iterator[Item]:
    value = entry.value if isinstance(entry.value, dict) else {}
    if CUT in value:
        return
    text = value.get("memory", value.get("text"))
    if not isinstance(text, str):
        if entry.is_whole and not entry.is_around:
            yield Problem(place, "it is no memory of mem0")
        return
    subject, kind = _owner(value)
    wanted = reading.options.user
    if wanted is not None and _owner(value, only="user_id")[0].casefold() != wanted.casefold():
        return
    labels = value.get("categories")
    yield from reading.stated(
        subject,
        text,
        value.get("updated_at") or value.get("created_at"),
        kind,
        place,
        labels=labels if isinstance(labels, list) else (),
    )


def _owner(value: Mapping[str, Any], only: str = "") -> tuple[str, str]:
    for key, kind in _OWNERS:
        name = value.get(key)
        if isinstance(name, str) and name and only in ("", key):
            return name, kind
    return "", "memory"


def _relation(reading: Reading, entry: Entry, place: str) -> Iterator[Item]:
    value = entry.value if isinstance(entry.value, dict) else {}
    if CUT in value:
        return
    target = value.get("target", value.get("destination"))
    yield from reading.related(value.get("source"), target, value.get("relationship"), place)
