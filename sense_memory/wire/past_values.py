"""The values that a record had before: kept inside it, within bounds, and gone with it.

They are one register whose value is a list. Whoever writes over a value writes the list anew, with
what was there and what is replaced; lists that were written without having seen each other stand
beside each other, as values of registers do, and a reader sees all of them together. So two devices
that write over one value keep the old one, and each other's.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..core.errors import MalformedRecordError
from ..core.records.belief import Belief
from .body import Body, Policy, pruned, shown
from .body_json import whole
from .canonical import dumps, normalised
from .schema import Schema, number, text
from .stamp import Dot, hlc_seconds

MOST = 10
"""Former values of a record, the newest."""
MOST_BYTES = 4_096
"""Of their canonical text, all together."""
REPLACED = "replaced"
DECIDED = "decided"


def beliefs(name: str, body: Body, schema: Schema[Any]) -> list[Belief]:
    """What a living record says and said, the oldest first.

    Raises:
        MalformedRecordError: A former value is none.
    """
    found = [*former(name, body, schema), *_living(name, body, schema)]
    return sorted(found, key=lambda one: (one.since, one.until is None, one.until or 0.0, one.by))


def with_past(before: Body | None, after: Body, dot: Dot, schema: Schema[Any], why: str) -> Body:
    """What stands after an edit, with the values that it wrote over.

    Args:
        before: What stood there.
        after: What the edit made of it.
        dot: The edit, or the part of it that says this.
        schema: The record type.
        why: Why it wrote over something: ``replaced`` or ``decided``.

    Returns:
        ``after`` itself, where nothing was written over or the type keeps no former values.
    """
    if schema.past is None or before is None or not before.is_alive:
        return after
    now = {dumps(normalised(value)) for value in after.fields.get(schema.alive, {}).values()}
    try:
        known = former("", before, schema)
        gone = [one for one in _living("", before, schema) if dumps(one.value) not in now]
    except MalformedRecordError:
        return after  # another program wrote something else there
    if not gone:
        return after
    until = hlc_seconds(dot.t)
    ended = [replace(one, until=max(until, one.since), why=why) for one in gone]
    seen = before.fields.get(schema.past, {})
    beside = {d: some for d, some in after.fields.get(schema.past, {}).items() if d not in seen}
    lists = {**beside, dot: within_bounds([*known, *ended])}
    # a part of a plain writer's edit is a device of its own
    entry = max(dot.t, after.known.get(dot.device, ""))
    fields = {**after.fields, schema.past: lists}
    return pruned(replace(after, fields=fields, known={**after.known, dot.device: entry}))


def with_former(body: Body, found: Iterable[Belief], dot: Dot, schema: Schema[Any]) -> Body:
    """A living body that keeps what the record said in another store."""
    given = within_bounds(found)
    if schema.past is None or not given:
        return body
    return replace(body, fields={**body.fields, schema.past: {dot: given}})


def with_less(body: Body, schema: Schema[Any], dot: Dot | None = None) -> Body | None:
    """The body with fewer former values, for one that would be too large; ``None`` if it has none.

    Args:
        body: What shall stand.
        schema: Its type.
        dot: The edit that is being planned: of its own list the oldest value goes. Of lists that
            others have seen already the oldest goes as a whole, so that whoever finds the same
            too large makes the same of it.
    """
    name = schema.past
    lists = dict(body.fields.get(name, {})) if name is not None else {}
    if name is None or not any(lists.values()):
        return None
    own = lists.get(dot) if dot is not None else None
    if dot is not None and isinstance(own, list) and own:
        lists[dot] = own[1:]
    else:
        oldest = min(one for one, some in lists.items() if some)
        del lists[oldest]
    fields = {**body.fields, name: lists}
    if not lists:
        del fields[name]
    return pruned(replace(body, fields=fields))


def _living(name: str, body: Body, schema: Schema[Any]) -> list[Belief]:
    """The values that stand, each once."""
    dots: dict[str, Dot] = {}
    values: dict[str, Any] = {}
    for dot, value in sorted(body.fields.get(schema.alive, {}).items()):
        key = dumps(normalised(value))
        dots.setdefault(key, dot)
        values[key] = value
    ends = [one.until for one in _listed(name, body, schema) if one.until is not None]
    born = [
        float(shown(body.fields[field], Policy.MIN))
        for field, policy in schema.fields.items()
        if policy is Policy.MIN and field in body.fields
    ]
    source, confidence = _about(body)
    found = []
    for key, dot in dots.items():
        written = hlc_seconds(dot.t)
        before = [end for end in ends if end <= written]
        if before:
            # the same value may have been written again since; it began when another one ended
            since = max(before)
        elif len(dots) == 1 and schema.past not in body.fields and born:
            since = min(*born, written)
        else:
            since = written
        value = text(values[key])
        by = whole(dot).device
        found.append(Belief(name, value, since, by=by, source=source, confidence=confidence))
    return found


def _about(body: Body) -> tuple[str, float]:
    """Where the present value comes from, and how sure it is."""
    source = body.fields.get("source")
    confidence = body.fields.get("confidence")
    return (
        str(shown(source, Policy.REGISTER)) if source else "",
        float(shown(confidence, Policy.REGISTER)) if confidence else 1.0,
    )


def former(name: str, body: Body, schema: Schema[Any]) -> list[Belief]:
    """What a living record said before, each value once, the oldest first.

    Raises:
        MalformedRecordError: A former value is none.
    """
    found: dict[tuple[str | None, float, str], Belief] = {}
    for one in _listed(name, body, schema):
        key = (one.value, one.since, one.by)
        known = found.get(key)
        # two devices ended it, each for itself: the first one did
        if known is None or (one.until or 0.0) < (known.until or 0.0):
            found[key] = one
    return sorted(found.values(), key=_order)


def _listed(name: str, body: Body, schema: Schema[Any]) -> list[Belief]:
    """All that stands in any of the lists."""
    lists = body.fields.get(schema.past or "", {}).values()
    return [one for some in lists for one in read(name, some)]


def _order(one: Belief) -> tuple[float, float, str, str]:
    return one.until or 0.0, one.since, one.by, one.value or ""


def read(name: str, some: object) -> Iterable[Belief]:
    """Former values from what a record holds.

    Raises:
        MalformedRecordError: It is no list of them.
    """
    try:
        if not isinstance(some, list):
            raise TypeError("former values are a list")
        for one in some:
            value = one.get("value")
            yield Belief(
                name,
                None if value is None else text(value),
                number(one["since"]),
                number(one["until"]),
                text(one.get("why", REPLACED)),
                text(one["by"]),
                text(one.get("source", "")),
                number(one.get("confidence", 1.0)),
            )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise MalformedRecordError(
            f"a former value of a record does not fit ({type(error).__name__})"
        ) from None


def _written(one: Belief) -> dict[str, Any]:
    fields = {
        "value": one.value,
        "since": one.since,
        "until": one.until,
        "why": one.why,
        "by": one.by,
        "source": one.source,
        "confidence": one.confidence,
    }
    usual = {"value": None, "why": REPLACED, "source": "", "confidence": 1.0}
    shortened = {k: value for k, value in fields.items() if k not in usual or value != usual[k]}
    found: dict[str, Any] = normalised(shortened)
    return found


def within_bounds(found: Iterable[Belief]) -> list[Any]:
    """Former values as a record holds them: the newest; of one too long only when it was."""
    left: list[Any] = []
    size = 2
    for one in sorted(found, key=_order, reverse=True)[:MOST]:
        fields = _written(one)
        length = len(dumps(fields).encode()) + 1
        if length + 2 > MOST_BYTES:
            fields = _written(replace(one, value=None, source=""))
            length = len(dumps(fields).encode()) + 1
        if size + length > MOST_BYTES:
            break
        left.insert(0, fields)
        size += length
    return left
