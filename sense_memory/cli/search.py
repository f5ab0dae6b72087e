"""search: whatever answers a query, of all rooms."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .examples import examples
from .freshness import found_somewhere, refreshed
from .graph.sentences import day
from .output import data_json, data_table, iso, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.found import Found, SearchedMind

COLUMNS = ("score", "what", "said", "when", "reference")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory search 'what does Vergel like?'",
            "sense-memory search 'where does Ada work?' --limit 3 --explain",
            "sense-memory --json search tea | jq -r '.hits[].text'",
        )
    )(search)


def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="A question, or words.", show_default=False)],
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most so many.")] = 10,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Also what each score is made of, and what nearly was."),
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Find whatever answers a question, the best first; none of it counts as used.

    Memories, observations, summaries, topics, nodes and relations, what was said, the diary, and
    texts about how to talk with somebody, by one measure from 0 to 1. The reference names what was
    found: forget, references and about take it.
    """
    run(_search(session_of(context), query, limit, explain, sync))


async def _search(session: Session, query: str, limit: int, explain: bool, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)

        async def find() -> "SearchedMind":
            return await store.search(query, limit=limit, explain=True)

        found = await found_somewhere(session, store, find)
    if found.warning is not None:
        say(f"searched by words alone: {found.warning}")
    if session.as_json:
        data_json(_fields(found, explain))
    else:
        _print(found, explain)
    if not found.hits:
        say("nothing that is known here answers that")


def _print(found: "SearchedMind", explain: bool) -> None:
    columns, rows = list(COLUMNS), [_row(one) for one in found.hits]
    if explain:
        columns.append("words + meaning + standing")
        rows = [(*row, _parts(one)) for row, one in zip(rows, found.hits, strict=True)]
    data_table(columns, rows)
    if explain and found.near_misses:
        missed = [
            (*_row(one.found), f"{one.why} {one.detail}".strip()) for one in found.near_misses
        ]
        say("")
        say("not shown:")
        data_table([*COLUMNS, "why not"], missed)


def _row(one: "Found") -> tuple[str, ...]:
    when = "" if one.at is None else day(one.at)
    text = f"{one.text} (superseded)" if one.is_superseded else one.text
    return f"{one.score:.2f}", one.room.value, text, when, one.reference


def _parts(one: "Found") -> str:
    parts = one.parts
    return f"{parts.words:.2f} + {parts.meaning:.2f} + {parts.standing:.2f}"


def _fields(found: "SearchedMind", explain: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "query": found.query,
        "hits": [hit_fields(one) for one in found.hits],
        "warning": found.warning,
    }
    if explain:
        fields["near_misses"] = [
            {**hit_fields(one.found), "why": one.why, "detail": one.detail}
            for one in found.near_misses
        ]
    return fields


def hit_fields(one: "Found") -> dict[str, Any]:
    """What was found, for programs."""
    return {
        "reference": one.reference,
        "room": one.room.value,
        "text": one.text,
        "score": one.score,
        "parts": asdict(one.parts),
        "at": iso(one.at),
        "source": one.source,
        "is_superseded": one.is_superseded,
    }
