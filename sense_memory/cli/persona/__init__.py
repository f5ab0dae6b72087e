"""persona: what the agent knows, by domain, facet and key."""

from . import links, memories
from .app import commands

__all__ = ["commands", "links", "memories"]
