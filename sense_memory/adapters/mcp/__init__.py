"""The Model Context Protocol: an agent remembers, recalls, searches and forgets by itself.

Needs the extra ``mcp``.
"""

from ..missing import needed

with needed("mcp"):
    from .access import Access
    from .server import build_server
    from .stdio import serve_stdio

__all__ = ["Access", "build_server", "serve_stdio"]
