"""A bar for what takes longer than a second."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar, TaskID

    from ..core.pyramid import Progress as Step

PATIENCE = 1.0


class Progress:
    """Counts, and after a second shows it on standard error if somebody is watching.

    Args:
        what: What is being done.
        total: How many there are; ``None`` if nobody knows yet.
    """

    def __init__(self, what: str, total: int | None) -> None:
        self._what = what
        self.total = total
        self._done = 0
        self._began = time.monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self, count: int) -> None:
        """So many more are done."""
        self._done += count
        if self._bar is None and time.monotonic() - self._began > PATIENCE and sys.stderr.isatty():
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self._done, total=self.total)

    def _show(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress as Bar, TextColumn

        from .output import error_console

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._bar = Bar(*columns, console=error_console(), transient=True)
        self._task = self._bar.add_task(self._what, total=self.total)
        self._bar.start()


class Stages:
    """Shows how far long pieces of work have come that follow each other, each on a bar."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._stage: str | None = None
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._end()

    def __call__(self, progress: "Step") -> None:
        """So far it has come."""
        if progress.stage != self._stage or progress.done < self._done:
            self._end()
            self._stage, self._done = progress.stage, 0
            self._bar = Progress(progress.stage, progress.total)
        if self._bar is not None:
            self._bar.total = progress.total
            self._bar.advance(progress.done - self._done)
        self._done = progress.done

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
        self._bar = self._stage = None
