"""What records say of one another, and what becomes of one when another is forgotten.

Nothing here writes a dot. What is taken out of a body was known to it, and a version that knows a
dot and no longer holds it says that it is gone: so devices that do this each for itself make equal
bodies, and what somebody else wrote meanwhile, unseen, stands beside it.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from ..core.mention import Mention
from ..core.ref import Ref
from .anchors import creations_in
from .body import Body, Elements, Policy, Values, VersionVector, knows, pruned
from .canonical import Json
from .merge import last_dot
from .schema import OnceForgotten, Reference, Schema
from .stamp import Dot, is_hlc

FOLD = "fold"
"""Why a record was deleted whose content stands on in another one."""


def is_forgotten(body: Body) -> bool:
    """Whether somebody wanted nothing to stand here; what was only folded stands on elsewhere."""
    return not body.is_alive and set(body.marks.values()) != {FOLD}


@dataclass(frozen=True, slots=True)
class Ground:
    """What another record stands on, as far as is known.

    Attributes:
        held: The stamps of its creations.
        known: All that was heard of it.
        former: The stamps of creations that stood when this was looked at last.
        values: The stamps of values that stood then.
    """

    held: frozenset[str]
    known: VersionVector
    former: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()

    def has_lost(self, creation: Dot) -> bool:
        """Whether a creation was forgotten, and not only not heard of yet.

        A file that was copied calls its creations after another device, at the same stamps.
        """
        if creation.t in self.held:
            return False
        return creation.t in self.former or knows(self.known, creation)

    def has_lost_value(self, value: Dot) -> bool:
        """Whether who forgot the record had seen a value of it; nothing stands there now."""
        return value.t in self.values or knows(self.known, value)


def ground(body: Body, before: Body | None, schema: Schema[Any]) -> Ground:
    """The ground that a body gives to what belongs to it.

    Args:
        body: What stands there, or a tombstone.
        before: What stood there, if that is known.
        schema: Its record type.
    """
    held = _stamps(creations_in(body.fields, schema))
    if before is None:
        return Ground(held, body.known)
    former, values = creations_in(before.fields, schema), values_in(before, schema)
    return Ground(held, body.known, _stamps(former), _stamps(values))


def values_in(body: Body, schema: Schema[Any]) -> set[Dot]:
    """The dots of the values that make a record stand."""
    return set(body.fields.get(schema.alive, ()))


def _stamps(dots: Iterable[Dot]) -> frozenset[str]:
    return frozenset(dot.t for dot in dots)


def grounded(body: Body, dot: Dot, grounds: Mapping[str, Iterable[Dot]]) -> Body:
    """A living body that says on what it was written.

    Args:
        body: What was written.
        dot: By which write.
        grounds: Field to the creations that stand there.
    """
    said = {name: {dot: _listed(creations)} for name, creations in grounds.items()}
    return replace(body, fields={**body.fields, **said})


def standing_on(body: Body, grounds: Mapping[str, Iterable[Dot]]) -> Body:
    """A body at a place of its own that says on what it stands there, without a write.

    Args:
        body: What nobody has seen at this place yet.
        grounds: As for ``grounded``; what was written on nothing stays so.
    """
    said = {
        name: {max(values): _listed(grounds[name])}
        for name, values in body.fields.items()
        if name in grounds
    }
    return replace(body, fields={**body.fields, **said})


def _listed(creations: Iterable[Dot]) -> Json:
    return sorted(f"{creation.t}.{creation.device}" for creation in creations)


def _creations(body: Body, name: str | None) -> set[Dot]:
    """The creations that a body says it was written on."""
    found = set[Dot]()
    for said in body.fields.get(name or "", {}).values():
        for text in said if isinstance(said, list) else ():
            t, _, device = text.partition(".") if isinstance(text, str) else ("", "", "")
            if device and is_hlc(t):
                found.add(Dot(t, device))
    return found


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
        for target in _read(ref, _said_in(body, name), reference.target):
            found.setdefault(target, set()).add(reference.once_forgotten)
    return found


def targets_said(
    ref: Ref[Any],
    fields: Mapping[str, Any],
    siblings: Iterable[Sequence[Any]],
    schema: Schema[Any],
) -> frozenset[Ref[Any]]:
    """The records that a plaintext names in its fields: all that its body does, or more.

    Args:
        ref: Where it stands.
        fields: What a reader sees.
        siblings: Field and value of each that stands beside that.
        schema: Its record type.
    """
    found = set[Ref[Any]]()
    for name, reference in schema.references.items():
        said = fields.get(name)
        texts: Iterable[object] = map(str, said) if isinstance(said, list) else (said,)
        found.update(_read(ref, texts, reference.target))
    for name, said, *_ in siblings:
        if name in schema.references:
            found.update(_read(ref, (said,), schema.references[name].target))
    return frozenset(found)


def mentions(ref: Ref[Any], body: Body, schema: Schema[Any], target: Ref[Any]) -> Iterator[Mention]:
    """Where any living value of a body, or its own name, names one record."""
    if owner_of(ref, schema) == target:
        yield Mention(ref, "name", OnceForgotten.CASCADE.value)
    for name, reference in schema.references.items():
        if target in _read(ref, _said_in(body, name), reference.target):
            yield Mention(ref, name, reference.once_forgotten.value)


def noted(ref: Ref[Any], body: Body, schema: Schema[Any]) -> frozenset[Ref[Any]]:
    """The records named by a living body of which a file notes that they are."""
    return frozenset(
        target
        for name, reference in schema.references.items()
        if reference.noted
        for target in _read(ref, _said_in(body, name), reference.target)
        if target.kind in reference.noted
    )


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
    is_made = schema.made_by is None or schema.made_by in body.fields
    return body.is_alive and is_made and any(name not in body.fields for name in schema.rebuilt)


def settled(
    ref: Ref[Any],
    body: Body,
    schema: Schema[Any],
    forgotten: Set[Ref[Any]],
    blank: Container[Ref[Any]],
    grounds: Mapping[Ref[Any], Ground],
    dissolved: Container[Ref[Any]] = (),
) -> Body:
    """What is left of a living body, seeing what became of those that it names.

    Args:
        ref: Where it stands.
        body: What stands there.
        schema: Its record type.
        forgotten: Those of its targets that nobody remembers.
        blank: Those of its targets that wait to be made anew.
        grounds: What is known of those that it may have been written on.
        dissolved: Those of the forgotten ones that nobody forgot: nobody used them, and they may
            stand again.

    Returns:
        A tombstone, where one it hangs on was forgotten, or where it was computed of what a blank
        one said; else the body that names no forgotten one, and that is blank where it was made of
        a forgotten or a blank one. Of what devices learned apart, each of something else, only what
        one of them wrote goes. The same body if nothing became of it.
    """
    body = _as_learned_elsewhere(ref, body, schema, forgotten, grounds, dissolved)
    is_stale = False
    outlived = set[Ref[Any]]()
    for target, whats in targets(ref, body, schema).items():
        if OnceForgotten.CASCADE in whats:
            is_of_nothing = schema.is_cache and target in blank
            is_let_go = _hangs_on(ref, body, schema, target, forgotten, grounds, dissolved)
            if is_of_nothing or is_let_go:
                # the dot of its own last write: every device that does this makes one tombstone
                return pruned(Body(body.path, body.known, {}, {}, {last_dot(body.known): "forget"}))
            outlived.add(target)
        is_stale |= OnceForgotten.REBUILD in whats and (target in forgotten or target in blank)
    gone = forgotten - outlived
    left = without(ref, body, schema, gone) if gone else body
    if is_stale and any(name in left.fields for name in schema.rebuilt):
        kept = {name: some for name, some in left.fields.items() if name not in schema.rebuilt}
        left = _with(left, kept, left.sets)
    return left


def unlearned(
    ref: Ref[Any], body: Body, schema: Schema[Any], sources: Set[Ref[Any]]
) -> Body | None:
    """What is left of a living body of which some sources say no more what was learned from them.

    Args:
        ref: Where it stands.
        body: What stands there.
        schema: Its record type.
        sources: The records that say something else by now.

    Returns:
        As where they were forgotten: the body without what was learned from them; ``None`` where
        nothing else is left; the same body if nothing was.
    """
    left = _as_learned_elsewhere(ref, body, schema, sources, {}, ())
    hangs = any(_hangs_on(ref, left, schema, one, sources, {}, ()) for one in sources)
    return None if hangs else left


def _as_learned_elsewhere(
    ref: Ref[Any],
    body: Body,
    schema: Schema[Any],
    forgotten: Container[Ref[Any]],
    grounds: Mapping[Ref[Any], Ground],
    dissolved: Container[Ref[Any]],
) -> Body:
    """The body without the writes whose source was forgotten, where another one names another.

    The same body where all of them go, or none does.
    """
    for name, reference in schema.references.items():
        sources = body.fields.get(name, {})
        if not reference.is_source or len(sources) < 2:
            continue
        gone = {
            dot
            for dot, text in sources.items()
            if any(
                _hangs_on(ref, body, schema, target, forgotten, grounds, dissolved)
                for target in _read(ref, (text,), reference.target)
            )
        }
        if not gone or len(gone) == len(sources):
            continue
        # a value that was written anew took its source over from the one that it replaced
        values = body.fields.get(schema.alive, {})
        taken_over = sources.keys() - values.keys()
        if taken_over and taken_over <= gone:
            gone |= values.keys() - sources.keys()
        fields = dict(body.fields)
        for said, values in body.fields.items():
            left = {dot: value for dot, value in values.items() if dot not in gone}
            if said == reference.grounds or (left and schema.fields.get(said) is Policy.REGISTER):
                fields[said] = left
        body = _with(body, {said: values for said, values in fields.items() if values}, body.sets)
    return body


def _hangs_on(
    ref: Ref[Any],
    body: Body,
    schema: Schema[Any],
    target: Ref[Any],
    forgotten: Container[Ref[Any]],
    grounds: Mapping[Ref[Any], Ground],
    dissolved: Container[Ref[Any]],
) -> bool:
    """Whether a record goes with what became of one that it is nothing without."""
    if owner_of(ref, schema) == target and target in forgotten:
        return True
    for name, reference in schema.references.items():
        if reference.once_forgotten is not OnceForgotten.CASCADE:
            continue
        if reference.is_source and (target in dissolved or target not in forgotten):
            continue
        if target not in _read(ref, _said_in(body, name), reference.target):
            continue
        there = grounds.get(target)
        written_on = _creations(body, reference.grounds)
        if reference.is_source:
            is_untold = there is None or target.kind not in reference.anew or not written_on
            if is_untold or (there is not None and all(map(there.has_lost_value, written_on))):
                return True
        elif not written_on:
            if target in forgotten:
                return True
        elif there is not None and all(map(there.has_lost, written_on)):
            return True
    return False


def grounds_of(
    ref: Ref[Any], body: Body, schema: Schema[Any]
) -> Iterator[tuple[str, Ref[Any], bool]]:
    """The fields in which a record says what it was written on, and the records meant.

    And whether it was learned from that one, and stands on its values.
    """
    for name, reference in schema.references.items():
        if reference.grounds is not None:
            for target in _read(ref, body.fields.get(name, {}).values(), reference.target):
                if not reference.is_source or target.kind in reference.anew:
                    yield reference.grounds, target, reference.is_source


def giving_ground(kinds: Iterable[Schema[Any]]) -> frozenset[type]:
    """The record classes on whose creations others are written."""
    return frozenset(
        kind
        for schema in kinds
        for reference in schema.references.values()
        if reference.grounds is not None and not reference.is_source
        for kind in reference.kinds
    )


def nameable(kinds: Iterable[Schema[Any]]) -> frozenset[type]:
    """The record classes that others may name."""
    return frozenset(kind for one in _references_of(kinds) for kind in one.kinds)


def listed(kinds: Iterable[Schema[Any]]) -> frozenset[type]:
    """The record classes of which only a scope that was read tells who names them."""
    return frozenset(
        kind
        for one in _references_of(kinds)
        if not one.is_grouped
        for kind in one.kinds
        if kind not in one.noted
    )


def only_noted(kinds: Iterable[Schema[Any]]) -> frozenset[type]:
    """Those of which a scope need be read only where the file notes that one is named."""
    kinds = tuple(kinds)
    found = {kind for one in _references_of(kinds) for kind in one.noted}
    return frozenset(found) - listed(kinds)


def _references_of(kinds: Iterable[Schema[Any]]) -> Iterator[Reference]:
    for schema in kinds:
        yield from schema.references.values()


def grouped(kinds: Iterable[Schema[Any]]) -> Mapping[type, tuple[Schema[Any], ...]]:
    """The record classes whose holders are found in their group, and the types of those."""
    kinds = tuple(kinds)
    found: dict[type, tuple[Schema[Any], ...]] = {}
    for schema in kinds:
        of = {k for one in schema.references.values() if one.is_grouped for k in one.kinds}
        for kind in of:
            found[kind] = (*found.get(kind, ()), schema)
    return found


def made_of(kinds: Iterable[Schema[Any]]) -> Mapping[type, frozenset[type]]:
    """The record classes that are made of each class, and so wait while one of it does."""
    found: dict[type, frozenset[type]] = {}
    for schema in kinds:
        for kind in {kind for name in schema.made_of for kind in schema.references[name].kinds}:
            found[kind] = found.get(kind, frozenset()) | {schema.record}
    return found


def _with(body: Body, fields: Mapping[str, Values], sets: Mapping[str, Elements]) -> Body:
    """The body with less in it; what it says of dots that are gone goes with them."""
    left = pruned(replace(body, fields=fields, sets=sets))
    if not left.anchors:
        return left
    living = left.dots
    anchors = {dot: on for dot, on in left.anchors.items() if dot in living and on in living}
    return replace(left, anchors=anchors)


def _said_in(body: Body, name: str) -> Iterator[object]:
    """All that a field says: a set, or the values of any that are beside one another."""
    yield from body.sets.get(name, ())
    yield from body.fields.get(name, {}).values()


def _read(ref: Ref[Any], texts: Iterable[object], target: Any) -> Iterator[Ref[Any]]:
    for text in texts:
        if isinstance(text, str) and (found := target(ref, text)) is not None:
            yield from found if isinstance(found, tuple) else (found,)
