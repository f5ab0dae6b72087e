"""pyramid forget: one observation."""

import typer

from .. import delivery
from ..examples import examples
from ..session import Session, run, session_of
from .app import IdArgument, commands
from .fields import SHOWN_ID
from .named import observation_named


@commands.command(epilog=examples("sense-memory pyramid forget 1f2e3d4c5b6a"))
def forget(context: typer.Context, name: IdArgument) -> None:
    """Forget an observation, here and on every relay; it cannot be taken back.

    Every summary above it is blank at once, and is made anew without it by the next refresh.
    """
    run(_forget(session_of(context), name))


async def _forget(session: Session, name: str) -> None:
    async with session.opened() as store:
        one = await observation_named(session, store, name)
        before = store.status()
        event_id = await store.pyramid.forget(one.id)
        done = await delivery.delivered(store, before)
    fields = {"observation": one.id, "event_id": event_id}
    delivery.report_forgotten(session, f"forgot {one.id[:SHOWN_ID]}", fields, done)
