"""receipt: what became of a write, relay by relay."""

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import InputError
from .examples import examples
from .exits import Code, CommandError
from .freshness import refreshed
from .output import data, data_json, data_table, iso, local_time, reason
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.receipt import Receipt, RelayReceipt, Undelivered

_TIMES = ("overwritten_at", "deleted_at", "verified_at")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory receipt 5f2e…",
            'sense-memory receipt --sync "$(sense-memory --json forget k | jq -r .event_id)"',
        )
    )(receipt)


def receipt(
    context: typer.Context,
    event_id: Annotated[
        str,
        typer.Argument(
            help="What remember, forget and the others print with --json.", show_default=False
        ),
    ],
    sync: Annotated[bool, typer.Option("--sync", help="Ask the relays first.")] = False,
) -> None:
    """Print how far a write has come, and whether what was forgotten is gone."""
    run(_receipt(session_of(context), event_id, sync))


async def _receipt(session: Session, event_id: str, sync: bool) -> None:
    async with session.opened(with_relays=sync) as store:
        if sync:
            await refreshed(store)
        try:
            found = await store.receipt(event_id)
        except InputError as error:
            if session.as_json:
                data_json(None)
            raise CommandError(Code.ERROR, str(error)) from None
    if session.as_json:
        data_json(receipt_fields(found))
        return
    data(f"{_what(found)}: {found.level}")
    if found.replaced_by is not None:
        data(f"it was replaced by {found.replaced_by}, which this is about")
    if found.is_local_only:
        data("it is local-only: it stays in this file, and no relay is given it")
        return
    columns = ["relay", "state", "said"]
    if found.is_forgotten:
        columns = ["relay", "state", "overwritten", "deleted", "seen to be gone", "said"]
    data_table(columns, [_row(relay, found.is_forgotten) for relay in found.relays])


def _what(found: "Receipt") -> str:
    name = memory_name(found.ref)
    return f"{name}, forgotten" if found.is_forgotten else name


def memory_name(ref: Any) -> str:
    """A memory for people: its type, its name, and the scope if it is in one."""
    from ..store.log import type_of

    where = f" of {ref.scope}" if ref.scope else ""
    return f"{type_of(ref.kind)} {ref.name}".rstrip() + where


def _row(relay: "RelayReceipt", is_forgotten: bool) -> tuple[str, ...]:
    times = [_when(getattr(relay, name)) for name in _TIMES] if is_forgotten else []
    return (relay.relay, relay.state, *times, relay.said)


def _when(seconds: float | None) -> str:
    return "not yet" if seconds is None else local_time(seconds)


def receipt_fields(found: "Receipt") -> dict[str, Any]:
    """A receipt as JSON."""
    fields = dataclasses.asdict(found)
    for relay in fields["relays"]:
        for name in _TIMES:
            relay[name] = iso(relay[name])
    return {**fields, "ref": ref_fields(found.ref)}


def ref_fields(ref: Any) -> dict[str, str]:
    """A reference as JSON."""
    from ..store.log import type_of

    return {"type": type_of(ref.kind), "name": ref.name, "scope": ref.scope}


def outbox_row(entry: "Undelivered") -> tuple[str, ...]:
    """A line of ``status --outbox``."""
    name = memory_name(entry.ref) if entry.ref is not None else "unreadable"
    said = reason(entry.relay, entry.said) or "nothing"
    return (name, entry.relay, entry.state, local_time(entry.since), said, entry.advice)


def outbox_fields(entry: "Undelivered") -> dict[str, Any]:
    """The same as JSON."""
    fields = dataclasses.asdict(entry)
    times = {name: iso(fields[name]) for name in ("since", "next_at")}
    ref = ref_fields(entry.ref) if entry.ref is not None else None
    return {**fields, **times, "ref": ref, "advice": entry.advice}
