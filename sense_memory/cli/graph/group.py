"""The command group ``graph``, with all that its files add to it."""

import typer

from . import (
    add,
    at,
    connect,
    consolidate,
    edges,
    embed,
    export,
    forget,
    history,
    invalidate,
    link,
    neighbors,
    nodes,
    note,
    path,
    relate,
    search,
    show,
    update,
)
from .app import commands

__all__ = [
    "add",
    "add_to",
    "at",
    "commands",
    "connect",
    "consolidate",
    "edges",
    "embed",
    "export",
    "forget",
    "history",
    "invalidate",
    "link",
    "neighbors",
    "nodes",
    "note",
    "path",
    "relate",
    "search",
    "show",
    "update",
]


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="graph")
