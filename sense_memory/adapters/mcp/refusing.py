"""Errors of what is asked for by its address or its name, as the protocol says them."""

from collections.abc import Iterator
from contextlib import contextmanager

from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS

from ...core.errors import InputError, SenseMemoryError
from .results import on_one_line


@contextmanager
def refusing() -> Iterator[None]:
    """Around the work: what was asked wrongly is -32602, what could not be done -32603."""
    try:
        yield
    except InputError as error:
        raise MCPError(code=INVALID_PARAMS, message=on_one_line(str(error))) from error
    except (SenseMemoryError, OSError) as error:
        raise MCPError(code=INTERNAL_ERROR, message=on_one_line(str(error))) from error
