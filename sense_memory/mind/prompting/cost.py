"""What asking a model comes to, about: known before anybody is asked."""

from dataclasses import dataclass
from functools import cache

from ..token_count import token_count

_SCHEMA = 120
"""Tokens of the words around a request, and of the shape that is asked for."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What some requests come to.

    Attributes:
        calls: How many they are.
        input_tokens: What they take in, about.
        output_tokens: What they give, about.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )


@cache
def around(system: str) -> int:
    """Tokens of a request beside its material."""
    return token_count(system) + _SCHEMA
