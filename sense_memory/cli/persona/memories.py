"""persona remember, recall, forget, domains, facets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import delivery
from ..bulk import remember_insights
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import looked_everywhere, refreshed
from ..jsonl import Lines
from ..output import counted, data, data_json, data_table, iso, say
from ..session import Session, run, session_of
from ..values import value_or_stdin
from .app import commands
from .keep import date_to_come
from .state import state_of
from .suggestions import contradictions_json, say_contradictions

if TYPE_CHECKING:
    from ...core.records.persona import PersonaMemory
    from ...store import Insight

SyncOption = Annotated[bool, typer.Option("--sync", help="Read the relays first.")]


@commands.command(
    epilog=examples(
        "sense-memory persona remember -d people -f facts vergel 'prefers vanilla JS' --theme js",
        "sense-memory persona remember --jsonl learnt.jsonl",
    )
)
def remember(
    context: typer.Context,
    key: Annotated[
        str | None, typer.Argument(help="Name within the facet.", show_default=False)
    ] = None,
    value: Annotated[
        str | None, typer.Argument(help="Left out: standard input.", show_default=False)
    ] = None,
    *,
    domain: Annotated[
        str | None, typer.Option("-d", "--domain", help="self, people, projects, world, skills, …")
    ] = None,
    facet: Annotated[
        str | None,
        typer.Option("-f", "--facet", help="facts, beliefs, decisions, procedures, emotions, …"),
    ] = None,
    theme: Annotated[
        list[str] | None, typer.Option(help="A word to search by; may be repeated.")
    ] = None,
    link: Annotated[
        list[str] | None,
        typer.Option(help="A key of the same facet, or domain/facet/key; may be repeated."),
    ] = None,
    source: Annotated[str | None, typer.Option(help="Where it comes from.")] = None,
    confidence: Annotated[float | None, typer.Option(help="0 to 1.")] = None,
    halflife_days: Annotated[
        float | None, typer.Option(help="Days in which its relevance halves.")
    ] = None,
    pin: Annotated[
        bool | None, typer.Option("--pin/--unpin", help="Whether it does not fade at all.")
    ] = None,
    due: Annotated[
        str | None,
        typer.Option(help="A date before which it does not fade: 2026-12-24, or 30d from now."),
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option(
            help="A file of lines, or - for standard input: {domain, facet, key, value, themes, "
            "connections, source, confidence, halflife_days, pinned, due_at}."
        ),
    ] = None,
) -> None:
    """Store what the agent has learnt; on something known only what is given changes."""
    from ...store import Insight

    session = session_of(context)
    if jsonl is not None:
        name, details = (key, value, domain, facet), (theme, link, source, confidence)
        life = (halflife_days, pin, due)
        if any(option is not None for option in (*name, *details, *life)):
            raise CommandError(
                Code.USAGE, "--jsonl takes everything from its lines; give nothing else"
            )
        run(_remember_lines(session, jsonl))
        return
    if key is None or domain is None or facet is None:
        raise CommandError(Code.USAGE, "-d DOMAIN, -f FACET and a KEY are needed, or --jsonl FILE")
    insight = Insight(
        domain,
        facet,
        key,
        value_or_stdin(value, "the insight"),
        theme or None,
        link or None,
        source,
        confidence,
        halflife_days,
        pin,
        None if due is None else date_to_come(due),
    )
    run(_remember(session, insight))


async def _remember(session: Session, insight: "Insight") -> None:
    from ...core.records.persona import PersonaMemory

    PersonaMemory(insight.domain, insight.facet, insight.key, insight.value)
    async with session.opened(may_create=True) as store:
        before = store.status()
        (stored,) = await store.persona_remember_many([insight], explain=True)
        done = await delivery.delivered(store, before)
    name = {"domain": insight.domain, "facet": insight.facet, "key": insight.key}
    fields = {
        **name,
        "event_id": stored.event_id,
        **contradictions_json(stored.contradictions),
    }
    say_contradictions(stored.contradictions)
    delivery.report(session, f"remembered {'/'.join(name.values())}", fields, done)


async def _remember_lines(session: Session, source: str) -> None:
    lines = Lines.read(source)
    insights = lines.insights()
    async with session.opened(may_create=True) as store:
        before = store.status()
        found = await remember_insights(store, lines, insights)
        done = await delivery.delivered(store, before)
    say_contradictions(found)
    fields = {"stored": len(insights), **contradictions_json(found)}
    delivery.report(session, f"remembered {counted(len(insights))}", fields, done)


@commands.command(
    epilog=examples(
        "sense-memory persona recall -d people",
        "sense-memory persona recall -d people -f facts vergel",
    )
)
def recall(
    context: typer.Context,
    key: Annotated[str | None, typer.Argument(help="Only this key.", show_default=False)] = None,
    domain: Annotated[
        str | None, typer.Option("-d", "--domain", help="Only this domain.", show_default=False)
    ] = None,
    facet: Annotated[
        str | None, typer.Option("-f", "--facet", help="Only this facet.", show_default=False)
    ] = None,
    sync: SyncOption = False,
) -> None:
    """Print what is known: all of it, or what matches.

    With domain, facet and key, --json prints one object, or null.
    """
    run(_recall(session_of(context), domain, facet, key, sync))


async def _recall(
    session: Session, domain: str | None, facet: str | None, key: str | None, sync: bool
) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.persona_recall(domain, facet, key)
        if key is not None and not found and not sync and await looked_everywhere(store):
            found = await store.persona_recall(domain, facet, key)
    if key is not None and not found:
        if session.as_json:
            data_json(None)
        name = "/".join((domain or "*", facet or "*", key))
        raise CommandError(Code.ERROR, f"there is no memory {name}")
    _print(session, found)
    if not found:
        say("nothing is known here")


def _print(session: Session, found: Sequence["PersonaMemory"]) -> None:
    from ...core.clock import system_now

    now = system_now()
    if session.as_json:
        for memory in found:
            data_json(fields_of(memory, now))
    else:
        data_table(
            ["memory", "value", "relevance", "state"],
            [
                (
                    memory.name,
                    memory.value,
                    f"{memory.current_relevance(now):.2f}",
                    state_of(memory),
                )
                for memory in found
            ],
        )


@commands.command(epilog=examples("sense-memory persona forget -d people -f facts vergel"))
def forget(
    context: typer.Context,
    key: Annotated[str, typer.Argument(help="Name within the facet.", show_default=False)],
    domain: Annotated[str, typer.Option("-d", "--domain", help="Its domain.", show_default=False)],
    facet: Annotated[str, typer.Option("-f", "--facet", help="Its facet.", show_default=False)],
) -> None:
    """Forget a memory, here and on every relay; others that are linked with it name it no more."""
    run(_forget(session_of(context), domain, facet, key))


async def _forget(session: Session, domain: str, facet: str, key: str) -> None:
    name = f"{domain}/{facet}/{key}"
    async with session.opened() as store:
        # "forgotten" said of a misspelt key would be believed
        if not await store.persona_recall(domain, facet, key) and not (
            await looked_everywhere(store) and await store.persona_recall(domain, facet, key)
        ):
            if session.as_json:
                data_json(None)
            raise CommandError(Code.ERROR, f"there is no memory {name}; nothing was forgotten")
        before = store.status()
        event_id = await store.persona_forget(domain, facet, key)
        done = await delivery.delivered(store, before)
    fields = {"domain": domain, "facet": facet, "key": key, "event_id": event_id}
    delivery.report_forgotten(session, f"forgot {name}", fields, done)


@commands.command(epilog=examples("sense-memory persona domains"))
def domains(context: typer.Context, sync: SyncOption = False) -> None:
    """Print every domain that holds a memory."""
    session = session_of(context)
    run(_names(session, None, sync))


@commands.command(epilog=examples("sense-memory persona facets people"))
def facets(
    context: typer.Context,
    domain: Annotated[str, typer.Argument(help="The domain.", show_default=False)],
    sync: SyncOption = False,
) -> None:
    """Print every facet of a domain that holds a memory."""
    run(_names(session_of(context), domain, sync))


async def _names(session: Session, domain: str | None, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        if domain is None:
            names = await store.persona_domains()
        else:
            names = await store.persona_facets(domain)
    for name in names:
        if session.as_json:
            data_json({"domain": name} if domain is None else {"domain": domain, "facet": name})
        else:
            data(name)
    if not names:
        say("nothing is known here")


def fields_of(memory: "PersonaMemory", now: float) -> dict[str, Any]:
    """A memory as --json prints it."""
    return {
        "domain": memory.domain,
        "facet": memory.facet,
        "key": memory.key,
        "value": memory.value,
        "relevance": round(memory.current_relevance(now), 6),
        "state": memory.compute_state(now),
        "halflife_days": float(memory.halflife_days),
        "pinned": memory.pinned,
        "due_at": iso(memory.due_at),
        "themes": list(memory.themes),
        "connections": list(memory.connections),
        "contradicts": list(memory.contradicts),
        "superseded_by": memory.superseded_by,
        "source": memory.source,
        "confidence": float(memory.confidence),
        "access_count": memory.access_count,
        "created_at": iso(memory.created_at),
        "last_accessed": iso(memory.last_accessed),
    }
