"""What changing the key is about to do, does, and did."""

from dataclasses import dataclass
from enum import StrEnum


class RotationStep(StrEnum):
    """How far a change of key has come; each is written down before it begins."""

    COPY = "copy"
    """Memories are brought into the new file."""
    PUBLISH = "publish"
    """The new key's relays are filled and read back."""
    ANNOUNCE = "announce"
    """Both keys say that they belong together; from here on nobody writes under the old one."""
    GIVE_UP = "give up"
    """The old copies are given up, relay by relay."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class RelayPlan:
    """What a change of key means for one relay.

    Attributes:
        url: The relay.
        events: How many events are written to it: copies, and requests that give the old ones up.
        seconds: How long that takes at the rate at which writing begins; 0 on this machine.
    """

    url: str
    events: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RotationPlan:
    """What a change of key is about to do, as far as this file knows.

    Attributes:
        predecessor: The key that will be given up, 64 hex digits.
        memories: How many living records go over, of all scopes.
        forgotten: How many forgettings go over, so that nothing comes back.
        asides: How many records of a newer release go over letter by letter.
        unreadable: How many events do not open, or say no path, and stay under the old key.
        relays: What happens at each relay; none for a local store.
    """

    predecessor: str
    memories: int
    forgotten: int
    asides: int
    unreadable: int
    relays: tuple[RelayPlan, ...]


@dataclass(frozen=True, slots=True)
class RotationReport:
    """How far a change of key has come.

    Attributes:
        step: Where it is.
        successor: The new key, 64 hex digits.
        path: The new file.
        copied: Memories and forgettings that were brought over in this run.
        given_up: Memories whose old copies were given up in this run, at one relay each.
        remaining: Old copies that relays still show and that will be given up.
        staying: What stays under the old key: it does not open, is too large, or, a message that no
            relay shows under the new key, cannot be proven.
        waiting_for: What it waits for, as sentences; empty where it can go on by itself.
    """

    step: RotationStep
    successor: str
    path: str
    copied: int
    given_up: int
    remaining: int
    staying: int
    waiting_for: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self.step is RotationStep.DONE

    @property
    def is_new_in_use(self) -> bool:
        """Whether the new key has taken over: the old one takes no write any more."""
        return self.step in (RotationStep.GIVE_UP, RotationStep.DONE)
