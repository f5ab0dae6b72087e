"""The command group ``pyramid``, with all that its files add to it."""

import typer

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
    "add_to",
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


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="pyramid")
