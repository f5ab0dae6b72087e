"""An MCP server that is spoken to as the reference one is."""

from typing import Any

from mcp.server.lowlevel import Server

from ....store import MemoryStore
from ..access import Access
from ..hosted import Hosted
from ..server import EVERYTHING, served
from .knowledge import Knowledge
from .tools import INSTRUCTIONS, TOOLS


def build_server_memory(store: MemoryStore, access: Access = EVERYTHING) -> Server[Any]:
    """A server that offers a store's graph by the tools of ``server-memory``.

    Args:
        store: Open, and restricted to a scope if it is to be. Whoever opened it closes it.
        access: What clients may do. Each entity, observation and relation that is to be deleted
            counts by itself.
    """
    hosted = Hosted(store, read_only=access.read_only)
    return served(Knowledge(hosted), TOOLS, INSTRUCTIONS, access)
