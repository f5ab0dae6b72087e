"""Of which records a view may not know all uses.

A change says what a record says itself; what devices and processes know of its uses beyond that is
asked of where records are kept, for those few of which something may be known.
"""

from typing import Any

from ...core.ref import Ref


class Doubts:
    """The records of which all uses are to be asked for.

    Attributes:
        heard: All that was learned of uses up to this (``Records.uses_heard``) is known, or in
            doubt; ``None`` before anything was read.
    """

    def __init__(self) -> None:
        self.heard: int | None = None
        self._changed: dict[Ref[Any], None] = {}
        self._doubted: dict[Ref[Any], int] = {}
        self._count = 0

    def read(self, heard: int) -> None:
        """All records were read, with all uses that were known when the reading began."""
        self.heard = heard if self.heard is None else min(self.heard, heard)

    def changed(self, ref: Ref[Any]) -> None:
        """A record is known as it says itself, and nothing beyond that."""
        self._doubted.pop(ref, None)
        self._changed[ref] = None

    def doubt(self, ref: Ref[Any]) -> None:
        """A record was used, or less is known of its uses than was."""
        self._count += 1
        self._doubted[ref] = self._count

    def take_changed(self) -> list[Ref[Any]]:
        """What changed since this was asked last."""
        taken = list(self._changed)
        self._changed.clear()
        return taken

    @property
    def doubted(self) -> dict[Ref[Any], int]:
        """What is in doubt, and which doubt it is."""
        return dict(self._doubted)

    def settled(self, ref: Ref[Any], doubt: int) -> bool:
        """Whether a doubt is still the one that was found out about; then it is none any more."""
        if self._doubted.get(ref) != doubt:
            return False
        del self._doubted[ref]
        return True
