"""pyramid: what was observed, the topics it is about, and what it adds up to."""

from . import (
    correcting,
    embed,
    export,
    forget,
    observe,
    refresh,
    search,
    show,
    status,
    summarize,
    synthesize,
    topics,
)
from .app import commands

__all__ = [
    "commands",
    "correcting",
    "embed",
    "export",
    "forget",
    "observe",
    "refresh",
    "search",
    "show",
    "status",
    "summarize",
    "synthesize",
    "topics",
]
