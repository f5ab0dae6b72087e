"""What several devices wrote to one field without having seen each other."""

import dataclasses
import hashlib
from dataclasses import dataclass
from typing import Any

from .ref import Ref


@dataclass(frozen=True, slots=True)
class Sibling:
    """One of the values.

    Attributes:
        value: What was written.
        device: Who wrote it, of several that wrote the same the last; ``~…`` is one event of a
            client that keeps no stamps, ``m…`` a process without a file.
        at: When, by that device's clock; seconds since the epoch.
    """

    value: Any
    device: str
    at: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field of one memory that several devices wrote, none of them having seen the others.

    All devices show the same value meanwhile, and none is lost until somebody decides.

    Attributes:
        ref: The memory: its class, its name, its scope.
        field: The field, as the record spells it.
        shown: The value that is shown: the latest.
        siblings: The others, the latest first.
        seen: The writes it is made of, each by its stamp and its device. To decide covers these,
            and nothing that came later.
    """

    ref: Ref[Any]
    field: str
    shown: Sibling
    siblings: tuple[Sibling, ...]
    seen: frozenset[tuple[str, str]] = dataclasses.field(repr=False)

    @property
    def id(self) -> str:
        """8 hex digits that name this conflict as it stands; another write makes it another one."""
        parts = [self.ref.kind.__name__, self.ref.scope, self.ref.name, self.field]
        parts += [part for write in sorted(self.seen) for part in write]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]

    @property
    def values(self) -> tuple[Sibling, ...]:
        """All of them, the shown one first."""
        return (self.shown, *self.siblings)
