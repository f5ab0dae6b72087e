"""About: what is believed of a name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..asking import Act, Ask, Query
from ..mind import Mind
from .acts import correct_line, forget_line
from .telling import tell


async def about(mind: Mind, query: Query) -> Any:
    """What is believed of a name."""
    return await tell(mind.store, query.text("name"), past=query.is_set("past"))


ASKED: Mapping[str, Ask] = MappingProxyType({"/api/about": about})
ACTS: Mapping[str, Act] = MappingProxyType(
    {"/api/about/correct": correct_line, "/api/about/forget": forget_line}
)
