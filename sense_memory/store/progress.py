"""Telling how far a piece of work has come."""

from ..core.pyramid import Progress, Watcher


class Counter:
    """Counts one stage of it.

    Args:
        watch: Is told; ``None``: nobody.
        stage: What is being done.
        total: How much there is of it, as far as is known; nobody is told of nothing.
    """

    def __init__(self, watch: Watcher | None, stage: str, total: int) -> None:
        self._watch = watch
        self._stage = stage
        self._total = total
        self._done = 0
        if total:
            self.add(0)

    def add(self, count: int) -> None:
        """So much more is done."""
        self._done += count
        if self._watch is not None:
            self._watch(Progress(self._stage, self._done, max(self._total, self._done)))
