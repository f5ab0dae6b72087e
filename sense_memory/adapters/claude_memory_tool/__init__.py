"""Claude's memory tool: the files that Claude keeps are memories of a store."""

from typing import TYPE_CHECKING, Any

from ..missing import needed
from ..store_reach import AnyStore, StoreReach

with needed("anthropic"):
    from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool

    from .commands import Commands
    from .given import check

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaCacheControlEphemeralParam,
        BetaMemoryTool20250818CreateCommand as Create,
        BetaMemoryTool20250818DeleteCommand as Delete,
        BetaMemoryTool20250818InsertCommand as Insert,
        BetaMemoryTool20250818RenameCommand as Rename,
        BetaMemoryTool20250818StrReplaceCommand as StrReplace,
        BetaMemoryTool20250818ViewCommand as View,
    )

__all__ = ["AsyncClaudeMemoryTool", "ClaudeMemoryTool"]


class ClaudeMemoryTool(BetaAbstractMemoryTool):  # type: ignore[misc]
    """Claude's memory tool over a store: ``client.beta.messages.tool_runner(tools=[…])``.

    What Claude writes below ``/memories`` is encrypted, the same on every device, found by
    ``search``, quoted by ``prompt`` and forgotten by ``forget``; it does not fade. A file is the
    key-value memory ``memories:…``, of 65,000 characters and 40,960 bytes of record at most, and
    its path is part of the 256 characters of a key. A directory is there as long as a file is in
    it. What changes several files changes all of them or none.

    A file that somebody else changed since Claude saw it is not written over, nor deleted: Claude
    is told to view it again. Where two devices wrote it apart, a view shows both.

    What is refused, by the protocol or by the store, is a ``ToolError``: Claude reads why.

    Args:
        store: A ``MemoryStore``, or a ``sense_memory.blocking.MemoryStore``. Restrict it
            (``store.scope("user:alice")``) where Claude is to know one user's memories only.
        known: Whether ``/memories/known`` tells what else the store knows, a page for each domain
            of memories. It is made when it is looked at, and nothing in it can be changed.
        cache_control: The SDK's.

    Raises:
        InputError: It is no store.
    """

    def __init__(
        self,
        store: AnyStore,
        *,
        known: bool = True,
        cache_control: "BetaCacheControlEphemeralParam | None" = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._reach = StoreReach(store)
        self._commands = Commands(self._reach.mind, known=known)

    def call(self, input: object) -> Any:  # noqa: A002 (the SDK calls it so)
        """Do what Claude asks for."""
        check(input)
        return super().call(input)

    def view(self, command: "View") -> str:
        """A file with its lines numbered, or what is in a directory."""
        return self._reach.wait(self._commands.view(command.path, command.view_range))

    def create(self, command: "Create") -> str:
        """A new file."""
        return self._reach.wait(self._commands.create(command.path, command.file_text))

    def str_replace(self, command: "StrReplace") -> str:
        """Another text in place of one that stands once in a file."""
        old, new = command.old_str, command.new_str
        return self._reach.wait(self._commands.str_replace(command.path, old, new))

    def insert(self, command: "Insert") -> str:
        """Lines after one of a file; after line 0 at its beginning."""
        line, text = command.insert_line, command.insert_text
        return self._reach.wait(self._commands.insert(command.path, line, text))

    def delete(self, command: "Delete") -> str:
        """Forget a file, or all files of a directory."""
        return self._reach.wait(self._commands.delete(command.path))

    def rename(self, command: "Rename") -> str:
        """Another path for a file, or for a directory with all that is in it."""
        return self._reach.wait(self._commands.rename(command.old_path, command.new_path))

    def clear_all_memory(self) -> str:
        """Forget all files; what else the store knows stays."""
        return self._reach.wait(self._commands.clear())


class AsyncClaudeMemoryTool(BetaAsyncAbstractMemoryTool):  # type: ignore[misc]
    """The same for an ``AsyncAnthropic`` client.

    Args:
        store: As of ``ClaudeMemoryTool``.
        known: As there.
        cache_control: As there.

    Raises:
        InputError: It is no store.
    """

    def __init__(
        self,
        store: AnyStore,
        *,
        known: bool = True,
        cache_control: "BetaCacheControlEphemeralParam | None" = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._reach = StoreReach(store)
        self._commands = Commands(self._reach.mind, known=known)

    async def call(self, input: object) -> Any:  # noqa: A002 (the SDK calls it so)
        """Do what Claude asks for."""
        check(input)
        return await super().call(input)

    async def view(self, command: "View") -> str:
        """As ``ClaudeMemoryTool.view``."""
        return await self._reach.there(self._commands.view(command.path, command.view_range))

    async def create(self, command: "Create") -> str:
        """As ``ClaudeMemoryTool.create``."""
        return await self._reach.there(self._commands.create(command.path, command.file_text))

    async def str_replace(self, command: "StrReplace") -> str:
        """As ``ClaudeMemoryTool.str_replace``."""
        old, new = command.old_str, command.new_str
        return await self._reach.there(self._commands.str_replace(command.path, old, new))

    async def insert(self, command: "Insert") -> str:
        """As ``ClaudeMemoryTool.insert``."""
        line, text = command.insert_line, command.insert_text
        return await self._reach.there(self._commands.insert(command.path, line, text))

    async def delete(self, command: "Delete") -> str:
        """As ``ClaudeMemoryTool.delete``."""
        return await self._reach.there(self._commands.delete(command.path))

    async def rename(self, command: "Rename") -> str:
        """As ``ClaudeMemoryTool.rename``."""
        return await self._reach.there(self._commands.rename(command.old_path, command.new_path))

    async def clear_all_memory(self) -> str:
        """As ``ClaudeMemoryTool.clear_all_memory``."""
        return await self._reach.there(self._commands.clear())
