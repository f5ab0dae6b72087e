"""A process that opens a store and is killed before its nth touch of the file's folder.

PATH KEY_FILE STEP. The steps are those that Python's audit hooks tell of: opening, naming anew,
linking, removing files in the folder, and connecting to SQLite. With STEP 0 nothing kills it, and
it says how many steps there were.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from sense_memory import Identity, MemoryStore

EVENTS = ("open", "os.rename", "os.link", "os.remove", "os.truncate", "sqlite3.connect")


class Steps:
    """Counts what is done to a folder."""

    def __init__(self, folder: Path, last: int) -> None:
        self._folder = str(folder)
        self._last = last
        self.count = 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in EVENTS and str(arguments[0]).startswith(self._folder):
            self.count += 1
            if self.count == self._last:
                os.kill(os.getpid(), signal.SIGKILL)


async def _main(path: Path, key_file: Path, step: int) -> None:
    identity = Identity.from_file(key_file)
    steps = Steps(path.parent, step)
    sys.addaudithook(steps)
    async with MemoryStore(identity, path=path):
        print(steps.count, flush=True)


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
