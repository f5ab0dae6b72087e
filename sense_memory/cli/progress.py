"""A bar for what takes longer than a second."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar, TaskID

PATIENCE = 1.0


class Progress:
    """Counts, and after a second shows it on standard error if somebody is watching.

    Args:
        what: What is being done.
        total: How many there are.
    """

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
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
            self._bar.update(self._task, completed=self._done)

    def _show(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress as Bar, TextColumn

        from .output import error_console

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._bar = Bar(*columns, console=error_console(), transient=True)
        self._task = self._bar.add_task(self._what, total=self._total)
        self._bar.start()
