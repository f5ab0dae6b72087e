"""The relay's side of NIP-77: one client compares its events with the relay's.

Real relays keep their events in the order of a comparison. Here that order is made for each filter
and kept until an event comes or goes, so that a comparison of much that is equal is as quick.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from nips.errors import ReconciliationError
from nips.messages import NegErr, NegMsg, NegOpen
from nips.negentropy import Negentropy, Storage
from nips.nip01 import Event, Filter
from nips.nip40 import expiration_of
from relay_fixtures.quirks import Quirks

__all__ = ["Comparison", "Ordered", "begin", "go_on"]

INVALID = "error: invalid negentropy message"


@dataclass(slots=True)
class Comparison:
    """A comparison under way.

    Attributes:
        side: the relay's.
        touched: when the client last wrote, in seconds.
    """

    side: Negentropy
    touched: float


MOST_KEPT = 16


class Ordered:
    """The sets that were compared lately, in their order."""

    def __init__(self) -> None:
        self._kept: list[tuple[Filter, frozenset[str], Quirks, int, Storage]] = []

    def find(
        self,
        wanted: Filter,
        pubkeys: Iterable[str],
        quirks: Quirks,
        changes: int,
        visible: Callable[[], list[Event]],
    ) -> Storage:
        """The events that match a filter.

        Args:
            wanted: the filter.
            pubkeys: who asks.
            quirks: of the relay.
            changes: grows whenever an event comes or goes.
            visible: what that client is shown, if it is not known.
        """
        asks = frozenset(pubkeys)
        for filter_, who, how, at, storage in self._kept:
            if at == changes and how is quirks and who == asks and filter_ == wanted:
                return storage
        events = visible()
        storage = Storage((event.created_at, bytes.fromhex(event.id)) for event in events)
        if all(expiration_of(event) is None for event in events):
            kept = [one for one in self._kept if one[3] == changes][-MOST_KEPT + 1 :]
            self._kept = [*kept, (wanted, asks, quirks, changes, storage)]
        return storage


def begin(
    opening: NegOpen, storage: Storage, quirks: Quirks, now: float
) -> tuple[Comparison | None, NegMsg | NegErr]:
    """Open a comparison with the events a client may see: it and the answer, or the refusal."""
    most = quirks.max_compared_events
    if most is not None and len(storage) > most:
        # NIP-77: "the maximum number of records that can be processed".
        return None, NegErr(opening.sub_id, "blocked: too many query results", most)
    comparison = Comparison(Negentropy(storage, quirks.negentropy_frame), now)
    answer = _answer(comparison, opening.sub_id, opening.message)
    return (None if isinstance(answer, NegErr) else comparison), answer


def go_on(
    comparison: Comparison | None, message: NegMsg, quirks: Quirks, now: float
) -> NegMsg | NegErr:
    """Answer the next message. After an error the comparison is over."""
    idle = quirks.negentropy_idle
    if comparison is None or (idle is not None and now - comparison.touched > idle):
        return NegErr(message.sub_id, "closed: no such comparison")
    comparison.touched = now
    return _answer(comparison, message.sub_id, message.message)


def _answer(comparison: Comparison, sub_id: str, message: bytes) -> NegMsg | NegErr:
    try:
        step = comparison.side.reconcile(message)
    except ReconciliationError:
        return NegErr(sub_id, INVALID)
    return NegMsg(sub_id, step.output or b"")
