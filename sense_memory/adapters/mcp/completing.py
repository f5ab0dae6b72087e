"""Names that begin as somebody has begun to write."""

from collections.abc import Iterable, Mapping
from typing import Any

from mcp_types import (
    CompleteRequestParams,
    CompleteResult,
    Completion,
    PromptReference,
)

from ...core.errors import InputError
from ...store import MemoryStore
from .hosted import Hosted
from .prompts import LOAD, TOPIC
from .refusing import refusing
from .resources import TEMPLATE
from .topics import topics

MOST = 100
"""Names at once: the protocol allows no more."""


class Completing:
    """The names of a store.

    Args:
        hosted: Whose.
    """

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted

    async def complete(self, _context: Any, params: CompleteRequestParams) -> CompleteResult:
        """Those that begin so, in order; of a memory's address each part after those before it.

        Raises:
            MCPError: Names could not be read.
        """
        filled = (params.context.arguments if params.context else None) or {}
        with refusing():
            store = await self._hosted.reading()
            names: Iterable[str] = ()
            if isinstance(params.ref, PromptReference):
                is_topic = (params.ref.name, params.argument.name) == (LOAD, TOPIC)
                names = await topics(store) if is_topic else ()
            else:
                is_ours = params.ref.uri == TEMPLATE
                names = await _parts(store, params.argument.name, filled) if is_ours else ()
        begun = params.argument.value.casefold()
        found = sorted({name for name in names if name.casefold().startswith(begun)})
        return CompleteResult(
            completion=Completion(values=found[:MOST], total=len(found), has_more=len(found) > MOST)
        )


async def _parts(store: MemoryStore, part: str, filled: Mapping[str, str]) -> Iterable[str]:
    """A domain; a facet of it; a key of that."""
    if part == "domain":
        return await store.persona_domains()
    domain, facet = filled.get("domain"), filled.get("facet")
    if domain is None or (part == "key" and facet is None):
        return []
    if part == "facet":
        return await store.persona_facets(domain)
    if part == "key":
        return [one.key for one in await store.persona_recall(domain, facet)]
    raise InputError(f"{TEMPLATE} has no part of this name")
