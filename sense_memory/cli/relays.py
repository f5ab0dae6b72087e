"""sync, status: the relays, and how safe everything is."""

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .examples import examples
from .exits import Code
from .output import data, data_json, data_table, iso, local_time, reason, say
from .receipt import outbox_fields, outbox_row
from .session import Session, run, session_of
from .until_stopped import run_until_stopped

if TYPE_CHECKING:
    from ..core.status import RelayStatus, RelaySync, Status, SyncReport
    from ..store import MemoryStore

LOCAL = "this profile is local; add a relay with: sense-memory init --relay wss://…"
CONNECT_PATIENCE = 3.0
"""Seconds that ``status`` waits for relays that are being connected."""
POLL = 0.02
WATCH_INTERVAL = 0.5
"""Seconds between two looks at what came and went."""


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        epilog=examples(
            "sense-memory sync", "sense-memory sync --watch", "sense-memory sync --refused"
        )
    )(sync)
    app.command(
        epilog=examples(
            "sense-memory status",
            "sense-memory status --outbox",
            "sense-memory --json status | jq .delivery",
        )
    )(status)


def sync(
    context: typer.Context,
    watch: Annotated[
        bool, typer.Option("--watch", help="Stay connected and in step, until Ctrl-C.")
    ] = False,
    refused: Annotated[
        bool, typer.Option("--refused", help="Send again also what a relay refused for good.")
    ] = False,
) -> None:
    """Read every relay and send what waits here."""
    session = session_of(context)
    run_until_stopped(_sync(session, watch, refused))


async def _sync(session: Session, watch: bool, refused: bool) -> None:
    async with session.opened() as store:
        if not store.relay_urls:
            say(LOCAL)
            return
        if refused:
            say(f"{await store.retry()} refused writes are sent again")
        report = await store.sync()
        for relay in report.relays:
            _print_sync(session, relay)
        _refuse_moved(store)
        if watch:
            await _watch(session, store)
    code = _sync_code(report)
    if code is not Code.OK:
        raise typer.Exit(code)


def _refuse_moved(store: "MemoryStore") -> None:
    """Say that this key is no longer the mind's; nothing is sent under it.

    Raises:
        MovedError: It is so.
    """
    from ..core.errors import MovedError
    from .key_storage import npub_of

    moved_to = store.status().moved_to
    if moved_to is not None:
        raise MovedError(moved_to, npub_of(moved_to))


def _sync_code(report: "SyncReport") -> Code:
    if all(relay.waiting for relay in report.relays):
        return Code.QUEUED
    if all(relay.error is not None for relay in report.relays):
        return Code.ERROR
    return Code.OK


def _print_sync(session: Session, relay: "RelaySync") -> None:
    if session.as_json:
        data_json(dataclasses.asdict(relay))
        return
    if relay.error is not None:
        waiting = f"; {relay.waiting} waiting" if relay.waiting else ""
        say(f"{relay.url}: {reason(relay.url, relay.error)}{waiting}")
        return
    data(
        f"{relay.url}: {relay.verdict or 'not read'}, {relay.received} received, "
        f"{relay.sent} sent, {relay.waiting} waiting",
        at_once=True,
    )


async def _watch(session: Session, store: "MemoryStore") -> None:
    """Print a line whenever something came, went or changed at a relay."""
    say("watching; Ctrl-C ends it")
    seen = {relay.url: relay for relay in store.status().relays}
    while True:
        await asyncio.sleep(WATCH_INTERVAL)
        for relay in store.status().relays:
            if _traffic(relay) != _traffic(seen[relay.url]):
                _print_change(session, seen[relay.url], relay)
                seen[relay.url] = relay


def _traffic(relay: "RelayStatus") -> tuple[object, ...]:
    return (relay.state, relay.events_in, relay.events_out, relay.waiting)


def _print_change(session: Session, old: "RelayStatus", new: "RelayStatus") -> None:
    fields = {
        "url": new.url,
        "state": new.state,
        "received": new.events_in - old.events_in,
        "sent": new.events_out - old.events_out,
        "waiting": new.waiting,
    }
    if session.as_json:
        data_json(fields)
    else:
        data(
            f"{new.url}: {new.state}, {fields['received']} received, {fields['sent']} sent, "
            f"{new.waiting} waiting",
            at_once=True,
        )


