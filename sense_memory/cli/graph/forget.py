"""graph forget: a node with all that is told of it, a version of an edge, or a note."""

from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import UnknownMemoryError
from .. import delivery
from ..confirming import confirm
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import found_somewhere
from ..output import number_of, say
from ..session import Session, run, session_of
from .app import EDGE_FORMS, commands
from .fields import kept_edge_fields, kept_node_fields, kept_note_fields
from .named import alike, edge_named, may_be_id, notes_named
from .sentences import SHOWN_ID, told

if TYPE_CHECKING:
    from ...core.graph import EdgeStatus, NodeStatus
    from ...core.records.graph import Note
    from ...store import MemoryStore


@commands.command(
    epilog=examples(
        "sense-memory graph forget person:ada",
        "sense-memory graph forget ada works-at acme",
        "sense-memory graph forget 1f2e3d4c5b6a",
    )
)
def forget(
    context: typer.Context,
    target: Annotated[
        list[str],
        typer.Argument(
            metavar="NODE|EDGE|NOTE",
            help=f"A node; an edge: {EDGE_FORMS}; or a note's id.",
            show_default=False,
        ),
    ],
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask for the name to be typed again.")
    ] = False,
) -> None:
    """Forget a node, an edge or a note, here and on every relay; it cannot be taken back.

    With a node go all versions of its edges, and its notes; with an edge, that version and its
    notes. What is no longer so is better invalidated: that it was so stays known.
    """
    run(_forget(session_of(context), target, yes))


async def _forget(session: Session, target: list[str], yes: bool) -> None:
    from ...core.graph import NodeStatus

    async with session.opened() as store:
        found = await found_somewhere(session, store, lambda: _found(store, target))
        if isinstance(found, NodeStatus) and not yes:
            say(
                f"{found.key}, {number_of(found.edges, 'current edge')}, what they were before and "
                f"{number_of(len(found.notes), 'note')} will be gone on every device"
            )
            confirm(found.key, "nothing was forgotten")
        before = store.status()
        meant = found.key if isinstance(found, NodeStatus) else found
        event_id = await store.graph.forget(meant)
        done = await delivery.delivered(store, before)
    what, fields = _said(found)
    delivery.report_forgotten(session, f"forgot {what}", {**fields, "event_id": event_id}, done)


async def _found(store: "MemoryStore", target: list[str]) -> "NodeStatus | EdgeStatus | Note":
    """What is to be forgotten.

    Raises:
        UnknownMemoryError: There is none.
        InputError: Several nodes are called so.
        CommandError: Several edges or notes are meant.
    """
    if len(target) > 1:
        return await edge_named(store, target)
    (word,) = target
    try:
        return await store.graph.node(word)
    except UnknownMemoryError:
        if not may_be_id(word):
            raise
    try:
        return await edge_named(store, target)
    except UnknownMemoryError:
        notes = await notes_named(store, word)
    if not notes:
        raise UnknownMemoryError(
            f"no node is called {word}, and neither an edge's nor a note's id begins so; "
            "sense-memory graph nodes, edges and show print what there is"
        )
    if len(notes) > 1:
        named = alike([one.id for one in notes])
        raise CommandError(Code.USAGE, f"{len(notes)} notes begin with {word}: {named}")
    return notes[0]


def _said(found: "NodeStatus | EdgeStatus | Note") -> tuple[str, dict[str, object]]:
    """What was forgotten, for people and for programs."""
    from ...core.graph import EdgeStatus, NodeStatus

    if isinstance(found, NodeStatus):
        return found.key, kept_node_fields(found.node)
    if isinstance(found, EdgeStatus):
        return f"{told(found.edge)} ({found.id[:SHOWN_ID]})", kept_edge_fields(found.edge)
    return f"the note {found.id[:SHOWN_ID]} of {found.target}", kept_note_fields(found)
