"""What the mind does when nobody needs it: it looks at what it knows, and lets go.

A sleep is a list of steps, and a room that has something to do at night adds one. A step that fails
does not keep the others from their work.
"""

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from ..core.errors import MovedError, SenseMemoryError, StoreClosedError
from ..core.records.introspection import IntrospectionReport
from ..core.sleep_report import Outcome, SleepReport, SleepStep
from .context import Context
from .persona import pruning, review
from .rapport import peers

NAMED = 10
"""So many peers a summary names."""


@dataclass(slots=True)
class Night:
    """One sleep under way.

    Attributes:
        context: The world.
        is_dry_run: Whether nothing is to be written.
        report_name: Under which name the review's report is kept.
        is_once: Whether this sleep gives way to another one that kept a report under that name.
        introspection: What the review found, once it did.
    """

    context: Context
    is_dry_run: bool
    report_name: str
    is_once: bool
    introspection: IntrospectionReport | None = None


async def sleep(
    context: Context, *, dry_run: bool = False, report_name: str | None = None
) -> SleepReport:
    """Do every step.

    Args:
        context: The world.
        dry_run: Only look what there is to do.
        report_name: What makes this sleep the only one: the first that keeps a report under the
            name goes on. ``None`` is no condition.

    Raises:
        ReviewedMeanwhileError: Another one was first; nothing was done.
        MovedError, StoreClosedError: There is nothing left to be done here.
    """
    started = context.clock.now()
    night = Night(context, dry_run, report_name or str(started), report_name is not None)
    steps: list[SleepStep] = []
    for name, work in STEPS:
        try:
            outcome, summary = await work(night)
        except (MovedError, StoreClosedError):
            raise
        except SenseMemoryError as error:
            outcome, summary = Outcome.FAILED, str(error)
        steps.append(SleepStep(name, outcome, summary))
    return SleepReport(started, dry_run, tuple(steps), night.introspection)


async def _introspection(night: Night) -> tuple[Outcome, str]:
    """Review what is known. It comes first: its report says that somebody sleeps already."""
    found = await review.introspect(night.context, keep=False)
    night.introspection = replace(found, slept=True)
    if night.is_dry_run:
        return Outcome.PLANNED, in_words(found)
    await review.keep_report(
        night.context, night.introspection, night.report_name, once=night.is_once
    )
    return Outcome.DONE, in_words(found)


async def _dissolution(night: Night) -> tuple[Outcome, str]:
    """Let go of what dissolved long ago, if that is to be done unasked."""
    context = night.context
    plan = await pruning.plan(context)
    waiting = f"; {plan.waiting} wait for relays or other devices" if plan.waiting else ""
    due = len(plan.deletes)
    if night.is_dry_run or not context.config.lifecycle.auto_dissolve:
        return Outcome.PLANNED, f"{due} memories can be let go{waiting}"
    await pruning.prune(context)
    if due and night.introspection is not None:
        night.introspection = replace(night.introspection, pruned_count=due)
        await review.note_pruned(context, night.report_name, due)
    return Outcome.DONE, f"{due} memories were let go{waiting}"


async def _rapport(night: Night) -> tuple[Outcome, str]:
    """Condense what sessions with peers were like, where it is time; no peer waits for another.

    Nothing is asked of a model in a dry run, and no relay is waited for: a night without them has
    the peers that are known here.
    """
    from .rapport import condensing

    met = await peers.peers(night.context, held=True)
    due = [one.peer for one in met if one.is_due]
    if night.is_dry_run:
        return Outcome.PLANNED, f"{_some(due, len(met))} to be condensed{_named(due)}"
    done: list[str] = []
    failed: list[str] = []
    for peer in due:
        try:
            await condensing.condense(night.context, peer)
        except (MovedError, StoreClosedError):
            raise
        except SenseMemoryError as error:
            failed.append(f"; {peer} was not: {error}")
        else:
            done.append(peer)
    more = len(failed) - NAMED
    others = f"; {more} more {'was' if more == 1 else 'were'} not" if more > 0 else ""
    summary = f"{_some(done, len(met))} condensed{_named(done)}{''.join(failed[:NAMED])}{others}"
    return Outcome.FAILED if failed else Outcome.DONE, summary


