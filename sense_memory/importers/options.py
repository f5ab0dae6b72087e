"""Which part of a source is wanted, and what a format is."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..core.errors import InputError
from ..core.items import Item


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Which part of a source is wanted; all of it unless something is said.

    Attributes:
        limit: At most so many messages and statements, the newest of them; what has no time is
            older than what has one. Relations and problems do not count. The ones that are kept are
            held in memory, and come in the order of their times, after everything was read.
        conversation: Only this conversation, by its id or its title in the source.
        user: Only what was said with this user, where a source knows several; upper and lower case
            are the same.
    """

    limit: int | None = None
    conversation: str | None = None
    user: str | None = None

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise InputError(f"the limit is 1 or more, or none, got {self.limit}")


class Importer(Protocol):
    """One format."""

    def __call__(self, path: Path, options: Options, /) -> Iterator[Item]:
        """What a file or folder holds, in its order, while it is being read.

        What is malformed, cut off or hostile comes as a ``Problem``, and the rest is read. It opens
        the path and, if that is a folder, the files in it, and nothing that a file names.

        Raises:
            InputError: The path is not there, cannot be opened, or is something else altogether.
        """
        ...
