"""pyramid status: how much there is, and what is to be done."""

from typing import TYPE_CHECKING

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import SyncOption, commands
from .fields import observations, summaries, topic_fields, topics

if TYPE_CHECKING:
    from ...core.pyramid import PyramidStatus, TopicStatus


@commands.command(
    epilog=examples(
        "sense-memory pyramid status", "sense-memory --json pyramid status | jq .is_dirty"
    )
)
def status(context: typer.Context, sync: SyncOption = False) -> None:
    """Print how much was observed of each topic, and what refresh would do."""
    run(_status(session_of(context), sync))


async def _status(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.pyramid.status()
    if session.as_json:
        data_json(
            {
                "observations": found.observations,
                "unassigned": found.unassigned,
                "due": found.due,
                "is_dirty": found.is_dirty,
                "topics": [topic_fields(one) for one in found.topics],
            }
        )
    else:
        data_table(
            ["topic", "observations", "summaries", "", ""], [row(one) for one in found.topics]
        )
    say(sentence(found))


def row(one: "TopicStatus") -> tuple[str, ...]:
    """A topic for people."""
    outdated = f"{one.outdated} out of date" if one.outdated else ""
    told = "" if one.is_told or not one.observations else "to be told"
    tiers = "+".join(map(str, one.summaries))
    return one.topic.slug, str(one.observations), tiers, outdated, told


def sentence(found: "PyramidStatus") -> str:
    """What there is and what is to be done, in words."""
    if not found.observations:
        return (
            "nothing was observed yet; to begin: sense-memory pyramid observe TEXT, or "
            "sense-memory import"
        )
    untold = sum(not one.is_told for one in found.topics if one.observations)
    waits = [
        *([f"{found.unassigned} without a topic"] if found.unassigned else []),
        *([f"{summaries(found.due)} to be written"] if found.due else []),
        *([f"{topics(untold)} to be told"] if untold else []),
    ]
    if not waits:
        return f"{observations(found.observations)}; all of it is up to date"
    return f"{observations(found.observations)}; {', '.join(waits)}: sense-memory pyramid refresh"
