"""persona search: what answers a question, and why."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.records.persona import VALID_STATES
from ...core.search_result import SHOWN_STATES
from ..bars import bar
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import looked_everywhere, refreshed
from ..output import data, data_json, data_table, is_unicode, say
from ..session import Session, run, session_of
from .app import commands
from .memories import fields_of
from .state import state_of

if TYPE_CHECKING:
    from ...core.records.persona import PersonaMemory
    from ...core.search_result import Explanation, Filters, NearMiss, SearchHit

WHY = {
    "limit": "enough others answer better",
    "duplicate": "says the same as",
    "state": "is",
    "indirect": "is fading, and neither its key nor a theme holds a word of the question",
    "filter": "was filtered out",
}


@commands.command(
    epilog=examples(
        "sense-memory persona search 'what does Vergel like?'",
        "sense-memory persona search deadline --domain projects --since 30d",
        "sense-memory persona search 'dark mode' --state forgotten --explain",
    )
)
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="Words or a question.", show_default=False)],
    *,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, help="How many at most.")] = 10,
    domain: Annotated[
        str | None, typer.Option("-d", "--domain", help="Only this domain.", show_default=False)
    ] = None,
    facet: Annotated[
        str | None, typer.Option("-f", "--facet", help="Only this facet.", show_default=False)
    ] = None,
    theme: Annotated[
        str | None, typer.Option(help="Only with this theme.", show_default=False)
    ] = None,
    source: Annotated[
        str | None, typer.Option(help="Only from this source.", show_default=False)
    ] = None,
    state: Annotated[
        list[str] | None,
        typer.Option(help=f"Only of this state, of {', '.join(VALID_STATES)}; may be repeated."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(help="Only stored since then: 2d, 2026-11-01.", show_default=False),
    ] = None,
    until: Annotated[
        str | None, typer.Option(help="Only stored before then.", show_default=False)
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Where each score comes from, and near misses.")
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what answers a question, best first; which counts as no use.

    Active memories are found, and fading ones whose key or themes hold a word of the question.
    """
    from ...core.clock import system_now
    from ...core.search_result import Filters
    from ...core.since import moment

    states = tuple(state or SHOWN_STATES)
    if unknown := set(states) - set(VALID_STATES):
        what = f"{len(unknown)} of the states is" if len(states) > 1 else "the state is"
        raise CommandError(Code.USAGE, f"{what} none of {', '.join(VALID_STATES)}")
    now = system_now()
    filters = Filters(
        states=states,
        domain=domain,
        facet=facet,
        theme=theme,
        source=source,
        since=None if since is None else moment(since, now),
        until=None if until is None else moment(until, now),
    )
    run(_search(session_of(context), query, limit, filters, explain, sync))


async def _search(
    session: Session, query: str, limit: int, filters: "Filters", explain: bool, sync: bool
) -> None:
    from dataclasses import asdict

    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.persona_search(query, limit, **asdict(filters), explain=True)
        if not found.hits and not sync and await looked_everywhere(store):
            found = await store.persona_search(query, limit, **asdict(filters), explain=True)
    if found.warning is not None:
        say(f"searched by words alone: {found.warning}")
    if session.as_json:
        _print_json(found, explain)
    else:
        _print(found, explain)
    if not found.hits:
        hidden = sum(miss.why in {"state", "indirect"} for miss in found.near_misses)
        hint = "; --state forgotten looks further" if hidden else ""
        say(f"nothing that is known here answers that{hint}")


def _print_json(found: "Explanation", explain: bool) -> None:
    from dataclasses import asdict

    from ...core.clock import system_now

    now = system_now()
    for hit in found.hits:
        fields: dict[str, Any] = {**fields_of(hit.memory, now), "score": round(hit.score, 6)}
        if explain:
            parts = asdict(hit.parts)
            fields["parts"] = {name: round(value, 6) for name, value in parts.items()}
        data_json(fields)
    if explain:
        for miss in found.near_misses:
            data_json(
                {
                    "memory": miss.name,
                    "score": round(miss.score, 6),
                    "missed": str(miss.why),
                    "detail": miss.detail,
                }
            )


def _print(found: "Explanation", explain: bool) -> None:
    from ...core.clock import system_now

    now = system_now()
    columns = ["memory", "value", "relevance", "state"]
    if explain:
        columns += ["score", "from"]
    rows = []
    for hit in found.hits:
        row = [
            hit.memory.name,
            hit.memory.value,
            _relevance(hit.memory, now),
            state_of(hit.memory),
        ]
        if explain:
            row += [f"{hit.score:.3f}", ", ".join(_parts(hit))]
        rows.append(row)
    data_table(columns, rows)
    if explain:
        looked_for = [*found.words, *(f"date {date}" for date in found.dates)]
        data(f"- {found.answering} answer; looked for {', '.join(looked_for)}")
        for miss in found.near_misses:
            data(f"- {miss.name}  {miss.score:.3f}  {_why(miss)}")


def _parts(hit: "SearchHit") -> Iterator[str]:
    from dataclasses import asdict

    for name, value in asdict(hit.parts).items():
        if name == "relevance":
            yield f"× {value:.2f} for relevance"
        elif value:
            yield f"{name} {value:+.2f}"


def _why(miss: "NearMiss") -> str:
    return f"{WHY[miss.why]} {miss.detail if miss.why in ('duplicate', 'state') else ''}".strip()


def _relevance(memory: "PersonaMemory", now: float) -> str:
    """A number for a pipe; a bar as well at a terminal that can show it."""
    score = memory.current_relevance(now)
    number = f"{score:.2f}"
    if not sys.stdout.isatty() or not is_unicode():
        return number
    return f"{bar(score)} {number}"
