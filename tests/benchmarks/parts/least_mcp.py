"""A server of the SDK's that offers one tool: the least that an MCP server in Python can be."""

import asyncio

from mcp.server import MCPServer

server = MCPServer("least")


@server.tool()
def recall(key: str) -> str:
    """Recall a memory."""
    return key


if __name__ == "__main__":
    asyncio.run(server.run_stdio_async())
