"""What a new memory means for those there are: the older one of two that cannot both hold fades.

Only the older side is written, in the commit of the new one. What somebody has taken back, or said
not to be a contradiction, is not said again.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ...core.change import Amend, Edit, Unlink
from ...core.contradiction import Contradiction
from ...core.errors import SenseMemoryError
from ...core.ports import Judge
from ...core.records.introspection import Decision, Dismissal, SuggestionKind, suggestion_id
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ...mind.contradiction import (
    Finding,
    Index,
    Reading,
    detect,
    may_be_same,
    reading_of,
)
from ...mind.views.subjects import EVERYWHERE
from ..context import Context
from .links import CONTRADICTIONS, contradicted

log = logging.getLogger("sense_memory.store.persona")

FILLED_AT_ONCE = 200
"""Memories that are read before others get a turn."""

Stored = tuple[Ref[PersonaMemory], PersonaMemory]
"""A memory that is about to be stored, and where."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A memory there is, and a new one that may contradict it."""

    old: Ref[PersonaMemory]
    before: PersonaMemory
    new: Ref[PersonaMemory]
    after: PersonaMemory
    finding: Finding | None

    @property
    def id(self) -> str:
        """That of the suggestion that would be made of it."""
        return suggestion_id(SuggestionKind.CONTRADICTION, (self.old.name, self.new.name))


async def superseding(
    context: Context, memories: Sequence[Stored]
) -> tuple[list[Edit], list[Contradiction]]:
    """What some memories that are about to be stored contradict, and the edits that say so.

    Of several that are stored at once a later one is newer. Nothing is written here.

    Args:
        context: The world.
        memories: In the order given.
    """
    config = context.config.contradictions
    last: dict[str, Stored] = {}
    for ref, memory in memories:
        last.pop(ref.name, None)
        last[ref.name] = (ref, memory)
    found = await _pairs(context, list(last.values()))
    undone = await _undone(context, found)
    superseded = {pair.old.name for pair in found if pair.before.superseded_by is not None}
    edits: list[Edit] = []
    said: list[Contradiction] = []
    for pair in found:
        finding = pair.finding
        if pair.id in undone or finding is None or finding.confidence < config.suggest_above:
            continue
        is_sure = finding.confidence >= config.supersede_above
        if is_sure and pair.old.name in pair.after.contradicted_by:
            # it was the other way round before
            edits.append(Unlink(pair.new, pair.old, CONTRADICTIONS))
            superseded.discard(pair.new.name)
        if pair.old.name in superseded:
            continue
        if is_sure:
            superseded.add(pair.old.name)
            edits.append(Amend(pair.old, partial(_superseded, pair)))
        said.append(
            Contradiction(pair.old.name, pair.new.name, finding.confidence, finding.reason, is_sure)
        )
    return edits, sorted(said, key=lambda one: (-one.confidence, one.old))


def _superseded(pair: _Pair, memory: PersonaMemory) -> PersonaMemory:
    if memory.value != pair.before.value:
        return memory  # it says something else meanwhile
    return contradicted(pair.old, pair.new, memory)


# ------------------------------------------------------------------------ which pairs


