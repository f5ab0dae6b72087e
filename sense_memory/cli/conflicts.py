"""conflicts: what devices wrote without having seen each other, and which of it stays."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.moments import moment_of
from . import delivery
from .examples import examples
from .exits import Code, CommandError
from .freshness import refreshed
from .graph.sentences import day
from .graph.titles import titles_of
from .output import data_json, data_table, iso, local_time, say
from .receipt import ref_fields
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.conflict import Conflict
    from ..store import MemoryStore

TIMES = frozenset({"valid_to"})
"""Fields that are seconds since the epoch, and dates for people."""

commands = typer.Typer(invoke_without_command=True)


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="conflicts")


@commands.callback(
    epilog=examples(
        "sense-memory conflicts",
        "sense-memory conflicts resolve 1f2e3d4c --keep 2",
    )
)
def conflicts(context: typer.Context) -> None:
    """Print what devices wrote without having seen each other, or decide which of it stays."""
    if context.invoked_subcommand is None:
        run(_list(session_of(context), sync=False))


@commands.command(
    "list",
    epilog=examples(
        "sense-memory conflicts list --sync",
        "sense-memory --json conflicts list | jq -r .id",
    ),
)
def list_(
    context: typer.Context,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print the memories of which devices wrote different things.

    Value 1 is the one that is shown everywhere, the latest. None is lost until you decide.
    """
    run(_list(session_of(context), sync))


async def _list(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.conflicts()
        said = await titles_of(store, [one.ref for one in found])
    if session.as_json:
        for conflict in found:
            data_json(_fields(conflict))
    else:
        rows = [
            (conflict.id, said.of(conflict.ref), conflict.field, str(number), *row)
            for conflict in found
            for number, row in enumerate(_rows(conflict), start=1)
        ]
        data_table(["id", "memory", "field", "", "value", "device", "when"], rows)
    if not found:
        say("there are no conflicts here")


@commands.command(
    epilog=examples(
        "sense-memory conflicts resolve 1f2e3d4c --keep 2",
        'sense-memory conflicts resolve 1f2e3d4c --value "America/Vancouver"',
    ),
)
def resolve(
    context: typer.Context,
    conflict: Annotated[
        str, typer.Argument(metavar="ID", help="Which, as 'sense-memory conflicts' prints it.")
    ],
    keep: Annotated[
        int | None,
        typer.Option(min=1, help="The number of the value that stays.", show_default=False),
    ] = None,
    value: Annotated[
        str | None,
        typer.Option(help="Another value instead of them all.", show_default=False),
    ] = None,
) -> None:
    """Let one value stand, on all devices.

    If something was written there since you looked, the conflict has another ID and nothing is
    done.
    """
    if (keep is None) == (value is None):
        raise CommandError(Code.USAGE, "say which value stays: --keep NUMBER, or --value TEXT")
    run(_resolve(session_of(context), conflict, keep, value))


async def _resolve(session: Session, id_: str, keep: int | None, value: str | None) -> None:
    async with session.opened() as store:
        conflict = await _found(session, store, id_)
        if keep is not None and keep > len(conflict.values):
            raise CommandError(Code.USAGE, f"--keep is 1 to {len(conflict.values)}, got {keep}")
        said = await titles_of(store, [conflict.ref])
        chosen = value if keep is None else conflict.values[keep - 1].value
        if keep is None and conflict.field in TIMES:
            chosen = moment_of(value or "")
        elif keep is None and not isinstance(conflict.shown.value, str):
            chosen = _number(value)
        before = store.status()
        event_id = await store.resolve(conflict, chosen)
        done = await delivery.delivered(store, before)
    fields = {**ref_fields(conflict.ref), "field": conflict.field, "event_id": event_id}
    delivery.report(session, f"decided about {said.of(conflict.ref)}", fields, done)


async def _found(session: Session, store: "MemoryStore", id_: str) -> "Conflict":
    found = await store.conflicts()
    for conflict in found:
        if conflict.id == id_:
            return conflict
    if session.as_json:
        data_json(None)
    raise CommandError(
        Code.ERROR,
        f"there is no conflict {id_!r}, or something was written there since; "
        "see: sense-memory conflicts",
    )


def _number(value: str | None) -> object:
    """What a field that holds no text may hold."""
    try:
        return json.loads(value or "")
    except ValueError:
        return value


def _rows(conflict: "Conflict") -> list[tuple[str, str, str]]:
    """The values, for people."""
    return [
        (_text(conflict.field, one.value), one.device, local_time(one.at))
        for one in conflict.values
    ]


def _text(field: str, value: object) -> str:
    if field in TIMES and isinstance(value, int | float):
        return day(value)
    return value if isinstance(value, str) else json.dumps(value)


def _fields(conflict: "Conflict") -> dict[str, Any]:
    return {
        "id": conflict.id,
        **ref_fields(conflict.ref),
        "field": conflict.field,
        "values": [
            {"value": sibling.value, "device": sibling.device, "at": iso(sibling.at)}
            for sibling in conflict.values
        ],
    }
