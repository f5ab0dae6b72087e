"""What a provider said, whatever its format."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Ending(Enum):
    """Why a model stopped."""

    COMPLETE = "it was done"
    LENGTH = "it reached the most tokens it may write"
    REFUSED = "it declined"
    OTHER = "the provider stopped it"


@dataclass(frozen=True, slots=True)
class Tokens:
    """As the provider counted them.

    Attributes:
        input: Read.
        output: Written; thoughts, too.
    """

    input: int = 0
    output: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, or a piece of one.

    Attributes:
        text: What was said.
        arguments: What a tool was called with: JSON, or what it decodes to; ``None`` if none was.
        ending: Why it stopped; ``None`` while it goes on.
        tokens: So far; ``None`` if nothing was said of them.
        failure: A word for an error in the middle of an answer.
        is_last: Nothing comes after it, even if the connection stays.

    Raises:
        TypeError: The provider sent something else as a text or as arguments.
    """

    text: str = ""
    arguments: str | Mapping[str, Any] | None = None
    ending: Ending | None = None
    tokens: Tokens | None = None
    failure: str | None = None
    is_last: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError("what is said is a text")
        if not isinstance(self.arguments, str | Mapping | None):
            raise TypeError("arguments are an object, or JSON")


@dataclass(frozen=True, slots=True)
class Request:
    """What is posted.

    Attributes:
        url: Where.
        body: What.
    """

    url: str
    body: Mapping[str, Any]


def count(counts: object, *names: str) -> int:
    """The sum of numbers that a JSON object has under names; what is no count is none."""
    if not isinstance(counts, Mapping):
        return 0
    found = [counts.get(name) for name in names]
    return sum(one for one in found if type(one) is int and one > 0)
