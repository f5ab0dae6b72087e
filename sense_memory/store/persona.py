"""Persona memories: domain, facet, key."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..core.change import Alter, Amend, Edit, Forget, Unlink
from ..core.errors import AmbiguousKeyError, InputError, InvalidKeyError, UnknownMemoryError
from ..core.records.kv import Memory
from ..core.records.names import canonical, check_key, check_taxonomy, check_text
from ..core.records.persona import DEFAULT_HALFLIFE_DAYS, STATE_ACTIVE, PersonaMemory
from ..core.ref import Ref
from .context import Context

FLAT = "flat"
"""The domain in which key-value memories appear among the persona memories."""
FLAT_FACET = "facts"
CONNECTIONS = frozenset({"connections"})
CONTRADICTIONS = frozenset({"contradicts", "superseded_by"})


@dataclass(frozen=True, slots=True)
class Insight:
    """One persona memory to store; ``None`` leaves what is there.

    Attributes:
        domain: 1–64 characters.
        facet: 1–64 characters.
        key: 1–256 characters.
        value: Up to 65,000 characters.
        themes: Words to search by.
        connections: Memories to link with, both ways: a key of the same facet, or
            ``domain/facet/key``.
        source: Where it comes from.
        confidence: 0–1.
        halflife_days: Above 0.
    """

    domain: str
    facet: str
    key: str
    value: str
    themes: Sequence[str] | None = None
    connections: Sequence[str] | None = None
    source: str | None = None
    confidence: float | None = None
    halflife_days: float | None = None


async def remember(context: Context, insights: Iterable[Insight]) -> list[str]:
    """Store some persona memories in one transaction; their event ids in order."""
    now = context.clock.now()
    edits: list[Edit] = []
    refs: list[Ref[PersonaMemory]] = []
    links: list[Edit] = []
    for given in insights:
        insight = replace(
            given,
            domain=canonical(given.domain),
            facet=canonical(given.facet),
            key=canonical(given.key),
        )
        ref = _ref(context, insight.domain, insight.facet, insight.key)
        _check(insight)
        refs.append(ref)
        edits.append(Alter(ref, partial(_renewed, insight, now)))
        for name in insight.connections or ():
            other = _connection(context, insight, name)
            links += _link(ref, other, f"link with {ref.name}", now)
    if not edits:
        return []
    # links come last, so that memories of one call can be linked with each other
    receipt = await context.records.commit(*edits, *links)
    return list(receipt.event_ids[: len(refs)])


async def recall(
    context: Context, domain: str | None, facet: str | None, key: str | None
) -> list[PersonaMemory]:
    """The memories that match what is given, by domain, facet and key."""
    domain, facet, key = map(canonical, (domain, facet, key))
    for name, what in ((domain, "Domain"), (facet, "Facet")):
        if name is not None:
            check_taxonomy(name, what)
    if domain is not None and facet is not None and key is not None and domain != FLAT:
        ref = _ref(context, domain, facet, key)
        found = await context.records.get(ref)
        if found is None:
            return []
        await context.records.touch(ref)
        return [_as_of(found, context.clock.now())]
    prefix = f"{domain}/{facet}/" if domain and facet else f"{domain}/" if domain else ""
    memories: list[PersonaMemory] = []
    if domain != FLAT:
        own = context.records.select(PersonaMemory, prefix, context.scope)
        memories += [entry.record async for entry in own]
    if domain in (None, FLAT):
        flat = context.records.select(Memory, scope=context.scope)
        memories += [_flat(entry.record) async for entry in flat]
    now = context.clock.now()
    return [
        _as_of(memory, now)
        for memory in memories
        if facet in (None, memory.facet) and key in (None, memory.key)
    ]


async def connect(context: Context, first: str, second: str) -> None:
    """Link two memories, both ways."""
    one, other = await _pair(context, first, second, "connect")
    await context.records.commit(*_link(one, other, "connect", context.clock.now()))


async def disconnect(context: Context, first: str, second: str) -> None:
    """Let two memories be linked no more, either way."""
    one, other = await _pair(context, first, second, "disconnect")
    await context.records.commit(*_unlink(one, other))


async def contradict(context: Context, old: str, new: str) -> None:
    """Let a memory be superseded by another one, which is as fresh as if it were new."""
    before, after = await _pair(context, old, new, "contradict")
    now = context.clock.now()
    await context.records.commit(
        # what was said the other way round before is taken back, and the same is said anew
        Unlink(after, before, CONTRADICTIONS),
        Unlink(before, after, CONTRADICTIONS),
        Amend(before, partial(_contradicted, before, after), _unknown(before.name, "contradict")),
        Amend(after, partial(_strengthened, now), _unknown(after.name, "contradict")),
    )


async def reconcile(context: Context, old: str, new: str) -> None:
    """Let a memory be contradicted by another one no more."""
    before, after = await _pair(context, old, new, "reconcile")
    await context.records.commit(Unlink(before, after, CONTRADICTIONS))


async def forget(context: Context, domain: str, facet: str, key: str) -> str:
    """Let nothing stand under a name; the event id of what stands there instead."""
    given = (domain, facet, key)
    normal = _ref(context, *map(canonical, given))
    edits = [Forget(normal)]
    # other clients do not normalise their names
    raw = _ref(context, *given)
    if raw != normal and await context.records.get(raw) is not None:
        edits.append(Forget(raw))
    return (await context.records.commit(*edits)).event_ids[0]


async def domains(context: Context) -> list[str]:
    """Every domain that holds a memory, sorted."""
    await _catalogued(context)
    flat = [FLAT] if await _has_flat(context) else []
    return sorted([*context.catalogue.domains(context.scope), *flat])


async def facets(context: Context, domain: str) -> list[str]:
    """Every facet of a domain that holds a memory, sorted."""
    domain = canonical(domain)
    check_taxonomy(domain, "Domain")
    if domain == FLAT:
        return [FLAT_FACET] if await _has_flat(context) else []
    await _catalogued(context)
    return context.catalogue.facets(context.scope, domain)


async def _catalogued(context: Context) -> None:
    """Fill the catalogue for this scope, once, and bring it up to date."""
    catalogue, scope = context.catalogue, context.scope
    await context.records.follow()
    if not catalogue.has(scope):
        catalogue.begin(scope)
        names = context.records.select(PersonaMemory, scope=scope)
        catalogue.fill(scope, {entry.ref.name async for entry in names})


async def _has_flat(context: Context) -> bool:
    async for _ in context.records.select(Memory, scope=context.scope):
        return True
    return False


def _as_of(memory: PersonaMemory, now: float) -> PersonaMemory:
    """The memory with the state it has now, not the one it had when it was written."""
    return replace(memory, state=memory.compute_state(now))


def _ref(context: Context, domain: str, facet: str, key: str) -> Ref[PersonaMemory]:
    # the record's own checks name what is wrong
    PersonaMemory(domain, facet, key, "")
    if domain == FLAT:
        raise InvalidKeyError(
            "the domain 'flat' shows key-value memories; use remember(key, value), recall(key) and "
            "forget(key) for them"
        )
    return context.ref(PersonaMemory, f"{domain}/{facet}/{key}")


def _check(insight: Insight) -> None:
    """Refuse what is no text or number where one is needed."""
    for words, what in ((insight.themes, "themes"), (insight.connections, "connections")):
        if words is None:
            continue
        if isinstance(words, str) or not all(isinstance(word, str) for word in words):
            raise InputError(f"{what} must be a list of strings, got {type(words).__name__}")
        for word in words:
            check_text(word, what)
    check_text(insight.value, "value")
    if insight.source is not None:
        check_text(insight.source, "source")
    for number, what in (
        (insight.confidence, "confidence"),
        (insight.halflife_days, "halflife_days"),
    ):
        if number is not None and (
            isinstance(number, bool)
            or not isinstance(number, (int, float))
            or not math.isfinite(number)
        ):
            raise InputError(f"{what} must be a finite number, got {number!r}")


def _renewed(insight: Insight, now: float, old: PersonaMemory | None) -> PersonaMemory:
    """What was given on top of what was there; links, birth and counters stay."""
    if old is None:
        return PersonaMemory(
            insight.domain,
            insight.facet,
            insight.key,
            insight.value,
            halflife_days=(
                DEFAULT_HALFLIFE_DAYS if insight.halflife_days is None else insight.halflife_days
            ),
            last_accessed=now,
            last_reinforced=now,
            themes=tuple(sorted(set(insight.themes or ()))),
            source=insight.source or "",
            confidence=1.0 if insight.confidence is None else insight.confidence,
            created_at=now,
        )
    return replace(
        old,
        value=insight.value,
        relevance=1.0,
        last_accessed=max(now, old.last_accessed),
        state=STATE_ACTIVE,
        themes=old.themes if insight.themes is None else tuple(sorted(set(insight.themes))),
        source=old.source if insight.source is None else insight.source,
        confidence=old.confidence if insight.confidence is None else insight.confidence,
        halflife_days=(
            old.halflife_days if insight.halflife_days is None else insight.halflife_days
        ),
    )


def _connection(context: Context, insight: Insight, name: str) -> Ref[PersonaMemory]:
    """The memory that an insight is to be linked with."""
    parts = canonical(name).split("/")
    if len(parts) not in (1, 3):
        raise InvalidKeyError(
            f"a connection is a key of the same facet or domain/facet/key, got {name!r}"
        )
    domain, facet, key = parts if len(parts) == 3 else (insight.domain, insight.facet, parts[0])
    return _ref(context, domain, facet, key)


def _link(
    ref: Ref[PersonaMemory], other: Ref[PersonaMemory], purpose: str, now: float
) -> list[Edit]:
    """The edits that link two memories both ways.

    They say nothing new about either. A link that is there already is made anew, so that it stands
    against somebody who takes it away meanwhile.
    """
    if other == ref:
        raise InvalidKeyError(f"a memory cannot be linked with itself: {ref.name!r}")
    unknown = _unknown(other.name, purpose)
    return [
        *_unlink(ref, other),
        Amend(ref, partial(_linked, ref, other, now), _unknown(ref.name, purpose)),
        Amend(other, partial(_linked, other, ref, now), unknown),
    ]


def _unlink(ref: Ref[PersonaMemory], other: Ref[PersonaMemory]) -> list[Edit]:
    return [Unlink(ref, other, CONNECTIONS), Unlink(other, ref, CONNECTIONS)]


def _linked(
    ref: Ref[PersonaMemory], other: Ref[PersonaMemory], now: float, memory: PersonaMemory
) -> PersonaMemory:
    return replace(
        memory,
        connections=tuple(sorted({*memory.connections, _name_in(ref, other)})),
        last_reinforced=max(now, memory.last_reinforced),
    )


def _contradicted(
    ref: Ref[PersonaMemory], by: Ref[PersonaMemory], memory: PersonaMemory
) -> PersonaMemory:
    name = _name_in(ref, by)
    contradicts = tuple(sorted({*memory.contradicts, name}))
    return replace(memory, contradicts=contradicts, superseded_by=name)


def _strengthened(now: float, memory: PersonaMemory) -> PersonaMemory:
    return replace(
        memory,
        relevance=1.0,
        last_accessed=max(now, memory.last_accessed),
        last_reinforced=max(now, memory.last_reinforced),
    )


def _name_in(ref: Ref[PersonaMemory], other: Ref[PersonaMemory]) -> str:
    """How a memory names another one: by its key within one facet, else in full."""
    facet, _, key = other.name.rpartition("/")
    return key if facet == ref.name.rpartition("/")[0] else other.name


async def _named(context: Context, name: str, purpose: str) -> Ref[PersonaMemory]:
    """The memory that somebody means by ``domain/facet/key``, or by a key that only one has.

    Raises:
        AmbiguousKeyError: Several have this key.
        UnknownMemoryError: None has.
        ReadFailedError: That is not known.
    """
    check_text(name, "the name of a memory")
    parts = canonical(name).split("/")
    if len(parts) == 3:
        ref = _ref(context, *parts)
        if await context.records.get(ref) is None:
            raise _unknown(ref.name, purpose)
        return ref
    if len(parts) != 1:
        raise InvalidKeyError(f"a memory is named by its key or domain/facet/key, got {name!r}")
    (key,) = parts
    check_key(key)
    await _catalogued(context)
    found = context.catalogue.with_key(context.scope, key)
    if len(found) > 1:
        raise AmbiguousKeyError(key, found)
    if not found:
        raise _unknown(key, purpose)
    return context.ref(PersonaMemory, found[0])


def _unknown(name: str, purpose: str) -> UnknownMemoryError:
    return UnknownMemoryError(f"there is no memory {name} to {purpose}; remember it first")


async def _pair(
    context: Context, first: str, second: str, purpose: str
) -> tuple[Ref[PersonaMemory], Ref[PersonaMemory]]:
    one = await _named(context, first, purpose)
    other = await _named(context, second, purpose)
    if one == other:
        raise InvalidKeyError(f"two memories are needed to {purpose}, got {one.name!r} twice")
    return one, other


def _flat(memory: Memory) -> PersonaMemory:
    return PersonaMemory(
        FLAT,
        FLAT_FACET,
        memory.key,
        memory.value,
        last_accessed=memory.created_at,
        last_reinforced=memory.created_at,
        created_at=memory.created_at,
    )
