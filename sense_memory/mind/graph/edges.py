"""A new version of an edge, as somebody tells it."""

from ...core.errors import InputError
from ...core.moments import dated, moment_of
from ...core.records.graph import START_CONFIDENCE, Edge, TTLPolicy, edge_id
from ...core.records.names import check_text
from .types import check_relationship, in_order
from .words import check_score


def new_edge(
    told_first: str,
    told_second: str,
    relationship_type: str,
    *,
    now: float,
    description: str = "",
    attitude: int = 3,
    proximity: int = 3,
    confidence: float = START_CONFIDENCE,
    valid_from: float | None = None,
    valid_to: float | None = None,
    recorded_by: str = "",
    ttl_policy: TTLPolicy = TTLPolicy.DECAY,
) -> Edge:
    """A version of how two nodes relate; it stands beside nothing yet (``chains.check_fits``).

    Args:
        told_first: The key of a node.
        told_second: The key of another one.
        relationship_type: What somebody calls it, in a word.
        now: When it is told, seconds since the epoch.
        description: A sentence.
        attitude: 1–5.
        proximity: 1–5.
        confidence: 0–1.
        valid_from: From when on it is true, seconds since the epoch; ``now`` if nobody says.
        valid_to: Until when it was; ``None`` if it goes on.
        recorded_by: Who tells it.
        ttl_policy: What makes it fade.

    Raises:
        InputError: Something of it cannot be so; the message says what could.
    """
    first, second, orientation = in_order(told_first, told_second)
    word = check_relationship(relationship_type)
    check_text(description, "description")
    begins = moment_of(now if valid_from is None else valid_from)
    ends = None if valid_to is None else moment_of(valid_to)
    check_period(begins, ends)
    return Edge(
        edge_id(first, second, word, description, begins, now),
        first,
        second,
        word,
        description,
        attitude=check_score(attitude, "attitude"),
        proximity=check_score(proximity, "proximity"),
        confidence=check_confidence(confidence),
        valid_from=begins,
        valid_to=ends,
        recorded_at=now,
        invalidated_at=None if ends is None else now,
        recorded_by=recorded_by,
        orientation=orientation,
        ttl_policy=ttl_policy,
        created_at=now,
        updated_at=now,
    )


def check_period(valid_from: float, valid_to: float | None) -> None:
    """Refuse a time that ends before it begins.

    Raises:
        InputError: It does, or does so at once.
    """
    if valid_to is not None and not valid_to > valid_from:
        raise InputError(
            f"valid_to must lie after valid_from ({dated(valid_from)}), or be left out; got "
            f"{dated(valid_to)}"
        )


def check_confidence(confidence: object) -> float:
    """How sure something is, if it can be said so.

    Raises:
        InputError: It is no number from 0 to 1.
    """
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise InputError(f"confidence is a number from 0 to 1, got {confidence!r}")
    if not 0.0 <= confidence <= 1.0:
        raise InputError(f"confidence is a number from 0 to 1, got {confidence!r}")
    return float(confidence)
