"""What an edit that writes no value stands on: the creation of the record that it was made on.

A use or a link says nothing new about the memory itself, so it must not keep a memory that somebody
else forgets. It is anchored to the dot of a creation, and lives no longer than that.
"""

from collections.abc import Collection, Mapping
from typing import Any

from .body import Body, Elements, Policy, Values, shown
from .canonical import normalised
from .schema import Schema
from .stamp import Dot


def let_go(
    anchors: Mapping[Dot, Dot],
    fields: dict[str, Values],
    sets: dict[str, Elements],
    schema: Schema[Any],
    *,
    also: Collection[Dot] = (),
) -> dict[Dot, Dot]:
    """Take out what stood on a creation that is gone; the anchors that still hold something.

    Otherwise it would matter who heard what first. One device forgets a memory, one counts its
    first use of it, one writes it anew, none having seen the others: where the forgetting meets the
    use first, nothing stands and the use is gone; where the use meets the new value first, it would
    stand with it.

    Args:
        anchors: What stands on which creation.
        fields: Field to its live values; what goes is taken out of it.
        sets: Field to its elements; what goes is taken out of it.
        schema: The record type.
        also: Creations that count as gone, though they stand there.
    """
    creations = creations_in(fields, schema).difference(also)
    gone = {dot for dot, creation in anchors.items() if creation not in creations}
    if gone:
        for name, values in list(fields.items()):
            fields[name] = {dot: value for dot, value in values.items() if dot not in gone}
            if not fields[name]:
                del fields[name]
        for name, elements in list(sets.items()):
            left = {element: dots - gone for element, dots in elements.items()}
            sets[name] = {element: dots for element, dots in left.items() if dots}
    living = Body("", {}, fields, sets).dots
    return {dot: creation for dot, creation in anchors.items() if dot in living - gone}


def creations_in(fields: Mapping[str, Values], schema: Schema[Any]) -> set[Dot]:
    """The dots of when a record came to be, which its edits leave as they are."""
    born = (name for name, policy in schema.fields.items() if policy is Policy.MIN)
    return {dot for name in born for dot in fields.get(name, {})}


def is_reborn(before: Body, new: Mapping[str, Any], schema: Schema[Any]) -> bool:
    """Whether an edit says that a record came to be at another time."""
    return any(
        shown(before.fields[name], policy) != normalised(new[name])
        for name, policy in schema.fields.items()
        if policy is Policy.MIN and name in new and name in before.fields
    )


def anchor(before: Body, schema: Schema[Any]) -> Dot | None:
    """What an edit that writes no value can be tied to; ``None`` if there is nothing."""
    return min(creations_in(before.fields, schema) - before.anchors.keys(), default=None)


def still_held(
    before: Body | None, fields: dict[str, Values], sets: dict[str, Elements]
) -> dict[Dot, Dot]:
    """The anchors of what an edit left as it was."""
    if before is None or not before.anchors:
        return {}
    living = Body("", {}, fields, sets).dots
    return {dot: creation for dot, creation in before.anchors.items() if dot in living}
