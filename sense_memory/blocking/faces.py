"""The blocking classes. Their types are in ``faces.pyi``, which ``tests.blocking_stub`` writes."""

from .. import store
from ..io.rotation import Rotation as _Rotation
from .making import blocking

Conversation = blocking(
    store.Conversation,
    "Conversation",
    "What ``store.conversation(id)`` gives: what was said, and what of it answers a message.",
)
Layers = blocking(store.Layers, "Layers", "The three texts about how to talk with a peer.")
Rapport = blocking(store.Rapport, "Rapport", "What ``store.rapport(peer)`` gives.")
Entities = blocking(store.Entities, "Entities", "What ``store.graph.entities`` gives.")
Graph = blocking(store.Graph, "Graph", "What ``store.graph`` gives.")
Pyramid = blocking(store.Pyramid, "Pyramid", "What ``store.pyramid`` gives.")
About = blocking(store.About, "About", "What ``store.about(name)`` gives.")
Rotation = blocking(_Rotation, "Rotation", "A change of the key, step by step.")
MemoryStore = blocking(
    store.MemoryStore,
    "MemoryStore",
    """An agent's memory for synchronous code: the methods of the asynchronous one, which wait.

    Use it with ``with``, or call ``close()`` when done. One that nobody closed is closed when it is
    dropped or the process ends, and delivers for as long as ``RelayConfig.close_timeout`` says.

    All blocking stores of a process do their work on one event loop in a thread of their own. Any
    thread may call, several at once; where an event loop runs in it (a notebook), that one stands
    still meanwhile. What is given to a store and runs on its loop (an encoder, a language model, an
    asynchronous iterable) may not call a blocking store. Generators among the arguments are read,
    and ``watch`` is called, by the calling thread.

    Ctrl-C breaks off what is under way and is raised once it has ended. A process that was forked
    has a loop of its own, and makes its own stores.

    Arguments and errors are those of ``sense_memory.MemoryStore``.
    """,
)
