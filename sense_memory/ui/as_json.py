"""What is answered, as JSON: a dataclass is an object of its fields."""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from starlette.responses import Response


def as_json(value: Any) -> bytes:
    """The text of it.

    Raises:
        TypeError: Something in it is neither a dataclass nor what JSON has.
        ValueError: A number is not finite, which no browser would read.
    """
    # in ASCII: half of a surrogate pair, which other clients may have written, is no UTF-8
    text = json.dumps(value, default=_fields, allow_nan=False, separators=(",", ":"))
    return text.encode("ascii")


class Answer(Response):
    """One dataclass, sent whole."""

    def __init__(self, content: Any, status: int = 200) -> None:
        super().__init__(content, status, media_type="application/json")

    def render(self, content: Any) -> bytes:
        """The body."""
        return as_json(content)


def _fields(value: object) -> dict[str, Any]:
    if is_dataclass(value) and not isinstance(value, type):
        # not asdict: it would copy ten thousand numbers one by one
        return {one.name: getattr(value, one.name) for one in fields(value)}
    raise TypeError(f"{type(value).__name__} is not to be sent to the page")
