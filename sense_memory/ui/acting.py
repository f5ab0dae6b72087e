"""What a page that may write asks to be done."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from starlette.requests import Request

from ..core.errors import InputError
from ..core.records.flat import FLAT
from ..store import MemoryStore

LARGEST = 512 * 1024
"""Bytes of a request: the longest value, with every character of it escaped."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was done.

    Attributes:
        event_id: Of the write, for a receipt; empty where it has none of its own.
    """

    event_id: str = ""


async def pin(store: MemoryStore, asked: Mapping[str, Any]) -> Done:
    """Let a memory fade no more, or again."""
    name, is_pinned = _text(asked, "name"), _choice(asked, "is_pinned")
    await (store.persona_pin if is_pinned else store.persona_unpin)(name)
    return Done()


async def link(store: MemoryStore, asked: Mapping[str, Any]) -> Done:
    """Link two memories, or let them be linked no more."""
    name, other, is_linked = (
        _text(asked, "name"),
        _text(asked, "other"),
        _choice(asked, "is_linked"),
    )
    await (store.persona_connect if is_linked else store.persona_disconnect)(name, other)
    return Done()


async def correct(store: MemoryStore, asked: Mapping[str, Any]) -> Done:
    """Let a memory say something else; what it said stays in its history."""
    (domain, facet, key), value = _parts(asked), _text(asked, "value")
    if domain == FLAT:
        return Done(await store.remember(key, value))
    return Done(await store.persona_remember(domain, facet, key, value))


async def forget(store: MemoryStore, asked: Mapping[str, Any]) -> Done:
    """Forget a memory, here and on every relay."""
    return Done(await store.forget(f"persona/{'/'.join(_parts(asked))}"))


async def correct_line(store: MemoryStore, asked: Mapping[str, Any]) -> Done:
    """Let a line about somebody say something else; what it said stays in its history."""
    about = store.about(_text(asked, "name"))
    await about.correct(_text(asked, "reference"), _text(asked, "text"))
    return Done()


async def forget_line(store: MemoryStore, asked: Mapping[str, Any]) -> Done:
    """Forget a line about somebody, here and on every relay."""
    gone = await store.about(_text(asked, "name")).forget(_text(asked, "reference"))
    return Done(next((one.event_id for one in gone.forgotten), ""))


Act: TypeAlias = Callable[[MemoryStore, Mapping[str, Any]], Awaitable[Done]]
ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "/api/pin": pin,
        "/api/link": link,
        "/api/correct": correct,
        "/api/forget": forget,
        "/api/about/correct": correct_line,
        "/api/about/forget": forget_line,
    }
)
"""By the path at which each is asked for."""


async def asked_in(request: Request) -> Mapping[str, Any]:
    """What a request says, an object of JSON.

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
        asked = json.loads(body)
    except ValueError:
        raise InputError("a request says what it wants as JSON") from None
    if not isinstance(asked, dict):
        raise InputError("a request says what it wants as an object of JSON")
    return asked


def _text(asked: Mapping[str, Any], name: str) -> str:
    found = asked.get(name)
    if not isinstance(found, str):
        raise InputError(f"{name} is to be given, a text")
    return found


def _choice(asked: Mapping[str, Any], name: str) -> bool:
    found = asked.get(name)
    if not isinstance(found, bool):
        raise InputError(f"{name} is to be given, true or false")
    return found


def _parts(asked: Mapping[str, Any]) -> list[str]:
    parts = _text(asked, "name").split("/")
    if len(parts) != 3:
        raise InputError("a memory is named domain/facet/key")
    return parts
