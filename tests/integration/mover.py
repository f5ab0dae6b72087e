"""A process whose children move in, and die, each before another statement that SQLite is given.

FOLDER FORMAT SOURCE COUNT [MODEL_URL]. In FOLDER is a ``key``. One child lives, and moves into
``whole.db``. Then COUNT times one dies somewhere, another one later, and a third one lives; their
file is ``N.db``, N from 1, and what stood after the first death is left in ``N-dead.db``. A growing
format is read from its marks on.
"""

import asyncio
import os
import random
import shutil
import sys
from pathlib import Path

from sense_memory import Config, Identity, MemoryStore, PyramidConfig, importers
from sense_memory.io.llm.choosing import llm_of
from tests.faults.mortal import Steps

CONFIG = Config(pyramid=PyramidConfig(chunk_tokens=400, parallel=2))
"""Small chunks, so that there are many."""


async def _move(folder: Path, file: str, name: str, source: str, url: str) -> None:
    identity = Identity.from_file(folder / "key")
    llm = llm_of(f"local:m@{url}") if url else None
    async with MemoryStore(identity, path=folder / file, config=CONFIG, llm=llm) as store:
        if importers.FORMATS[name].grows:
            marks = await store.import_marks(name)
            await store.import_items(importers.read_new(name, source, marks))
        else:
            await store.import_items(importers.read(name, source))


def _child(step: int, folder: Path, file: str, name: str, source: str, url: str) -> int:
    """Let a child die at a step, or live if that is 0; how many steps it took if it lived."""
    hears, tells = os.pipe()
    child = os.fork()
    if not child:
        os.close(hears)
        steps = Steps(step)
        steps.watch()
        asyncio.run(_move(folder, file, name, source, url))
        os.write(tells, str(steps.count).encode())
        os._exit(0)
    os.close(tells)
    with os.fdopen(hears) as heard:
        said = heard.read()
    _, status = os.waitpid(child, 0)
    assert step or status == 0, "the child that was to live"
    return int(said or "0")


def main(folder: Path, name: str, source: str, count: int, url: str = "") -> None:
    """Lose all those children."""
    choose = random.Random(7)
    whole = _child(0, folder, "whole.db", name, source, url)
    print("whole", flush=True)
    for number in range(1, count + 1):
        # somewhere in each of so many equal parts of the whole
        step = (number - 1) * whole // count + choose.randrange(1, whole // count)
        file = f"{number}.db"
        _child(step, folder, file, name, source, url)
        for left in folder.glob(f"{file}*"):
            shutil.copyfile(left, folder / left.name.replace(file, f"{number}-dead.db"))
        _child(whole // 2, folder, file, name, source, url)
        _child(0, folder, file, name, source, url)
        print(step, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), *sys.argv[5:])
