"""The command group ``rapport``, with all that its files add to it."""

import typer

from . import condense, context, forget, layers, list_, observe, show
from .app import commands

__all__ = [
    "add_to",
    "commands",
    "condense",
    "context",
    "forget",
    "layers",
    "list_",
    "observe",
    "show",
]


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="rapport")
