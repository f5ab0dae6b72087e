"""graph history: all versions of a relation, also what was wrong."""

from typing import TYPE_CHECKING

import typer

from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table
from ..session import Session, run, session_of
from .app import EdgeArgument, SyncOption, commands
from .fields import edge_fields
from .named import edge_named
from .sentences import SHOWN_ID, day, described, names_in, period, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...core.graph import EdgeStatus
    from ...store import MemoryStore


@commands.command(
    epilog=examples(
        "sense-memory graph history ada works-at acme",
        "sense-memory --json graph history 1f2e3d4c5b6a | jq -r .valid_from",
    )
)
def history(context: typer.Context, edge: EdgeArgument, sync: SyncOption = False) -> None:
    """Print every version of a relation: when it was so, and when that was told and taken back."""
    run(_history(session_of(context), edge, sync))


async def _history(session: Session, words_: list[str], sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await found_somewhere(session, store, lambda: _versions(store, words_))
        names = await names_in(store)
    if session.as_json:
        for one in found:
            data_json(edge_fields(one))
        return
    rows = [
        (
            one.id[:SHOWN_ID],
            described(one.edge, names),
            words(one),
            period(one),
            _standing(one, found),
            _told(one),
        )
        for one in found
    ]
    data_table(["edge", "who and how", "attitude, proximity", "when", "", "told"], rows)


async def _versions(store: "MemoryStore", words_: list[str]) -> "list[EdgeStatus]":
    return await store.graph.history((await edge_named(store, words_)).id)


def _standing(one: "EdgeStatus", versions: "Sequence[EdgeStatus]") -> str:
    """What became of a version, in a word."""
    if one.is_current:
        return "current"
    followers = [each for each in versions if each.edge.replaces == one.id]
    if one.until is not None and one.until <= one.edge.valid_from:
        return "corrected" if followers else "taken back"
    if followers:
        return "superseded"
    return "ended" if one.edge.valid_to is not None else "not current"


def _told(one: "EdgeStatus") -> str:
    """When it was told, and when its end was."""
    learned = one.edge.invalidated_at
    ended = "" if learned is None else f", its end {day(learned)}"
    return f"{day(one.edge.recorded_at)}{ended}"
