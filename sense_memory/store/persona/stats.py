"""How much is known, of what, and how well it is kept in mind."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...core.records.persona import VALID_STATES
from ..context import Context
from .memories import recall


async def stats(context: Context) -> Mapping[str, Any]:
    """The counts of a scope, as a mapping that cannot be changed."""
    memories = await recall(context, None, None, None)
    states = Counter(memory.state for memory in memories)
    domains = Counter(memory.domain for memory in memories)
    facets = Counter(f"{memory.domain}/{memory.facet}" for memory in memories)
    # a link stands at both of its ends, and other clients may have written it at one
    links = {
        frozenset((memory.name, other))
        for memory in memories
        for other in memory.full_names(memory.connections)
    }
    return MappingProxyType(
        {
            "total": len(memories),
            "states": MappingProxyType({state: states[state] for state in VALID_STATES}),
            "domains": MappingProxyType(dict(sorted(domains.items()))),
            "facets": MappingProxyType(dict(sorted(facets.items()))),
            "links": len(links),
            "bytes": sum(len(memory.value.encode()) for memory in memories),
        }
    )
