"""A process that changes the key of a store and is killed before its nth write or publication.

FOLDER STEP URL…: in FOLDER are the keys ``old`` and ``new`` and the file ``old.db``. With STEP 0
nothing kills it. It prints how many steps there were, and where the change is.

--command STEP runs ``sense-memory keys rotate`` in the home that the environment names; there every
file that is opened, linked, named anew or removed in the home counts as well.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.cli import main
from sense_memory.io.database.engine import Engine
from sense_memory.io.websocket import Connection

FILE_EVENTS = ("open", "os.rename", "os.link", "os.remove", "os.truncate", "sqlite3.connect")
QUICK = Config(relays=RelayConfig(read_back_delay=0.0, close_timeout=0.0))


class Steps:
    """Counts what is done to files and relays."""

    def __init__(self, last: int) -> None:
        self._last = last
        self.count = 0

    def before(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """The same method, behind a step."""

        def counted(*arguments: Any, **named: Any) -> Any:
            self.count += 1
            if self.count == self._last:
                os.kill(os.getpid(), signal.SIGKILL)
            return method(*arguments, **named)

        return counted


async def _main(folder: Path, step: int, urls: list[str]) -> None:
    old, new = (Identity.from_file(folder / name) for name in ("old", "new"))
    async with MemoryStore(old, urls or None, path=folder / "old.db", config=QUICK) as store:
        await store.sync()
        steps = Steps(step)
        Engine.write = steps.before(Engine.write)  # type: ignore[method-assign]
        Connection.publish = steps.before(Connection.publish)  # type: ignore[method-assign]
        report = await store.rotate(new, folder / "new.db", timeout=20)
        print(steps.count, report.step.value, flush=True)


def _command(step: int) -> None:
    steps = Steps(step)
    home = os.environ["SENSE_MEMORY_HOME"]
    step_of_a_file = steps.before(lambda: None)

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event in FILE_EVENTS and str(arguments[0]).startswith(home):
            step_of_a_file()

    Engine.write = steps.before(Engine.write)  # type: ignore[method-assign]
    sys.addaudithook(watch)
    sys.argv = ["sense-memory", "keys", "rotate"]
    try:
        main()
    finally:
        print(steps.count, flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--command":
        _command(int(sys.argv[2]))
        sys.exit()
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
