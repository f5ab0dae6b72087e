"""§4: one version of one record, as it stands in a plaintext."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from .decay import state_at
from .events import NewerError, UnreadableError
from .records import FORGOTTEN, Record, record_at

Json: TypeAlias = Any
Dot: TypeAlias = tuple[str, str]  # (stamp, device): ordered as S-4.4 wants it


@dataclass(frozen=True)
class Body:
    """One version: every value, element, count and forgetting that is alive, by its dots."""

    path: str
    record: Record | None  # None: all that was here was forgotten
    known: dict[str, str] = field(default_factory=dict)
    """The version vector: device → greatest stamp."""
    fixed: dict[str, Json] = field(default_factory=dict)
    """Identity and cached fields, which no dot decides."""
    values: dict[str, dict[Dot, Json]] = field(default_factory=dict)
    elements: dict[str, dict[str, frozenset[Dot]]] = field(default_factory=dict)
    slots: dict[str, dict[Dot, int]] = field(default_factory=dict)
    stands_on: dict[Dot, Dot] = field(default_factory=dict)
    forgettings: dict[Dot, str] = field(default_factory=dict)

    @property
    def stands(self) -> bool:
        """Return whether there is a memory (S-4.5)."""
        return self.record is not None and bool(self.values.get(self.record.value))

    @property
    def identity(self) -> dict[str, Json]:
        """Return the fields that a tombstone keeps: `key`, where a record is called by it alone."""
        names = self.record.identity if self.record else {"key"}
        return {"key": self.fixed["key"]} if names == {"key"} and "key" in self.fixed else {}

    def covers(self, dot: Dot) -> bool:
        """Return whether this version knows a dot."""
        stamp, device = dot
        if self.known.get(device, "") >= stamp:
            return True
        # An absorbed plain edit is covered as a whole by one stamp more (S-4.6).
        whole = self.known.get(device[:17], "") if device.startswith("~") else ""
        return whole > stamp

    def shown(self, name: str) -> Json:
        """Return the value of a register, last, max or min that is shown (S-4.4)."""
        alive = self.values[name]
        assert self.record is not None
        if name in self.record.greatest:
            return max(alive.values())
        if name in self.record.least:
            return min(alive.values())
        if name in self.record.cautious:
            return min(alive.values(), key=str)
        return alive[max(alive)]  # the greatest dot: stamp first, then device

    @property
    def creations(self) -> set[Dot]:
        """Return the dots that an edit without a value stands on (S-4.5)."""
        born = self.record.least if self.record else frozenset()
        return {dot for name in born for dot in self.values.get(name, {})}

    @property
    def dots(self) -> set[Dot]:
        """Return every dot of a value, an element or a count that is alive."""
        return {
            *(dot for alive in self.values.values() for dot in alive),
            *(dot for slots in self.slots.values() for dot in slots),
            *(d for some in self.elements.values() for dots in some.values() for d in dots),
        }

    def versions(self) -> list[dict[str, Json]]:
        """Return what stands beside each other whole (S-4.10), the newest first."""
        by_dot: dict[Dot, dict[str, Json]] = {}
        for name in self.record.versions if self.record else ():
            for (stamp, device), value in self.values.get(name, {}).items():
                # the parts of a plain writer's edit are one write
                whole = device[:17] if device.startswith("~") else device
                by_dot.setdefault((stamp, whole), {})[name] = value
        last: dict[str, dict[str, Json]] = {}
        for dot in sorted(by_dot, reverse=True):
            assert self.record is not None
            last.setdefault(canonical(by_dot[dot].get(self.record.versions_by)), by_dot[dot])
        return list(last.values())

    def siblings(self, name: str) -> list[Json]:
        """Return the values alive in a field, the shown one first."""
        shown = self.shown(name)
        others = {canonical(value): value for value in self.values[name].values()}
        others.pop(canonical(shown))
        return [shown, *(others[text] for text in sorted(others))]

    def total(self, name: str) -> int:
        """Return what a counter shows (S-4.4)."""
        slots = self.slots.get(name, {})
        plain = [count for (_, device), count in slots.items() if device.startswith("~")]
        own = sum(count for (_, device), count in slots.items() if not device.startswith("~"))
        return max([own, *plain])

    def fields(self) -> dict[str, Json]:
        """Return the record as it is shown: the JSON without `_sync`."""
        if not self.stands or self.record is None:
            return {"type": FORGOTTEN, "value": "", **self.fixed}
        shown = {"type": self.record.type, **self.fixed}
        shown |= {name: self.shown(name) for name, alive in self.values.items() if alive}
        shown |= {name: sorted(self.elements.get(name, ())) for name in self.record.set}
        shown |= {name: self.total(name) for name in self.record.counter}
        if self.record.cached:
            written = max(self.values[self.record.value])[0]
            shown["state"] = state_at(seconds(max(self.known.values())), seconds(written), shown)
        return shown


def seconds(stamp: str) -> float:
    """Return the time in a stamp, since the epoch (S-4.2)."""
    return (int(stamp, 16) >> 16) / 1000


def canonical(value: Json) -> str:
    """Return the one spelling of a JSON value (S-4.1)."""
    return json.dumps(
        _whole_numbers(value),
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    )


def seal_of(shown: dict[str, Json]) -> str:
    """Return `h`: what tells an edit of a plain writer from one of ours (S-4.6)."""
    kept = {name: value for name, value in shown.items() if name not in {"_sync", "state"}}
    return hashlib.sha256(canonical(kept).encode()).hexdigest()[:8]


def plaintext_of(body: Body) -> str:
    """Return the canonical, unpadded plaintext of a version."""
    shown = body.fields()
    devices = sorted(body.known)
    place = {device: str(index) for index, device in enumerate(devices)}

    def written(dot: Dot) -> str:
        return f"{dot[0]}.{place[dot[1]]}"

    def listed(dots: list[Dot] | frozenset[Dot]) -> list[str]:
        return [written(dot) for dot in sorted(dots)]

    sync: dict[str, Json] = {
        "v": 1,
        "p": body.path,
        "dv": devices,
        "vv": [body.known[device] for device in devices],
        "h": seal_of(shown),
    }
    if body.stands:
        live: dict[str, list[Dot]] = {}
        beside = []
        for name, alive in body.values.items():
            if not alive:
                continue
            by_value: dict[str, list[Dot]] = {}
            for dot, value in alive.items():
                by_value.setdefault(canonical(value), []).append(dot)
            live[name] = sorted(by_value.pop(canonical(body.shown(name))))
            beside += [[name, json.loads(v), listed(dots)] for v, dots in by_value.items()]
        declared = body.record.declared if body.record else frozenset()
        shares = Counter(
            dots[0] for name, dots in live.items() if len(dots) == 1 and name in declared
        )
        most = max(shares.values(), default=0)
        common = min((dot for dot, count in shares.items() if count == most), default=None)
        sync["f"] = {
            name: listed(dots) if len(dots) > 1 else written(dots[0])
            for name, dots in live.items()
            if dots != [common] or name not in declared
        }
        if common is not None:
            sync["f"]["*"] = written(common)
        odd = {
            name: {element: listed(dots) for element, dots in found.items() if dots != {common}}
            for name, found in body.elements.items()
        }
        sync |= (
            {"s": {name: found for name, found in odd.items() if found}}
            if any(odd.values())
            else {}
        )
        counts = {
            name: {written(dot): count for dot, count in slots.items()}
            for name, slots in body.slots.items()
            if slots
        }
        if counts:
            sync["c"] = counts
        if beside:
            sync["x"] = sorted(beside, key=lambda row: (row[0], canonical(row[1])))
        if body.stands_on:
            sync["a"] = {written(dot): written(on) for dot, on in body.stands_on.items()}
    if body.forgettings:
        by_why: dict[str, list[Dot]] = {}
        for dot, why in body.forgettings.items():
            by_why.setdefault(why, []).append(dot)
        sync["del"] = [[why, listed(dots)] for why, dots in sorted(by_why.items())]
    return canonical({**shown, "_sync": sync})


def is_plain_writers(shown: dict[str, Json]) -> bool:
    """Return whether a plaintext is a plain writer's edit (S-4.6)."""
    sync = shown.get("_sync")
    if not isinstance(sync, dict):
        return True
    return sync.get("v") == 1 and "f" in sync and sync.get("h") != seal_of(shown)


