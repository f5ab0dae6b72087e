"""The nine tools of MCP's reference ``server-memory``, over the graph of a store.

Whoever configured that server has this one in its place: names, arguments and answers are the same.
What it keeps is the graph, so it is on every machine, and forgotten on every relay.
"""

from .server import build_server_memory

__all__ = ["build_server_memory"]
