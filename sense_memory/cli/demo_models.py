"""Two language models of the demo: two formats over HTTP on this machine, and nothing behind them.

They know what a request says and nothing else, so an answer that is right shows what was in it.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

NOTHING = "Nobody has told me that."
MODEL = "demo"
_STEM = re.compile(r"\b\w{3}")
"""How words begin: ``write`` is found in ``writes``."""
_LONGEST = 1024 * 1024
"""Bytes of a request."""


class DemoModels:
    """A server for each format.

    Attributes:
        openai: What ``llm_of`` takes to ask the one that speaks as OpenAI does.
        anthropic: The same of Anthropic's format.
    """

    def __init__(self, openai_port: int, anthropic_port: int) -> None:
        self.openai = f"openai:{MODEL}@http://127.0.0.1:{openai_port}/v1"
        self.anthropic = f"anthropic:{MODEL}@http://127.0.0.1:{anthropic_port}"

    @classmethod
    @asynccontextmanager
    async def started(cls) -> AsyncIterator["DemoModels"]:
        """Both, until the block ends."""
        servers = [
            await asyncio.start_server(one, "127.0.0.1", 0, limit=_LONGEST)
            for one in (_serve_openai, _serve_anthropic)
        ]
        try:
            yield cls(*(one.sockets[0].getsockname()[1] for one in servers))
        finally:
            for one in servers:
                one.close()


def answer(system: str, question: str) -> str:
    """What a model says that has read the system prompt: the memory that has most of the question.

    Args:
        system: Lines, of which memories are JSON: ``{"2026-11-22": "Ada likes tea"}``.
        question: What is asked.
    """
    asked = set(_STEM.findall(question.casefold()))

    def shared(text: str) -> int:
        return len(asked.intersection(_STEM.findall(text.casefold())))

    best = max(_quoted(system), key=shared, default="")
    return f"{best.rstrip('.')}." if shared(best) else NOTHING


def _quoted(system: str) -> Iterator[str]:
    for line in system.splitlines():
        if line.startswith("{"):
            try:
                yield from map(str, json.loads(line).values())
            except ValueError:
                continue  # the line that explains the others


async def _serve_openai(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    path, body = await _asked(reader)
    if path != "/v1/chat/completions":
        return await _respond(writer, "404 Not Found", "{}")
    said = {message["role"]: str(message["content"]) for message in body["messages"]}
    text = answer(said.get("system", ""), said["user"])
    chunk = {"id": "chatcmpl-demo", "object": "chat.completion.chunk", "model": body["model"]}
    told: dict[str, Any] = {"role": "assistant", "content": text}
    chunks = [
        {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        for delta, reason in ((told, None), ({}, "stop"))
    ]
    events = "".join(f"data: {json.dumps(one)}\n\n" for one in chunks)
    return await _respond(writer, "200 OK", f"{events}data: [DONE]\n\n")


async def _serve_anthropic(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    path, body = await _asked(reader)
    if path != "/v1/messages":
        return await _respond(writer, "404 Not Found", "{}")
    text = answer(str(body.get("system", "")), str(body["messages"][-1]["content"]))
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_demo", "type": "message", "role": "assistant", "usage": usage}
    said: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "model": body["model"], "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": text},
        },
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": usage},
        {"type": "message_stop"},
    ]
    events = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in said)
    return await _respond(writer, "200 OK", events)


async def _asked(reader: asyncio.StreamReader) -> tuple[str, Mapping[str, Any]]:
    """The path and the body of a request."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = re.search(r"^content-length: *(\d+)\r?$", head, re.IGNORECASE | re.MULTILINE)
    body = await reader.readexactly(int(length[1]) if length else 0)
    return head.split(" ")[1], json.loads(body or b"{}")


async def _respond(writer: asyncio.StreamWriter, status: str, events: str) -> None:
    body = events.encode()
    head = (
        f"HTTP/1.1 {status}\r\ncontent-type: text/event-stream\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    writer.write(head.encode("latin-1") + body)
    await writer.drain()
    writer.close()
    await writer.wait_closed()
