"""persona: what the agent knows, by domain, facet and key."""

from . import compress, forecast, links, memories, tree
from .app import commands

__all__ = ["commands", "compress", "forecast", "links", "memories", "tree"]
