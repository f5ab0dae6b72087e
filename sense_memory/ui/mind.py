"""What is looked into."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ..core.ports import Clock
from ..io.keys.backup import BackupState
from ..store import MemoryStore
from .forgotten import Forgotten


@dataclass(frozen=True, slots=True)
class Mind:
    """A mind, and what the page may do with it.

    Attributes:
        store: Open, and restricted to a scope if it is to be.
        clock: The store's.
        may_write: Whether the page may change anything.
        backup: Tells how far the backup of the key is to be trusted; ``None`` where the key is of
            no profile, so that nobody keeps account of it.
        is_made_up: Whether it and its key are thrown away when the page's server ends.
        forgotten: What was forgotten by way of the page, and can be brought back.
    """

    store: MemoryStore
    clock: Clock
    may_write: bool = False
    backup: Callable[[], BackupState] | None = None
    is_made_up: bool = False
    forgotten: Forgotten = field(default_factory=Forgotten)
