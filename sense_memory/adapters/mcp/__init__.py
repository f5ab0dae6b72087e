"""The Model Context Protocol: an agent remembers, recalls, searches and forgets by itself.

Needs the extra ``mcp``.
"""

from .server import build_server
from .stdio import serve_stdio

__all__ = ["build_server", "serve_stdio"]
