"""Memories by id in one file, each apart from the others."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from ..core.config import Config as StoreConfig, ConversationConfig
from ..core.errors import InputError, InvalidIdentityError
from ..core.ports import Clock, Encoder
from ..io.identity import Identity
from .faces import MemoryStore
from .memory import Config, Memory

KEY_SUFFIX = ".nsec"
"""Behind the name of a database: the file with its key."""


class MemoryRegistry:
    """Memories by id in one encrypted file, each apart from the others.

    Nothing is opened before the first call. Use it with ``with``, or call ``close()`` when done;
    else it is closed when it is dropped or the process ends.

    Args:
        db_path: The file. ``None`` keeps everything in memory, until the process ends.
        config: The numbers: those of seed 002 by its names (``Config``), or by ours
            (``ConversationConfig``, or a whole ``sense_memory.Config``).
        identity: The key. Without one it is the one in the file beside the database, which is
            called as that is and ``.nsec``: it is made with the database, mode 0600, and whoever
            has both can read everything. Back it up: nothing replaces it.
        relay_url: Relays that hold encrypted copies; none without it.
        encoder: Makes vectors; without one, words tell what is near, and there are no stacks.
        clock: Where the time comes from.

    Raises:
        InputError: The path names no file, or the config is something else.
        InvalidIdentityError: The key file is missing where the database is not, or is unusable.
    """

    def __init__(
        self,
        db_path: str | Path | None,
        config: Config | ConversationConfig | StoreConfig | None = None,
        *,
        identity: object | None = None,
        relay_url: str | Sequence[str] | None = None,
        encoder: Encoder | None = None,
        clock: Clock | None = None,
    ) -> None:
        whole = _whole(config)
        path = None if db_path is None else Path(db_path).expanduser()
        self._store = MemoryStore(
            _key_beside(path) if identity is None else identity,
            relay_url,
            path=db_path,
            config=whole,
            encoder=encoder,
            clock=clock,
        )
        self._config = whole.conversations
        self._memories: dict[str, Memory] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._store.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"MemoryRegistry({self._store!r})"

    @property
    def store(self) -> MemoryStore:
        """The store that the memories are in: each is ``store.scope(memory_id)``."""
        return self._store

    @property
    def config(self) -> ConversationConfig:
        """The numbers of all memories."""
        return self._config

    def get(self, memory_id: str) -> Memory:
        """The memory of that id, the same one each time; it exists once something is added.

        Args:
            memory_id: 1–64 characters without slash, backslash, NUL or ``..``.

        Raises:
            InvalidKeyError: It is no id.
        """
        with self._lock:
            if memory_id not in self._memories:
                self._memories[memory_id] = Memory(memory_id, self._store, self._config)
            return self._memories[memory_id]

    def reset(self, memory_id: str) -> None:
        """Forget everything that a memory holds, on every device; its turns begin anew."""
        self.get(memory_id).reset()

    def close(self) -> None:
        """Deliver what can be delivered within a few seconds, then let go of everything."""
        self._store.close()


def _key_file(path: Path) -> Path:
    return path.with_name(f"{path.name}{KEY_SUFFIX}")


def _key_beside(path: Path | None) -> Identity:
    """The key in the file beside a database, made with it."""
    if path is None or path.name in ("", ":memory:"):  # no file: the store says what it thinks
        return Identity.generate()
    file = _key_file(path)
    if file.exists():
        return Identity.from_file(file)
    if path.exists():
        raise InvalidIdentityError(
            f"{path} is there, and its key is not: put the file {file.name} back beside it, or "
            "give the key, MemoryRegistry(…, identity=…)"
        )
    made = Identity.generate()
    try:
        made.save(file)
    except InvalidIdentityError:
        if not file.exists():
            raise
        return Identity.from_file(file)  # another process made one at this moment
    return made


def _whole(config: Config | ConversationConfig | StoreConfig | None) -> StoreConfig:
    if config is None:
        return StoreConfig()
    if isinstance(config, StoreConfig):
        return config
    if isinstance(config, Config):
        config = config.conversations
    if isinstance(config, ConversationConfig):
        return replace(StoreConfig(), conversations=config)
    raise InputError(
        "config is a Config of sense_memory.blocking, a ConversationConfig, or a whole "
        f"sense_memory.Config; got {type(config).__name__}"
    )
