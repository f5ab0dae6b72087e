"""What happens to frames on their way, decided beforehand.

Rules:

1. A plan is data. What befalls a frame follows from the seed, the number of its connection, its
   direction and its index there, and from nothing else: no clock, no content, no history.
2. Hence the same plan does the same to the same conversation, however fast it goes, and a test
   that failed is repeated by its seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Literal, TypeAlias

__all__ = ["BOTH", "Direction", "Fate", "Fault", "FaultPlan", "corrupted"]

Direction: TypeAlias = Literal["to_relay", "to_client"]
BOTH: frozenset[Direction] = frozenset({"to_relay", "to_client"})


class Fault(StrEnum):
    """What can happen to a frame."""

    PASS = "pass"  # noqa: S105 - nobody's secret
    DROP = "drop"
    DUPLICATE = "duplicate"
    DELAY = "delay"
    """It is late, and so is all that follows it."""
    REORDER = "reorder"
    """It changes places with the next; after a while without one it passes."""
    CORRUPT = "corrupt"
    CLOSE_BEFORE = "close_before"
    """The connection is cut in its place."""
    CLOSE_AFTER = "close_after"
    """The connection is cut once it has passed."""


_DRAWN = tuple(fault for fault in Fault if fault is not Fault.PASS)


@dataclass(frozen=True, slots=True)
class Fate:
    """What happens to one frame.

    Attributes:
        fault: which fault.
        seconds: how late a DELAY makes it.
        salt: decides how a CORRUPT frame looks.
    """

    fault: Fault = Fault.PASS
    seconds: float = 0.0
    salt: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultPlan:
    """Faults by chance, faults at given places, or both. The default is none.

    Attributes:
        seed: of the chance.
        drop, duplicate, delay, reorder, corrupt, close_before, close_after: the share of frames
            that suffer it, 0 to 1; all together at most 1.
        delay_seconds: the longest delay.
        directions: the directions with faults by chance.
        first: the index of the first frame of a direction that may suffer by chance.
        connections: how many connections, from the first, have faults by chance; None for all.
            With a number a client gets through in the end.
        exactly: faults at given places, which chance does not touch: by number of the
            connection, direction, and index of the frame, all from 0.

    Raises:
        ValueError: the shares are no shares.
    """

    seed: int = 0
    drop: float = 0.0
    duplicate: float = 0.0
    delay: float = 0.0
    reorder: float = 0.0
    corrupt: float = 0.0
    close_before: float = 0.0
    close_after: float = 0.0
    delay_seconds: float = 0.05
    directions: frozenset[Direction] = BOTH
    first: int = 0
    connections: int | None = None
    exactly: Mapping[tuple[int, Direction, int], Fault] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shares = [self.share(fault) for fault in _DRAWN]
        if min(shares) < 0 or sum(shares) > 1:
            raise ValueError(f"the shares of faults are 0 to 1 and at most 1 together: {shares}")

    def share(self, fault: Fault) -> float:
        """The share of frames that suffer this fault by chance."""
        return float(getattr(self, fault.value))

    def fate(self, connection: int, direction: Direction, index: int) -> Fate:
        """What happens to frame `index` of a direction of a connection, all from 0."""
        place = f"{self.seed}:{connection}:{direction}:{index}"
        digest = sha256(place.encode()).digest()
        fault = self.exactly.get((connection, direction, index))
        if fault is None:
            fault = self._draw(connection, direction, index, _fraction(digest[:8]))
        seconds = self.delay_seconds * _fraction(digest[8:16]) if fault is Fault.DELAY else 0.0
        return Fate(fault, seconds, int.from_bytes(digest[16:24]))

    def _draw(self, connection: int, direction: Direction, index: int, drawn: float) -> Fault:
        spared = self.connections is not None and connection >= self.connections
        if spared or direction not in self.directions or index < self.first:
            return Fault.PASS
        for fault in _DRAWN:
            drawn -= self.share(fault)
            if drawn < 0:
                return fault
        return Fault.PASS


def _fraction(eight: bytes) -> float:
    return int.from_bytes(eight) / 2**64


def corrupted(text: str, salt: int) -> str:
    """The text with one character changed, cut short, or with something in its middle."""
    how, where = salt % 3, (salt // 3) % max(len(text), 1)
    if how == 0:
        changed = chr((ord(text[where]) + 1) % 128) if text else "x"
        return text[:where] + changed + text[where + 1 :]
    return text[:where] if how == 1 else text[:where] + '"\x00]' + text[where:]
