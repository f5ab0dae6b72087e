"""forgotten: what is no more, and how far each relay has followed."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .examples import examples
from .freshness import refreshed
from .output import data_json, data_table, iso, local_time, say
from .receipt import memory_name, receipt_fields
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.deletion import Deletion

DEFAULT_LIMIT = 20
_WHY = {"forget": "asked for", "dissolve": "faded away", "fold": "became part of something"}


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory forgotten --sync",
            "sense-memory --json forgotten -n 1000 | jq -r .receipt.event_id",
        )
    )(forgotten)


def forgotten(
    context: typer.Context,
    limit: Annotated[
        int, typer.Option("-n", "--limit", min=1, help="How many, of the latest.")
    ] = DEFAULT_LIMIT,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what was forgotten, the latest first, and from which relays it is gone.

    When a relay had it overwritten and deleted says, for one of them, sense-memory receipt ID.
    """
    run(_forgotten(session_of(context), limit, sync))


async def _forgotten(session: Session, limit: int, sync: bool) -> None:
    async with session.opened(with_relays=sync) as store:
        if sync:
            await refreshed(store)
        found = await store.deletions(limit + 1)
    shown = found[:limit]
    if session.as_json:
        for one in shown:
            data_json(_fields(one))
    else:
        data_table(["memory", "forgotten", "why", "gone from", "id"], map(_row, shown))
    if not found:
        say("nothing was forgotten here")
    elif len(shown) < len(found):
        say(f"these are the latest {len(shown):,}; --limit shows more")


def _row(one: "Deletion") -> tuple[str, ...]:
    name = memory_name(one.receipt.ref)
    why = _WHY.get(one.why, one.why)
    return (name, local_time(one.at), why, _gone_from(one), one.receipt.event_id)


def _gone_from(one: "Deletion") -> str:
    if one.receipt.is_local_only:
        return "here, where alone it was"
    relays = one.receipt.relays
    if not relays:
        return "here"
    verified = sum(relay.verified_at is not None for relay in relays)
    taken = sum(relay.deleted_at is not None for relay in relays)
    waits = "" if verified == taken else f", {taken - verified} more took the request"
    return f"{verified} of {len(relays)} relays{waits}"


def _fields(one: "Deletion") -> dict[str, Any]:
    return {"at": iso(one.at), "why": one.why, "receipt": receipt_fields(one.receipt)}
