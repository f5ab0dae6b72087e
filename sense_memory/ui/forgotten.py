"""What was forgotten by way of the page, which can be brought back while its server runs.

Only this process holds it: in the file and on the relays it is gone.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..core.about import ForgottenLine
from ..core.errors import UnknownMemoryError

MOST = 20
"""So many, the latest: who forgets something does not want it kept for long."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Something that was forgotten.

    Attributes:
        reference: What names it.
        text: How what it said begins.
    """

    reference: str
    text: str


class Forgotten:
    """The latest that was forgotten, in this process's memory alone."""

    def __init__(self) -> None:
        self._lines: dict[str, ForgottenLine] = {}

    def keep(self, gone: ForgottenLine) -> None:
        """Hold it, in place of the oldest where there are too many."""
        self._lines.pop(gone.line.reference, None)
        self._lines[gone.line.reference] = gone
        if len(self._lines) > MOST:
            del self._lines[next(iter(self._lines))]

    def of(self, reference: str) -> ForgottenLine:
        """What was forgotten.

        Raises:
            UnknownMemoryError: Nobody here holds it.
        """
        if reference not in self._lines:
            raise UnknownMemoryError("that is not held any more, and cannot be brought back")
        return self._lines[reference]

    def amend(self, reference: str, amended: Callable[[Any], Any]) -> None:
        """Let what is held come back as something else; nothing where nobody holds it."""
        if (gone := self._lines.get(reference)) is not None:
            self._lines[reference] = replace(gone, record=amended(gone.record))

    def let_go(self, reference: str) -> None:
        """It was brought back."""
        self._lines.pop(reference, None)

    def told(self) -> tuple[Gone, ...]:
        """All of it, the latest first."""
        return tuple(
            Gone(reference, gone.line.text) for reference, gone in reversed(self._lines.items())
        )
