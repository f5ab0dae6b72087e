"""A golden vector made again: its steps taken by devices of their own, then merged."""

from __future__ import annotations

import json
from typing import Any

from .bodies import Body, canonical, plaintext_of
from .former import with_past
from .merging import amended, forgotten, merged, put
from .records import RECORDS, Record

_TYPES = {"checkpoint": "rapport", "conversation": "stream"}


def record_of(vector: dict[str, Any]) -> Record:
    """Return the record type that a vector is about."""
    name = vector["record"]
    return RECORDS[f"sense-memory:{_TYPES.get(name, name)}"]


def replayed(vector: dict[str, Any]) -> str:
    """Return the plaintext that the steps of a vector lead to."""
    record, made = record_of(vector), list[Body]()
    path = path_of(vector)
    for step in vector["steps"]:
        before = _all_of([made[index] for index in step["seen"]], path)
        dot = (step["stamp"], step["device"])
        if "forget" in step:
            made.append(forgotten(before, dot, step["forget"]))
            continue
        fields = step.get("put") or step["amend"]
        if "put" not in step:
            made.append(amended(before, record, fields, dot))
            continue
        grounds = {**step.get("grounds", {}), **({"on": step["on"]} if "on" in step else {})}
        written = {
            name: sorted(".".join(creation) for creation in creations)
            for name, creations in grounds.items()
        }
        after = put(before, record, fields, dot, grounds=written)
        made.append(with_past(before, after, dot) if "keeps_past" in step else after)
    body = _all_of(made, path)
    if vector["what"] == "deletion":
        return canonical(
            {
                "path": path,
                "vv": body.known,
                "del": sorted([why, *dot] for dot, why in body.forgettings.items()),
            }
        )
    return plaintext_of(body)


def path_of(vector: dict[str, Any]) -> str:
    """Return the path that a vector says it is at."""
    body = json.loads(vector["plaintext"])
    return str(body["path"] if vector["what"] == "deletion" else body["_sync"]["p"])


def _all_of(versions: list[Body], path: str) -> Body:
    """Return what all of some versions are together."""
    body = Body(path=path, record=None)
    for index, version in enumerate(versions):
        body = merged(body, version) if index else version
    return body
