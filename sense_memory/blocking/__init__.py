"""The same memory for synchronous code: notebooks, scripts, threads, SDK wrappers.

``MemoryStore`` has the methods of ``sense_memory.MemoryStore``, without ``await``.
``MemoryRegistry`` and ``Memory`` have the calls of seed 002. ``run`` is for code that has
coroutines of its own to run beside them.
"""

from .faces import (
    About,
    Conversation,
    Entities,
    Graph,
    Layers,
    MemoryStore,
    Pyramid,
    Rapport,
    Rotation,
)
from .loop import run
from .making import BlockingIterator
from .memory import Config, Memory, MemoryPrompt, Signal, Stack
from .registry import MemoryRegistry

__all__ = [
    "About",
    "BlockingIterator",
    "Config",
    "Conversation",
    "Entities",
    "Graph",
    "Layers",
    "Memory",
    "MemoryPrompt",
    "MemoryRegistry",
    "MemoryStore",
    "Pyramid",
    "Rapport",
    "Rotation",
    "Signal",
    "Stack",
    "run",
]
