"""S-4.6: a body that a plain writer made, as a version of its own."""

from __future__ import annotations

import hashlib
from typing import Any

from .bodies import Body, Dot
from .events import Outside, UnreadableError
from .records import RECORDS


def absorbed(shown: dict[str, Any], outside: Outside) -> Body:
    """Return the version that a body without `_sync` stands for, as of one without a base."""
    record = RECORDS.get(shown.get("type", ""))
    if record is None:
        raise UnreadableError(f"{shown.get('type')!r} is no record type known here")
    stamp = f"{outside.created_at * 1000 << 16:016x}"
    whole = "~" + outside.id[:16]

    def dot(name: str, element: str = "") -> Dot:
        text = f"{name}\x00{element}".encode()
        return stamp, whole + hashlib.sha256(text).hexdigest()[:8]

    fixed = {n: v for n, v in shown.items() if n in record.identity | record.cached}
    sets = {n: v for n, v in shown.items() if n in record.set}
    counts = {n: v for n, v in shown.items() if n in record.counter}
    rest = {n: v for n, v in shown.items() if n not in {"type", *fixed, *sets, *counts}}
    body = Body(
        path=outside.address,
        record=record,
        fixed=fixed,
        values={name: {dot(name): value} for name, value in rest.items()},
        elements={n: {e: frozenset({dot(n, e)}) for e in found} for n, found in sets.items()},
        slots={name: {dot(name): count} for name, count in counts.items() if count},
        known={whole: stamp},
    )
    for at, device in {
        *(d for alive in body.values.values() for d in alive),
        *(d for named in body.elements.values() for dots in named.values() for d in dots),
        *(d for slots in body.slots.values() for d in slots),
    }:
        body.known[device] = at
    return body
