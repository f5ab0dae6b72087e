"""The relay's side of NIP-77: one client compares its events with the relay's."""

from collections.abc import Iterable
from dataclasses import dataclass

from nips.errors import ReconciliationError
from nips.messages import NegErr, NegMsg, NegOpen
from nips.negentropy import Negentropy, Storage
from nips.nip01 import Event
from relay_fixtures.quirks import Quirks

__all__ = ["Comparison", "begin", "go_on"]

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


def begin(
    opening: NegOpen, events: Iterable[Event], quirks: Quirks, now: float
) -> tuple[Comparison | None, NegMsg | NegErr]:
    """Open a comparison with the events a client may see: it and the answer, or the refusal."""
    items = [(event.created_at, bytes.fromhex(event.id)) for event in events]
    most = quirks.max_compared_events
    if most is not None and len(items) > most:
        # NIP-77: "the maximum number of records that can be processed".
        return None, NegErr(opening.sub_id, "blocked: too many query results", most)
    comparison = Comparison(Negentropy(Storage(items), quirks.negentropy_frame), now)
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
