"""What is believed of somebody or something, collected from all rooms."""

from dataclasses import dataclass

from .found import Room


@dataclass(frozen=True, slots=True)
class AboutLine:
    """One thing that is believed, or was.

    Attributes:
        reference: What names the record.
        room: Of what kind it is.
        text: It, as a plain sentence.
        since: Since when it holds or is known, seconds since the epoch; ``None`` if nobody knows.
        source: From which source, in words; or nothing.
        holds: Whether it is believed now; ``False`` of what was superseded, has ended or faded.
        why_not: Why it does not hold, in words; or nothing.
    """

    reference: str
    room: Room
    text: str
    since: float | None
    source: str
    holds: bool = True
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class ForgottenLine:
    """A line that was forgotten, and can be restored by who still holds this.

    Attributes:
        line: What it was.
        event_id: The id of the tombstone's event; ``store.receipt`` says how far it is.
        record: The record as it stood.
    """

    line: AboutLine
    event_id: str
    record: object


@dataclass(frozen=True, slots=True)
class ForgottenAll:
    """What forgetting everything about somebody or something did.

    Attributes:
        name: Whom or what.
        forgotten: Each line with its tombstone's event.
        kept: Lines that were not forgotten, each with the reason.
    """

    name: str
    forgotten: tuple[ForgottenLine, ...]
    kept: tuple[tuple[AboutLine, str], ...] = ()
