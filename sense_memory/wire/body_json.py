"""Body to plaintext and back.

The plaintext is the seed's JSON, which plain readers understand, and one key ``_sync`` beside it:

    v    version of ``_sync``, 1
    p    the path; the address outside may be blinded, and is checked against it
    dv   devices, sorted; a dot is written ``<hlc>.<index into dv>``
    vv   per device the greatest stamp this body knows
    f    dots of the fields; ``*`` stands for every declared field that is not listed
    s    dots of set elements that differ from ``*``
    c    counter slots by dot
    x    values that are alive beside the shown one: [field, value, dots]
    a    dots of edits that wrote no value, each with the dot of the creation it stands on
    del  forgettings that nobody has written over: [why, dots]; where nothing stands, with no ``f``
    h    first 8 hex digits of the SHA-256 of the seed's part, which shows a plain writer's edit
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..core.errors import MalformedRecordError, UnknownSchemaError
from .body import OF_ELEMENTS, WHOLE, Body, Elements, Policy, Values, is_plain_writers, shown
from .canonical import Json, dumps, normalised
from .schema import Schema
from .stamp import Dot, hlc, is_hlc

VERSION = 1
FORGOTTEN_TYPE = "sense-memory:forgotten"
NOT_HASHED = frozenset({"state"})
"""Fields that ``h`` leaves out: caches, which any device may write anew. The set is part of version
1: a release that hashed others would take its elder's bodies for a plain writer's edits."""

PART_DIGITS = 8
"""Hex digits by which a field of a plain writer's event is told from the others."""

STAR = "*"
"""Stands for all fields; one that another program calls so is left out."""

_SINGLE_VALUED = (
    Policy.REGISTER,
    Policy.LAST,
    Policy.VERSION,
    Policy.MAX,
    Policy.MIN,
    Policy.CAUTIOUS,
)


def write(body: Body, schema: Schema[Any], identity: Mapping[str, Any]) -> str:
    """The canonical plaintext of a body.

    Args:
        body: What to write.
        schema: Its record type.
        identity: The fields of policy ``IDENTITY`` and ``CACHED``, which no dot carries.
    """
    known = body.known
    devices = sorted(known)
    index = {device: i for i, device in enumerate(devices)}

    def text(dot: Dot) -> str:
        return f"{dot.t}.{index[dot.device]}"

    def texts(dots: list[Dot]) -> str | list[str]:
        return text(dots[0]) if len(dots) == 1 else [text(dot) for dot in dots]

    sync: dict[str, Any] = {
        "v": VERSION,
        "p": body.path,
        "dv": devices,
        "vv": [known[device] for device in devices],
    }
    if body.marks:
        groups = _by_value(body.marks)
        sync["del"] = sorted([json.loads(why), list(map(text, groups[why]))] for why in groups)
    if not body.is_alive:
        visible: dict[str, Any] = {"type": FORGOTTEN_TYPE, "value": "", **identity}
    else:
        visible = {"type": schema.type, **identity}
        by_field: dict[str, list[Dot]] = {}
        siblings: list[list[Any]] = []
        for name, values in body.fields.items():
            policy = schema.fields.get(name, Policy.REGISTER)
            visible[name] = shown(values, policy)
            if policy is Policy.COUNTER:
                sync.setdefault("c", {})[name] = {text(dot): values[dot] for dot in sorted(values)}
                continue
            if len(values) == 1:
                by_field[name] = list(values)
                continue
            groups = _by_value(values)
            by_field[name] = groups.pop(dumps(normalised(visible[name])))
            siblings.extend(
                [name, values[dots[0]], [text(dot) for dot in dots]] for dots in groups.values()
            )
        star = _most_common(
            [dots[0] for name, dots in by_field.items() if name in schema.fields and len(dots) == 1]
        )
        sync["f"] = {"*": text(star)} if star else {}
        sync["f"].update(
            (name, texts(dots))
            for name, dots in by_field.items()
            if dots != [star] or name not in schema.fields
        )
        for name, elements in body.sets.items():
            listed = {
                element: [text(dot) for dot in sorted(dots)]
                for element, dots in elements.items()
                if dots != {star}
            }
            if listed:
                sync.setdefault("s", {})[name] = listed
        visible = {**_empty(schema), **visible}
        visible.update((name, sorted(elements)) for name, elements in body.sets.items())
        if siblings:
            sync["x"] = sorted(siblings, key=dumps)
        if body.anchors:
            sync["a"] = {text(dot): text(creation) for dot, creation in body.anchors.items()}
    visible = normalised(visible)
    sync["h"] = _hash(visible)
    visible["_sync"] = sync
    return dumps(visible)


def _empty(schema: Schema[Any]) -> dict[str, Any]:
    """Sets and counters that hold nothing are written too, for plain readers."""
    nothing: dict[Policy, Any] = {Policy.SET: [], Policy.UNION: [], Policy.COUNTER: 0}
    return {n: nothing[policy] for n, policy in schema.fields.items() if policy in nothing}


