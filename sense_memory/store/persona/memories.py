"""Persona memories, stored and recalled: domain, facet, key."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from ...core.change import Alter, Edit, Forget
from ...core.contradiction import Contradiction, Remembered
from ...core.errors import InputError, InvalidKeyError, ReadFailedError
from ...core.expected import check_expected
from ...core.records.flat import FLAT, FLAT_FACET, as_persona
from ...core.records.kv import Memory
from ...core.records.names import canonical, check_taxonomy, check_text
from ...core.records.persona import (
    DEFAULT_HALFLIFE_DAYS,
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FORGOTTEN,
    PersonaMemory,
)
from ...core.records.reference import referent
from ...core.ref import Ref
from ..context import Context
from ..embedding import embed_written
from .circles import mend
from .insight import Insight
from .keep import check_future
from .links import link
from .naming import catalogued, in_graph, ref_of
from .rationing import admitted, counted

_WHATEVER: Mapping[str, str | None] = MappingProxyType({})


async def remember(
    context: Context,
    insights: Iterable[Insight],
    expected: Mapping[str, str | None] = _WHATEVER,
    *,
    beside: Sequence[Edit] = (),
    provided: Callable[[], object] | None = None,
) -> list[Remembered]:
    """Store some persona memories in one transaction; in order, what became of each.

    Args:
        context: The world.
        insights: What is given.
        expected: What some of them must say until then, by name; ``None`` where nothing may stand.
        beside: What else is to stand in the same transaction, if any memory is stored.
        provided: Asked before it is applied, as for ``Records.commit``.

    Raises:
        UnknownMemoryError, ChangedMeanwhileError: One does not; nothing was written.
    """
    now = context.clock.now()
    fixed = context.limits.halflife_days if context.limits is not None else None
    halflife = DEFAULT_HALFLIFE_DAYS if fixed is None else fixed
    edits: list[Edit] = []
    refs: list[Ref[PersonaMemory]] = []
    renewals: list[Callable[[PersonaMemory | None], PersonaMemory]] = []
    given_halflives: list[float | None] = []
    links: list[Edit] = []
    for given in insights:
        insight = replace(
            given,
            domain=canonical(given.domain),
            facet=canonical(given.facet),
            key=canonical(given.key),
        )
        ref = ref_of(context, insight.domain, insight.facet, insight.key)
        _check(insight, now)
        refs.append(ref)
        given_halflives.append(insight.halflife_days)
        renewed = partial(_renewed, insight, now, halflife)
        if ref.name in expected:
            renewed = partial(_renewed_as_expected, expected[ref.name], renewed)
        renewals.append(renewed)
        edits.append(Alter(ref, renewals[-1]))
        for name in insight.connections or ():
            other = _connection(context, insight, name)
            links += link(ref, other, f"link with {ref.name}", now)
    if not edits:
        return []
    contradicting: list[Edit] = []
    said: list[Contradiction] = []
    if context.config.contradictions.enabled:
        from .contradictions import superseding

        await mend(context)
        stored = await _as_stored(context, refs, renewals)
        contradicting, said = await superseding(context, stored)
    await counted(context)
    with admitted(context, refs, given_halflives):
        # links come last, so that memories of one call can be linked with each other
        receipt = await context.records.commit(
            *edits, *contradicting, *links, *beside, provided=provided
        )
    await embed_written(context, context.views.vectors, refs)
    return [
        Remembered(event_id, tuple(one for one in said if one.new == ref.name))
        for ref, event_id in zip(refs, receipt.event_ids, strict=False)
    ]


async def _as_stored(
    context: Context,
    refs: Sequence[Ref[PersonaMemory]],
    renewals: Sequence[Callable[[PersonaMemory | None], PersonaMemory]],
) -> list[tuple[Ref[PersonaMemory], PersonaMemory]]:
    """The memories as they will stand."""
    found = await context.records.get_many(refs)
    standing: dict[Ref[PersonaMemory], PersonaMemory | None] = dict(zip(refs, found, strict=True))
    stored: list[tuple[Ref[PersonaMemory], PersonaMemory]] = []
    for ref, renewed in zip(refs, renewals, strict=True):
        standing[ref] = memory = renewed(standing[ref])
        stored.append((ref, memory))
    return stored


async def recall(
    context: Context, domain: str | None, facet: str | None, key: str | None
) -> list[PersonaMemory]:
    """The memories that match what is given, by domain, facet and key."""
    domain, facet, key = map(canonical, (domain, facet, key))
    for name, what in ((domain, "Domain"), (facet, "Facet")):
        if name is not None:
            check_taxonomy(name, what)
    if domain is not None and facet is not None and key is not None and domain != FLAT:
        ref = ref_of(context, domain, facet, key)
        found = await context.records.get(ref)
        if found is None:
            return []
        # what is as good as gone might be deleted by another device, which must hear of this
        state = found.compute_state(context.clock.now())
        await context.records.touch(ref, at_once=state in (STATE_FORGOTTEN, STATE_DISSOLVED))
        context.views.search_index.use(ref, context.clock.now())
        return [as_of(found, context.clock.now())]
    prefix = f"{domain}/{facet}/" if domain and facet else f"{domain}/" if domain else ""
    memories: list[PersonaMemory] = []
    failure: ReadFailedError | None = None
    if domain != FLAT:
        own = context.records.select(PersonaMemory, prefix, context.scope)
        try:
            memories += [entry.record async for entry in own]
        except ReadFailedError as error:
            failure = error
    if domain in (None, FLAT):
        flat = context.records.select(Memory, scope=context.scope)
        try:
            memories += [as_persona(entry.record) async for entry in flat]
        except ReadFailedError as error:
            failure = error
    if failure is not None and not memories:  # where some are known, these are listed
        raise failure
    now = context.clock.now()
    return [
        as_of(memory, now)
        for memory in memories
        if facet in (None, memory.facet) and key in (None, memory.key)
    ]


async def forget(context: Context, domain: str, facet: str, key: str) -> str:
    """Let nothing stand under a name; the event id of what stands there instead."""
    given = (domain, facet, key)
    normal = ref_of(context, *map(canonical, given))
    edits = [Forget(normal)]
    # other clients do not normalise their names
    raw = ref_of(context, *given)
    if raw != normal and await context.records.get(raw) is not None:
        edits.append(Forget(raw))
    return (await context.records.commit(*edits)).event_ids[0]


async def domains(context: Context) -> list[str]:
    """Every domain that holds a memory, sorted."""
    await catalogued(context)
    flat = [FLAT] if await _has_flat(context) else []
    return sorted([*context.views.catalogue.domains(context.scope), *flat])


async def facets(context: Context, domain: str) -> list[str]:
    """Every facet of a domain that holds a memory, sorted."""
    domain = canonical(domain)
    check_taxonomy(domain, "Domain")
    if domain == FLAT:
        return [FLAT_FACET] if await _has_flat(context) else []
    await catalogued(context)
    return context.views.catalogue.facets(context.scope, domain)


async def _has_flat(context: Context) -> bool:
    async for _ in context.records.select(Memory, scope=context.scope):
        return True
    return False


def as_of(memory: PersonaMemory, now: float) -> PersonaMemory:
    """The memory with the state it has now, not the one it had when it was written."""
    state = memory.compute_state(now)
    return memory if state == memory.state else replace(memory, state=state)


def _check(insight: Insight, now: float) -> None:
    """Refuse what is no text or number where one is needed."""
    for words, what in ((insight.themes, "themes"), (insight.connections, "connections")):
        if words is None:
            continue
        # a generator would be empty once it was checked
        if isinstance(words, str) or not isinstance(words, Collection):
            raise InputError(f"{what} must be a list of strings, got {type(words).__name__}")
        other = next((word for word in words if not isinstance(word, str)), "")
        if not isinstance(other, str):
            raise InputError(
                f"{what} must be a list of strings, got one with {type(other).__name__}"
            )
        for word in words:
            check_text(word, what)
    check_text(insight.value, "value")
    if insight.source is not None:
        check_text(insight.source, "source")
    if insight.pinned is not None and not isinstance(insight.pinned, bool):
        raise InputError(f"pinned is True or False, got {insight.pinned!r}")
    if insight.due_at is not None:
        check_future(insight.due_at, now)
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


def _renewed(
    insight: Insight, now: float, halflife: float, old: PersonaMemory | None
) -> PersonaMemory:
    """What was given on top of what was there; links, birth and counters stay.

    What contradicted the old value says nothing of a new one, which is compared by itself.
    """
    if old is None:
        return PersonaMemory(
            insight.domain,
            insight.facet,
            insight.key,
            insight.value,
            halflife_days=halflife if insight.halflife_days is None else insight.halflife_days,
            last_accessed=now,
            last_reinforced=now,
            themes=tuple(sorted(set(insight.themes or ()))),
            source=insight.source or "",
            confidence=1.0 if insight.confidence is None else insight.confidence,
            created_at=now,
            pinned=bool(insight.pinned),
            due_at=insight.due_at,
        )
    return replace(
        old,
        value=insight.value,
        relevance=1.0,
        pinned=old.pinned if insight.pinned is None else insight.pinned,
        due_at=old.due_at if insight.due_at is None else insight.due_at,
        last_accessed=max(now, old.last_accessed),
        state=STATE_ACTIVE,
        contradicts=old.contradicts if insight.value == old.value else (),
        superseded_by=old.superseded_by if insight.value == old.value else None,
        themes=old.themes if insight.themes is None else tuple(sorted(set(insight.themes))),
        source=_source(insight, old),
        confidence=old.confidence if insight.confidence is None else insight.confidence,
        halflife_days=(
            old.halflife_days if insight.halflife_days is None else insight.halflife_days
        ),
    )


def _source(insight: Insight, old: PersonaMemory) -> str:
    """What it was learned from; another value was not learned from what the old one was."""
    if insight.source is not None:
        return insight.source
    is_of_record = insight.value != old.value and referent(old.source, "") is not None
    return "" if is_of_record else old.source


def _renewed_as_expected(
    expected: str | None,
    renewed: Callable[[PersonaMemory | None], PersonaMemory],
    old: PersonaMemory | None,
) -> PersonaMemory:
    """The same, if what was there is what somebody saw there."""
    check_expected(old.value if old is not None else None, expected)
    return renewed(old)


def _connection(context: Context, insight: Insight, name: str) -> Ref[Any]:
    """The memory, or the node or the edge of the graph, that an insight is to be linked with."""
    if (found := in_graph(context, name)) is not None:
        return found
    parts = canonical(name).split("/")
    if len(parts) not in (1, 3):
        raise InvalidKeyError(
            f"a connection is a key of the same facet or domain/facet/key, got {name!r}"
        )
    domain, facet, key = parts if len(parts) == 3 else (insight.domain, insight.facet, parts[0])
    return ref_of(context, domain, facet, key)
