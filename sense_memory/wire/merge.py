"""How versions of one record come together, and how an edit makes the next one.

A dot survives a merge if both sides hold it, or if one holds it and the other has never heard of
it. What the other knows but no longer holds was replaced or forgotten there. The rule is the one of
the optimised observed-remove sets (Bieniusa et al., 2012), used here for every kind of field.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from .anchors import anchor, creations_in, is_reborn, let_go, still_held
from .body import (
    MAX_SHORT_LIVED,
    OF_ELEMENTS,
    Body,
    Elements,
    Policy,
    Values,
    VersionVector,
    covering,
    is_plain_writers,
    is_without_file,
    knows,
    pruned,
    shown,
)
from .body_json import STAR, whole
from .canonical import Json, dumps, normalised
from .schema import Schema
from .stamp import Dot

NEVER_MERGED = (Policy.IDENTITY, Policy.CACHED, Policy.DERIVED)
"""Fields that no dot carries."""
MAX_VERSIONS = 4
"""How many versions of a record a writer leaves, its own among them."""
MAX_BESIDE_BYTES = 17_408
"""Of JSON that a writer leaves beside its own version: a record must fit an event."""


def merge(a: Body, b: Body, schema: Schema[Any]) -> Body:
    """Everything both versions know; commutative, associative, idempotent.

    A record stands while a value dot is alive: what was written without having seen the forgetting
    survives with its own dots only, and a mere touch revives nothing.
    """
    known = joined(a.known, b.known)
    fields: dict[str, Values] = {}
    for name in a.fields.keys() | b.fields.keys():
        live = _merged_values(
            a.fields.get(name, {}),
            b.fields.get(name, {}),
            a.known,
            b.known,
            schema.fields.get(name, Policy.REGISTER),
        )
        if live:
            fields[name] = live
    marks = _merged_values(a.marks, b.marks, a.known, b.known, Policy.REGISTER)
    if schema.alive not in fields:
        return pruned(Body(a.path, known, {}, {}, marks or {last_dot(known): "forget"}))
    sets = {
        name: elements
        for name in a.sets.keys() | b.sets.keys()
        if (
            elements := _merged_elements(
                a.sets.get(name, {}), b.sets.get(name, {}), a.known, b.known
            )
        )
    }
    anchors = {**a.anchors, **b.anchors}
    if anchors:
        creations = creations_in(fields, schema)
        for dot in a.anchors.keys() & b.anchors.keys():
            # a creation that was written anew under another device's name has two
            anchors[dot] = max(a.anchors[dot], b.anchors[dot], key=lambda d: (d in creations, d))
        anchors = let_go(anchors, fields, sets, schema)
    return pruned(Body(a.path, known, fields, sets, marks, anchors))


def joined(a: VersionVector, b: VersionVector) -> VersionVector:
    """The version vector that knows what either knows."""
    return {device: max(a.get(device, ""), b.get(device, "")) for device in a.keys() | b.keys()}


def put(
    before: Body | None, path: str, new: Mapping[str, Any], dot: Dot, schema: Schema[Any]
) -> Body:
    """The version in which a local edit stands on top of what was there.

    The alive field and the renewed ones always get the new dot, equal text or not; others only if
    they changed. A new value replaces all that stood there, siblings too; the same one again only
    itself.

    Args:
        before: What stood there, or ``None``.
        path: Where.
        new: The record's fields, encoded.
        dot: The edit; greater than every dot of the device that ``before`` knows.
        schema: The record type.
    """
    known = {**(before.known if before else {}), dot.device: dot.t}
    fields, sets = _edited(before, new, dot, schema, is_renewed=True)
    return pruned(Body(path, known, fields, sets, anchors=still_held(before, fields, sets)))


def settled(
    before: Body,
    name: str,
    value: Any,
    seen: Collection[tuple[str, str]],
    dot: Dot,
    schema: Schema[Any],
) -> Body:
    """The version in which somebody has decided between the values of a field.

    Args:
        before: What stands there; it is alive.
        name: The field; a register.
        value: What it says from now on.
        seen: The dots that were decided about. Others stay beside: what came meanwhile was not
            looked at.
        dot: As for ``put``.
        schema: The record type.
    """
    fields = dict(before.fields)
    # a decision about another field is something new about the memory, too
    for renewed in (schema.alive, *schema.renewed):
        if living := fields.get(renewed):
            fields[renewed] = {**living, dot: shown(living, schema.fields[renewed])}
    left = {other: old for other, old in fields.get(name, {}).items() if other not in seen}
    fields[name] = {**left, dot: normalised(value)}
    known = {**before.known, dot.device: dot.t}
    sets = dict(before.sets)
    return pruned(Body(before.path, known, fields, sets, anchors=still_held(before, fields, sets)))


def amended(before: Body, new: Mapping[str, Any], dot: Dot, schema: Schema[Any]) -> Body:
    """The version in which an edit stands that says nothing new about the memory itself.

    Its value keeps its dots unless it changed. So one who forgets the memory without having seen
    the edit forgets it all the same, and one who writes it anew replaces nothing unseen.

    Args:
        before: What stands there; it is alive.
        new: As for ``put``.
        dot: As for ``put``.
        schema: The record type.
    """
    creation = anchor(before, schema)
    if creation is None or is_reborn(before, new, schema):
        return put(before, before.path, new, dot, schema)
    known = {**before.known, dot.device: dot.t}
    fields, sets = _edited(before, new, dot, schema, is_renewed=False)
    anchors = still_held(before, fields, sets)
    if dot not in fields[schema.alive] and dot in Body("", {}, fields, sets).dots:
        anchors[dot] = creation
    return pruned(Body(before.path, known, fields, sets, before.marks, anchors))


def _edited(
    before: Body | None,
    new: Mapping[str, Any],
    dot: Dot,
    schema: Schema[Any],
    *,
    is_renewed: bool,
) -> tuple[dict[str, Values], dict[str, Elements]]:
    """Fields and sets after an edit.

    If it is renewed, the fields by which the record stands get the new dot in any case.
    """
    if before is not None and before.anchors and is_reborn(before, new, schema):
        # what stands on the old creation goes with it; the edit says it all again
        gone = dict(before.fields), dict(before.sets)
        let_go(before.anchors, *gone, schema, also=creations_in(before.fields, schema))
        before = replace(before, fields=gone[0], sets=gone[1])
    old_fields = before.fields if before else {}
    fields: dict[str, Values] = {
        name: values for name, values in old_fields.items() if name not in schema.fields
    }
    sets: dict[str, Elements] = {}
    fields |= _versioned(before, new, dot, schema, is_renewed=is_renewed)
    for name in new:
        policy = schema.fields.get(name, Policy.REGISTER)
        if policy in NEVER_MERGED or policy is Policy.VERSION or name == STAR:
            continue
        if policy in OF_ELEMENTS:
            old_elements = before.sets.get(name, {}) if before else {}
            elements = {
                element: old_elements.get(element, frozenset((dot,))) for element in new[name]
            }
            if policy is Policy.UNION:
                elements = {**old_elements, **elements}
            if elements:
                sets[name] = elements
            continue
        values = old_fields.get(name, {})
        value = normalised(new[name])
        if policy is Policy.COUNTER:
            values = _counted(values, int(value), dot)
        elif not values or shown(values, policy) != value:
            values = {dot: value}
        elif is_renewed and (name == schema.alive or (name in schema.renewed and value != "")):
            # who says the same again need not have seen what stands beside it
            values = {**{d: other for d, other in values.items() if other != value}, dot: value}
        if values:
            fields[name] = values
    fields |= {name: old_fields[name] for name in schema.unsaid if name in old_fields}
    if any(dot in fields.get(name, {}) for name in schema.rebuilt):
        # who forgot one of these without having seen this text must find that it names that one
        for name in schema.made_of & sets.keys():
            sets[name] = {element: frozenset((dot,)) for element in sets[name]}
    return fields, sets


def _versioned(
    before: Body | None, new: Mapping[str, Any], dot: Dot, schema: Schema[Any], *, is_renewed: bool
) -> dict[str, Values]:
    """The fields of policy ``VERSION`` after an edit.

    Beside the new version the newest ones stay, one of each other kind.
    """
    by = schema.told_apart_by
    if by is None:
        return {}
    names = [name for name, policy in schema.fields.items() if policy is Policy.VERSION]
    version = {name: normalised(new[name]) for name in names if name in new}
    old = {name: before.fields.get(name, {}) for name in names} if before is not None else {}
    is_known = not is_renewed and before is not None and version in versions(before, schema)
    if by not in version or is_known:
        return {name: values for name, values in old.items() if values}
    last = {dumps(value): d for d, value in sorted(old[by].items())} if old else {}
    last.pop(dumps(version[by]), None)
    for kind, d in list(last.items()):
        if schema.outdates(version, _version_at(d, old)):
            del last[kind]
    beside = _as_many_as_fit(sorted(last.values(), reverse=True)[: MAX_VERSIONS - 1], old)
    left = {n: {d: v for d, v in values.items() if whole(d) in beside} for n, values in old.items()}
    made = {name: {dot: value} for name, value in version.items()}
    found = {name: {**left.get(name, {}), **made.get(name, {})} for name in names}
    return {name: values for name, values in found.items() if values}


def _version_at(dot: Dot, values: Mapping[str, Values]) -> dict[str, Any]:
    """The version that one write made."""
    return {
        name: value
        for name, some in values.items()
        for other, value in some.items()
        if whole(other) == whole(dot)
    }


def _as_many_as_fit(dots: Collection[Dot], old: Mapping[str, Values]) -> set[Dot]:
    """The first of some versions that are not too large together."""
    kept: set[Dot] = set()
    size = 0
    for dot in map(whole, dots):
        for values in old.values():
            size += sum(len(dumps(value)) for d, value in values.items() if whole(d) == dot)
        if size > MAX_BESIDE_BYTES:
            break
        kept.add(dot)
    return kept


def versions(body: Body, schema: Schema[Any]) -> list[dict[str, Any]]:
    """The versions of a record, newest first; the last one of each kind."""
    by = schema.told_apart_by
    found: dict[Dot, dict[str, Any]] = {}
    for name, values in body.fields.items():
        if schema.fields.get(name) is Policy.VERSION:
            for dot, value in values.items():
                found.setdefault(whole(dot), {})[name] = value
    last: dict[str, dict[str, Any]] = {}
    for dot in sorted(found, reverse=True):
        if by in found[dot]:
            last.setdefault(dumps(found[dot][by]), found[dot])
    return list(last.values())


def visible(body: Body, schema: Schema[Any]) -> dict[str, Any]:
    """The fields as a reader sees them."""
    fields: dict[str, Any] = {
        name: shown(values, schema.fields.get(name, Policy.REGISTER))
        for name, values in body.fields.items()
        if schema.fields.get(name) is not Policy.VERSION
    }
    if schema.told_apart_by is not None and (found := versions(body, schema)):
        fields |= {**found[0], STAR: found[1:]}
    fields.update({name: tuple(sorted(elements)) for name, elements in body.sets.items()})
    return fields


def forgotten(before: Body | None, path: str, dot: Dot, why: str) -> Body:
    """The version in which nothing stands; it knows all that it removes.

    Of a plain writer's edit that is all of it, and not only what was absorbed of it: elsewhere
    more of it may stand.
    """
    known = {device: covering(device, t) for device, t in (before.known if before else {}).items()}
    known[dot.device] = dot.t
    return pruned(Body(path, known, {}, {}, {dot: why}))


def _counted(values: Values, total: int, dot: Dot) -> Values:
    """Raise this device's own slot so that the sum is ``total``; a counter never goes down.

    Devices without a file come and go. One that finds more of their slots than a version vector
    remembers devices takes the oldest over into its own.
    """
    increment = total - int(shown(values, Policy.COUNTER)) if values else total
    if increment <= 0:
        return values
    own = next((slot for slot in values if slot.device == dot.device), dot)
    slots = {slot: int(shown({slot: count}, Policy.COUNTER)) for slot, count in values.items()}
    if is_without_file(dot.device):
        left_over = sorted(slot for slot in slots if is_without_file(slot.device) and slot != own)
        for slot in left_over[: max(0, len(left_over) - MAX_SHORT_LIVED + 1)]:
            increment += slots.pop(slot)
    slots[own] = slots.get(own, 0) + increment
    if shown(slots, Policy.COUNTER) < total:
        # what a plain writer counted is more than all slots; its total goes on counting with them
        slots[max(slot for slot in slots if is_plain_writers(slot.device))] = total
    return slots


def _merged_values(
    a: Values, b: Values, a_knows: VersionVector, b_knows: VersionVector, policy: Policy
) -> Values:
    merged: dict[Dot, Json] = {}
    for dot, value in a.items():
        if dot in b:
            merged[dot] = _of_one_dot(value, b[dot], policy)
        elif not knows(b_knows, dot):
            merged[dot] = value
    merged.update(
        (dot, value) for dot, value in b.items() if dot not in a and not knows(a_knows, dot)
    )
    return merged


def _of_one_dot(x: Json, y: Json, policy: Policy) -> Json:
    """One dot holds one value but in counters and limits, which move on under their first dot."""
    if x == y:
        return x
    if isinstance(x, (int, float)) and isinstance(y, (int, float)):
        return min(x, y) if policy is Policy.MIN else max(x, y)
    return max(x, y, key=dumps)  # a writer broke the rules; all devices must choose alike


def _merged_elements(
    a: Elements, b: Elements, a_knows: VersionVector, b_knows: VersionVector
) -> Elements:
    merged: dict[str, frozenset[Dot]] = {}
    for element in a.keys() | b.keys():
        mine, theirs = a.get(element, frozenset()), b.get(element, frozenset())
        live = (
            (mine & theirs)
            | {dot for dot in mine - theirs if not knows(b_knows, dot)}
            | {dot for dot in theirs - mine if not knows(a_knows, dot)}
        )
        if live:
            merged[element] = frozenset(live)
    return merged


def last_dot(known: VersionVector) -> Dot:
    """The newest write that a version vector knows."""
    return max((Dot(t, device) for device, t in known.items()), default=Dot("0" * 16, ""))
