"""JSON that a model wrote among other things."""

import json
import re
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

MOST_STARTS = 1_000
"""Places at which JSON is looked for, so that a text of braces alone takes no quadratic time."""
_START = re.compile(r"[{\[]")


def read_first(text: str, read: Callable[[object], T]) -> T:
    """What the first JSON value in a text that can be read is read as.

    Fences, prose before and after, and braces within strings do not matter: what begins with a
    brace or bracket is decoded for as long as it is JSON, and what holds it is tried before what
    is in it.

    Raises:
        ValueError: None can; of several reasons the first.
    """
    reason: ValueError | None = None
    for value in _values(text):
        try:
            return read(value)
        except ValueError as error:
            reason = reason or error
    raise reason or ValueError("there is no JSON in it")


def _values(text: str) -> Iterator[object]:
    decoder = json.JSONDecoder()
    stripped = text.strip()
    for start in [
        match.start()
        for match, _ in zip(_START.finditer(stripped), range(MOST_STARTS), strict=False)
    ]:
        try:
            yield decoder.raw_decode(stripped, start)[0]
        except (ValueError, RecursionError):
            continue
