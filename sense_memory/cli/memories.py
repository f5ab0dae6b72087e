"""remember, recall, forget: values under keys."""

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import UnknownMemoryError
from . import delivery
from .bulk import remember_memories
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .freshness import looked_everywhere, refreshed
from .jsonl import Lines
from .output import counted, data, data_json, data_table, iso, number_of, say
from .references import RecordType, for_known
from .session import Session, run, session_of
from .values import value_or_stdin

if TYPE_CHECKING:
    from ..core.records.kv import Memory
    from ..store.references import Named


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        epilog=examples(
            "sense-memory remember user_timezone America/Vancouver",
            "date | sense-memory remember last_backup",
            "sense-memory remember --jsonl facts.jsonl",
        )
    )(remember)
    app.command(
        epilog=examples(
            "sense-memory recall user_timezone", "sense-memory --json recall | jq -r .key"
        )
    )(recall)
    app.command(
        epilog=examples(
            "sense-memory forget user_timezone",
            "sense-memory forget people/facts/vergel",
            "sense-memory forget person:ada",
            "sense-memory forget --type journal 1795261000.5-3f2a",
        )
    )(forget)


def remember(
    context: typer.Context,
    key: Annotated[
        str | None, typer.Argument(help="The memory's name.", show_default=False)
    ] = None,
    value: Annotated[
        str | None, typer.Argument(help="Left out: standard input.", show_default=False)
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option(help="A file of {key, value} lines, or - for standard input."),
    ] = None,
) -> None:
    """Store a value under a key, replacing what was there."""
    session = session_of(context)
    if jsonl is not None:
        if key is not None:
            raise CommandError(Code.USAGE, "give a KEY or --jsonl, not both")
        run(_remember_lines(session, jsonl))
        return
    if key is None:
        raise CommandError(Code.USAGE, "a KEY is needed, or --jsonl FILE")
    run(_remember(session, key, value_or_stdin(value, "the value")))


async def _remember(session: Session, key: str, value: str) -> None:
    from ..core.records.kv import Memory

    Memory(key, value, 0.0)  # refused before a profile is made
    async with session.opened(may_create=True) as store:
        before = store.status()
        event_id = await store.remember(key, value)
        done = await delivery.delivered(store, before)
    delivery.report(session, f"remembered {key}", {"key": key, "event_id": event_id}, done)


async def _remember_lines(session: Session, source: str) -> None:
    lines = Lines.read(source)
    memories = lines.memories()
    async with session.opened(may_create=True) as store:
        before = store.status()
        await remember_memories(store, lines, memories)
        done = await delivery.delivered(store, before)
    delivery.report(
        session, f"remembered {counted(len(memories))}", {"stored": len(memories)}, done
    )


def recall(
    context: typer.Context,
    key: Annotated[
        str | None, typer.Argument(help="Left out: all of them.", show_default=False)
    ] = None,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print the value under a key, or all keys and values."""
    session = session_of(context)
    if key is None:
        run(_recall_all(session, sync))
        return
    # as everything that lists memories names those that fade
    if len(parts := key.split("/")) == 3 and all(parts):
        raise CommandError(
            Code.USAGE, f"{key!r} is no key; print that memory with: {_persona_recall(*parts)}"
        )
    run(_recall(session, key, sync))


async def _recall(session: Session, key: str, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        memory = await store.recall(key)
        if memory is None and not sync and await looked_everywhere(store):
            memory = await store.recall(key)
        elsewhere = await store.persona_recall(key=key) if memory is None else []
    if memory is None:
        if session.as_json:
            data_json(None)
        meant = [_persona_recall(one.domain, one.facet, one.key) for one in elsewhere]
        hint = f"; did you mean: {' or '.join(meant)}" if meant else ""
        raise CommandError(Code.ERROR, f"there is no memory {key!r}{hint}")
    if session.as_json:
        data_json(_fields(memory))
    else:
        data(memory.value)


async def _recall_all(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        memories = await store.recall_all()
        has_others = not memories and bool(await store.persona_domains())
    if session.as_json:
        for memory in memories:
            data_json(_fields(memory))
    else:
        data_table(["key", "value"], [(memory.key, memory.value) for memory in memories])
    if has_others:
        say("no values under keys here; what else is known: sense-memory persona recall")
    elif not memories:
        say("there are no memories here")


def forget(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            help="The memory's key, domain/facet/key, TYPE:NAME of a node, or a reference.",
            show_default=False,
        ),
    ],
    type_: RecordType = None,
    yes: Annotated[
        bool,
        typer.Option("--yes", help="Do not ask, where something else is forgotten with it."),
    ] = False,
) -> None:
    """Forget a memory, here and on every relay; what names it names it no more.

    What was told of it or learned from it is forgotten with it; that is asked about first. Which
    that is, and what else names it, is printed by: sense-memory references NAME
    """
    run(_forget(session_of(context), name, type_, yes))


async def _forget(session: Session, name: str, type_: str | None, yes: bool) -> None:
    async with session.opened() as store:
        before = store.status()

        async def forgotten(named: "Named") -> str:
            try:
                found = await store.references(named)
            except UnknownMemoryError:
                found = []  # what is not there is told of by what is to forget it
            gone = {one.ref for one in found if one.once_forgotten == "cascade"}
            if gone and not yes:
                say(f"{number_of(len(gone), 'record')} will be gone with {name} on every device")
                confirm(name, "nothing was forgotten")
            return await store.forget(named)

        event_id = await for_known(session, store, name, type_, forgotten)
        done = await delivery.delivered(store, before)
    fields = {"key": name, "event_id": event_id}
    delivery.report_forgotten(session, f"forgot {name}", fields, done)


def _persona_recall(domain: str, facet: str, key: str) -> str:
    return "sense-memory persona recall " + shlex.join(("-d", domain, "-f", facet, key))


def _fields(memory: "Memory") -> dict[str, Any]:
    return {"key": memory.key, "value": memory.value, "created_at": iso(memory.created_at)}
