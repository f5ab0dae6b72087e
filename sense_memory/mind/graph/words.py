"""What attitude and proximity are called, for each type of edge.

The words are what counts: for some types they say no feeling at all, and 3 is not neutral
everywhere. So scores of different types are never compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.errors import InputError
from ...core.records.graph import HIGHEST_SCORE, LOWEST_SCORE, Edge, EdgeType
from .types import edge_type


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one type of edge, from 1 to 5."""

    attitude: tuple[str, ...]
    proximity: tuple[str, ...]


WORDS = {
    EdgeType.HAS_RELATIONSHIP_WITH: Words(
        ("hostile", "unfriendly", "neutral", "friendly", "close"),
        ("stranger", "acquaintance", "familiar", "known-well", "intimate-knowledge"),
    ),
    EdgeType.ENGAGES_WITH: Words(
        ("dislikes", "skeptical", "neutral", "interested", "passionate"),
        ("unfamiliar", "aware", "understands", "experienced", "expert"),
    ),
    EdgeType.ASSOCIATED_WITH: Words(
        ("negative-view", "unfavorable", "neutral", "favorable", "strongly-positive"),
        ("distant", "aware-of", "familiar-with", "involved-with", "deeply-connected"),
    ),
    EdgeType.RELATES_TO: Words(
        ("contradicts", "conflicts", "independent", "complementary", "integral"),
        ("loosely-related", "somewhat-related", "related", "closely-related", "inseparable"),
    ),
    EdgeType.INVOLVES: Words(
        ("peripheral", "minor", "relevant", "important", "central"),
        ("tangential", "mentioned", "involved", "key-component", "essential"),
    ),
    EdgeType.CONNECTED_TO: Words(
        ("adversarial", "competing", "independent", "cooperative", "integrated"),
        (
            "distantly-connected",
            "indirectly-connected",
            "connected",
            "closely-linked",
            "tightly-coupled",
        ),
    ),
}
"""Source: seed 004."""


def valid_words(kind: EdgeType | str) -> Words:
    """The words of a type of edge.

    Raises:
        InputError: There is no such type.
    """
    try:
        return WORDS[EdgeType(kind)]
    except ValueError:
        raise InputError(f"a type of edge is one of {', '.join(EdgeType)}; not {kind!r}") from None


def words(kind: EdgeType | str, attitude: int, proximity: int) -> tuple[str, str]:
    """What the two scores are called.

    Raises:
        InputError: There is no such type, or a score is no whole number from 1 to 5.
    """
    table = valid_words(kind)
    return (
        table.attitude[check_score(attitude, "attitude") - 1],
        table.proximity[check_score(proximity, "proximity") - 1],
    )


def numbers(kind: EdgeType | str, attitude: str, proximity: str) -> tuple[int, int]:
    """The two scores, 1–5, that are called so; case does not matter.

    Raises:
        InputError: There is no such type, or the type has no such word.
    """
    table = valid_words(kind)
    return (
        _number(kind, "attitude", attitude, table.attitude),
        _number(kind, "proximity", proximity, table.proximity),
    )


def _number(kind: EdgeType | str, what: str, word: str, allowed: Sequence[str]) -> int:
    try:
        return allowed.index(word.strip().casefold()) + 1
    except ValueError:
        raise InputError(
            f"{what} of {EdgeType(kind)} is one of {', '.join(allowed)}; not {word!r}"
        ) from None


def check_score(score: object, what: str) -> int:
    """A score as it was given, if it is one.

    Raises:
        InputError: It is no whole number from 1 to 5.
    """
    if type(score) is not int or not LOWEST_SCORE <= score <= HIGHEST_SCORE:
        raise InputError(
            f"{what} is a whole number from {LOWEST_SCORE} to {HIGHEST_SCORE}, got {score!r}"
        )
    return score


def relation_text(edge: Edge) -> str:
    """What is searched for where a relation is meant: ``friend close known-well``."""
    return " ".join(
        (
            edge.relationship_type,
            *words(edge_type(edge.from_key, edge.to_key), edge.attitude, edge.proximity),
        )
    )
