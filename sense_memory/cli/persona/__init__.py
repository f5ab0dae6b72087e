"""persona: what the agent knows, by domain, facet and key."""

from . import compress, forecast, introspect, links, memories, stats, tree
from .app import commands

__all__ = ["commands", "compress", "forecast", "introspect", "links", "memories", "stats", "tree"]
