"""Who has a file open: shared by those who use it, held alone by the one who replaces it.

A file that is upgraded or rebuilt is a new one under the old name. A process that still had the
old one open would go on writing where nobody looks any more, so nobody may. SQLite's own locks
belong to the file that is replaced; this one belongs to its name, as a file beside it. On Windows a
file that somebody has open cannot be replaced in the first place, and nothing more is needed.
"""

import contextlib
import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from ..core.errors import LockedError, StorageError

if sys.platform != "win32":
    import fcntl

_POLL = 0.005
_SUSPECT = b"damage was found\n"


class FileLock:
    """The lock of one file, and the note that something in it was found damaged.

    Args:
        path: The file; the lock is ``NAME.lock`` beside it, and stays there.

    Raises:
        StorageError: The lock cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        place = path.with_name(f"{path.name}.lock")
        try:
            self._descriptor = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageError(f"cannot open {place}: {error.strerror}") from error
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()

    def try_alone(self) -> bool:
        """Have it alone, if nobody else has it at all."""
        return self._lock(is_shared=False)

    def alone(self, seconds: float) -> None:
        """Have it alone.

        Raises:
            LockedError: Others had it for so long.
        """
        self._wait(seconds, is_shared=False)

    def share(self, seconds: float) -> None:
        """Have it together with others, no longer alone.

        Raises:
            LockedError: Somebody had it alone for so long.
        """
        self._wait(seconds, is_shared=True)

    def release(self) -> None:
        """Let go of it; safe to call again."""
        if self._is_open:
            self._is_open = False
            os.close(self._descriptor)

    def _wait(self, seconds: float, *, is_shared: bool) -> None:
        deadline = time.monotonic() + seconds
        while not self._lock(is_shared=is_shared):
            if time.monotonic() > deadline:
                raise LockedError(
                    f"another process is rebuilding {self._path}; try again"
                    if is_shared
                    else f"another process has {self._path} open; close it there and try again"
                )
            time.sleep(_POLL)

    def _lock(self, *, is_shared: bool) -> bool:
        if sys.platform == "win32":
            return True
        how = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
        try:
            fcntl.flock(self._descriptor, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise StorageError(f"cannot lock {self._path}: {error.strerror}") from error
        return True

    @property
    def is_suspect(self) -> bool:
        """Whether damage was found in the file while it was in use."""
        return os.fstat(self._descriptor).st_size > 0

    def suspect(self) -> None:
        """Damage was found: whoever opens the file next looks at all of it."""
        with contextlib.suppress(OSError):  # a full disk must not hide what was found
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, _SUSPECT)

    def trust(self) -> None:
        """All of the file was looked at, or it was replaced."""
        if self.is_suspect:
            os.ftruncate(self._descriptor, 0)
