"""What is known is reviewed; what the review suggests is followed or dismissed."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from ...core.change import Alter, Amend, Edit, Forget, Put
from ...core.errors import InputError
from ...core.records.introspection import (
    SUGGESTION_ID_LENGTH,
    Decision,
    Dismissal,
    IntrospectionReport,
    Suggestion,
    SuggestionKind,
)
from ...core.records.names import canonical
from ...core.records.persona import PersonaMemory
from ...core.ref import Ref
from ...mind import introspect as mind
from ..context import Context
from .links import link, supersede
from .memories import as_of

ALL = 10_000
"""Suggestions of one kind among which one is looked for by its id."""

AHEAD = 3_600.0
"""Seconds by which another device's clock may be ahead of ours."""


class ReviewedMeanwhileError(Exception):
    """Another process, or another device, has made this review."""


async def introspect(context: Context, *, keep: bool) -> IntrospectionReport:
    """Review the memories of a scope."""
    memories = await _memories(context)
    decided = await _decided(context)
    report = mind.introspect(memories, context.clock.now(), context.config, decided)
    if keep:
        await keep_report(context, report, str(report.timestamp), once=False)
    return report


async def keep_report(
    context: Context, report: IntrospectionReport, name: str, *, once: bool
) -> None:
    """Write down what a review found, and let the oldest of the kept reports go.

    Raises:
        ReviewedMeanwhileError: There is a report of that name, and there is to be but one.
    """
    limits = context.config.introspection
    kept = mind.abridged(report, limits.report_bytes)
    ref = context.ref(IntrospectionReport, name)
    write: Edit = Alter(ref, partial(_first, kept)) if once else Put(ref, kept)
    older = [other for other, _ in await _kept(context, held=True) if other != ref]
    await context.records.commit(write, *map(Forget, older[limits.kept_reports - 1 :]))


def _first(report: IntrospectionReport, old: IntrospectionReport | None) -> IntrospectionReport:
    if old is not None:
        raise ReviewedMeanwhileError
    return report


async def note_pruned(context: Context, name: str, count: int) -> None:
    """Add to a kept report how many memories dissolved in its run."""
    ref = context.ref(IntrospectionReport, name)
    await context.records.commit(Amend(ref, lambda report: replace(report, pruned_count=count)))


async def introspections(context: Context, limit: int) -> list[IntrospectionReport]:
    """The kept reports, newest first."""
    if limit < 1:
        raise InputError(f"limit is 1 or more, got {limit!r}")
    return [report for _, report in (await _kept(context, held=False))[:limit]]


async def last_sleep(context: Context) -> float | None:
    """When a sleep last began, here or elsewhere, seconds since the epoch.

    One that lies ahead is left out: somebody's clock is wrong, and must not keep this mind awake.
    """
    latest = context.clock.now() + AHEAD
    times = (report.timestamp for _, report in await _kept(context, held=True) if report.slept)
    return next((at for at in times if at <= latest), None)


async def named(context: Context, names: Iterable[str]) -> list[PersonaMemory]:
    """The memories of some names, in order, without those that are gone; this is no use."""
    if isinstance(names, str):
        raise InputError("names is a list of domain/facet/key, got one text")
    full = [canonical(name) for name in names]
    for name in full:
        if name.count("/") != 2:
            raise InputError(f"a memory is named domain/facet/key, got {name!r}")
    found = await context.records.get_many([context.ref(PersonaMemory, name) for name in full])
    now = context.clock.now()
    return [as_of(memory, now) for memory in found if memory is not None]


# --------------------------------------------------------------- suggestions


async def suggestions(context: Context) -> list[Suggestion]:
    """What the memories suggest, without what somebody has decided about."""
    memories = await _memories(context)
    decided = await _decided(context)
    suggested = mind.suggest(memories, context.clock.now(), context.config, decided)
    return list(suggested.suggestions)


async def accept(context: Context, suggestion_id: str) -> Suggestion:
    """Do what is suggested."""
    suggestion = await _find(context, suggestion_id)
    now = context.clock.now()
    edits = _following(context, suggestion, now)
    await context.records.commit(*edits, _said(context, suggestion, Decision.ACCEPTED, now))
    return suggestion


async def dismiss(context: Context, suggestion_id: str) -> Suggestion:
    """Let something not be suggested again, on any device."""
    suggestion = await _find(context, suggestion_id)
    now = context.clock.now()
    await context.records.commit(_said(context, suggestion, Decision.DISMISSED, now))
    return suggestion


def _said(context: Context, suggestion: Suggestion, decision: Decision, now: float) -> Edit:
    ref = context.ref(Dismissal, suggestion.id)
    return Put(ref, Dismissal.of(suggestion, decision, now))


def _following(context: Context, suggestion: Suggestion, now: float) -> list[Edit]:
    """The edits that do what is suggested; what a belief should say, nobody here knows."""
    if suggestion.kind not in (SuggestionKind.CONNECTION, SuggestionKind.CONTRADICTION):
        return []
    one, other = (context.ref(PersonaMemory, name) for name in suggestion.names)
    if suggestion.kind is SuggestionKind.CONNECTION:
        return link(one, other, "connect", now)
    return supersede(one, other, now)


async def _find(context: Context, suggestion_id: str) -> Suggestion:
    """The suggestion that is meant, also one that was decided about otherwise.

    Raises:
        InputError: There is none.
    """
    if not isinstance(suggestion_id, str) or len(suggestion_id) != SUGGESTION_ID_LENGTH:
        raise InputError(f"a suggestion is named by 16 hex digits, got {suggestion_id!r}")
    every = replace(
        context.config, introspection=replace(context.config.introspection, most_suggestions=ALL)
    )
    found = mind.suggest(await _memories(context), context.clock.now(), every)
    for suggestion in found.suggestions:
        if suggestion.id == suggestion_id:
            return suggestion
    raise InputError(
        f"nothing is suggested under {suggestion_id!r}; it may have been followed, or a memory "
        "that it was about has changed: see what is suggested now"
    )


# ------------------------------------------------------------------- reading


async def _memories(context: Context) -> list[PersonaMemory]:
    found = context.records.select(PersonaMemory, scope=context.scope)
    return [entry.record async for entry in found]


async def _decided(context: Context) -> list[Dismissal]:
    """What was said to suggestions, as far as it is known here: the memories were read before."""
    found = context.records.select(Dismissal, scope=context.scope, held=True)
    return [entry.record async for entry in found]


async def _kept(
    context: Context, *, held: bool
) -> list[tuple[Ref[IntrospectionReport], IntrospectionReport]]:
    """The kept reports, newest first; with ``held`` those that are known here."""
    found = context.records.select(IntrospectionReport, scope=context.scope, held=held)
    kept = [(entry.ref, entry.record) async for entry in found]
    return sorted(kept, key=lambda pair: (pair[1].timestamp, pair[0].name), reverse=True)