async def _pyramid(night: Night) -> tuple[Outcome, str]:
    """Bring what was observed up to date.

    Nothing is asked of a model in a dry run, and no relay is waited for.
    """
    from .pyramid import refreshing

    if night.is_dry_run:
        plan = await refreshing.plan(night.context, held=True)
        written = sum(plan.summaries)
        return Outcome.PLANNED, _counted(plan.observations, written, plan.topics, "to be ")
    done = await refreshing.refresh(night.context, None, None, None, None, held=True)
    summary = _counted(done.assigned, sum(done.summaries), len(done.told))
    return Outcome.FAILED if done.failures else Outcome.DONE, "; ".join([summary, *done.failures])


async def _graph(night: Night) -> tuple[Outcome, str]:
    """Bring the graph up to date.

    Nothing is asked of a model in a dry run, and no relay is waited for.
    """
    from .graph import consolidating, learning

    if night.is_dry_run:
        plan = await consolidating.plan(night.context, held=True)
        described, told = len(plan.descriptions), (plan.storylines, plan.macros)
        return Outcome.PLANNED, _consolidated(described, plan.expired, *told, "to be ")
    with contextlib.suppress(learning.GraphMovedError):
        await learning.sweep(night.context)
    done = await consolidating.consolidate(night.context, None, None, held=True)
    told = len(done.storylines), len(done.macros)
    summary = _consolidated(len(done.described), done.expired, *told)
    waiting = [] if done.waiting is None else [f"expired notes wait: {done.waiting}"]
    outcome = Outcome.FAILED if done.failures else Outcome.DONE
    return outcome, "; ".join([summary, *waiting, *done.failures])


def _consolidated(
    described: int, expired: int, storylines: int, macros: int, to_be: str = ""
) -> str:
    return (
        f"{described} description{'s' * (described != 1)} {to_be}made anew, "
        f"{expired} expired note{'s' * (expired != 1)} {to_be}removed, "
        f"{storylines} storyline{'s' * (storylines != 1)} and "
        f"{macros} macro{'s' * (macros != 1)} {to_be}told"
    )


def _counted(filed: int, written: int, told: int, to_be: str = "") -> str:
    return (
        f"{filed} observation{'s' * (filed != 1)} {to_be}filed, "
        f"{written} {'summary' if written == 1 else 'summaries'} {to_be}written, "
        f"{told} topic{'s' * (told != 1)} {to_be}told"
    )


def _some(those: Sequence[str], of: int) -> str:
    return f"{len(those)} of {of} {'peer' if of == 1 else 'peers'}"


def _named(those: Sequence[str]) -> str:
    """The first of them by name, and how many more there are: a summary is a line."""
    more = len(those) - NAMED
    others = f" and {more} more" if more > 0 else ""
    return f": {', '.join(those[:NAMED])}{others}" if those else ""


def in_words(report: IntrospectionReport) -> str:
    """A report in one line."""
    counts = (
        (len(report.contradictions), "contradiction", "contradictions"),
        (len(report.stale_beliefs), "stale belief", "stale beliefs"),
        (len(report.orphaned), "without links", "without links"),
        (len(report.overloaded_facets), "overloaded facet", "overloaded facets"),
        (
            sum(name.startswith("suggested") for name, _ in report.findings()),
            "suggestion",
            "suggestions",
        ),
    )
    found = ", ".join(
        f"{count} {one if count == 1 else many}" for count, one, many in counts if count
    )
    return (
        f"{report.total_memories} memories: {report.active} active, {report.fading} fading, "
        f"{report.forgotten} forgotten, {report.dissolved} dissolved"
        + (f"; {found}" if found else "")
    )


Step = Callable[[Night], Awaitable[tuple[Outcome, str]]]
STEPS: tuple[tuple[str, Step], ...] = (
    ("introspection", _introspection),
    ("dissolution", _dissolution),
    ("rapport", _rapport),
    ("pyramid", _pyramid),
    ("graph", _graph),
)
"""What is done, in order."""
