"""Whom and what memory knows by a name."""

from ...store import MemoryStore


async def topics(store: MemoryStore) -> list[str]:
    """People, things and concepts, topics, and whom the agent talks with; some of them twice."""
    nodes = [one.node.name for one in await store.graph.nodes()]
    filed = [one.name for one in await store.pyramid.topics()]
    return [*nodes, *filed, *(one.peer for one in await store.rapports())]
