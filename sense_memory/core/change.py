"""What one applied write did to one record; every view is a fold over these."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeAlias

from .ref import R, Ref


class Cause(StrEnum):
    """Who made the change."""

    LOCAL = "local"
    RELAY = "relay"
    PROCESS = "process"


@dataclass(frozen=True, slots=True)
class Put(Generic[R]):
    """An edit: let this record stand at this reference."""

    ref: Ref[R]
    record: R


@dataclass(frozen=True, slots=True)
class Alter(Generic[R]):
    """An edit that depends on what stands there at the moment it is applied.

    Attributes:
        alter: Gets the present record, or ``None``, and returns the one to stand; called again if
            somebody else wrote first. What it raises ends the whole commit.
    """

    ref: Ref[R]
    alter: Callable[[R | None], R]


@dataclass(frozen=True, slots=True)
class Amend(Generic[R]):
    """An edit that says nothing new about a memory: a link that is gone, a use that is told.

    It does not keep a memory alive that somebody forgets at the same time. Where nothing stands,
    or nothing changes, it does nothing and has no event.

    Attributes:
        alter: Gets the present record and returns the one to stand; called again if somebody else
            wrote first.
    """

    ref: Ref[R]
    alter: Callable[[R], R]


@dataclass(frozen=True, slots=True)
class Forget(Generic[R]):
    """An edit: let nothing stand at this reference.

    Attributes:
        why: ``"forget"`` or ``"dissolve"``; travels inside the ciphertext.
    """

    ref: Ref[R]
    why: str = "forget"


Edit: TypeAlias = Put[Any] | Alter[Any] | Amend[Any] | Forget[Any]


@dataclass(frozen=True, slots=True)
class Change(Generic[R]):
    """A record before and after one applied write; ``None`` where there was or is nothing."""

    ref: Ref[R]
    before: R | None
    after: R | None
    cause: Cause


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a commit achieved by the time it returned.

    Attributes:
        event_ids: The id of each edit's event (64 hex), in the order of the edits; of an ``Amend``
            that did nothing, an empty text.
        level: ``"local"`` (in the file, fsync'd) or ``"accepted"`` (a relay said OK).
    """

    event_ids: tuple[str, ...]
    level: str