async def _pairs(context: Context, batch: Sequence[Stored]) -> list[_Pair]:
    """The pairs to decide about, by the new memory, in the order of these; surest first of each."""
    names = {ref.name for ref, _ in batch}
    readings = {ref.name: reading_of(memory) for ref, memory in batch}
    # what states nothing contradicts nothing that would have to be looked for
    places = {reading.place for reading in readings.values() if reading.claims}
    index = await indexed(context, places) if places else Index()
    overlay = Index()
    wanted: list[tuple[Stored, list[str]]] = []
    by_name = {ref.name: (ref, memory) for ref, memory in batch}
    for ref, memory in batch:
        reading = readings[ref.name]
        near = _near(context, index, reading) if reading.claims else []
        near = [name for name in near if name not in names]
        near += [name for name in memory.contradicted_by if name not in names | {*near}]
        # of those that are stored together, the ones that came before
        near += _near(context, overlay, reading)
        near += [n for n in memory.contradicted_by if n in overlay and n not in near]
        wanted.append(((ref, memory), near))
        if reading.claims:
            overlay.add(ref.name, reading, memory.created_at)
    there = list({name: None for _, near in wanted for name in near if name not in names})
    refs = [context.ref(PersonaMemory, name) for name in there]
    records = await context.records.get_many(refs) if refs else []
    for name, record in zip(there, records, strict=True):
        if record is not None:
            by_name[name] = (context.ref(PersonaMemory, name), record)
            readings[name] = reading_of(record)
    pairs: list[_Pair] = []
    for (ref, memory), near in wanted:
        some = [
            _Pair(*by_name[name], ref, memory, detect(by_name[name][1], memory, readings))
            for name in near
            if name in by_name
        ]
        if context.judge is not None:
            reading = readings[ref.name]
            some = [
                pair
                for pair in some
                if pair.finding is not None or may_be_same(readings[pair.old.name], reading)
            ]
            some = await _judged(context, context.judge, some)
        pairs += sorted(some, key=_surest_first)
    return pairs


def _surest_first(pair: _Pair) -> tuple[float, float, str]:
    confidence = pair.finding.confidence if pair.finding is not None else 0.0
    return -confidence, -pair.before.created_at, pair.old.name


def _near(context: Context, index: Index, reading: Reading) -> list[str]:
    """The memories that a new one is compared with."""
    near = index.candidates(reading)
    if context.judge is not None:
        # a judge may see what no rule does, in memories about the same
        near += [
            name
            for name in index.of_subject(reading, context.config.contradictions.judged_pairs)
            if name not in near
        ]
    return near


async def _undone(context: Context, pairs: Sequence[_Pair]) -> set[str]:
    """The ids of the pairs that somebody has said not to contradict each other."""
    least = context.config.contradictions.suggest_above
    ids = [pair.id for pair in pairs if pair.finding and pair.finding.confidence >= least]
    if not ids:
        return set()
    found = await context.records.get_many([context.ref(Dismissal, id_) for id_ in ids])
    return {one.id for one in found if one is not None and one.verdict is Decision.DISMISSED}


async def _judged(context: Context, judge: Judge, pairs: Sequence[_Pair]) -> list[_Pair]:
    """The pairs as a judge sees them; as the rules do where it cannot be asked."""
    ordered = sorted(pairs, key=_surest_first)
    judged: list[_Pair] = []
    for number, pair in enumerate(ordered):
        if number >= context.config.contradictions.judged_pairs:
            judged += [replace(one, finding=None) for one in ordered[number:]]
            break
        try:
            verdict = await judge.judge(pair.before, pair.after)
            finding = Finding(verdict.confidence, verdict.reason)
        except SenseMemoryError as error:
            # what is to be remembered must not be lost for want of an opinion
            log.warning("the judge could not be asked, so the rules decide: %s", error)
            judged += ordered[number:]
            break
        judged.append(replace(pair, finding=finding))
    return judged


# --------------------------------------------------------------------------- the view


async def indexed(context: Context, places: Collection[str]) -> Index:
    """What the memories of some places of this scope state: read once, and brought up to date.

    Only what this store holds counts: a write waits for no relay.

    Args:
        context: The world.
        places: ``domain/facet`` each.
    """
    subjects, scope = context.views.subjects, context.scope
    await context.records.follow()
    place = next(iter(places)) if len(places) == 1 else EVERYWHERE
    if (index := subjects.index(scope, place)) is not None:
        return index
    if subjects.is_known(scope):
        place = EVERYWHERE  # every look at the file decrypts all of it: let it be the last one
    filling = subjects.begin(scope, place)
    prefix = f"{place}/" if place else ""
    try:
        async for entry in context.records.select(PersonaMemory, prefix, scope, held=True):
            filling.add(entry.ref.name, entry.record)
            if filling.count % FILLED_AT_ONCE == 0:
                await asyncio.sleep(0)
    except BaseException:
        subjects.give_up(scope, filling)
        raise
    return subjects.finish(scope, filling)
