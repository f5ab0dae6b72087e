"""How an edit is taken in that came without version vector and dots: another program wrote it."""

from dataclasses import replace
from typing import Any

from .anchors import anchor, still_held
from .body import Body, Elements, Policy, Values, is_plain_writers, pruned, shown
from .body_json import part
from .merge import last_dot, merge
from .past_values import REPLACED, with_past
from .schema import Schema
from .stamp import Dot


def absorbed(here: Body, edit: Body, base: Body | None, schema: Schema[Any]) -> Body:
    """The version in which a plain writer's edit stands.

    Every field and element that the edit changed counts as a dot of its own, so that devices that
    know different things of the record take different parts of the edit, and lose none when they
    meet. What is as it was in the base contributes nothing: it must not undo what somebody else
    does to it at the same time. Without a base, what differs from what stands here stands beside
    it.

    Args:
        here: What stands there.
        edit: The plain writer's whole record, as if it were the first.
        base: The version that the writer had read, as far as can be told; ``here`` knows all of it.
        schema: The record type.
    """
    if any(device in here.known for device in edit.known):
        return here  # it was taken in before; here, or where ours comes from
    if not here.is_alive:
        return merge(here, edit, schema)
    ground = base or here
    fields: dict[str, Values] = {}
    for name, values in edit.fields.items():
        if new := _contributed(name, values, ground, schema):
            fields[name] = new
    sets: dict[str, Elements] = {
        name: {e: dots for e, dots in elements.items() if e not in ground.sets.get(name, {})}
        for name, elements in edit.sets.items()
    }
    added = Body("", {}, fields, sets).dots
    anchors: dict[Dot, Dot] = {}
    if added and schema.alive not in fields:
        creation = anchor(ground, schema)
        if creation is None:
            fields[schema.alive] = edit.fields[schema.alive]
        else:
            anchors = dict.fromkeys(added, creation)
    # of the edit only what it contributed; and its first entry, which says that it was taken in
    whole = min(edit.known)
    known = {dot.device: dot.t for dot in Body("", {}, fields, sets).dots}
    known[whole] = edit.known[whole]
    if base is not None:
        known = {**base.known, **known}
        fields = {**base.fields, **fields}
        for name, elements in base.sets.items():
            kept = edit.sets.get(name, elements)
            if schema.fields.get(name) is Policy.UNION:
                kept = elements
            left = {element: dots for element, dots in elements.items() if element in kept}
            sets[name] = {**left, **sets.get(name, {})}
        anchors = {**still_held(base, fields, sets), **anchors}
    marks = base.marks if base is not None and anchors else {}
    taken = Body(here.path, known, fields, sets, marks, anchors)
    if base is not None:
        said = part(Dot(known[whole], whole), schema.past or "")
        taken = with_past(base, taken, said, schema, REPLACED)
    merged = merge(here, taken, schema)
    return _with_one_total(merged, edit, schema)


def agrees(base: Body, edit: Body, schema: Schema[Any]) -> bool:
    """Whether a version may be the one that a plain writer had read when it wrote an edit.

    A record keeps its date of birth, and whoever counted a use had read another version.
    """
    for name, policy in schema.fields.items():
        if policy in (Policy.MIN, Policy.COUNTER) and name in edit.fields:
            nothing: Values = {last_dot(base.known): 0} if policy is Policy.COUNTER else {}
            values = base.fields.get(name, nothing)
            if not values or shown(values, policy) != shown(edit.fields[name], policy):
                return False
    return base.is_alive


def _contributed(name: str, values: Values, ground: Body, schema: Schema[Any]) -> Values:
    """What a field of a plain writer's edit says that the version it is compared with does not."""
    policy = schema.fields.get(name, Policy.REGISTER)
    if name == schema.alive and schema.counter is None:
        return values  # where uses are not counted, nobody writes but to say something
    before = ground.fields.get(name)
    if not before:
        return values
    old, new = shown(before, policy), shown(values, policy)
    match policy:
        case Policy.MAX | Policy.COUNTER:
            return values if new > old else {}
        case Policy.MIN:
            return values if new < old else {}
        case _:
            return values if new != old else {}


def _with_one_total(body: Body, edit: Body, schema: Schema[Any]) -> Body:
    """The body without the totals of other plain writers that a new one is no less than."""
    fields = dict(body.fields)
    for name, values in edit.fields.items():
        if (
            schema.fields.get(name) is Policy.COUNTER
            and values.keys() <= fields.get(name, {}).keys()
        ):
            total = shown(values, Policy.COUNTER)
            fields[name] = {
                dot: n
                for dot, n in fields[name].items()
                if dot in values
                or not is_plain_writers(dot.device)
                or shown({dot: n}, Policy.MAX) > total
            }
    return pruned(replace(body, fields=fields, anchors=still_held(body, fields, dict(body.sets))))
