"""What becomes of a record that one device let dissolve while another one had to do with it.

Whoever forgets something says so, and only what was written without having seen that stands
afterwards, alone. Dissolving says nothing but that nobody had used it; where that was not so, it
stands again as it was. Dots that the tombstone knows are dead for good, so who finds this out
writes them anew.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from .body import Body, Policy, Values, knows, pruned
from .schema import Schema
from .stamp import Dot, hlc_seconds

DISSOLVE = "dissolve"
"""Why a record was forgotten that nobody had used for long."""


def is_dissolved(body: Body) -> bool:
    """Whether nothing stands for no other reason than that nobody used it."""
    return not body.is_alive and set(body.marks.values()) == {DISSOLVE}


def outlives(alive: Body, plain: Any, true: Any, tombstone: Body, schema: Schema[Any]) -> bool:
    """Whether a record had no reason to dissolve when somebody let it.

    Args:
        alive: A version of it.
        plain: The record in that version.
        true: The same with all uses that are known here.
        tombstone: What was put in its place; it is dissolved.
        schema: Its type.
    """
    if schema.dissolution is None:
        return False
    at = max(hlc_seconds(dot.t) for dot in tombstone.marks)
    written = newest(alive, schema.dissolution.fields)

    def is_due(record: Any) -> bool:
        due = schema.dissolution.due_at(record, written) if schema.dissolution else None
        return due is not None and due <= at

    if is_due(true):
        return False
    # an old version, of which the other one knew all, says nothing; uses that it lacked do
    return is_due(plain) or any(not knows(tombstone.known, dot) for dot in alive.dots)


def newest(body: Body, fields: Collection[str]) -> float:
    """When anything in some fields was written last; seconds since the epoch, 0 if never."""
    dots = [dot for name in fields for dot in body.fields.get(name, ())]
    dots += [dot for name in fields for some in body.sets.get(name, {}).values() for dot in some]
    return max((hlc_seconds(dot.t) for dot in dots), default=0.0)


def restored(alive: Body, merged: Body, first: Dot, schema: Schema[Any]) -> Body:
    """The merged version, in which what the tombstone had taken of a living one stands again.

    Args:
        alive: The living version.
        merged: It and the tombstone; perhaps something newer stands there.
        first: The dot from which on new ones are taken; it is newer than all that ``merged``
            knows.
        schema: The record type. Counts are left out: they are another incarnation's.
    """
    there = merged.dots
    lost = sorted(alive.dots - there)
    new = {dot: Dot(f"{int(first.t, 16) + n:016x}", first.device) for n, dot in enumerate(lost)}

    def values(name: str, some: Values) -> Values:
        if schema.fields.get(name) is Policy.COUNTER:
            return merged.fields.get(name, {})
        back = {new[dot]: value for dot, value in some.items() if dot in new}
        return {**merged.fields.get(name, {}), **back}

    def elements(name: str, some: Mapping[str, frozenset[Dot]]) -> dict[str, frozenset[Dot]]:
        found = dict(merged.sets.get(name, {}))
        for one, dots in some.items():
            back = frozenset(new[dot] for dot in dots if dot in new)
            if back:
                found[one] = found.get(one, frozenset()) | back
        return found

    fields = {**merged.fields, **{name: values(name, some) for name, some in alive.fields.items()}}
    sets = {**merged.sets, **{name: elements(name, some) for name, some in alive.sets.items()}}
    anchors = {
        new.get(dot, dot): new.get(creation, creation)
        for dot, creation in {**merged.anchors, **alive.anchors}.items()
    }
    fields = {name: some for name, some in fields.items() if some}
    last = max((dot.t for dot in new.values()), default=first.t)
    body = Body(merged.path, {**merged.known, first.device: last}, fields, sets)
    living = body.dots
    held = {dot: on for dot, on in anchors.items() if dot in living and on in living}
    return pruned(replace(body, anchors=held))
