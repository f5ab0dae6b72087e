"""§4: merging two versions, and the three things one can do to a memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from .bodies import Body, Dot, Json, canonical
from .records import Record

MOST_VERSIONS = 4
MOST_BESIDE = 17_408
MOST_SHORT_LIVED = 16


def merged(a: Body, b: Body) -> Body:
    """Return the version that knows what both know (S-4.4, S-4.5)."""
    known = {
        device: max(a.known.get(device, ""), b.known.get(device, ""))
        for device in a.known.keys() | b.known.keys()
    }

    def survive(mine: Iterable[Dot], theirs: Iterable[Dot]) -> set[Dot]:
        left, right = set(mine), set(theirs)
        return (
            (left & right)
            | {dot for dot in left - right if not b.covers(dot)}
            | {dot for dot in right - left if not a.covers(dot)}
        )

    record = a.record or b.record
    values: dict[str, dict[Dot, Json]] = {}
    for name in a.values.keys() | b.values.keys():
        mine, theirs = a.values.get(name, {}), b.values.get(name, {})
        values[name] = {
            dot: _of_one_dot(name, record, mine, theirs, dot) for dot in survive(mine, theirs)
        }
    elements: dict[str, dict[str, frozenset[Dot]]] = {}
    for name in a.elements.keys() | b.elements.keys():
        left, right = a.elements.get(name, {}), b.elements.get(name, {})
        elements[name] = {
            element: frozenset(survive(left.get(element, ()), right.get(element, ())))
            for element in left.keys() | right.keys()
        }
    slots = {
        name: {
            dot: max(side.get(name, {}).get(dot, 0) for side in (a.slots, b.slots))
            for dot in survive(a.slots.get(name, ()), b.slots.get(name, ()))
        }
        for name in a.slots.keys() | b.slots.keys()
    }
    forgettings = a.forgettings | b.forgettings
    newest = max((body for body in (a, b) if body.record), key=_newest, default=a)
    return _settled(
        Body(
            path=a.path,
            record=record,
            known=known,
            fixed={**a.identity, **b.identity, **newest.fixed},
            values=values,
            elements=elements,
            slots=slots,
            stands_on=a.stands_on | b.stands_on,
            forgettings={d: forgettings[d] for d in survive(a.forgettings, b.forgettings)},
        )
    )


def put(
    before: Body,
    record: Record,
    fields: dict[str, Json],
    dot: Dot,
    *,
    grounds: dict[str, Json] | None = None,
) -> Body:
    """Return the version after a device that saw `before` said what the record is (S-4.11).

    Args:
        before: What stood there, or nothing.
        record: What it is.
        fields: Every field that has a value.
        dot: The write.
        grounds: Fields that say on what it was written; they are always new.
    """
    after = _edited(before, record, fields, dot, renewed={record.value, *record.renewed})
    values = {**after.values, **{name: {dot: said} for name, said in (grounds or {}).items()}}
    return _settled(replace(after, values=values, forgettings={}))


def amended(before: Body, record: Record, fields: dict[str, Json], dot: Dot) -> Body:
    """Return the version after an edit that wrote no value: it stands on the creation."""
    on = min(before.creations - before.stands_on.keys(), default=None)
    if on is None or _is_reborn(before, record, fields):
        return put(before, record, fields, dot)
    after = _edited(before, record, fields, dot, renewed=set())
    if dot not in after.values[record.value]:
        after = replace(after, stands_on={**before.stands_on, dot: on})
    return _settled(after)


def forgotten(before: Body, dot: Dot, why: str = "forget") -> Body:
    """Return the tombstone of a device that saw `before`."""
    known = {
        # one stamp more covers all of a plain writer's edit, absorbed or not (S-4.6)
        device: f"{int(at, 16) | 1:016x}" if device.startswith("~") and len(device) == 17 else at
        for device, at in before.known.items()
    }
    return _settled(
        Body(
            path=before.path,
            record=None,
            known={**known, dot[1]: dot[0]},
            fixed=before.identity,
            forgettings={dot: why},
        )
    )


def _edited(
    before: Body, record: Record, fields: dict[str, Json], dot: Dot, *, renewed: set[str]
) -> Body:
    stamp, device = dot
    if _is_reborn(before, record, fields):
        before = _without(before, before.stands_on.keys())
    declared = record.declared - record.grounds  # of these, what is not said is gone
    values = {
        name: dict(alive)
        for name, alive in before.values.items()
        if name in fields or name not in declared
    }
    elements = {name: dict(some) for name, some in before.elements.items() if name in fields}
    slots = {name: dict(counts) for name, counts in before.slots.items()}
    fixed = dict(before.fixed)
    for name, value in fields.items():
        if name in record.identity | record.cached:
            fixed[name] = value
        elif name in record.versions:
            continue
        elif name in record.set:
            kept = {e: d for e, d in elements.get(name, {}).items() if e in value}
            elements[name] = kept | {e: frozenset({dot}) for e in value if e not in kept}
        elif name in record.counter:
            if value > before.total(name):
                slots[name] = _counted(slots.get(name, {}), value - before.total(name), dot)
        else:
            values[name] = _said(before, name, value, dot, renewed=name in renewed)
    values |= _versioned(before, record, fields, dot, is_new=bool(renewed))
    if any(dot in values.get(name, {}) for name in record.rebuilt):
        for name in record.made_of & elements.keys():
            elements[name] = {element: frozenset({dot}) for element in elements[name]}
    return replace(
        before,
        record=record,
        known={**before.known, device: stamp},
        fixed=fixed,
        values=values,
        elements=elements,
        slots=slots,
    )


def _said(before: Body, name: str, value: Json, dot: Dot, *, renewed: bool) -> dict[Dot, Json]:
    """A new value replaces all that stood there; the same one, at most itself."""
    alive = before.values.get(name, {})
    if not alive or canonical(before.shown(name)) != canonical(value):
        return {dot: value}
    if not renewed or value == "":
        return dict(alive)
    beside = {at: other for at, other in alive.items() if canonical(other) != canonical(value)}
    return beside | {dot: value}


def _counted(counts: dict[Dot, int], more: int, dot: Dot) -> dict[Dot, int]:
    """Raise the device's own slot; a process takes over the oldest of its like (S-4.4)."""
    counts = dict(counts)
    own = next((at for at in counts if at[1] == dot[1]), dot)
    if dot[1].startswith("m"):
        others = sorted(at for at in counts if at[1].startswith("m") and at != own)
        for at in others[: max(0, len(others) - MOST_SHORT_LIVED + 1)]:
            more += counts.pop(at)
    counts[own] = counts.get(own, 0) + more
    return counts


