"""What a server offers besides tools: what a person attaches to a talk, or begins it with."""

from typing import Any, Protocol

from mcp_types import (
    CompleteRequestParams,
    CompleteResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)


class Attachments(Protocol):
    """Handlers as the server takes them; each raises ``MCPError`` for what is not there."""

    async def list_resources(
        self, _context: Any, _params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """What there is by a fixed address."""

    async def list_templates(
        self, _context: Any, _params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """What there is by an address that is filled in."""

    async def read(self, _context: Any, params: ReadResourceRequestParams) -> ReadResourceResult:
        """What stands at an address."""

    async def list_prompts(
        self, _context: Any, _params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        """What a conversation can begin with."""

    async def get_prompt(self, _context: Any, params: GetPromptRequestParams) -> GetPromptResult:
        """One of them, with its arguments."""

    async def complete(self, _context: Any, params: CompleteRequestParams) -> CompleteResult:
        """Names that begin as somebody has begun to write."""
