"""Lists that say how much more there is than they show."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from ..output import say

if TYPE_CHECKING:
    from ..session import Session

T = TypeVar("T")

USUAL_LIMIT = 50
"""Lines that people are shown unless they ask for more; programs are shown all."""


def shown(session: "Session", found: Sequence[T], limit: int | None) -> Sequence[T]:
    """What is to be printed of a list."""
    if limit is None:
        limit = len(found) if session.as_json else USUAL_LIMIT
    return found[:limit]


def say_more(found: Sequence[object], printed: Sequence[object]) -> None:
    """Say how many more there are, if there are."""
    if len(printed) < len(found):
        more = len(found) - len(printed)
        say(f"and {more:,} more: --limit {len(found)} prints them all")
