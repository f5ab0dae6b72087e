"""Whom and what memory knows by a name."""

from collections.abc import Iterable

from ...core.pyramid import TopicStatus
from ...store import MemoryStore


async def topics(store: MemoryStore) -> list[str]:
    """People, things and concepts, topics, and whom the agent talks with; some of them twice."""
    nodes = [one.node.name for one in await store.graph.nodes()]
    filed = [one.topic.name for one in known((await store.pyramid.status()).topics)]
    return [*nodes, *filed, *(one.peer for one in await store.rapports())]


def known(every: Iterable[TopicStatus]) -> list[TopicStatus]:
    """The topics of which something is known.

    There are two from the beginning, and one stays when all that was filed under it was forgotten.
    """
    return [one for one in every if one.observations or one.topic.content or one.topic.description]
