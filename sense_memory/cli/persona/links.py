"""persona connect, disconnect, contradict, reconcile."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import delivery
from ..examples import examples
from ..freshness import found_somewhere
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...store import MemoryStore

NameOne = Annotated[
    str, typer.Argument(help="A key that no other memory has, or domain/facet/key.")
]
NameEnd = Annotated[
    str,
    typer.Argument(
        help="A key that no other memory has, domain/facet/key, or one of the two "
        "graph/node/TYPE:NAME or graph/edge/ID."
    ),
]


@commands.command(
    epilog=examples(
        "sense-memory persona connect vergel projects/facts/site",
        "sense-memory persona connect vergel graph/node/person:vergel",
    )
)
def connect(context: typer.Context, first: NameEnd, second: NameEnd) -> None:
    """Link two memories, both ways; or a memory with a node or an edge of the graph."""
    names = {"first": first, "second": second}
    done = f"connected {first} and {second}"
    run(
        changed(
            session_of(context), lambda store: store.persona_connect(first, second), names, done
        )
    )


@commands.command(epilog=examples("sense-memory persona disconnect vergel projects/facts/site"))
def disconnect(context: typer.Context, first: NameEnd, second: NameEnd) -> None:
    """Let two memories be linked no more."""
    names = {"first": first, "second": second}
    done = f"disconnected {first} and {second}"
    run(
        changed(
            session_of(context), lambda store: store.persona_disconnect(first, second), names, done
        )
    )


@commands.command(epilog=examples("sense-memory persona contradict likes-tea likes-coffee"))
def contradict(context: typer.Context, old: NameOne, new: NameOne) -> None:
    """Let a newer memory supersede an older one, which fades four times as fast from now on."""
    names = {"old": old, "new": new}
    done = f"{new} supersedes {old}"
    run(changed(session_of(context), lambda store: store.persona_contradict(old, new), names, done))


@commands.command(epilog=examples("sense-memory persona reconcile likes-tea likes-coffee"))
def reconcile(context: typer.Context, old: NameOne, new: NameOne) -> None:
    """Take back that a newer memory contradicts an older one."""
    names = {"old": old, "new": new}
    done = f"{new} supersedes {old} no more"
    run(changed(session_of(context), lambda store: store.persona_reconcile(old, new), names, done))


async def changed(
    session: Session,
    work: Callable[["MemoryStore"], Awaitable[None]],
    names: Mapping[str, Any],
    done: str,
) -> None:
    """Do something to memories that must exist, and say so.

    Args:
        session: The options before the command.
        work: What is done.
        names: What a program is told of it.
        done: What a person is told.
    """
    async with session.opened() as store:
        before = store.status()
        await found_somewhere(session, store, lambda: work(store))
        delivery_ = await delivery.delivered(store, before)
    delivery.report(session, done, names, delivery_)
