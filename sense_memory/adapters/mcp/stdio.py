"""The server on this process's own standard input and output."""

import asyncio
import json
from typing import TYPE_CHECKING, Any, Self, cast

from mcp.server.stdio import stdio_server
from mcp_types import INVALID_REQUEST, JSONRPCRequest, jsonrpc_message_adapter
from pydantic import ValidationError

from ...core.errors import InputError
from ...io.standard_pipes import StandardPipes

if TYPE_CHECKING:
    import anyio
    from mcp.server.lowlevel import Server

LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of one message; a memory has at most 40,960."""
PATIENCE = 10
"""Seconds for the next answer once the input has ended: a shell still reads what comes."""
HURRY = 1
"""The same once a signal has come: hosts kill two seconds after it."""


async def serve_stdio(server: "Server[Any]", pipes: StandardPipes) -> None:
    """Answer until nothing more is asked.

    Args:
        server: As ``build_server`` makes one.
        pipes: Entered.

    Raises:
        InputError: A line came in that is longer than any message.
    """
    # the type is anyio's own; what is used of it is what a conversation has
    stream = cast("anyio.AsyncFile[str]", Conversation(pipes))
    async with stdio_server(stream, stream) as (requests, answers):
        await server.run(requests, answers, server.create_initialization_options())
    if pipes.is_flooded:
        raise InputError(f"a message of over {LONGEST_LINE} bytes came in; nothing more was read")


class Conversation:
    """The lines of a client, which end only once what it asked is answered.

    Whoever closes the pipe right after the last request, as a shell does, gets all answers; the
    server by itself would break off what is under way.
    """

    def __init__(self, pipes: StandardPipes) -> None:
        self._pipes = pipes
        self._unanswered = 0
        self._answered = asyncio.Event()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        """The next message. Requests that the server would drop in silence are refused here."""
        while True:
            line = await self._pipes.line()
            if line is None:
                await self._last_answers()
                raise StopAsyncIteration
            if (request := _request(line)) is None:
                return line
            self._unanswered += 1
            if _is_readable(line):
                return line
            await self.write(_refusal(request))

    async def _last_answers(self) -> None:
        waited = 0
        while self._unanswered > 0 and not self._pipes.is_broken:
            self._answered.clear()
            try:
                async with asyncio.timeout(1):
                    await self._answered.wait()
                waited = 0
            except TimeoutError:
                waited += 1
            if waited >= (HURRY if self._pipes.is_told_to_end else PATIENCE):
                break  # what is not answered by now was not promised
        self._pipes.give_up()

    async def write(self, text: str) -> None:
        """Write one message: an answer, or word of how far a call is."""
        await self._pipes.write(text)
        if "method" not in json.loads(text):
            self._unanswered -= 1
        self._answered.set()

    async def flush(self) -> None:
        """Nothing was held back."""


def _request(line: str) -> dict[str, object] | None:
    """What awaits an answer; ``None`` for all else."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if isinstance(message, dict) and "method" in message and message.get("id") is not None:
        return message
    return None


def _is_readable(line: str) -> bool:
    # the same as the server does with it, which takes one with an odd id for a notification
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return False
    return isinstance(message, JSONRPCRequest)


def _refusal(request: dict[str, object]) -> str:
    """JSON-RPC 2.0: "-32600 Invalid Request The JSON sent is not a valid Request object."."""
    id_ = request["id"]
    error = {
        "code": INVALID_REQUEST,
        "message": "this is no request of JSON-RPC 2.0, or its text holds a lone surrogate, which "
        "is half a character; nothing was done",
    }
    known = id_ if isinstance(id_, (str, int)) and not isinstance(id_, bool) else None
    return json.dumps({"jsonrpc": "2.0", "id": known, "error": error}) + "\n"
