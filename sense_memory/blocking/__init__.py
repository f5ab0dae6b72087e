"""The same memory for synchronous code: notebooks, scripts, threads, SDK wrappers.

``MemoryStore`` has the methods of ``sense_memory.MemoryStore``, without ``await``. ``run`` is for
code that has coroutines of its own to run beside it.
"""

from .faces import About, Conversation, Graph, Layers, MemoryStore, Pyramid, Rapport, Rotation
from .loop import run
from .making import BlockingIterator

__all__ = [
    "About",
    "BlockingIterator",
    "Conversation",
    "Graph",
    "Layers",
    "MemoryStore",
    "Pyramid",
    "Rapport",
    "Rotation",
    "run",
]
