"""relays exposure: what one relay sees of this mind."""

import dataclasses
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import InputError
from . import completing
from .exits import Code, CommandError
from .freshness import refreshed
from .output import data_json, data_table, iso, local_time, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.exposure import Exposure, SeenEvent

DEFAULT_LIMIT = 50
_KINDS = {5: "deletion", 4: "journal entry", 30078: "record"}
_HASH = re.compile(r"([0-9a-f]{16})[0-9a-f]{48}\Z")


def exposure(
    context: typer.Context,
    url: Annotated[
        str,
        typer.Argument(help="As relays list prints it.", autocompletion=completing.relays),
    ],
    limit: Annotated[
        int, typer.Option("-n", "--limit", min=1, help="How many events, the newest.")
    ] = DEFAULT_LIMIT,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what a relay has of this mind, as it has it, and what it can tell from that.

    Known here is what it showed last and what it said OK to; what it was asked to delete counts
    until it was seen to be gone. With --json each event is there whole, as it was signed.
    """
    run(_exposure(session_of(context), url, limit, sync))


async def _exposure(session: Session, url: str, limit: int, sync: bool) -> None:
    async with session.opened(with_relays=sync) as store:
        if sync:
            await refreshed(store)
        try:
            found = await store.exposure(url)
        except InputError as error:
            if session.as_json:
                data_json(None)
            raise CommandError(Code.ERROR, str(error)) from None
    shown = found.events[:limit]
    if session.as_json:
        data_json(_fields(found, shown))
        return
    data_table(["kind", "filed under", "written", "bytes"], map(_row, shown))
    if len(shown) < len(found.events):
        say(f"these are the newest {len(shown):,}; --limit shows more")
    for sentence in (*found.tells, *found.hides):
        say(sentence)


def _row(event: "SeenEvent") -> tuple[str, ...]:
    kind = _KINDS.get(event.kind, str(event.kind))
    where = _HASH.sub(r"\1…", event.address)
    return (kind, where, local_time(event.created_at), str(event.size_bytes))


def _fields(found: "Exposure", shown: "tuple[SeenEvent, ...]") -> dict[str, Any]:
    return {
        "relay": found.relay,
        "pubkey": found.pubkey,
        "count": len(found.events),
        "size_bytes": found.size_bytes,
        "named": found.named,
        "gone": found.gone,
        "tells": found.tells,
        "hides": found.hides,
        "events": [
            {**dataclasses.asdict(event), "created_at": iso(event.created_at)} for event in shown
        ],
    }
