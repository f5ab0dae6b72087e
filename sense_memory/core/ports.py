"""What the rooms need from the world, as protocols."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from .change import Change, Committed, Edit
from .ref import R, Ref


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> float:
        """Seconds since the Unix epoch, UTC."""
        ...


class Signer(Protocol):
    """Whatever holds the secret key: this process, an agent, a remote signer."""

    async def public_key(self) -> str:
        """The x-only public key, 64 lower-case hex digits."""
        ...

    async def sign(
        self, *, created_at: int, kind: int, tags: Sequence[Sequence[str]], content: str
    ) -> tuple[str, str]:
        """The event's id and BIP-340 signature, as hex."""
        ...

    async def encrypt(self, plaintexts: Sequence[str]) -> list[str]:
        """NIP-44 v2 payloads to the signer's own key."""
        ...

    async def decrypt_many(self, payloads: Sequence[str]) -> list[str | None]:
        """The plaintexts of payloads to self; ``None`` where one does not open.

        They are NIP-44, but for old journal entries: those have ``?iv=`` inside and are NIP-04. A
        signer that does not know it answers ``None``.
        """
        ...


@dataclass(frozen=True, slots=True)
class Entry(Generic[R]):
    """A record and where it stands."""

    ref: Ref[R]
    record: R


class Records(Protocol):
    """Records in, records out: all that a room knows of storage and relays."""

    async def get(self, ref: Ref[R]) -> R | None:
        """The record, or ``None`` if it is known that there is none.

        Raises:
            ReadFailedError: It is not known.
        """
        ...

    def select(self, kind: type[R], prefix: str = "", scope: str = "") -> AsyncIterator[Entry[R]]:
        """All records of a type and scope whose name starts with ``prefix``, in name order."""
        ...

    async def follow(self) -> None:
        """Take in what other processes committed, for what is answered without a read."""
        ...

    async def find(self, kind: type[R], event_id: str, scope: str = "") -> Ref[R] | None:
        """Which living record of a type and scope an event is or was a version of, or ``None``.

        Raises:
            ReadFailedError: It is not known.
        """
        ...

    async def commit(self, *edits: Edit) -> Committed:
        """Apply all edits or none."""
        ...

    async def touch(self, ref: Ref[Any]) -> None:
        """A memory was used: count it, which is no write and costs no event."""
        ...


class View(Protocol):
    """Something kept in step with every change, local or merged."""

    def apply(self, change: Change[object]) -> None:
        """Fold one change in."""
        ...
