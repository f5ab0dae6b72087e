"""What a person may attach to a talk: the digest, the status, and each memory by its address."""

from typing import Any
from urllib.parse import unquote

from mcp_types import (
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from ...core.errors import InputError
from ...core.records.reference import referent
from . import arguments, memories, overview
from .hosted import Hosted
from .refusing import refusing
from .results import quoted, structured

SCHEME = "memory://"
CONTEXT, STATS = f"{SCHEME}context", f"{SCHEME}stats"
TEMPLATE = f"{SCHEME}{{domain}}/{{facet}}/{{+key}}"
BUDGET = 2_000
"""Tokens of the digest."""
TEXT, JSON = "text/plain", "application/json"

_FIXED = [
    Resource(
        uri=CONTEXT,
        name="context",
        title="What memory holds",
        description="A digest of all that is active, each line quoted as data.",
        mime_type=TEXT,
    ),
    Resource(
        uri=STATS,
        name="stats",
        title="How memory is",
        description="How much is known, how far writes are at the relays, what hinders.",
        mime_type=JSON,
    ),
]
_TEMPLATES = [
    ResourceTemplate(
        uri_template=TEMPLATE,
        name="memory",
        title="One memory",
        description="A memory by its name, quoted as data; settings are in flat/facts.",
        mime_type=TEXT,
    )
]


class Resources:
    """The resources of a store.

    Args:
        hosted: Whose.
    """

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted

    async def list_resources(
        self, _context: Any, _params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """The digest and the status."""
        return ListResourcesResult(resources=_FIXED)

    async def list_templates(
        self, _context: Any, _params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """The address of a memory."""
        return ListResourceTemplatesResult(resource_templates=_TEMPLATES)

    async def read(self, _context: Any, params: ReadResourceRequestParams) -> ReadResourceResult:
        """What stands at an address; a memory counts as used, as when it is recalled.

        Raises:
            MCPError: There is nothing, or it is no address.
        """
        uri = params.uri
        with refusing():
            if uri == CONTEXT:
                text, type_ = (await self._digest(), TEXT)
            elif uri == STATS:
                text, type_ = (await self._stats(), JSON)
            else:
                text, type_ = (await self._memory(uri), TEXT)
        return ReadResourceResult(
            contents=[TextResourceContents(uri=uri, mime_type=type_, text=text)]
        )

    async def _digest(self) -> str:
        return (await overview.digest(await self._hosted.reading(), BUDGET)).text()

    async def _stats(self) -> str:
        return quoted(structured(await overview.status(self._hosted, arguments.Status())))

    async def _memory(self, uri: str) -> str:
        found = await memories.recall(self._hosted, arguments.Recall(name_at(uri)))
        return found.text()


def name_at(uri: str) -> str:
    """The name of what stands at an address: of a memory, or of anything that has a reference.

    Raises:
        InputError: It is none. ``..``, however it is written, leads nowhere.
    """
    if not uri.startswith(SCHEME):
        raise InputError(f"there is no resource {uri!r}; {_there_are()}")
    parts = uri.removeprefix(SCHEME).split("/", 2)
    try:
        read = [unquote(part, errors="strict") for part in parts]
    except UnicodeDecodeError:
        raise InputError(f"the address {uri!r} is no text once it is decoded") from None
    if any(segment in (".", "..") for part in read for segment in part.split("/")):
        raise InputError(f"an address has no segment '.' or '..': {uri!r}")
    if len(read) != 3 or not all(read):
        raise InputError(f"there is no resource {uri!r}; {_there_are()}")
    name = "/".join(read)
    if name.count("/") != 2 and referent(name, "") is None:
        raise InputError(f"no part of a memory's name holds a slash: {uri!r}")
    return name


def _there_are() -> str:
    return f"there are {CONTEXT}, {STATS} and {TEMPLATE}"
