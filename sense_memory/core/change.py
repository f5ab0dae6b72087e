"""What one applied write did to one record; every view is a fold over these."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeAlias

from .records.belief import Belief
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
class Ensure(Generic[R]):
    """An edit: let this record stand unless one does. Where one does, it has no event.

    The commit stands or falls with that: if the other one is forgotten meanwhile, this is put.

    Attributes:
        former: What it said before, where another store knows that; types that keep no former
            values leave it out.
    """

    ref: Ref[R]
    record: R
    former: tuple[Belief, ...] = ()


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
        missing: Ends the whole commit where nothing stands; ``None`` does nothing there.
    """

    ref: Ref[R]
    alter: Callable[[R], R]
    missing: Exception | None = None


@dataclass(frozen=True, slots=True)
class Unlink(Generic[R]):
    """An edit: let a record name another one no more. Where it does not, it has no event.

    It writes nothing, not even that it was written: whoever names the other one anew, without
    having seen this, wins, and whoever forgets the record does.

    Attributes:
        target: The other one.
        fields: Where it is named no more; the others stay.
    """

    ref: Ref[R]
    target: Ref[Any]
    fields: frozenset[str]


@dataclass(frozen=True, slots=True)
class Settle(Generic[R]):
    """An edit: of several values of a field, written by devices that had not seen each other, one.

    What came meanwhile stays beside it: nobody has decided about that.

    Attributes:
        field: Which field, in the seed's spelling.
        value: What it says from now on.
        seen: The writes that were decided about, each by its stamp and its device.
    """

    ref: Ref[R]
    field: str
    value: Any
    seen: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Forget(Generic[R]):
    """An edit: let nothing stand at this reference.

    Attributes:
        why: ``"forget"``, ``"dissolve"`` or ``"fold"``; travels inside the ciphertext. What was
            folded stands on in another record, so what was made of it stays.
        only_if: Gets the present record with all uses that are known; where it says no, or nothing
            stands, the edit does nothing and has no event. ``None`` always forgets.
    """

    ref: Ref[R]
    why: str = "forget"
    only_if: Callable[[R], bool] | None = None


@dataclass(frozen=True, slots=True)
class Unlearn(Generic[R]):
    """An edit: let nothing stand that was learned from records which say something else by now.

    Of what devices learned apart, each of something else, what comes from elsewhere stays, as it
    does where the other records are forgotten. Where nothing does, the record is forgotten; one
    that has nothing from there stays as it is, and has no event.

    Attributes:
        sources: The others. They stand.
    """

    ref: Ref[R]
    sources: frozenset[Ref[Any]]


Edit: TypeAlias = (
    Put[Any]
    | Ensure[Any]
    | Alter[Any]
    | Amend[Any]
    | Unlink[Any]
    | Settle[Any]
    | Forget[Any]
    | Unlearn[Any]
)


@dataclass(frozen=True, slots=True)
class Change(Generic[R]):
    """A record before and after one applied write; ``None`` where there was or is nothing.

    Attributes:
        ref: Which record: its class, its name, its scope.
        before: What stood there.
        after: What stands there now.
        cause: Who made the change: this process, another device by way of a relay, or another
            process by way of the file.
        is_before_known: ``False`` where ``before`` says nothing: of another process's commit only
            the outcome is seen.
    """

    ref: Ref[R]
    before: R | None
    after: R | None
    cause: Cause
    is_before_known: bool = True


@dataclass(frozen=True, slots=True)
class Committed:
    """What a commit achieved by the time it returned.

    Attributes:
        event_ids: The id of each edit's event (64 hex), in the order of the edits; of one that did
            nothing, an empty text.
        level: ``"local"`` (in the file, fsync'd) or ``"accepted"`` (a relay said OK).
        bytes: The size of all events that were written, as JSON, about.
    """

    event_ids: tuple[str, ...]
    level: str
    bytes: int = 0
