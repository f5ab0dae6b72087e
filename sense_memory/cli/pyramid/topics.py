"""pyramid topics: which there are; making and forgetting one."""

from typing import Annotated

import typer

from .. import delivery
from ..confirming import confirm
from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import SyncOption, TopicArgument, commands
from .fields import topic_fields
from .status import row

topics = typer.Typer(
    help="Whom and what the observations are about.\n\nExample: sense-memory pyramid topics list",
    no_args_is_help=True,
    rich_markup_mode=None,
)
commands.add_typer(topics, name="topics")


@topics.command(
    "list",
    epilog=examples(
        "sense-memory pyramid topics list",
        "sense-memory --json pyramid topics list | jq -r .topic",
    ),
)
def list_(context: typer.Context, sync: SyncOption = False) -> None:
    """Print each topic: what it is, and how much is known of it."""
    run(_list(session_of(context), sync))


async def _list(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = (await store.pyramid.status()).topics
    if session.as_json:
        for one in found:
            data_json({**topic_fields(one), "description": one.topic.description})
        return
    columns = ["topic", "observations", "in no summary", "what it is"]
    rows = [(*row(one)[:2], str(one.unsummarised), one.topic.description or "") for one in found]
    data_table(columns, rows)


@topics.command(epilog=examples("sense-memory pyramid topics add 'Project Orpheus'"))
def add(context: typer.Context, name: TopicArgument) -> None:
    """Make a topic. Others are made by refresh, and by what is filed under them."""
    run(_add(session_of(context), name))


async def _add(session: Session, name: str) -> None:
    async with session.opened(may_create=True) as store:
        before = store.status()
        known = {one.slug for one in await store.pyramid.topics()}
        one = await store.pyramid.add_topic(name)
        delivery_ = await delivery.delivered(store, before)
    is_new = one.slug not in known
    said = f"made the topic {one.slug}" if is_new else f"the topic {one.slug} is there already"
    fields = {"topic": one.slug, "name": one.name, "is_new": is_new}
    delivery.report(session, said, fields, delivery_)


@topics.command(epilog=examples("sense-memory pyramid topics forget project-orpheus"))
def forget(
    context: typer.Context,
    name: TopicArgument,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask for the name to be typed again.")
    ] = False,
) -> None:
    """Forget a topic and its summaries, on every device; it cannot be taken back.

    What was observed of it stays, and belongs to no topic: refresh looks for another one.
    """
    session = session_of(context)
    if not yes:
        run(_require(session, name))
        say(f"the topic {name}, its text and its summaries will be gone on every device")
        confirm(name, "nothing was forgotten")
    run(_forget(session, name))


async def _require(session: Session, name: str) -> None:
    """Find out whether there is such a topic before somebody is asked about it."""
    async with session.opened() as store:
        await found_somewhere(session, store, lambda: store.pyramid.topic(name))


async def _forget(session: Session, name: str) -> None:
    async with session.opened() as store:
        before = store.status()
        event_id = await found_somewhere(session, store, lambda: store.pyramid.forget_topic(name))
        done = await delivery.delivered(store, before)
    fields = {"topic": name, "event_id": event_id}
    delivery.report_forgotten(session, f"forgot the topic {name}", fields, done)
