"""Text files among the key-value memories of a scope, written over only as they were seen."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial

from ..core.change import Alter, Edit, Forget
from ..core.conflict import Conflict
from ..core.expected import check_expected
from ..core.records.kv import Memory
from ..mind.files import PREFIX, Path, key_of, path_at
from .context import Context


@dataclass(frozen=True, slots=True)
class File:
    """What a file says.

    Attributes:
        text: What it says; of what devices wrote apart, the latest.
        others: What others wrote at the same time and nobody has decided about, latest first.
    """

    text: str
    others: tuple[str, ...] = ()


class Files:
    """The files of a scope: memories like any other, which are called as files are.

    Directories are there as long as a file is in them. What is written is written all at once: if
    a file says something else by then than what was seen, nothing is.

    Args:
        context: The world.
        conflicts: The key-value memories that devices wrote apart.
    """

    def __init__(
        self,
        context: Callable[[], Awaitable[Context]],
        conflicts: Callable[[], Awaitable[list[Conflict]]],
    ) -> None:
        self._context = context
        self._conflicts = conflicts

    async def all(self) -> dict[Path, File]:
        """Every file.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        others = {
            one.ref.name: tuple(str(sibling.value) for sibling in one.siblings)
            for one in await self._conflicts()
        }
        context = await self._context()
        found = context.records.select(Memory, PREFIX, context.scope)
        return {
            path: File(one.record.value, others.get(one.ref.name, ()))
            async for one in found
            if (path := path_at(one.ref.name)) is not None
        }

    async def write(self, path: Path, text: str, seen: str | None) -> None:
        """Let a file say something.

        Args:
            path: Which.
            text: What it says from now on, up to 65,000 characters and 40,960 bytes of record.
            seen: What it says until then; ``None`` where there is none.

        Raises:
            UnknownMemoryError, ChangedMeanwhileError: It does not say that any more.
            InvalidKeyError, TooLargeError: The path or the text is not taken.
            MovedError, StorageError, PublishFailedError: As for ``MemoryStore.remember``.
        """
        context = await self._context()
        await context.records.commit(_put(context, path, text, seen))

    async def forget(self, seen: Mapping[Path, str]) -> None:
        """Forget files, on every device.

        Args:
            seen: What each of them says.

        Raises:
            ChangedMeanwhileError: One says something else by now; nothing was forgotten. One that
                somebody else forgot is no reason to keep the others.
            MovedError, StorageError, PublishFailedError: As for ``MemoryStore.remember``.
        """
        context = await self._context()
        await context.records.commit(*(_gone(context, *one) for one in seen.items()))

    async def move(self, seen: Mapping[Path, str], to: Mapping[Path, Path]) -> None:
        """Let files stand elsewhere.

        Args:
            seen: What each of them says.
            to: Where each of them goes; there is nothing yet.

        Raises:
            UnknownMemoryError, ChangedMeanwhileError: One is not there any more, or says something
                else, or something stands where it goes; nothing was moved.
            InvalidKeyError, TooLargeError: A path is not taken.
            MovedError, StorageError, PublishFailedError: As for ``MemoryStore.remember``.
        """
        context = await self._context()
        edits = list[Edit]()
        for path, text in seen.items():
            # a file that somebody forgot must not come back under another name
            edits += (_put(context, path, text, text), _put(context, to[path], text, None))
            edits.append(_gone(context, path, text))
        await context.records.commit(*edits)


def _put(context: Context, path: Path, text: str, seen: str | None) -> Edit:
    memory = Memory(key_of(path), text, context.clock.now())

    def said(standing: Memory | None) -> Memory:
        check_expected(standing.value if standing is not None else None, seen)
        return memory

    return Alter(context.ref(Memory, memory.key), said)


def _gone(context: Context, path: Path, seen: str) -> Edit:
    return Forget(context.ref(Memory, key_of(path)), only_if=partial(_is_as_seen, seen))


def _is_as_seen(seen: str, memory: Memory) -> bool:
    check_expected(memory.value, seen)
    return True
