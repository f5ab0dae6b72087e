"""The server on this process's own standard input and output."""

import asyncio
import json
from typing import TYPE_CHECKING, Any, Self, cast

from mcp.server.stdio import stdio_server
from mcp_types import INVALID_REQUEST, PARSE_ERROR, JSONRPCRequest, jsonrpc_message_adapter
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
        """The next message. What the server would drop in silence is refused here."""
        while True:
            line = await self._pipes.line()
            if line is None:
                await self._last_answers()
                raise StopAsyncIteration
            try:
                message: object = json.loads(line)
            except (ValueError, RecursionError):
                if line.strip():
                    await self._refuse(PARSE_ERROR, "this is no JSON, or goes too deep", None)
                continue
            if isinstance(message, list):
                await self._refuse(INVALID_REQUEST, "requests come one by one, not in a list", None)
                continue
            if (id_ := _awaited(message)) is None:
                return line
            if _is_readable(line):
                self._unanswered += 1
                return line
            await self._refuse(
                INVALID_REQUEST,
                "this is no request of JSON-RPC 2.0, or its text holds a lone surrogate, which is "
                "half a character",
                id_,
            )

    async def _refuse(self, code: int, why: str, id_: object) -> None:
        """JSON-RPC 2.0: an id that cannot be told "MUST be Null"."""
        known = id_ if isinstance(id_, (str, int)) and not isinstance(id_, bool) else None
        error = {"code": code, "message": f"{why}; nothing was done"}
        self._unanswered += 1
        await self.write(json.dumps({"jsonrpc": "2.0", "id": known, "error": error}) + "\n")

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


def _awaited(message: object) -> object:
    """The id of what awaits an answer; ``None`` for all else."""
    return message.get("id") if isinstance(message, dict) and "method" in message else None


def _is_readable(line: str) -> bool:
    # the same as the server does with it, which takes one with an odd id for a notification
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return False
    return isinstance(message, JSONRPCRequest)
