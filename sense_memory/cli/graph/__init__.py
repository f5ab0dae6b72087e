"""graph: who and what there is, how they relate and since when, and what is noted of them."""

from . import (
    add,
    at,
    consolidate,
    edges,
    embed,
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
    "at",
    "commands",
    "consolidate",
    "edges",
    "embed",
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
