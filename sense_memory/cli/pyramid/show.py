"""pyramid show: what is known of a topic."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..examples import examples
from ..freshness import found_somewhere, refreshed
from ..output import data, data_json, data_table, iso, say
from ..session import Session, run, session_of
from .app import SyncOption, TopicArgument, commands
from .fields import SHOWN_ID, days, observation_fields, observations, piece_fields, topic_fields

if TYPE_CHECKING:
    from ...core.pyramid import TopicStatus
    from ...core.records.pyramid import Observation, Summary
    from ...mind.pyramid.sections import Section

Sections = Mapping["Section", Sequence["Observation | Summary"]]


@commands.command(
    epilog=examples(
        "sense-memory pyramid show user",
        "sense-memory pyramid show user --observations",
        "sense-memory --json pyramid show user | jq -r .content",
    )
)
def show(
    context: typer.Context,
    topic: TopicArgument,
    listed: Annotated[
        bool,
        typer.Option("--observations", help="Print its observations instead, with their ids."),
    ] = False,
    sync: SyncOption = False,
) -> None:
    """Print what is known of a topic: how much, what it adds up to, and what was last told of it.

    The sections hold the fewest summaries and observations that say all of it.
    """
    work = _observations if listed else _show
    run(work(session_of(context), topic, sync))


async def _show(session: Session, topic: str, sync: bool) -> None:
    from ...core.clock import SystemClock
    from ...mind.pyramid.sections import by_section

    async with session.opened() as store:
        if sync:
            await refreshed(store)
        status = await found_somewhere(session, store, lambda: store.pyramid.topic(topic))
        cover = await store.pyramid.cover(status.topic.slug)
    sections = by_section(cover, SystemClock().now())
    if session.as_json:
        data_json(_fields(status, sections))
    else:
        _print(status, sections)
    if not status.is_told and status.observations:
        say("it is to be told anew: sense-memory pyramid refresh")


async def _observations(session: Session, topic: str, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await found_somewhere(session, store, lambda: store.pyramid.observations(topic))
    if session.as_json:
        for one in found:
            data_json(observation_fields(one))
    else:
        rows = [(one.id[:SHOWN_ID], days(one), _line(one)) for one in found]
        data_table(["observation", "when", "what"], rows)
    if not found:
        say(f"nothing is filed under {topic}")


def _print(status: "TopicStatus", sections: Sections) -> None:
    topic = status.topic
    name = f" ({topic.name})" if topic.name != topic.slug else ""
    tiers = ", ".join(
        f"{count} of tier {tier}" for tier, count in enumerate(status.summaries) if count
    )
    summaries = f"; summaries: {tiers}" if tiers else ""
    rest = f"; {status.unsummarised} in none" if tiers and status.unsummarised else ""
    outdated = f"; {status.outdated} out of date" if status.outdated else ""
    data(f"{topic.slug}{name}: {observations(status.observations)}{summaries}{rest}{outdated}")
    if sections:
        data(", ".join(f"{section.value}: {len(found)}" for section, found in sections.items()))
    if topic.description:
        data(topic.description)
    if topic.content:
        data("")
        data(topic.content)
        return
    for section, pieces in sections.items():
        data("")
        data(f"## {section.value}")
        for one in pieces:
            when = days(one)
            data(f"{when}: {_line(one)}" if when else _line(one))


def _line(one: "Observation | Summary") -> str:
    return " ".join((one.text or "").split())


def _fields(status: "TopicStatus", sections: Sections) -> dict[str, Any]:
    topic = status.topic
    return {
        **topic_fields(status),
        "description": topic.description,
        "content": topic.content,
        "told_at": iso(topic.at),
        "writer": topic.writer,
        "sections": {
            section.value: [piece_fields(one) for one in pieces]
            for section, pieces in sections.items()
        },
    }
