"""A process that writes to a store while its disk is watched.

PATH KEY_FILE COUNT OUT. Remembers, replaces, forgets; each time it was told that something is safe
it makes a mark, ``key<TAB>value`` (no value: forgotten). The operations go to OUT, pickled. Every
few writes the file is closed and opened again, so that the log is written back into it.
"""

import asyncio
import pickle
import sys
from pathlib import Path

from sense_memory import Identity, MemoryStore

from .storage import Disk

ROUNDS = 3


async def _main(path: Path, key_file: Path, count: int, out: Path) -> None:
    disk = Disk()
    disk.install()
    identity = Identity.from_file(key_file)
    for round_ in range(ROUNDS):
        async with MemoryStore(identity, path=path, addressing="plain") as store:
            for number in range(count):
                key, value = f"k{number}", f"{round_} {'x' * (number * 400)}"
                await store.remember(key, value)
                disk.mark(f"{key}\t{value}")
            await store.forget("k0")
            disk.mark("k0\t")
    out.write_bytes(pickle.dumps(disk.operations))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])))