def body_of(shown: dict[str, Json]) -> Body:
    """Return the version that a plaintext of ours holds; raise `UnreadableError` on another."""
    sync = shown["_sync"]
    if sync.get("v") != 1:
        raise NewerError(f"version {sync.get('v')} of the body")
    devices: list[str] = sync["dv"]
    stamps: list[str] = sync["vv"]
    if devices != sorted(set(devices)) or len(devices) != len(stamps):
        raise UnreadableError("dv and vv do not fit")

    def read(dot: str) -> Dot:
        stamp, _, index = dot.partition(".")
        if stamp > stamps[int(index)]:
            raise UnreadableError(f"{dot} is not in the version vector")
        return stamp, devices[int(index)]

    if not all(re.fullmatch("0[0-9a-f]{15}", stamp) for stamp in stamps):
        raise UnreadableError("a stamp that is none")

    def dots(written: str | list[str]) -> frozenset[Dot]:
        many = [written] if isinstance(written, str) else written
        return frozenset(read(dot) for dot in many)

    base = Body(
        path=sync["p"],
        record=None,
        known=dict(zip(devices, stamps, strict=True)),
        forgettings={dot: why for why, many in sync.get("del", []) for dot in dots(many)},
    )
    record = record_at(sync["p"])
    if record is None or shown["type"] not in {record.type, FORGOTTEN}:
        raise NewerError(f"{shown['type']} at {sync['p']}")
    if shown["type"] == FORGOTTEN:
        named = {name: shown[name] for name in shown if name not in {"type", "value", "_sync"}}
        return replace(base, fixed=named)
    listed = sync.get("f", {})
    common = dots(listed["*"]) if "*" in listed else frozenset()
    fixed: dict[str, Json] = {}
    values: dict[str, dict[Dot, Json]] = {}
    elements: dict[str, dict[str, frozenset[Dot]]] = {}
    slots: dict[str, dict[Dot, int]] = {}
    for name, value in shown.items():
        if name in {"type", "_sync"}:
            continue
        if name in record.identity | record.cached:
            fixed[name] = value
        elif name in record.set:
            own = sync.get("s", {}).get(name, {})
            elements[name] = {e: dots(own[e]) if e in own else common for e in value}
        elif name in record.counter:
            counts = sync.get("c", {}).get(name, {})
            slots[name] = {read(dot): count for dot, count in counts.items()}
        else:
            where = dots(listed[name]) if name in listed else common
            values[name] = dict.fromkeys(where, value)
    for name, value, many in sync.get("x", []):
        values.setdefault(name, {}).update(dict.fromkeys(dots(many), value))
    stands_on = {read(dot): read(on) for dot, on in sync.get("a", {}).items()}
    return replace(
        base,
        record=record,
        fixed=fixed,
        values=values,
        elements=elements,
        slots=slots,
        stands_on=stands_on,
    )


def _whole_numbers(value: Json) -> Json:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {name: _whole_numbers(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_whole_numbers(part) for part in value]
    return value
