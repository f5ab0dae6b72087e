"""sleep, watch: what the mind does when nobody needs it, now or at intervals."""

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.since import duration
from . import delivery
from .agreeing import agree
from .examples import examples
from .exits import Code
from .graph import consolidate
from .language_model import ProviderOption, ReaderOption, asked_llm
from .output import data, data_json, iso, local_time, reason, say
from .pyramid import made
from .pyramid.app import YesOption
from .session import Session, run, session_of
from .until_stopped import run_until_stopped

if TYPE_CHECKING:
    from ..core.llm import LLM
    from ..core.sleep_report import RunReport, SleepReport
    from ..core.status import RelaySync
    from ..store import MemoryStore

NEVER = "never"


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        epilog=examples(
            "sense-memory sleep",
            "sense-memory sleep --dry-run",
            "sense-memory sleep --provider anthropic",
        )
    )(sleep)
    app.command(
        epilog=examples(
            "sense-memory watch",
            "sense-memory watch --sleep-every 12h --sync-every 5m",
            "sense-memory watch --once",
        )
    )(watch)


def sleep(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only look what there is to do; write nothing.")
    ] = False,
    provider: ProviderOption = None,
    model: ReaderOption = None,
    yes: YesOption = False,
) -> None:
    """Review what is known, condense sessions, sum up what was observed, tell stories, and let go.

    No memory is deleted unless the store is set to do so; notes whose time is over go. Without a
    provider it is done by rules, and nobody is asked.
    """
    run(_sleep(session_of(context), dry_run, asked_llm(provider, model), yes))


async def _sleep(session: Session, dry_run: bool, llm: "LLM | None", yes: bool) -> None:
    async with session.opened(llm=llm) as store:
        if llm is not None and not dry_run and not yes:
            pyramid = await store.pyramid.refresh_plan()
            graph = await store.graph.consolidation_plan()
            said = [
                *([made.planned(pyramid)] if pyramid.calls else []),
                *([consolidate.planned(graph)] if graph.calls else []),
            ]
            agree("; ".join(said), pyramid.calls + graph.calls, yes=yes)
        before = store.status()
        report = await store.sleep(dry_run=dry_run)
        done = None if dry_run else await delivery.delivered(store, before)
    if session.as_json:
        data_json({**sleep_fields(report), **(done.to_json() if done is not None else {})})
    else:
        for step in report.steps:
            data(f"{step.name}: {step.outcome}: {step.summary}")
    if done is not None:
        say(done.sentence())
    if not report.is_whole:
        raise typer.Exit(Code.ERROR)
    if done is not None and done.code is not Code.OK:
        raise typer.Exit(done.code)


def watch(
    context: typer.Context,
    sleep_every: Annotated[
        str, typer.Option(metavar="TIME", help="A number and s, m, h, d or w; or never.")
    ] = "24h",
    sync_every: Annotated[str, typer.Option(metavar="TIME", help="The same.")] = "15m",
    once: Annotated[bool, typer.Option("--once", help="Do what is due now, and end.")] = False,
    provider: ProviderOption = None,
    model: ReaderOption = None,
) -> None:
    """Stay in step with the relays and sleep at intervals, until Ctrl-C; a line for each."""
    every = [None if text == NEVER else duration(text) for text in (sync_every, sleep_every)]
    llm = asked_llm(provider, model)
    run_until_stopped(_watch(session_of(context), every[0], every[1], once, llm))


async def _watch(
    session: Session,
    sync_every: float | None,
    sleep_every: float | None,
    once: bool,
    llm: "LLM | None",
) -> None:
    async with session.opened(llm=llm) as store:
        reports = store.run(sync_every=sync_every, sleep_every=sleep_every, once=once)
        if not once:
            say("watching; Ctrl-C ends it")
        is_idle = True
        async for report in reports:
            is_idle = False
            if session.as_json:
                data_json(_fields(report))
            else:
                _print(report)
        if once:
            if is_idle:
                say("nothing was due")
            await _delivered(store)


async def _delivered(store: "MemoryStore") -> None:
    """Wait a moment for the relays, since nobody stays to do so."""
    done = await delivery.delivered(store, store.status())
    if done.code is not Code.OK:
        say(done.sentence())
        raise typer.Exit(done.code)


def _print(report: "RunReport") -> None:
    when = local_time(report.at)
    if report.sync is not None:
        relays = "; ".join(map(_at_relay, report.sync.relays))
        data(f"{when} sync: {relays}", at_once=True)
    if report.sleep is not None:
        steps = "; ".join(
            f"{step.name} {step.outcome}: {step.summary}" for step in report.sleep.steps
        )
        data(f"{when} sleep: {steps}", at_once=True)
    if report.error is not None:
        data(f"{when} failed, and is tried again: {report.error}", at_once=True)


def _at_relay(relay: "RelaySync") -> str:
    if relay.error is not None:
        return f"{relay.url}: {reason(relay.url, relay.error)}"
    return f"{relay.url}: {relay.received} received, {relay.sent} sent" + (
        f", {relay.waiting} waiting" if relay.waiting else ""
    )


def sleep_fields(report: "SleepReport") -> dict[str, Any]:
    """A sleep for programs."""
    return {
        "at": iso(report.at),
        "dry_run": report.is_dry_run,
        "steps": [dataclasses.asdict(step) for step in report.steps],
        "introspection": report.introspection.to_dict() if report.introspection else None,
    }


def _fields(report: "RunReport") -> dict[str, Any]:
    sync = report.sync
    return {
        "at": iso(report.at),
        "sync": None if sync is None else [dataclasses.asdict(relay) for relay in sync.relays],
        "sleep": None if report.sleep is None else sleep_fields(report.sleep),
        "error": report.error,
    }
