"""references: who names a memory, and what becomes of them when it is forgotten."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ..core.errors import UnknownMemoryError
from .examples import examples
from .freshness import found_somewhere, refreshed
from .graph.titles import titles_of
from .output import data_json, data_table, say
from .receipt import ref_fields
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..store import MemoryStore
    from ..store.references import Named

T = TypeVar("T")

RecordType = Annotated[
    str | None,
    typer.Option(
        "--type",
        help="The type that log prints before the name; left out: a key is a key-value memory, "
        "domain/facet/key a persona memory, TYPE:NAME a node if no memory is called so.",
        show_default=False,
    ),
]

ONCE_FORGOTTEN = {
    "cascade": "is forgotten too",
    "unlink": "names it no more",
    "rebuild": "is made anew without it",
}


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory references people/facts/vergel",
            "sense-memory references person:ada",
            "sense-memory references rapport/ada/vector",
        )
    )(references)


def references(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            help="The memory's key, domain/facet/key, TYPE:NAME of a node, or a reference.",
            show_default=False,
        ),
    ],
    type_: RecordType = None,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what names a memory, where, and what becomes of it when that memory is forgotten."""
    run(_references(session_of(context), name, type_, sync))


async def _references(session: Session, name: str, type_: str | None, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await for_known(session, store, name, type_, store.references)
        said = await titles_of(store, [one.ref for one in found])
    if session.as_json:
        for one in found:
            data_json(
                {
                    **ref_fields(one.ref),
                    "field": one.field,
                    "once_forgotten": one.once_forgotten,
                }
            )
    else:
        data_table(
            ["memory", "names it in", f"once {name} is forgotten"],
            [(said.of(one.ref), one.field, ONCE_FORGOTTEN[one.once_forgotten]) for one in found],
        )
    if not found:
        say(f"nothing names {name}")


async def for_known(
    session: Session,
    store: "MemoryStore",
    name: str,
    type_: str | None,
    work: Callable[["Named"], Awaitable[T]],
) -> T:
    """What some work makes of a memory, which is looked for on the relays if it is not here.

    Args:
        session: What the options before the command say.
        store: Where it is.
        name: Its name.
        type_: The type that the log calls it by, if given.
        work: Raises ``UnknownMemoryError`` if there is none.
    """
    named = _named(session, name, type_)
    node = _node(session, name) if type_ is None else None

    async def done() -> T:
        try:
            return await work(named)
        except UnknownMemoryError:
            if node is None:
                raise
            return await work(node)

    return await found_somewhere(session, store, done)


def _node(session: Session, name: str) -> "Named | None":
    """The node that is meant where no memory is called so."""
    from ..core.records.graph import Node
    from ..core.ref import Ref
    from ..store.references import node_key_in

    key = node_key_in(name)
    return None if key is None else Ref(Node, key, session.scope or "")


def _named(session: Session, name: str, type_: str | None) -> "Named":
    from ..core.records.flat import FLAT, FLAT_FACET
    from ..core.ref import Ref
    from ..store.references import kind_of

    if type_ is not None:
        return Ref(kind_of(type_), name, session.scope or "")
    # of a misspelt key "forgotten" would be believed, so one that is not there is an error here
    return name if "/" in name else f"{FLAT}/{FLAT_FACET}/{name}"
