"""The rooms of a store, and what works across them: each imported when it is first asked for.

A program that keeps values under keys waits for neither the graph nor the pyramid.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import (
        conflicts as decisions,
        devices,
        embedding,
        forget as forgetting,
        journal as journals,
        kv,
        log as logs,
        references as mentions,
        rotation as rotations,
        schedule,
        sleep as sleeping,
    )
    from .about_handle import About
    from .conversation_handle import Conversation
    from .entities_handle import Entities
    from .files import Files
    from .graph_handle import Graph
    from .persona import (
        circles,
        compression as compressing,
        forecast as forecasts,
        history as histories,
        keep,
        links,
        memories,
        pruning,
        review,
        search as searching,
        stats,
    )
    from .pyramid_handle import Pyramid
    from .rapport import peers
    from .rapport_handle import Layers, Rapport
    from .references import Named
    from .rotation import Rotation
    from .status import status_of

__all__ = [
    "About",
    "Conversation",
    "Entities",
    "Files",
    "Graph",
    "Layers",
    "Named",
    "Pyramid",
    "Rapport",
    "Rotation",
    "circles",
    "compressing",
    "decisions",
    "devices",
    "embedding",
    "forecasts",
    "forgetting",
    "histories",
    "journals",
    "keep",
    "kv",
    "links",
    "logs",
    "memories",
    "mentions",
    "peers",
    "pruning",
    "review",
    "rotations",
    "schedule",
    "searching",
    "sleeping",
    "stats",
    "status_of",
]

_PLACES = {
    "About": ("about_handle", "About"),
    "circles": ("persona.circles", ""),
    "compressing": ("persona.compression", ""),
    "Conversation": ("conversation_handle", "Conversation"),
    "decisions": ("conflicts", ""),
    "devices": ("devices", ""),
    "embedding": ("embedding", ""),
    "Entities": ("entities_handle", "Entities"),
    "Files": ("files", "Files"),
    "forecasts": ("persona.forecast", ""),
    "forgetting": ("forget", ""),
    "Graph": ("graph_handle", "Graph"),
    "histories": ("persona.history", ""),
    "journals": ("journal", ""),
    "keep": ("persona.keep", ""),
    "kv": ("kv", ""),
    "Layers": ("rapport_handle", "Layers"),
    "links": ("persona.links", ""),
    "logs": ("log", ""),
    "memories": ("persona.memories", ""),
    "mentions": ("references", ""),
    "Named": ("references", "Named"),
    "peers": ("rapport.peers", ""),
    "pruning": ("persona.pruning", ""),
    "Pyramid": ("pyramid_handle", "Pyramid"),
    "Rapport": ("rapport_handle", "Rapport"),
    "review": ("persona.review", ""),
    "Rotation": ("rotation", "Rotation"),
    "rotations": ("rotation", ""),
    "schedule": ("schedule", ""),
    "searching": ("persona.search", ""),
    "sleeping": ("sleep", ""),
    "stats": ("persona.stats", ""),
    "status_of": ("status", "status_of"),
}
"""Each name to its module, and what of that is meant; nothing is the module itself."""

if not TYPE_CHECKING:  # a type checker would take any name at all to be there

    def __getattr__(name: str) -> object:
        """A room, imported now (PEP 562)."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        place, part = _PLACES[name]
        value: object = import_module(f".{place}", __package__)
        if part:
            value = getattr(value, part)
        globals()[name] = value
        return value
