"""Comparing all that a relay has of one kind with what it is believed to have (NIP-77).

What is equal costs next to nothing, and a comparison that ends leaves nothing open: unlike pages,
it is not cut at a number of events that nobody names. A relay that compares only so many at a time
says so, and is asked for shorter times.
"""

import re
from collections import Counter
from collections.abc import Collection, Generator
from dataclasses import dataclass

from nips.messages import Prefix, split_reply
from nips.negentropy import Storage

MAX_SPANS = 256
"""Times that one kind is divided into: halving all seconds since 1970 takes 31 steps to one."""


@dataclass(frozen=True, slots=True)
class Span:
    """A time, both ends included, seconds since the epoch; ``None`` is without end."""

    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """What a comparison found.

    Attributes:
        have: Ids that we believed to be there and that are not.
        need: Ids that are there and that we did not know of.
    """

    have: frozenset[bytes] = frozenset()
    need: frozenset[bytes] = frozenset()


def part(storage: Storage, span: Span) -> Storage:
    """The items of a set in a span."""
    begin = 0 if span.since is None else storage.find(span.since, b"", 0)
    end = len(storage) if span.until is None else storage.find(span.until + 1, b"", begin)
    return storage.part(begin, end)


def compare_all(
    storage: Storage, *, since: int | None, ceiling: int
) -> Generator[Span, Difference | None, Difference | None]:
    """The spans to compare, given what came of each; returns the whole difference.

    A span is sent its difference, or ``None`` where the relay has too much in it: then it is
    halved. ``None`` is returned if that comes to no end.

    Args:
        storage: What we believe to be there.
        since: The date to begin with; ``None`` for all.
        ceiling: No event is later than this second.
    """
    waiting = [Span(since)]
    reported: Counter[bytes] = Counter()
    need: set[bytes] = set()
    shared: set[int] = set()
    for _ in range(MAX_SPANS):
        if not waiting:
            # Two spans share the second where they meet, since some relays leave ``until`` out:
            # what stands there is missing if neither found it.
            twice = {id_ for at in shared for id_ in _ids_at(storage, at)}
            have = frozenset(i for i, times in reported.items() if times > (i in twice))
            return Difference(have, frozenset(need))
        span = waiting.pop()
        found = yield span
        if found is not None:
            reported.update(found.have)
            need |= found.need
            continue
        middle = _middle(storage, span, ceiling)
        if middle is None:
            return None
        shared.add(middle)
        waiting += [Span(middle, span.until), Span(span.since, middle)]
    return None


def _middle(storage: Storage, span: Span, ceiling: int) -> int | None:
    """A second that divides a span, if any does: about half of what we know, or of the time."""
    low = span.since or 0
    high = ceiling if span.until is None else span.until
    if high - low < 2:
        return None
    inside = part(storage, span)
    if len(inside) > 1:
        median, _ = inside.item(len(inside) // 2)
        if low < median < high:
            return median
    return (low + high) // 2


def _ids_at(storage: Storage, second: int) -> Collection[bytes]:
    return part(storage, Span(second, second)).ids


_TOO_MUCH = re.compile(r"too (many|big|large|much)|maximum|exceed", re.IGNORECASE)


def is_too_much(reason: str) -> bool:
    """Whether a relay refuses a comparison for how much it would be, and not as such."""
    # NIP-77: "blocked: this query is too big"
    return split_reply(reason).prefix is Prefix.BLOCKED and bool(_TOO_MUCH.search(reason))


_UNKNOWN = re.compile(
    r"neg|unknown|unrecogni[sz]ed|unsupported|invalid|command|parse|bad m", re.IGNORECASE
)


def is_incomprehension(notice: str) -> bool:
    """Whether a word to people may mean that the relay does not know NIP-77.

    Relays say "negentropy disabled", "could not parse command", "bad message type" and the like.
    """
    return bool(_UNKNOWN.search(notice))