def status(
    context: typer.Context,
    outbox: Annotated[
        bool,
        typer.Option("--outbox", help="What relays have not taken: which, since when, why."),
    ] = False,
) -> None:
    """Print what the store knows of itself: how many memories, how safe, each relay."""
    session = session_of(context)
    run(_outbox(session) if outbox else _status(session))


async def _outbox(session: Session) -> None:
    async with session.opened() as store:
        is_local = not store.relay_urls
        await _settled(store)
        entries = await store.outbox()
    if session.as_json:
        for entry in entries:
            data_json(outbox_fields(entry))
    else:
        columns = ["memory", "relay", "state", "since", "it said", "what to do"]
        data_table(columns, map(outbox_row, entries))
    if is_local:
        say(LOCAL)
    elif not entries:
        say("every relay has taken everything")


async def _status(session: Session) -> None:
    from nips import nip19
    from nips.keys import PublicKey

    profile = session.load_profile()
    async with session.opened() as store:
        found = await _settled(store)
    npub = nip19.encode_npub(PublicKey.from_hex(found.pubkey))
    if session.as_json:
        fields: dict[str, Any] = dataclasses.asdict(found)
        for relay in fields["relays"]:
            relay |= {name: iso(relay[name]) for name in ("read_at", "behind_since")}
        data_json({"profile": profile.name, "npub": npub, **fields})
        return
    rows = [
        ("profile", profile.name),
        ("npub", npub),
        ("file", found.path or "none"),
        ("device", found.device),
        ("addressing", found.addressing or "not known yet: writes wait for a relay"),
        ("records", f"{found.records}: memories, and what is kept about them"),
        ("delivery", found.delivery),
    ]
    if found.local_only:
        rows.append(("local-only", f"{found.local_only} of the records stay in this file"))
    if found.embedding is not None:
        rows.append(("vectors", f"by {found.embedding.encoder}; each is counted above, too"))
    if found.moved_to is not None:
        successor = nip19.encode_npub(PublicKey.from_hex(found.moved_to))
        rows.append(("moved to", f"{successor}: this key takes no more writes (keys rotate)"))
    if found.unreadable:
        rows.append(("unreadable", f"{found.unreadable} kept aside: a newer release, or a key"))
    if not found.absence_known and found.relays:
        rows.append(("note", "no relay was read to its end yet: what is not here may exist"))
    if found.copied_at is not None:
        when = local_time(found.copied_at)
        rows.append(("copied", f"a copy of this file was met {when}: it took an id of its own"))
    if found.salvaged is not None:
        rows.append(("damage", f"the file was damaged and rebuilt; kept as {found.salvaged}"))
        if not found.absence_known:
            rows.append(("note", "the damaged file held more: run sync with a relay that has it"))
    data_table(["", ""], rows)
    if found.relays:
        data_table(["relay", "state", "verdict", "read", "writes", "error"], _relay_rows(found))


def _relay_rows(found: "Status") -> list[tuple[str, ...]]:
    return [
        (
            relay.url,
            relay.state,
            relay.verdict or "not read yet",
            local_time(relay.read_at) if relay.read_at is not None else "never",
            _writes(relay),
            reason(relay.url, relay.error) if relay.error is not None else "",
        )
        for relay in found.relays
    ]


def _writes(relay: "RelayStatus") -> str:
    counts = {
        "waiting": relay.waiting,
        "accepted": relay.accepted,
        "parked": relay.parked,
        "refused for good": relay.dead,
    }
    found = ", ".join(f"{count} {word}" for word, count in counts.items() if count) or "all there"
    if relay.behind_since is None:
        return found
    return f"{found}; behind since {local_time(relay.behind_since)}"


def _is_open_question(relay: "RelayStatus") -> bool:
    return relay.state == "connecting" or (relay.state == "offline" and relay.error is None)


async def _settled(store: "MemoryStore") -> "Status":
    """The status once every relay has answered or failed, or a little later."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + CONNECT_PATIENCE
    while True:
        status = store.status()
        if loop.time() > deadline or not any(map(_is_open_question, status.relays)):
            return status
        await asyncio.sleep(POLL)
