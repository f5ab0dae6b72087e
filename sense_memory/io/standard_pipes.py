"""This process's own standard input and output, as the two ends of one conversation."""

import asyncio
import os
from types import TracebackType
from typing import IO, Self

from .pipe_thread import PipeThread


class StandardPipes:
    """Lines that come in and go out, and nobody else's while this is entered.

    What other code of this process prints meanwhile goes to standard error, and what it would read
    is nothing.

    Args:
        longest: Bytes of a line that comes in, its end included.

    Attributes:
        is_flooded: Whether reading ended because of a longer line.
        is_broken: Whether nobody reads what goes out.
        is_told_to_end: Whether reading ended because it was to.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._has_ended = False
        self._reading: asyncio.Future[bytes] | None = None
        self._writing: asyncio.Future[None] | None = None
        self.is_flooded = False
        self.is_broken = False
        self.is_told_to_end = False

    def __enter__(self) -> Self:
        self._input, self._kept_input = _taken(0, "rb", os.open(os.devnull, os.O_RDONLY))
        self._output, self._kept_output = _taken(1, "wb", os.dup(2))
        self._reader = PipeThread(self._input, "read standard input")
        self._writer = PipeThread(self._output, "write standard output")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._reader.stop()
        self._writer.stop()
        for descriptor, kept in ((0, self._kept_input), (1, self._kept_output)):
            os.dup2(kept, descriptor)
            os.close(kept)

    async def line(self) -> str | None:
        """The next line, or ``None`` once there is no more: the input or the reading has ended."""
        if self._has_ended:
            return None
        self._reading = self._reader.start(lambda: self._input.readline(self._longest + 1))
        try:
            line = await self._reading
        except OSError:
            line = b""  # a terminal that was closed
        self.is_flooded = len(line) > self._longest
        if not line or self.is_flooded:
            self._has_ended = True
            return None
        return line.decode("utf-8", "replace")

    def end(self) -> None:
        """Read no more."""
        self._has_ended = self.is_told_to_end = True
        if self._reading is not None and not self._reading.done():
            self._reading.set_result(b"")

    async def write(self, text: str) -> None:
        """Write something; once nobody reads it, nothing, and nothing more is read."""
        if self.is_broken:
            return
        data = text.encode("utf-8")
        self._writing = self._writer.start(lambda: _write_all(self._output, data))
        try:
            await self._writing
        except OSError:
            self.is_broken = True
            self.end()

    def give_up(self) -> None:
        """Wait no more for somebody to read what goes out."""
        self.is_broken = True
        if self._writing is not None and not self._writing.done():
            self._writing.set_result(None)


def _taken(descriptor: int, mode: str, instead: int) -> tuple[IO[bytes], int]:
    """A pipe of our own for a standard descriptor, and what to put back in its place."""
    kept = os.dup(descriptor)
    pipe = os.fdopen(os.dup(descriptor), mode, buffering=-1 if mode == "rb" else 0)
    os.dup2(instead, descriptor)
    os.close(instead)
    return pipe, kept


def _write_all(output: IO[bytes], data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[output.write(left) :]
