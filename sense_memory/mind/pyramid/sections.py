"""The six sections of time in which a topic is told, newest first."""

from collections.abc import Iterable
from enum import StrEnum

from .seal import Piece, in_order, moment

SECONDS_PER_DAY = 86_400.0


class Section(StrEnum):
    """How long ago something was, in the seed's words."""

    LAST_3_DAYS = "Last 3 Days"
    THIS_WEEK = "This Week"
    THIS_MONTH = "This Month"
    THIS_QUARTER = "This Quarter"
    THIS_YEAR = "This Year"
    EARLIER = "Earlier"


WINDOWS = (
    (3, Section.LAST_3_DAYS),
    (7, Section.THIS_WEEK),
    (30, Section.THIS_MONTH),
    (90, Section.THIS_QUARTER),
    (365, Section.THIS_YEAR),
)
"""What is less than so many days old. Source: seed 003."""


def section_of(at: float | None, now: float) -> Section:
    """The section of a time, both in seconds since the epoch.

    What is yet to come is told among the newest; what has no time, among the oldest.
    """
    if at is None:
        return Section.EARLIER
    days = (now - at) / SECONDS_PER_DAY
    return next((section for most, section in WINDOWS if days < most), Section.EARLIER)


def by_section(pieces: Iterable[Piece], now: float) -> dict[Section, tuple[Piece, ...]]:
    """Pieces by section, the newest section first; in each oldest first. None is empty."""
    found: dict[Section, list[Piece]] = {}
    for piece in in_order(pieces):
        found.setdefault(section_of(moment(piece), now), []).append(piece)
    return {section: tuple(found[section]) for section in Section if section in found}
