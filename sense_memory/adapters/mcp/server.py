"""An MCP server over one store."""

from collections.abc import Sequence
from typing import Any

from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)

from ... import __version__
from ...core.errors import SenseMemoryError
from ...store import MemoryStore
from .access import Access
from .arguments import parsed
from .memories import Memories
from .results import structured
from .tool import MemoryTool
from .tools import INSTRUCTIONS, TOOLS

EVERYTHING = Access()
"""A client may do whatever the tools do."""


def build_server(store: MemoryStore, access: Access = EVERYTHING) -> Server[Any]:
    """A server that offers a store's memories as tools.

    Args:
        store: Open, and restricted to a scope if it is to be. Whoever opened it closes it.
        access: What clients may do.
    """
    return served(Memories(store, read_only=access.read_only), TOOLS, INSTRUCTIONS, access)


def served(
    memories: object, tools: Sequence[MemoryTool], instructions: str, access: Access
) -> Server[Any]:
    """A server of any set of tools.

    Args:
        memories: What the tools are called with.
        tools: All there are, of which those are offered that ``access`` allows.
        instructions: What a model is told of them all.
        access: What clients may do.
    """
    offered = {
        tool.name: tool
        for tool in tools
        if access.allows(is_writing=tool.is_writing, is_destructive=tool.is_destructive)
    }
    listed = ListToolsResult(tools=[tool.to_tool() for tool in offered.values()])

    async def list_tools(_context: Any, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return listed

    async def call_tool(_context: Any, params: CallToolRequestParams) -> CallToolResult:
        tool = offered.get(params.name)
        if tool is None:
            raise MCPError(
                code=INVALID_PARAMS,
                message=f"there is no such tool{' in a server that only reads' * access.read_only}"
                f"; there are: {', '.join(offered)}",
            )
        try:
            result = await tool.call(memories, parsed(tool.takes, params.arguments or {}))
        except (SenseMemoryError, OSError) as error:
            return _said(str(error), is_error=True)
        return _said(result.text(), structured(result))

    server: Server[Any] = Server(
        "sense-memory",
        version=__version__,
        title="Sense Memory",
        instructions=instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    # the only one there is at first reports to OpenTelemetry, and nobody asked for that
    server.middleware.clear()
    return server


def _said(
    text: str, content: dict[str, Any] | None = None, *, is_error: bool = False
) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=content,
        is_error=is_error,
    )
