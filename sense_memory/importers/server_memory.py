"""The file of MCP's ``server-memory``: entities with observations, and relations, one a line.

Also read is a graph as a whole, as the server answers ``read_graph`` and other servers keep it.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from ..core.errors import InputError
from ..core.items import Item, Problem, Stated
from ..core.legible import label
from .json_entries import CUT, entries
from .json_lines import JSONLines
from .newest import newest
from .options import Options
from .reading import Reading
from .source_files import source_files

SOURCE = "server-memory"
_FILES = re.compile(r".*memory.*\.jsonl?", re.IGNORECASE)
_ARRAYS = frozenset({"entities", "relations"})
_LONGEST_LOOK = 2**20
"""Bytes that are looked at to tell lines from a graph as a whole."""


def read_server_memory(path: Path, options: Options) -> Iterator[Item]:
    """The observations and relations of a file; see ``Importer``.

    An observation is a statement about its entity; an entity without any is named.

    Raises:
        InputError: The path cannot be read, or a user or a conversation is asked for.
    """
    if options.user is not None or options.conversation is not None:
        raise InputError("server-memory knows neither users nor conversations; leave them out")
    return newest(_all(path, Reading(SOURCE, options)), options.limit)


def _all(path: Path, reading: Reading) -> Iterator[Item]:
    for found in source_files(path, _FILES):
        if isinstance(found, Problem):
            yield found
        elif _is_a_graph(found.file):
            for entry in entries(found.file, found.name, "record", _ARRAYS):
                if isinstance(entry, Problem):
                    yield entry
                    continue
                place = f"{found.name}, {entry.key or 'record'} {entry.number}"
                yield from _record(reading, entry.key, entry.value, place)
        else:
            end = os.fstat(found.file.fileno()).st_size
            lines = JSONLines(found.file, found.name, end=end)
            for record in lines:
                if isinstance(record, Problem):
                    yield record
                else:
                    place = lines.place(record.number)
                    yield from _record(reading, "", record.value, place)


def _is_a_graph(file: IO[bytes]) -> bool:
    """Whether its beginning is no record of a line."""
    try:
        beginning = file.read(_LONGEST_LOOK)
        file.seek(0)
    except OSError:
        return False  # whoever reads it meets that again, and tells
    line = beginning.lstrip().partition(b"\n")[0]
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return line.rstrip() in (b"{", b"[") or any(f'"{key}"'.encode() in line for key in _ARRAYS)
    return isinstance(record, list) or (isinstance(record, dict) and not _ARRAYS.isdisjoint(record))


def _record(reading: Reading, array: str, value: object, place: str) -> Iterator[Item]:
    if not isinstance(value, dict):
        yield Problem(place, "it is neither an entity nor a relation")
        return
    kind = value.get("type")
    if CUT in value and not (value.get("name") and value.get("observations")):
        return
    if array == "relations" or kind == "relation":
        yield from reading.related(
            value.get("from"), value.get("to"), value.get("relationType"), place
        )
    elif array == "entities" or kind == "entity":
        yield from _entity(reading, value, place)
    elif not (isinstance(kind, str) and kind.startswith("_")) and value:
        # what begins with a line are words of a program to itself
        yield Problem(place, "it is neither an entity nor a relation")


def _entity(reading: Reading, value: Mapping[str, Any], place: str) -> Iterator[Item]:
    name, kind = value.get("name"), label(value.get("entityType"))
    observations = value.get("observations", [])
    if not label(name) or not isinstance(observations, list):
        yield Problem(place, "an entity needs a name, and a list of observations")
        return
    tags = value.get("tags")
    labels = tags if isinstance(tags, list) else ()
    time = value.get("lastModified") or value.get("createdAt")
    is_stated = False
    for number, observation in enumerate(observations, 1):
        here = f"{place}, observation {number}"
        at, text = time, observation
        if isinstance(observation, dict):
            text = observation.get("content")
            at = observation.get("timestamp") or time
        if not isinstance(text, str):
            yield Problem(here, "it is no text")
            continue
        for item in reading.stated(name, text, at, kind, here, labels=labels):
            is_stated = is_stated or isinstance(item, Stated)
            yield item
    if not is_stated:
        yield from reading.named(name, time, kind, place)
