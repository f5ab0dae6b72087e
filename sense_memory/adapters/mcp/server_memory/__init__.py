"""The nine tools of MCP's reference ``server-memory``, over the graph of a store.

Whoever configured that server has this one in its place: names, arguments and answers are the same.
What it keeps is the graph, so it is on every machine, and forgotten on every relay.

It differs where that server keeps what a graph cannot: names are the same whatever their case and
blanks, and so are relations called ``works_at`` and ``works at``; what is told twice in one call is
told once; the end of a relation is made if it is not there, and nothing relates to itself; an empty
observation is an error, and so are names of over 200 characters.
"""

from .server import build_server_memory

__all__ = ["build_server_memory"]