def read(data: Mapping[str, Any], schema: Schema[Any], *, plain_dot: Dot, plain_path: str) -> Body:
    """Read a parsed plaintext.

    Args:
        data: The JSON object.
        schema: The record type at its path.
        plain_dot: What a plain writer's edit counts as: the event's date and id.
        plain_path: Where a plain writer's record stands.

    Raises:
        UnknownSchemaError: ``_sync`` has a version that this release does not know.
        MalformedRecordError: Anything else is wrong with it.
    """
    sync = data.get("_sync")
    is_forgotten = data.get("type") == FORGOTTEN_TYPE
    visible = {name: value for name, value in data.items() if name not in ("_sync", "type")}
    if not isinstance(sync, dict):
        if is_forgotten:
            raise MalformedRecordError("a tombstone does not say what it knows")
        return _of_plain_writer(visible, schema, plain_dot, plain_path)
    version = sync.get("v")
    if type(version) is not int or version < 1:
        raise MalformedRecordError("_sync has no version")
    if version > VERSION:
        raise UnknownSchemaError(
            f"a newer release wrote this record (_sync version {version}, known: {VERSION})"
        )
    if is_forgotten != ("f" not in sync):
        raise MalformedRecordError("a tombstone does not say what it knows")
    if not is_forgotten and sync.get("h") != _hash({**visible, "type": data.get("type")}):
        return _of_plain_writer(visible, schema, plain_dot, plain_path)
    try:
        return _of_sync(sync, visible, schema)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise MalformedRecordError(f"_sync is malformed ({type(error).__name__})") from None


def is_newer(data: Mapping[str, Any]) -> bool:
    """Whether a newer release wrote a body, in a form that this one does not know."""
    sync = data.get("_sync")
    version = sync.get("v") if isinstance(sync, dict) else None
    return type(version) is int and version > VERSION


def path_in(data: Mapping[str, Any]) -> str | None:
    """The path a body carries, or ``None`` if a plain writer wrote it."""
    sync = data.get("_sync")
    path = sync.get("p") if isinstance(sync, dict) else None
    return path if isinstance(path, str) else None


class _Dots:
    """Reads dots against the device table of one body."""

    def __init__(self, sync: Mapping[str, Any]) -> None:
        devices, stamps = sync["dv"], sync["vv"]
        if len(devices) != len(stamps) or not all(map(is_hlc, stamps)):
            raise ValueError("dv and vv do not match")
        if not all(isinstance(device, str) and device for device in devices):
            raise ValueError("a device has no name")
        if sorted(set(devices)) != devices:
            raise ValueError("devices are listed twice or out of order")
        self._devices = devices
        self._read: dict[str, Dot] = {}
        self.known: dict[str, str] = dict(zip(devices, stamps, strict=True))

    def one(self, text: str) -> Dot:
        if (read := self._read.get(text)) is not None:
            return read
        t, _, i = text.partition(".")
        if not is_hlc(t) or not i.isdecimal():
            raise ValueError("a dot is malformed")
        dot = self._read[text] = Dot(t, self._devices[int(i)])
        if dot.t > self.known[dot.device]:
            raise ValueError("a dot is outside the version vector")
        return dot

    def several(self, listed: str | list[str]) -> list[Dot]:
        found = [self.one(text) for text in ([listed] if isinstance(listed, str) else listed)]
        if not found:
            raise ValueError("a value has no dot")
        return found


def _of_sync(sync: Mapping[str, Any], visible: Mapping[str, Any], schema: Schema[Any]) -> Body:
    dots = _Dots(sync)
    path = sync["p"]
    if not isinstance(path, str):
        raise TypeError("the path is no text")
    marks: dict[Dot, Json] = {
        dot: why for why, listed in sync.get("del", ()) for dot in dots.several(listed)
    }
    if not all(isinstance(why, str) for why in marks.values()):
        raise TypeError("a reason is no text")
    if "f" not in sync:
        if not marks:
            raise ValueError("a tombstone has no dot")
        return Body(path, dots.known, {}, {}, marks)
    fields = _values(sync, visible, schema, dots)
    if schema.alive not in fields:
        raise ValueError("the record has no value")
    sets = {
        name: elements
        for name, value in visible.items()
        if schema.fields.get(name) in OF_ELEMENTS
        and (elements := _elements(value, sync, name, dots))
    }
    body = Body(path, dots.known, fields, sets, marks)
    if "a" not in sync:
        return body
    living = body.dots
    anchors = {dots.one(text): dots.one(creation) for text, creation in sync["a"].items()}
    if not anchors or not living.issuperset((*anchors, *anchors.values())):
        raise ValueError("what stands on a creation, or the creation, is gone")
    return replace(body, anchors=anchors)


