"""about: what is believed of somebody or something, to read, put right, forget and carry away."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import delivery
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .export import new_file
from .freshness import found_somewhere, looked_everywhere, refreshed
from .graph.sentences import day
from .output import data, data_json, data_table, iso, number_of, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..core.about import AboutLine, ForgottenAll
    from ..store import About, MemoryStore

COLUMNS = ("what", "since", "source", "reference")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory about Vergel",
            "sense-memory about Vergel --past",
            "sense-memory about Vergel --correct people/facts/home 'Vergel lives in Rome'",
            "sense-memory about person:vergel --forget",
            "sense-memory about Vergel --export vergel.md",
        )
    )(about)


def about(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            help="A person, a thing or a topic, or TYPE:NAME of a node.", show_default=False
        ),
    ],
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="[REF|FILE]",
            help="The reference of one line, for --forget and --restore; a new file for --export.",
            show_default=False,
        ),
    ] = None,
    *,
    past: Annotated[
        bool, typer.Option("--past", help="Also what is believed no more, and why.")
    ] = False,
    correct: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="REF TEXT", help="Let a line say something else.", show_default=False),
    ] = None,
    restore: Annotated[
        bool, typer.Option("--restore", help="Take a correction, or an end, of the line back.")
    ] = False,
    forget: Annotated[
        bool, typer.Option("--forget", help="Forget the line, or everything.")
    ] = False,
    export: Annotated[
        bool, typer.Option("--export", help="All of it as Markdown, mode 0600.")
    ] = False,
    yes: Annotated[
        bool,
        typer.Option("--yes", help="Do not ask for the name to be typed again; replace a file."),
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what is believed of somebody or something, room by room: since when, from which source.

    A line is named by its reference, which stands last. What is forgotten is gone on every device;
    what was said in a conversation, and the diary, stay, and are named.
    """
    session = session_of(context)
    if sum((correct is not None, restore, forget, export)) > 1:
        raise CommandError(Code.USAGE, "say one of --correct, --restore, --forget and --export")
    if which is not None and not (restore or forget or export):
        raise CommandError(Code.USAGE, f"what about {which}? say --forget, --restore or --export")
    if correct is not None:
        run(_corrected(session, name, *correct))
    elif restore:
        if which is None:
            raise CommandError(Code.USAGE, "which line? give the reference that stands last in it")
        run(_restored(session, name, which))
    elif forget:
        run(_forget(session, name, which, yes))
    elif export:
        run(_export(session, name, _new(which, force=yes), sync))
    else:
        run(_lines(session, name, past, sync))


def reference_of(given: str) -> str:
    """The reference that somebody means: a persona memory is called by its name, too."""
    return f"persona/{given}" if given.count("/") == 2 and not _is_reference(given) else given


def _is_reference(given: str) -> bool:
    from ..core.records.reference import referent

    return referent(given, "") is not None


async def _lines(session: Session, name: str, past: bool, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.about(name).lines(past=past)
        if not found and await looked_everywhere(store):
            found = await store.about(name).lines(past=past)
    if session.as_json:
        for one in found:
            data_json(line_fields(one))
    else:
        columns = [*COLUMNS[:3], "why no more", COLUMNS[3]] if past else COLUMNS
        data_table(columns, [_row(one, past) for one in found])
    if not found:
        say("nothing is known about that")


def _row(one: "AboutLine", past: bool) -> tuple[str, ...]:
    since = "" if one.since is None else day(one.since)
    why = (one.why_not,) if past else ()
    return (one.text, since, one.source, *why, one.reference)


def line_fields(one: "AboutLine") -> dict[str, Any]:
    """A line, for programs."""
    return {
        "reference": one.reference,
        "room": one.room.value,
        "text": one.text,
        "since": iso(one.since),
        "source": one.source,
        "holds": one.holds,
        "why_not": one.why_not,
    }


async def _corrected(session: Session, name: str, line: str, text: str) -> None:
    async def work(there: "About") -> "AboutLine":
        return await there.correct(reference_of(line), text)

    await _changed(session, name, "corrected", work)


async def _restored(session: Session, name: str, line: str) -> None:
    async def work(there: "About") -> "AboutLine":
        return await there.restore(reference_of(line))

    await _changed(session, name, "restored", work)


async def _changed(
    session: Session, name: str, done: str, work: "Callable[[About], Awaitable[AboutLine]]"
) -> None:
    async with session.opened() as store:
        before = store.status()
        found = await found_somewhere(session, store, lambda: work(store.about(name)))
        there = await delivery.delivered(store, before)
    if not session.as_json:
        data_table(COLUMNS, [_row(found, past=False)])
    delivery.report(session, f"{done} {found.reference}", line_fields(found), there)


async def _forget(session: Session, name: str, line: str | None, yes: bool) -> None:
    async with session.opened() as store:
        if line is None and await _is_known(store, name) and not yes:
            await _ask(store, name)
        before = store.status()
        wanted = None if line is None else reference_of(line)
        gone = await found_somewhere(session, store, lambda: store.about(name).forget(wanted))
        done = await delivery.delivered(store, before, has_written=bool(gone.forgotten))
    for one, why in gone.kept:
        say(f"stays: {one.reference}: {why}")
    what = f"forgot {number_of(len(gone.forgotten), 'record')}"
    if not gone.forgotten:
        if session.as_json:
            data_json(_gone_fields(gone))
        known = "that is all that names it" if gone.kept else "nothing is known about that"
        raise CommandError(Code.ERROR, f"{known}; nothing was forgotten")
    if not session.as_json:
        rows = [(one.line.text, one.line.reference, one.event_id) for one in gone.forgotten]
        data_table(["what", "reference", "event"], rows)
    fields = {**_gone_fields(gone), "event_id": gone.forgotten[0].event_id}
    delivery.report_forgotten(session, what, fields, done)


async def _ask(store: "MemoryStore", name: str) -> None:
    """What will be gone, before it is."""
    there = await store.about(name).lines(past=True)
    data_table(["what", "reference"], [(one.text, one.reference) for one in there])
    say(
        f"{number_of(len(there), 'line')}, and all that follows from them, will be gone on every "
        "device"
    )
    confirm(name, "nothing was forgotten")


async def _is_known(store: "MemoryStore", name: str) -> bool:
    """Whether anything is, here or, if not, on the relays: it may have been typed wrong."""
    there = store.about(name)
    if await there.lines(past=True):
        return True
    return await looked_everywhere(store) and bool(await there.lines(past=True))


def _gone_fields(gone: "ForgottenAll") -> dict[str, Any]:
    return {
        "name": gone.name,
        "forgotten": [
            {**line_fields(one.line), "event_id": one.event_id} for one in gone.forgotten
        ],
        "kept": [{**line_fields(one), "why": why} for one, why in gone.kept],
    }


def _new(file: str | None, *, force: bool) -> Path | None:
    """The file that is to be made; ``None`` is standard output.

    Raises:
        CommandError: There is one of that name, and it is not to be replaced.
    """
    if file is None or file == "-":
        return None
    target = Path(file).expanduser()
    if target.exists() and not force:
        raise CommandError(Code.USAGE, f"{target} exists; choose another name, or say --yes")
    return target


async def _export(session: Session, name: str, target: Path | None, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        if not await _is_known(store, name):
            raise CommandError(Code.ERROR, "nothing is known about that; nothing was written")
        page = await store.about(name).export()
    if target is None:
        data(page.rstrip("\n"))
        return
    with new_file(target) as out:
        out.write(page)
    say(f"wrote {target}, readable by you alone")
    if session.as_json:
        data_json({"file": str(target)})
