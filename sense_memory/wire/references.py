"""What records say of one another, and what becomes of one when another is forgotten.

Nothing here writes a dot. What is taken out of a body was known to it, and a version that knows a
dot and no longer holds it says that it is gone: so devices that do this each for itself make equal
bodies, and what somebody else wrote meanwhile, unseen, stands beside it.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..core.mention import Mention
from ..core.ref import Ref
from .body import Body, Elements, Values, pruned
from .merge import last_dot
from .schema import OnceForgotten, Schema


def named(ref: Ref[Any], record: object, schema: Schema[Any]) -> frozenset[Ref[Any]]:
    """The records that a record names, as a reader sees it."""
    found = {owner} if (owner := owner_of(ref, schema)) is not None else set[Ref[Any]]()
    if not schema.references:
        return frozenset(found)
    fields = schema.encode(record)
    for name, reference in schema.references.items():
        value = fields.get(name)
        texts: Iterable[object] = value if isinstance(value, (tuple, list)) else (value,)
        found.update(_read(ref, texts, reference.target))
    return frozenset(found)


def owner_of(ref: Ref[Any], schema: Schema[Any]) -> Ref[Any] | None:
    """Whom a record belongs to, if to anybody."""
    return schema.owner.of(ref) if schema.owner is not None else None


def owned_by(ref: Ref[Any], kinds: Iterable[Schema[Any]]) -> Iterator[Ref[Any]]:
    """The records that belong to a record, whether they stand or not."""
    for schema in kinds:
        if schema.owner is not None and ref.kind in schema.owner.kinds:
            yield schema.owner.owned(ref)


def targets(ref: Ref[Any], body: Body, schema: Schema[Any]) -> dict[Ref[Any], set[OnceForgotten]]:
    """The records that any living value of a body names, and what they are to it."""
    found: dict[Ref[Any], set[OnceForgotten]] = {}
    if (owner := owner_of(ref, schema)) is not None:
        found[owner] = {OnceForgotten.CASCADE}
    for name, reference in schema.references.items():
        texts = [*body.sets.get(name, ()), *body.fields.get(name, {}).values()]
        for target in _read(ref, texts, reference.target):
            found.setdefault(target, set()).add(reference.once_forgotten)
    return found


def mentions(ref: Ref[Any], body: Body, schema: Schema[Any], target: Ref[Any]) -> Iterator[Mention]:
    """Where any living value of a body, or its own name, names one record."""
    if owner_of(ref, schema) == target:
        yield Mention(ref, "name", OnceForgotten.CASCADE.value)
    for name, reference in schema.references.items():
        texts = [*body.sets.get(name, ()), *body.fields.get(name, {}).values()]
        if target in _read(ref, texts, reference.target):
            yield Mention(ref, name, reference.once_forgotten.value)


def without(
    ref: Ref[Any],
    body: Body,
    schema: Schema[Any],
    gone: Container[Ref[Any]],
    fields: Container[str] | None = None,
) -> Body:
    """The body that names some records no more; the same body if it names none of them.

    Args:
        ref: Where it stands.
        body: What stands there.
        schema: Its record type.
        gone: What it shall not name.
        fields: Where; ``None`` is everywhere.
    """
    values, sets = dict(body.fields), dict(body.sets)
    for name, reference in schema.references.items():
        if fields is not None and name not in fields:
            continue

        def stays(text: object, target: Any = reference.target) -> bool:
            return all(found not in gone for found in _read(ref, (text,), target))

        if name in sets:
            sets[name] = {one: dots for one, dots in sets[name].items() if stays(one)}
        if name in values:
            values[name] = {dot: text for dot, text in values[name].items() if stays(text)}
    left = _with(body, {name: some for name, some in values.items() if some}, sets)
    return body if left == body else left


def is_blank(body: Body, schema: Schema[Any]) -> bool:
    """Whether a record waits for what is made of others to be made anew."""
    return body.is_alive and any(name not in body.fields for name in schema.rebuilt)


def settled(
    ref: Ref[Any],
    body: Body,
    schema: Schema[Any],
    forgotten: Container[Ref[Any]],
    blank: Container[Ref[Any]],
) -> Body:
    """What is left of a living body, seeing what became of those that it names.

    Args:
        ref: Where it stands.
        body: What stands there.
        schema: Its record type.
        forgotten: Those of its targets that nobody remembers.
        blank: Those of its targets that wait to be made anew.

    Returns:
        A tombstone, where one it hangs on was forgotten; else the body that names no forgotten
        one, and that is blank where it was made of a forgotten or a blank one. The same body if
        nothing became of it.
    """
    is_stale = False
    for target, whats in targets(ref, body, schema).items():
        if target in forgotten and OnceForgotten.CASCADE in whats:
            # the dot of its own last write: every device that does this makes the same tombstone
            return pruned(Body(body.path, body.known, {}, {}, {last_dot(body.known): "forget"}))
        is_stale |= OnceForgotten.REBUILD in whats and (target in forgotten or target in blank)
    left = without(ref, body, schema, forgotten)
    if is_stale and any(name in left.fields for name in schema.rebuilt):
        kept = {name: some for name, some in left.fields.items() if name not in schema.rebuilt}
        left = _with(left, kept, left.sets)
    return left


def naming(
    kinds: Iterable[Schema[Any]],
) -> Mapping[type, tuple[Schema[Any], ...]]:
    """The record types that may name each record class."""
    found: dict[type, tuple[Schema[Any], ...]] = {}
    for schema in kinds:
        for kind in {kind for some in schema.references.values() for kind in some.kinds}:
            found[kind] = (*found.get(kind, ()), schema)
    return found


def _with(body: Body, fields: Mapping[str, Values], sets: Mapping[str, Elements]) -> Body:
    """The body with less in it; what it says of dots that are gone goes with them."""
    left = pruned(replace(body, fields=fields, sets=sets))
    if not left.anchors:
        return left
    living = left.dots
    anchors = {dot: on for dot, on in left.anchors.items() if dot in living and on in living}
    return replace(left, anchors=anchors)


def _read(ref: Ref[Any], texts: Iterable[object], target: Any) -> Iterator[Ref[Any]]:
    for text in texts:
        if isinstance(text, str) and (found := target(ref, text)) is not None:
            yield from found if isinstance(found, tuple) else (found,)
