"""What a relay was seen to do when it was tried, and whether that is good for memories."""

from dataclasses import dataclass
from enum import StrEnum

RECORD_BYTES = (512, 2_560, 10_240, 40_960)
"""Plaintext sizes of a blinded store's records; a relay is tried with each."""


class Fitness(StrEnum):
    """What a relay is worth to a memory."""

    GOOD = "good"
    USABLE = "usable"
    UNUSABLE = "unusable"


class Protected(StrEnum):
    """What a relay does with an event that only its author may publish (NIP-70)."""

    TAKEN = "taken"
    """From its author, who had proven who he is."""
    REFUSED = "refused"
    IGNORED = "ignored"
    """Taken from somebody who had proven nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayProbe:
    """What one relay did. ``None`` is a question that could not be answered.

    Attributes:
        url: The relay.
        error: Why the probe ended early.
        latency: Seconds to open a WebSocket, or ``None`` without one.
        serves_information: It has a NIP-11 document.
        name: From that document.
        software: From that document.
        announced_nips: From that document; relays get it wrong in both directions.
        page_limit: Events of one answer, from that document.
        auth: When it asked who we are (NIP-42): ``never``, ``on connecting``, ``on reading``,
            ``on writing``, ``for protected events``.
        auth_accepted: Whether it took the throw-away key's proof.
        reads: It answers questions.
        writes: It takes a record.
        said: What it said to the first thing that it refused.
        shows_after: Seconds from its OK to the moment it showed the record.
        replaces: After an update it shows the new version only.
        newest_wins: An old version that comes late does not take the newest one's place.
        largest_bytes: The largest plaintext whose record it takes and shows.
        until_exclusive: ``until`` leaves out events of that very second.
        deletes_by_id: A kind 5 with ``e`` removes the event.
        deletes_by_address: A kind 5 with ``a`` removes the record.
        serves_deletions: It serves the kind 5 afterwards.
        resurrects: What was deleted by id can be published again.
        writes_again: A newer record is taken at an address that was deleted.
        burst_sent: Small records sent at once.
        burst_accepted: How many of them it took.
        burst_said: What it said to the first one that it did not take.
        hints_completeness: Its EOSE says whether that was all (NIP-67).
        expires: What has expired is refused or not shown (NIP-40).
        protected: What it does with a protected event (NIP-70).
        negotiates: It answers negentropy (NIP-77).
        left_behind: Test records that it still shows after the clean-up; deletion requests, which
            cannot be deleted, are not counted.
    """

    url: str
    error: str | None = None
    latency: float | None = None
    serves_information: bool = False
    name: str | None = None
    software: str | None = None
    announced_nips: tuple[int, ...] = ()
    page_limit: int | None = None
    auth: str = "never"
    auth_accepted: bool | None = None
    reads: bool | None = None
    writes: bool | None = None
    said: str | None = None
    shows_after: float | None = None
    replaces: bool | None = None
    newest_wins: bool | None = None
    largest_bytes: int | None = None
    until_exclusive: bool | None = None
    deletes_by_id: bool | None = None
    deletes_by_address: bool | None = None
    serves_deletions: bool | None = None
    resurrects: bool | None = None
    writes_again: bool | None = None
    burst_sent: int = 0
    burst_accepted: int = 0
    burst_said: str | None = None
    hints_completeness: bool = False
    expires: bool | None = None
    protected: Protected | None = None
    negotiates: bool | None = None
    left_behind: int | None = None

    @property
    def fitness(self) -> Fitness:
        """What it is worth."""
        if self._obstacle() is not None:
            return Fitness.UNUSABLE
        return Fitness.USABLE if self.remarks else Fitness.GOOD

    @property
    def verdict(self) -> str:
        """The same in a sentence."""
        obstacle = self._obstacle()
        if obstacle is not None:
            return f"not usable: {obstacle}"
        if self.remarks:
            return f"usable: {'; '.join(self.remarks)}"
        return "good for memories"

    def _obstacle(self) -> str | None:
        """Why no memory can be kept there."""
        if self.latency is None or self.reads is None:
            return self.error or "it does not answer"
        if not self.reads:
            return f"it lets a key that it does not know read nothing ({self.said})"
        if self.writes is None:
            return self.error or "it does not answer a write"
        if not self.writes:
            return (
                f"it takes nothing from a key that it does not know ({self.said}); if it knows "
                "yours, it may take yours"
            )
        if self.shows_after is None:
            return self.error or "it says OK and does not show what it took"
        if self.newest_wins is False:
            return "it shows an old version in the place of the newest"
        return None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What one should know before keeping memories there."""
        found: list[str] = []
        if self.largest_bytes is not None and self.largest_bytes < RECORD_BYTES[-1]:
            found.append(f"holds at most {self.largest_bytes:,} bytes")
        if self.shows_after is not None and self.shows_after >= 1:
            found.append(f"shows a write only after {self.shows_after:.0f} s")
        if self.replaces is False:
            found.append("goes on showing old versions")
        if self.deletes_by_id is False and self.deletes_by_address is False:
            found.append("keeps what it was told to delete")
        if self.resurrects:
            found.append("takes back what was deleted")
        if self.writes_again is False:
            found.append("takes nothing more at an address once deleted")
        if self.burst_accepted < self.burst_sent:
            found.append(
                f"took {self.burst_accepted} of {self.burst_sent} writes at once "
                f"({self.burst_said or 'and left the others unanswered'})"
            )
        if self.error is not None:
            found.append(f"not everything could be tried ({self.error})")
        return tuple(found)
