"""What the page asks: a query that reads, or a request that something be done."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from starlette.requests import Request

from ..core.errors import InputError
from .mind import Mind

LARGEST = 512 * 1024
"""Bytes of a request: the longest value, with every character of it escaped."""


class Query:
    """What stands behind the question mark.

    Args:
        request: Whose.
    """

    def __init__(self, request: Request) -> None:
        self._given = request.query_params

    def text(self, name: str) -> str:
        """A text that has to be there.

        Raises:
            InputError: It is not, or twice.
        """
        found = self._given.getlist(name)
        if len(found) != 1:
            raise InputError(f"{name} is to be given, once")
        return found[0]

    def is_set(self, name: str) -> bool:
        """Whether that is wanted: ``1``, and nothing else."""
        return self._given.get(name) == "1"


class Body:
    """What a request says, an object of JSON.

    Args:
        said: It.
    """

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said

    def text(self, name: str) -> str:
        """A text that has to be there.

        Raises:
            InputError: It is not, or is none.
        """
        found = self._said.get(name)
        if not isinstance(found, str):
            raise InputError(f"{name} is to be given, a text")
        return found

    def choice(self, name: str) -> bool:
        """A yes or no that has to be there.

        Raises:
            InputError: It is not, or is neither.
        """
        found = self._said.get(name)
        if not isinstance(found, bool):
            raise InputError(f"{name} is to be given, true or false")
        return found


@dataclass(frozen=True, slots=True)
class Done:
    """What was done.

    Attributes:
        event_id: Of the write, for a receipt; empty where it has none of its own.
    """

    event_id: str = ""


Ask: TypeAlias = Callable[[Mind, Query], Awaitable[Any]]
"""Answers with a dataclass, whose fields become the object that the page gets."""
Act: TypeAlias = Callable[[Mind, Body], Awaitable[Done]]


async def body_of(request: Request) -> Body:
    """What a request says.

    Raises:
        InputError: It says no such thing, or too much.
    """
    if request.headers.get("content-type") != "application/json":
        raise InputError("a request says what it wants as application/json")
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST:
            raise InputError(f"a request has at most {LARGEST:,} bytes; nothing is done")
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):  # lists in lists, too deep to be read
        raise InputError("a request says what it wants as JSON") from None
    if not isinstance(said, dict):
        raise InputError("a request says what it wants as an object of JSON")
    return Body(said)
