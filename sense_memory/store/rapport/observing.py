"""A session is read, and counts."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.llm import Message
from ...core.rapport import Observed
from ..context import Context


async def observe(
    context: Context,
    peer: str,
    messages: Sequence[Message | Mapping[str, Any]],
    session: str | None,
) -> Observed:
    """Read a session."""
    raise NotImplementedError


async def record(
    context: Context, peer: str, signals: Mapping[str, Any], session: str | None, turns: int
) -> Observed:
    """Let a session count that was read elsewhere."""
    raise NotImplementedError
