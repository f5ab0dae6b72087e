"""persona: what the agent knows, by domain, facet and key."""

from . import (
    compress,
    embed,
    forecast,
    history,
    introspect,
    keep,
    links,
    memories,
    prune,
    search,
    stats,
    suggestions,
    tree,
)
from .app import commands

__all__ = [
    "commands",
    "compress",
    "embed",
    "forecast",
    "history",
    "introspect",
    "keep",
    "links",
    "memories",
    "prune",
    "search",
    "stats",
    "suggestions",
    "tree",
]
