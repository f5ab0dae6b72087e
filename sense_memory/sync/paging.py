"""Reading all a relay has of one kind, page by page, and knowing whether that was all."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from nips.nip01 import Filter
from nips.nip67 import FINISH

SMALLEST_CAP = 50
"""No relay known cuts a page below 100 events, and our own writes never put more than 20 into one
second: a second that fills a page of at least this size may hold more than can be asked for."""


class Completeness(StrEnum):
    """What a load is worth."""

    COMPLETE = "complete"
    """Everything that the relay would show."""
    UNPROVEN = "unproven"
    """Something may be missing: a second overfull, an answer without AUTH."""
    PARTIAL = "partial"
    """It broke off."""

    def __and__(self, other: "Completeness") -> "Completeness":
        order = list(Completeness)
        return max(self, other, key=order.index)


@dataclass(frozen=True, slots=True)
class Page:
    """One whole answer.

    Attributes:
        dates: ``created_at`` of every event that came, in any order.
        hints: What the EOSE said (NIP-67).
    """

    dates: tuple[int, ...]
    hints: tuple[str, ...] = ()


def read_all(
    *,
    kind: int,
    author: str,
    limit: int,
    max_pages: int,
    since: int | None = None,
    tags: Mapping[str, tuple[str, ...]] | None = None,
) -> Generator[Filter, Page, Completeness]:
    """The questions to ask, given the answers; returns what they were worth together.

    Relays cap a page silently, at a number of their own, and some take ``until`` as exclusive. So a
    page is never judged by its length. The next page begins with the oldest second seen, T. A relay
    that leaves T out is asked for that second by itself. When a page brings nothing older than T,
    the read steps to T-1; nothing there either, and the end is reached.
    """

    def ask(low: int | None, high: int | None) -> Filter:
        return Filter(
            kinds=(kind,), authors=(author,), tags=tags or {}, since=low, until=high, limit=limit
        )

    page = yield ask(since, None)
    pages, largest, worth = 1, len(page.dates), Completeness.COMPLETE
    while page.dates:
        # NIP-67: "finish" means that all stored events were sent.
        if FINISH in page.hints:
            break
        if pages >= max_pages:
            return Completeness.PARTIAL
        oldest = min(page.dates)
        page = yield ask(since, oldest)
        pages += 1
        in_second = page.dates.count(oldest)
        if not in_second:
            # inclusive or exclusive, this range brings all of one second
            second = yield ask(oldest, oldest + 1)
            pages += 1
            in_second = len(second.dates)
        largest = max(largest, len(page.dates))
        if in_second >= max(largest, min(limit, SMALLEST_CAP)):
            worth = Completeness.UNPROVEN
        if any(date < oldest for date in page.dates):
            continue
        if since is not None and oldest <= since:
            break
        page = yield ask(since, oldest - 1)
        pages += 1
        largest = max(largest, len(page.dates))
        if page.dates and min(page.dates) >= oldest:
            return Completeness.PARTIAL  # it takes no notice of ``until``
    return worth