def _versioned(
    before: Body, record: Record, fields: dict[str, Json], dot: Dot, *, is_new: bool
) -> dict[str, dict[Dot, Json]]:
    """Put one more version beside those that differ from it in what tells them apart."""
    by = record.versions_by
    made = {name: value for name, value in fields.items() if name in record.versions}
    old = {name: before.values.get(name, {}) for name in record.versions}
    is_known = canonical(made) in map(canonical, before.versions())
    if by not in made or (is_known and not is_new):
        return {name: dict(alive) for name, alive in old.items() if alive}
    last = {canonical(value): at for at, value in sorted(old[by].items())}
    last.pop(canonical(made[by]), None)
    kept: set[Dot] = set()
    size = 0
    for at in sorted(last.values(), reverse=True)[: MOST_VERSIONS - 1]:
        beside = {name: alive[at] for name, alive in old.items() if at in alive}
        if _contains(record, made, beside):
            continue
        size += sum(len(canonical(value)) for value in beside.values())
        if size > MOST_BESIDE:
            break
        kept.add(at)
    left = {
        name: {at: value for at, value in alive.items() if at in kept}
        for name, alive in old.items()
    }
    return {
        name: left[name] | ({dot: made[name]} if name in made else {})
        for name in record.versions
        if left[name] or name in made
    }


def _contains(record: Record, new: dict[str, Json], old: dict[str, Json]) -> bool:
    """Return whether a new version leaves an older one no place beside it (S-4.10).

    The latest use of a node or an edge leaves none; a checkpoint, none whose readings it has.
    """
    if record.versions_by == "last_accessed_at":
        return True
    return (
        record.versions_by == "id"
        and set(old["folded"]) <= set(new["folded"])
        and old["readings"] <= new["readings"]
        and old["deleted"] <= new["deleted"]
    )


def _of_one_dot(
    name: str, record: Record | None, a: dict[Dot, Json], b: dict[Dot, Json], dot: Dot
) -> Json:
    """One dot has one value; where a writer broke that, all readers choose alike."""
    said = [side[dot] for side in (a, b) if dot in side]
    if len(said) == 2 and all(isinstance(one, int | float) for one in said):
        return (min if record is not None and name in record.least else max)(said)
    return max(said, key=canonical)


def _settled(body: Body) -> Body:
    """Return the form in which every version is kept: nothing in it that no rule keeps."""
    return _remembering(_standing(body))


def _remembering(body: Body) -> Body:
    """Leave out devices that write no more, but for the newest of each kind (S-4.3)."""
    living = {device for _, device in body.dots | body.forgettings.keys()}
    gone = [device for device in body.known if device not in living]
    dropped = {
        device
        for device in gone
        if len(device) > 17 and body.known.get(device[:17], "") > body.known[device]
    }
    for kind in "m~":
        of_kind = [device for device in gone if device[0] == kind and device not in dropped]
        of_kind.sort(key=lambda device: (body.known[device], device), reverse=True)
        dropped.update(of_kind[MOST_SHORT_LIVED:])
    known = {device: stamp for device, stamp in body.known.items() if device not in dropped}
    return replace(body, known=known)


def _standing(body: Body) -> Body:
    """Drop what stands on a creation that is gone, and everything where no value stands."""
    if not body.stands:
        last = max(((stamp, device) for device, stamp in body.known.items()), default=None)
        return Body(
            path=body.path,
            record=None,
            known=body.known,
            fixed=body.identity,
            forgettings=body.forgettings or ({last: "forget"} if last else {}),
        )
    return _without(body, {dot for dot, on in body.stands_on.items() if on not in body.creations})


def _is_reborn(before: Body, record: Record, fields: dict[str, Json]) -> bool:
    """Return whether an edit says that the record came to be at another time (S-4.11)."""
    return any(
        name in fields and before.values.get(name) and before.shown(name) != fields[name]
        for name in record.least
    )


def _without(body: Body, gone: Collection[Dot]) -> Body:
    """Return a version without some dots, and without what they held."""
    values = {
        name: {dot: value for dot, value in alive.items() if dot not in gone}
        for name, alive in body.values.items()
    }
    elements = {
        name: {element: rest for element, dots in found.items() if (rest := dots - set(gone))}
        for name, found in body.elements.items()
    }
    slots = {
        name: {dot: count for dot, count in counts.items() if dot not in gone}
        for name, counts in body.slots.items()
    }
    left = replace(
        body,
        values={name: alive for name, alive in values.items() if alive},
        elements=elements,
        slots=slots,
    )
    alive = left.dots
    held = {dot: on for dot, on in body.stands_on.items() if dot in alive}
    return replace(left, stands_on=held)


def _newest(body: Body) -> Dot:
    assert body.record is not None
    return max(body.values.get(body.record.value, {}), default=("", ""))
