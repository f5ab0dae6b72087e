"""The command group ``persona``, with all that its files add to it."""

import typer

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
    "add_to",
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


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="persona")
