"""What the rooms need from the world, as protocols."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol

from . import arrays
from .change import Change, Committed, Edit, Put
from .errors import InputError
from .freshness import Freshness
from .items import Mark
from .mention import Mention
from .records.belief import Belief
from .records.persona import PersonaMemory
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


@dataclass(frozen=True, slots=True)
class Dated(Generic[R]):
    """A record, where it stands, and when it was written.

    Attributes:
        ref: Where.
        record: With all uses that are known here.
        touched_at: The newest write in the fields that were asked about, by the writer's clock;
            seconds since the epoch, 0 if nothing stands in them.
        written_at: The newest write in any field.
    """

    ref: Ref[R]
    record: R
    touched_at: float
    written_at: float


class Presence(StrEnum):
    """What is known of a record without reading it."""

    LIVING = "living"
    """It is here."""
    FORGOTTEN = "forgotten"
    """It was, here or on another device, and somebody forgot it."""
    UNKNOWN = "unknown"
    """Nothing is known of it here."""


class Records(Protocol):
    """Records in, records out: all that a room knows of storage and relays."""

    async def get(self, ref: Ref[R]) -> R | None:
        """The record, or ``None`` if it is known that there is none.

        Raises:
            ReadFailedError: It is not known.
        """
        ...

    async def get_many(self, refs: Sequence[Ref[R]]) -> list[R | None]:
        """What this store holds of some records, in order; one that is unreadable is ``None``.

        Unlike ``get`` it asks no relay about what is missing.
        """
        ...

    async def last_written(self, ref: Ref[Any], fields: Collection[str]) -> float | None:
        """When anything that stands in some fields of a record was written, the newest of it.

        Returns:
            Seconds since the epoch by the writer's clock; ``None`` if nothing stands there.
        """
        ...

    def select(
        self, kind: type[R], prefix: str = "", scope: str = "", *, held: bool = False
    ) -> AsyncIterator[Entry[R]]:
        """All records of a type and scope whose name starts with ``prefix``, in name order.

        With ``held`` only what this store holds, without waiting for what relays may hold.
        """
        ...

    def held(self, kind: type[R], scope: str = "", prefix: str = "") -> AsyncIterator[Entry[R]]:
        """All records of a type and scope that this store holds, in name order.

        With a prefix those whose names start like that; of what is filed by groups nothing else is
        opened. For views, which keep them: nothing else does, so that who asks again waits as long.
        """
        ...

    def select_dated(
        self, kind: type[R], fields: Collection[str], scope: str = ""
    ) -> AsyncIterator[Dated[R]]:
        """What this release may delete of a type and scope, in name order.

        With uses that other processes and devices told. What is unreadable, or a newer release
        wrote, is left out.
        """
        ...

    async def beliefs(self, ref: Ref[Any]) -> list[Belief]:
        """What a record says and said before, the oldest first; nothing where it does not stand.

        Raises:
            RecordError: What stands there cannot be read.
        """
        ...

    async def freshness(self) -> Freshness:
        """How sure it is that this store knows what others did; it asks relays for the time."""
        ...

    async def is_on_its_way(self, ref: Ref[Any]) -> bool:
        """Whether a relay in use is still to be sent, or to show, what stands at a reference."""
        ...

    async def looked_at(self, kind: type[Any], scope: str, name: str = "") -> float | None:
        """When somebody last looked, on this device, at a scope's records of a type, or at one.

        Seconds since the epoch; ``None`` if nobody did.
        """
        ...

    async def note_look(self, kind: type[Any], scope: str, at: float, name: str = "") -> None:
        """Somebody looked."""
        ...

    async def presence(self, refs: Sequence[Ref[Any]]) -> list[Presence]:
        """Of each record, in order, whether it is here or was forgotten. None of them is opened.

        A store that never read a relay to its end waits for that once; if none can be read, what
        others forgot is not known.
        """
        ...

    async def forgotten_at(self, ref: Ref[Any]) -> float | None:
        """When somebody forgot a record, as far as is known here; ``None`` if nobody did.

        What is learned from it is forgotten as soon as it is written. What only dissolved, or was
        folded into something else, was not forgotten.

        Returns:
            Seconds since the epoch by the clock of who forgot it. What went with something else
            went when it was last written itself.
        """
        ...

    async def weigh(self, edits: Sequence[Put[Any]]) -> list[int]:
        """How many bytes the event of each new record would have, about; nothing is written.

        Raises:
            TooLargeError: One is larger than a record may be.
        """
        ...

    async def marks(self, source: str, scope: str) -> Mapping[str, Mark]:
        """How far each file of a format was read on this device, by its path."""
        ...

    async def keep_marks(self, source: str, scope: str, marks: Mapping[str, Mark]) -> None:
        """Files were read so far, and what was read is committed.

        It stays on this device: encrypted in the store's file, or in memory if there is none.
        """
        ...

    async def mentions(self, ref: Ref[Any]) -> list[Mention]:
        """Which living records of its scope name a record, by type, name and field.

        It asks no relay.
        """
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

    async def commit(self, *edits: Edit, provided: Callable[[], object] | None = None) -> Committed:
        """Apply all edits or none.

        Args:
            edits: In order.
            provided: Asked once the views know of all that was committed, before the edits are:
                nothing is committed in between, by this process or another one. What it raises
                ends the commit. For what depends on more records than those that are written; it
                may be asked several times.
        """
        ...

    async def touch(self, ref: Ref[Any], *, at_once: bool = False) -> None:
        """A memory was used: count it, which is no write and costs no event.

        Args:
            ref: Which.
            at_once: Whether it is told now and not later: somebody may be about to delete it.
        """
        ...

    @property
    def uses_heard(self) -> int:
        """Grows whenever something else is known of uses than before, here or from others.

        What is read has all uses that are known; a change has those that the record says itself.
        """
        ...

    async def used_since(
        self, heard: int, kinds: Collection[type[Any]], scope: str = ""
    ) -> list[Ref[Any]]:
        """The records of some types of whose uses something was learned since then, by name.

        Args:
            heard: What ``uses_heard`` was then.
            kinds: Their classes.
            scope: Where.
        """
        ...

    def may_be_used(self, ref: Ref[Any]) -> bool:
        """Whether a record may have been used more often than it says itself."""
        ...


class TextKind(StrEnum):
    """What a text is to an encoder: some models treat them differently."""

    DOCUMENT = "document"
    QUERY = "query"


class Encoder(Protocol):
    """Turns texts into vectors that lie near each other when their meanings do."""

    @property
    def id(self) -> str:
        """A name that differs whenever the vectors would: provider, model, dimension."""
        ...

    async def encode(self, texts: Sequence[str], kind: TextKind) -> "arrays.Vectors":
        """One vector of length 1 per text, as rows of 32-bit floats.

        Raises:
            EncoderError: It has no model, or its endpoint failed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge thinks of two memories.

    Attributes:
        confidence: 0 (they go together) to 1 (the newer one replaces the older one).
        reason: Why, for people.

    Raises:
        InputError: The confidence is no number from 0 to 1.
    """

    confidence: float
    reason: str

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise InputError(f"a verdict's confidence is 0-1, got {self.confidence!r}")


class Judge(Protocol):
    """Decides whether a newer memory contradicts an older one."""

    async def judge(self, old: PersonaMemory, new: PersonaMemory) -> Verdict:
        """How sure it is.

        Raises:
            ProviderError: It could not be asked; the rules decide instead.
        """
        ...


class View(Protocol):
    """Something kept in step with every change, local or merged."""

    def apply(self, change: Change[object]) -> None:
        """Fold one change in."""
        ...
