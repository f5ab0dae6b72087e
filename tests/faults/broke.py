"""A process with a disk that takes nothing any more; then it does again.

HOW is ``full`` (no file may grow), ``failing`` (every write is an error) or ``read-only``. Says
what happened, as a JSON object.
"""

import asyncio
import contextlib
import json
import os
import resource
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sense_memory import Identity, MemoryStore, StorageError

from .storage import Disk

NOBODY = 65_534


@contextlib.contextmanager
def _full(path: Path) -> Iterator[None]:
    """No file of this process may grow beyond the size that the log has."""
    log = path.with_name(path.name + "-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def _failing(disk: Disk) -> Iterator[None]:
    disk.fails = True
    yield
    disk.fails = False


async def _broke(how: str, path: Path, identity: Identity) -> dict[str, object]:
    """While the file is open, the disk fails it."""
    disk = Disk()
    if how == "failing":
        disk.install()
    async with MemoryStore(identity, path=path) as store:
        await store.remember("k", "v")
        raised: list[BaseException] = []
        with _full(path) if how == "full" else _failing(disk):
            try:
                await store.remember("refused", "x" * 20_000)
            except StorageError as error:
                raised.append(error)
            meanwhile = await store.recall("k")
            refused = await store.recall("refused")
        await store.remember("after", "again")
    return _said(path, raised, meanwhile, refused, await _again(path, identity))


async def _read_only(path: Path, identity: Identity) -> dict[str, object]:
    """The file is there, and its folder takes nothing."""
    async with MemoryStore(identity, path=path) as store:
        await store.remember("k", "v")
    raised: list[BaseException] = []
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        async with MemoryStore(identity, path=path) as store:
            await store.remember("refused", "x")
    except StorageError as error:
        raised.append(error)
    path.parent.chmod(0o700)
    path.chmod(0o600)
    async with MemoryStore(identity, path=path) as store:
        meanwhile, refused = await store.recall("k"), await store.recall("refused")
        await store.remember("after", "again")
    return _said(path, raised, meanwhile, refused, await _again(path, identity))


async def _again(path: Path, identity: Identity) -> str | None:
    async with MemoryStore(identity, path=path) as store:
        memory = await store.recall("after")
    return memory.value if memory else None


def _said(
    path: Path,
    raised: list[BaseException],
    meanwhile: object,
    refused: object,
    afterwards: str | None,
) -> dict[str, object]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    return {
        "raised": [type(error).__name__ for error in raised],
        "message_names_the_file": all(str(path) in str(error) for error in raised),
        "read_meanwhile": getattr(meanwhile, "value", None),
        "refused_is_there": refused is not None,
        "afterwards": afterwards,
        "integrity": verdict,
    }


def main(how: str) -> None:
    """Go broke, and recover."""
    folder = Path(tempfile.mkdtemp(prefix="sense-memory-broke-"))
    try:
        identity = Identity.generate()
        if how == "read-only" and os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            os.setgid(NOBODY)
            os.setuid(NOBODY)  # nothing is read-only to root
        path = folder / "store.db"
        run = _read_only(path, identity) if how == "read-only" else _broke(how, path, identity)
        print(json.dumps(asyncio.run(run)))
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
