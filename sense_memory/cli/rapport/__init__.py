"""rapport: how the agent talks with each of its peers."""

from . import condense, context, forget, layers, list_, observe, show
from .app import commands

__all__ = ["commands", "condense", "context", "forget", "layers", "list_", "observe", "show"]
