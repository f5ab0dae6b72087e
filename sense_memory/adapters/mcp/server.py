"""An MCP server over one store."""

from collections.abc import Sequence
from contextlib import nullcontext
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
from .attachments import Attachments
from .completing import Completing
from .hosted import Hosted
from .hourly_limit import HourlyLimit
from .progress import telling
from .prompts import Prompts
from .resources import Resources
from .results import on_one_line, structured
from .tool import Answer, MemoryTool
from .tools import INSTRUCTIONS, tools_for

EVERYTHING = Access()
"""A client may do whatever the tools do."""


class Attached(Resources, Prompts, Completing):
    """What a person attaches to a talk, or begins it with."""


def build_server(store: MemoryStore, access: Access = EVERYTHING) -> Server[Any]:
    """A server that offers a store's memories as tools, resources and prompts.

    Args:
        store: Open, and restricted to a scope if it is to be. Whoever opened it closes it.
        access: What clients may do.
    """
    hosted = Hosted(store, read_only=access.read_only, may_forget=access.may_forget)
    return served(hosted, tools_for(access), INSTRUCTIONS, access, Attached(hosted))


def served(
    memories: object,
    tools: Sequence[MemoryTool],
    instructions: str,
    access: Access,
    attachments: Attachments | None = None,
) -> Server[Any]:
    """A server of any set of tools. How much is deleted is limited for all its clients together.

    Args:
        memories: What the tools are called with.
        tools: All there are, of which those are offered that ``access`` allows.
        instructions: What a model is told of them all.
        access: What clients may do.
        attachments: Resources and prompts; ``None`` offers none.
    """
    offered = {
        tool.name: tool
        for tool in tools
        if access.allows(is_writing=tool.is_writing, is_destructive=tool.is_destructive)
    }
    listed = ListToolsResult(tools=[tool.to_tool() for tool in offered.values()])
    limit = HourlyLimit(access.most_forgets)

    async def called(tool: MemoryTool, given: Any) -> Answer:
        deleting = limit.counted(tool.deletes(given)) if tool.is_destructive else nullcontext()
        with deleting:
            return await tool.call(memories, given)

    async def list_tools(_context: Any, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return listed

    async def call_tool(context: Any, params: CallToolRequestParams) -> CallToolResult:
        tool = offered.get(params.name)
        if tool is None:
            raise MCPError(
                code=INVALID_PARAMS,
                message=f"there is no such tool{' in a server that only reads' * access.read_only}"
                f"; there are: {', '.join(offered)}",
            )
        try:
            given: object = parsed(tool.takes, params.arguments or {})
            result = await telling(context.session, tool.name, called(tool, given))
        except (SenseMemoryError, OSError) as error:
            return _said(on_one_line(str(error)), is_error=True)
        return _said(result.text(), structured(result))

    server: Server[Any] = Server(
        "sense-memory",
        version=__version__,
        title="Sense Memory",
        instructions=instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        **_handlers(attachments),
    )
    # the only one there is at first reports to OpenTelemetry, and nobody asked for that
    server.middleware.clear()
    return server


def _handlers(attachments: Attachments | None) -> dict[str, Any]:
    """What is not offered has no handler, and is no capability of the server."""
    if attachments is None:
        return {}
    return {
        "on_list_resources": attachments.list_resources,
        "on_list_resource_templates": attachments.list_templates,
        "on_read_resource": attachments.read,
        "on_list_prompts": attachments.list_prompts,
        "on_get_prompt": attachments.get_prompt,
        "on_completion": attachments.complete,
    }


def _said(
    text: str, content: dict[str, Any] | None = None, *, is_error: bool = False
) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=content,
        is_error=is_error,
    )