def _values(
    sync: Mapping[str, Any], visible: Mapping[str, Any], schema: Schema[Any], dots: _Dots
) -> dict[str, Values]:
    fields: dict[str, Values] = {}
    by_field = sync["f"]
    star = dots.several(by_field["*"]) if "*" in by_field else []
    for name, value in visible.items():
        if name == STAR:
            continue
        policy = schema.fields.get(name, Policy.REGISTER)
        if policy is Policy.COUNTER and (slots := sync.get("c", {}).get(name)):
            if not all(type(n) is int and n > 0 for n in slots.values()):
                raise ValueError("a count is no whole number above 0")
            fields[name] = {dots.one(t): n for t, n in slots.items()}
        elif policy in _SINGLE_VALUED:
            if policy is not Policy.REGISTER:
                _check_number(value, policy)
            listed = dots.several(by_field[name]) if name in by_field else star
            if listed:
                fields[name] = dict.fromkeys(listed, value)
    for name, value, listed in sync.get("x", ()):
        policy = schema.fields.get(name, Policy.REGISTER)
        if policy not in _SINGLE_VALUED:
            raise ValueError("a field that has no siblings has one")
        _check_number(value, policy)
        fields[name] = {**fields.get(name, {}), **dict.fromkeys(dots.several(listed), value)}
    return fields


def _elements(value: Any, sync: Mapping[str, Any], name: str, dots: _Dots) -> Elements:
    if not value:
        return {}
    listed = sync.get("s", {}).get(name, {})
    star = sync["f"].get("*")
    return {str(element): frozenset(dots.several(listed.get(element, star))) for element in value}


def _check_number(value: object, policy: Policy) -> None:
    if policy in (Policy.MAX, Policy.MIN) and (
        isinstance(value, bool) or not isinstance(value, (int, float))
    ):
        raise MalformedRecordError("a time in the record is no number")


def _of_plain_writer(visible: Mapping[str, Any], schema: Schema[Any], dot: Dot, path: str) -> Body:
    """A body without ``_sync``: all of it is one edit, which knows nothing but itself.

    Every field and element has a dot of its own: a device that knows more of the record takes only
    a part of the edit (``plain_edit.absorbed``), and must not seem to know, and to lack, the rest.
    """
    fields: dict[str, Values] = {}
    sets: dict[str, Mapping[str, frozenset[Dot]]] = {}
    for name, value in normalised(dict(visible)).items():
        if name == STAR:
            continue
        match schema.fields.get(name, Policy.REGISTER):
            case Policy.IDENTITY | Policy.CACHED | Policy.DERIVED:
                continue
            case Policy.SET | Policy.UNION:
                # an empty list counts too: it may take the last element away
                if isinstance(value, list):
                    sets[name] = {
                        str(element): frozenset((part(dot, name, str(element)),))
                        for element in value
                    }
            case Policy.COUNTER:
                if type(value) is int and value > 0:
                    fields[name] = {part(dot, name): value}
            case policy:
                _check_number(value, policy)
                fields[name] = {part(dot, name): value}
    if schema.alive not in fields:
        raise MalformedRecordError(f"a {schema.type} record has no {schema.alive!r}")
    edit = Body(path, {dot.device: dot.t}, fields, sets)
    return replace(edit, known={**edit.known, **{piece.device: dot.t for piece in edit.dots}})


def plain_writer_dot(created_at: int, event_id: str) -> Dot:
    """What an edit by a writer without ``_sync`` counts as; the same on every device.

    Its fields and elements count as devices of their own, called like it with 8 more hex digits.
    """
    return Dot(hlc(created_at), "~" + event_id[: WHOLE - 1])


def part(edit: Dot, field: str, element: str = "") -> Dot:
    """What one field, or one element of it, of a plain writer's edit counts as."""
    digest = hashlib.sha256(f"{field}\0{element}".encode()).hexdigest()
    return Dot(edit.t, edit.device + digest[:PART_DIGITS])


def whole(dot: Dot) -> Dot:
    """The dot of the write that a dot is part of: a plain writer's event has one for each field."""
    return Dot(dot.t, dot.device[:WHOLE]) if is_plain_writers(dot.device) else dot


def _by_value(values: Values) -> dict[str, list[Dot]]:
    """Equal values once, with all their dots in order."""
    groups: dict[str, list[Dot]] = {}
    for dot in sorted(values):
        groups.setdefault(dumps(normalised(values[dot])), []).append(dot)
    return groups


def _most_common(dots: list[Dot]) -> Dot | None:
    counts = Counter(dots)
    return min(counts, key=lambda dot: (-counts[dot], dot), default=None)


def _hash(visible: Mapping[str, Json]) -> str:
    seed = {name: normalised(value) for name, value in visible.items() if name not in NOT_HASHED}
    return hashlib.sha256(dumps(seed).encode()).hexdigest()[:8]
