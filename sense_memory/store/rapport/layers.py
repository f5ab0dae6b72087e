"""The three texts about a peer: reading, editing, versions."""

from collections.abc import Mapping

from ...core.records.rapport import Layer, LayerName, LayerVersion
from ..context import Context


async def read(context: Context, peer: str) -> tuple[Layer, ...]:
    """All three; empty ones too."""
    raise NotImplementedError


async def edit(context: Context, peer: str, name: str, text: str | None) -> str:
    """Put a person's text in a layer's place, or take it back."""
    raise NotImplementedError


async def edit_many(context: Context, peer: str, texts: Mapping[LayerName, str]) -> list[LayerName]:
    """The same for several, in one commit; which say something else now."""
    raise NotImplementedError


async def save(context: Context, peer: str, label: str) -> str | None:
    """Keep a version."""
    raise NotImplementedError


async def versions(context: Context, peer: str) -> list[LayerVersion]:
    """The versions that are kept, newest first."""
    raise NotImplementedError


async def restore(context: Context, peer: str, version: str) -> int:
    """Let all three say what they said."""
    raise NotImplementedError
