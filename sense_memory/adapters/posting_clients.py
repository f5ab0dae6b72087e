"""Clients of SDKs that send all requests through one public method, ``post``.

OpenAI's and Anthropic's do: ``create``, ``stream``, ``parse``, and whatever is built on them. What
is replaced is that method of a copy; so requests are seen whole, and once, however often the SDK
sends them again.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import wraps
from typing import Any, TypeVar

from .client_memory import ATTRIBUTE, ClientMemory, check_without_memory
from .exchange import Format
from .tapped_streams import AsyncTappedStream, Tap, TappedStream

C = TypeVar("C")

RAW = "x-stainless-raw-response"
"""The header by which these SDKs ask themselves for HTTP responses: ``with_raw_response``."""


def remembering(client: C, memory: ClientMemory, formats: Mapping[str, Format]) -> C:
    """A copy of a client, with memory around what it posts to some paths.

    Args:
        client: One that has ``post``, ``copy`` and ``with_options``; it stays as it is.
        memory: Of this copy, and of those that are made of it.
        formats: By path.

    Raises:
        InputError: It has a memory already.
    """
    check_without_memory(client)
    return _with_memory(client.copy(), memory, formats)  # type: ignore[attr-defined, no-any-return]


def _with_memory(made: Any, memory: ClientMemory, formats: Mapping[str, Format]) -> Any:
    """A fresh copy, whose own copies have the same memory."""
    copy = made.copy

    @wraps(copy)
    def copied(**options: Any) -> Any:
        return _with_memory(copy(**options), memory, formats)

    around = _async_post if inspect.iscoroutinefunction(made.post) else _post
    made.post = around(made.post, memory, formats)
    made.copy = made.with_options = copied
    setattr(made, ATTRIBUTE, memory)
    return made


def _post(
    post: Callable[..., Any], memory: ClientMemory, formats: Mapping[str, Format]
) -> Callable[..., Any]:
    @wraps(post)
    def remembered(path: str, **given: Any) -> Any:
        form = _format(path, given, formats)
        if form is None:
            return post(path, **given)
        given["body"] = body = _listed(given["body"])
        asked = form.asked(body)
        exchange = memory.wait(memory.begin(asked))
        if exchange is None:
            return post(path, **given)
        given["body"] = form.told(body, asked, exchange.prompt)
        with memory.given_up_on_failure(exchange):
            response = post(path, **given)
        if given.get("stream"):
            return TappedStream(response, Tap(memory, exchange, form.ear()))
        memory.wait(memory.end(exchange, form.answered(response)))
        return response

    return remembered


def _async_post(
    post: Callable[..., Awaitable[Any]], memory: ClientMemory, formats: Mapping[str, Format]
) -> Callable[..., Awaitable[Any]]:
    @wraps(post)
    async def remembered(path: str, **given: Any) -> Any:
        form = _format(path, given, formats)
        if form is None:
            return await post(path, **given)
        given["body"] = body = _listed(given["body"])
        asked = form.asked(body)
        exchange = await memory.begun(asked)
        if exchange is None:
            return await post(path, **given)
        given["body"] = form.told(body, asked, exchange.prompt)
        with memory.given_up_on_failure(exchange):
            response = await post(path, **given)
        if given.get("stream"):
            return AsyncTappedStream(response, Tap(memory, exchange, form.ear()))
        await memory.ended(exchange, form.answered(response))
        return response

    return remembered


def _format(path: str, given: Mapping[str, Any], formats: Mapping[str, Format]) -> Format | None:
    """How a request looks that memory has something to say to."""
    headers = given.get("options", {}).get("headers") or {}
    is_raw = any(name.lower() == RAW for name in headers)
    is_asked = not is_raw and isinstance(given.get("body"), Mapping)
    return formats.get(path.partition("?")[0]) if is_asked else None


def _listed(body: Mapping[str, Any]) -> dict[str, Any]:
    """The same, with lists for iterators, which could be read only once."""
    return {
        name: list(value) if isinstance(value, Iterator) else value for name, value in body.items()
    }
