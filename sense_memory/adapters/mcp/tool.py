"""A tool, as a server offers it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from mcp_types import Tool, ToolAnnotations

from .schemas import outline_of, schema_of


class Answer(Protocol):
    """What a tool gives: a dataclass of pydantic's, and how a model reads it."""

    def text(self) -> str:
        """For a model: what memories say is quoted."""


def one(_arguments: Any) -> int:
    """A call deletes one thing."""
    return 1


@dataclass(frozen=True, slots=True)
class MemoryTool:
    """A tool and what it does.

    Attributes:
        name: What it is called by.
        description: When to call it.
        takes: The class of its arguments.
        gives: The class of its result.
        call: What it does with what is served, and its arguments.
        is_writing: Whether it is left out of a server that only reads.
        is_destructive: Whether something is gone afterwards.
        is_idempotent: Whether twice the same leaves what once leaves.
        deletes: How many things a call with these arguments deletes, where the tool is destructive:
            what ``Access.most_forgets`` counts.
    """

    name: str
    description: str
    takes: type
    gives: type
    call: Callable[[Any, Any], Awaitable[Answer]]
    is_writing: bool = False
    is_destructive: bool = False
    is_idempotent: bool = True
    deletes: Callable[[Any], int] = one

    def to_tool(self) -> Tool:
        """As the protocol has it."""
        return Tool(
            name=self.name,
            description=self.description,
            input_schema=schema_of(self.takes),
            output_schema=outline_of(self.gives),
            annotations=self._hints(),
        )

    def _hints(self) -> ToolAnnotations:
        if not self.is_writing:
            return ToolAnnotations(read_only_hint=True, open_world_hint=False)
        # what holds of itself is not said: nobody takes a tool for one that only reads
        return ToolAnnotations(
            destructive_hint=self.is_destructive,
            idempotent_hint=self.is_idempotent if self.is_destructive else None,
            open_world_hint=False,
        )
