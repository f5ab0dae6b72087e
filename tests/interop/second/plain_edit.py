"""S-4.6: what a plain writer wrote, as a version that merges."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from .bodies import Body, Dot, Json, canonical
from .events import NewerError, UnreadableError
from .former import with_past
from .merging import merged
from .records import RECORDS, record_at


def edit_of(shown: dict[str, Json], *, address: str, created_at: int, event_id: str) -> Body:
    """Return a body without `_sync` as the version of one who knew nothing else."""
    record = RECORDS.get(shown.get("type", ""))
    if record is None:
        raise UnreadableError("of another program")
    if record is not record_at(address):
        raise NewerError(f"{record.type} at {address}")
    stamp, whole = f"{created_at * 1000 << 16:016x}", "~" + event_id[:16]
    body = Body(path=address, record=record, known={whole: stamp})
    for name, value in shown.items():
        if name in record.identity | record.cached:
            body.fixed[name] = value
        elif name in record.set:
            body.elements[name] = {e: frozenset({_part(stamp, whole, name, e)}) for e in value}
        elif name in record.counter:
            if value > 0:
                body.slots[name] = {_part(stamp, whole, name): value}
        elif name != "type":
            body.values[name] = {_part(stamp, whole, name): value}
    if record.value not in body.values:
        raise UnreadableError(f"no {record.value}")
    body.known.update({device: at for at, device in body.dots})
    return body


def absorbed(here: Body, edit: Body, base: Body | None) -> Body:
    """Return what stands once the edit is taken in, whose writer had read `base`."""
    if edit.known.keys() & here.known.keys():
        return here
    if not here.stands or edit.record is None:
        return merged(here, edit)
    record = edit.record
    ground = base or here
    told = Body(
        path=here.path,
        record=record,
        fixed=edit.fixed,
        values={
            name: alive
            for name, alive in edit.values.items()
            if (name == record.value and not record.counter) or _is_news(ground, name, edit)
        },
        elements={
            name: {e: dots for e, dots in found.items() if e not in ground.elements.get(name, {})}
            for name, found in edit.elements.items()
        },
        slots={n: c for n, c in edit.slots.items() if edit.total(n) > ground.total(n)},
    )
    if told.dots and record.value not in told.values:
        on = min(ground.creations - ground.stands_on.keys(), default=None)
        if on is None:
            told.values[record.value] = edit.values[record.value]
        else:
            told.stands_on.update(dict.fromkeys(told.dots, on))
    whole = min(edit.known)
    told.known.update({whole: edit.known[whole], **{device: at for at, device in told.dots}})
    if base is not None:
        told = _over(base, told, edit, whole)
    return _with_one_total(merged(here, told), edit)


def _over(base: Body, told: Body, edit: Body, whole: str) -> Body:
    """Return the base with all that the edit says instead of it."""
    record = told.record
    assert record is not None
    elements = {}
    for name in base.elements.keys() | told.elements.keys():
        found = base.elements.get(name, {})
        left = edit.elements.get(name, found)
        elements[name] = {e: dots for e, dots in found.items() if e in left}
        elements[name] |= told.elements.get(name, {})
    over = replace(
        base,
        fixed={**base.fixed, **told.fixed},
        known={**base.known, **told.known},
        values={**base.values, **told.values},
        elements=elements,
        slots={**base.slots, **told.slots},  # a total has the slots that it saw in it
        forgettings=base.forgettings if told.stands_on else {},
    )
    held = {dot: on for dot, on in base.stands_on.items() if dot in over.dots}
    over = replace(over, stands_on={**held, **told.stands_on})
    return with_past(base, over, _part(edit.known[whole], whole, "past"))


def _is_news(ground: Body, name: str, edit: Body) -> bool:
    record = edit.record
    assert record is not None
    if not ground.values.get(name):
        return True
    old, new = ground.shown(name), edit.shown(name)
    if name in record.greatest:
        return bool(new > old)
    if name in record.least:
        return bool(new < old)
    return canonical(new) != canonical(old)


def _with_one_total(body: Body, edit: Body) -> Body:
    """Return the body without totals of other plain writers that the edit's own contains."""
    slots = dict(body.slots)
    for name, counts in edit.slots.items():
        if counts.keys() <= slots.get(name, {}).keys():
            slots[name] = {
                dot: count
                for dot, count in slots[name].items()
                if dot in counts or not dot[1].startswith("~") or count > edit.total(name)
            }
    left = replace(body, slots=slots)
    held = {dot: on for dot, on in left.stands_on.items() if dot in left.dots}
    return replace(left, stands_on=held)


def _part(stamp: str, whole: str, name: str, element: str = "") -> Dot:
    digest = hashlib.sha256(f"{name}\x00{element}".encode()).hexdigest()
    return stamp, whole + digest[:8]
