"""Language models on this machine: four formats over real HTTP, saying what a test wants.

It takes requests as strictly as the providers do (key, version, required fields, roles, strict
schemas), so that what it answers would have been answered there. ``test_llm_server.py`` holds it
against the providers' own clients.
"""

import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self

from . import llm_responses

KEY = "sk-canary-4e1b77"
PIECE = 5
"""Characters of a piece of a streamed text."""


class Format(StrEnum):
    """Whose format a request has."""

    OPENAI = "openai"
    RESPONSES = "responses"
    ANTHROPIC = "anthropic"
    GEMINI = "google"


SPOKEN = (Format.OPENAI, Format.ANTHROPIC, Format.GEMINI)
"""Those that we speak ourselves; the others are for the providers' own clients."""
Ending = Literal["done", "length", "refused", "none"]
Call = tuple[str, dict[str, Any]]
"""A function that is called, and its arguments."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What it answers to one request.

    Attributes:
        text: What the model says.
        value: What it answers where a shape is asked for: in the text, or as the arguments of
            the tool that it was given.
        calls: What is called after the text.
        refusal: Said in place of the text, where the format tells it apart.
        others: What further choices say.
        ending: Why it stopped; ``none`` leaves the reason out.
        tokens: Read and written.
        status: Of HTTP; anything but 200 is an error.
        headers: Besides the usual ones.
        message: Of an error, as the provider words it.
        code: A word for machines about it.
        raw: The body, in place of all that.
        kind: The Content-Type, if not the right one.
        cut: Bytes of the body after which the connection breaks.
        ends_cleanly: It ends there as if that were all.
        chunk: Bytes that are sent at a time.
        keep_alive: Comments and pings between the events.
        breaks_with: A provider's error in the middle of the stream.
        pause: Waited for before the first byte, or in the middle of a stream.
        endless: Comments for ever after the first piece: until whoever reads it has gone.
        lingers: The same after the last one.
    """

    text: str = ""
    value: object = None
    calls: Sequence[Call] = ()
    refusal: str = ""
    others: Sequence[str] = ()
    ending: Ending = "done"
    tokens: tuple[int, int] = (11, 7)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = ""
    code: str = ""
    raw: bytes | None = None
    kind: str | None = None
    cut: int | None = None
    ends_cleanly: bool = False
    chunk: int | None = None
    keep_alive: bool = False
    breaks_with: str | None = None
    pause: threading.Event | None = None
    endless: bool = False
    lingers: bool = False


@dataclass(frozen=True)
class Request:
    """What it was asked; the names of headers in lower case."""

    format: Format
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def streams(self) -> bool:
        """Whether events are asked for."""
        return bool(self.body.get("stream")) or ":stream" in self.path

    @property
    def way(self) -> str:
        """How a shape is asked for: ``schema``, ``tool`` or ``text``."""
        body = self.body
        if (
            "response_format" in body
            or "format" in body.get("output_config", {})
            or "responseJsonSchema" in body.get("generationConfig", {})
        ):
            return "schema"
        return "tool" if "tools" in body else "text"

    @property
    def texts(self) -> list[str]:
        """What was said to the model, the system's words first."""
        body = self.body
        if self.format is Format.GEMINI:
            system = body.get("systemInstruction")
            contents = [*([system] if system else []), *body["contents"]]
            told = [one["parts"] for one in contents]
        elif self.format is Format.RESPONSES:
            told = llm_responses.contents(body)
        else:
            told = [one.get("content") for one in body["messages"]]
            told = [body["system"], *told] if body.get("system") else told
        return [_plain(one) for one in told if _has_text(one)]


class LLMServer:
    """Serves until it is left.

    Args:
        answer: What it answers; without one, what ``then`` was told, one after the other, and
            an error when that is used up.
        refuses: What it does not take, as some models and servers do not: ``schema``, ``tool``,
            ``stream_options``, ``max_tokens``, ``max_completion_tokens``, ``effort``.
    """

    def __init__(
        self, answer: Callable[[Request], Turn] | None = None, refuses: Sequence[str] = ()
    ) -> None:
        self._answer = answer
        self._turns: list[Turn] = []
        self.refuses = set(refuses)
        self.asked: list[Request] = []
        self.left = threading.Event()
        """Set when whoever read an endless answer has gone."""

    def then(self, *turns: Turn) -> None:
        """Answer this to the next requests."""
        self._turns += turns

    def say(self, *texts: str) -> None:
        """Say this in the next turns of a conversation."""
        self.then(*(Turn(text=text) for text in texts))

    def answer(self, *values: object) -> None:
        """Answer this where a shape is asked for."""
        self.then(*(Turn(value=value) for value in values))

    def url(self, form: Format) -> str:
        """The base URL of a format."""
        path = "" if form is Format.ANTHROPIC else "/v1"
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def turn(self, request: Request) -> Turn:
        """What is answered to a request."""
        if self._answer is not None:
            return self._answer(request)
        return self._turns.pop(0) if self._turns else Turn(status=501, message="no turn is left")

    def __enter__(self) -> Self:
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), OSError):  # whoever asked has gone
            super().handle_error(request, client_address)


def _handler(llm: LLMServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 0

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            content = self.rfile.read(length)
            if len(content) < length:  # whoever asked was killed while they did
                self.close_connection = True
                return
            form = _format(self.path)
            if form is None:
                self._send(404, "application/json", b'{"error": {"message": "no such URL"}}')
                return
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Request(form, self.path, headers, json.loads(content))
            llm.asked.append(request)
            refusal = _refusal(request, llm.refuses)
            self._give(request, llm.turn(request) if refusal is None else refusal)

        def _give(self, request: Request, turn: Turn) -> None:
            if turn.pause is not None and not request.streams:
                turn.pause.wait(20)
            if turn.status != 200:
                body = turn.raw if turn.raw is not None else _error(request.format, turn)
                self._send(turn.status, turn.kind or "application/json", body, turn)
            elif not request.streams:
                answer = json.dumps(_ANSWERS[request.format](request, turn)).encode()
                body = answer if turn.raw is None else turn.raw
                self._send(200, turn.kind or "application/json", body, turn)
            else:
                with suppress(OSError):  # whoever asked has gone, as a test wants it to
                    self._stream(request, turn)

        def _send(self, status: int, kind: str, body: bytes, turn: Turn = Turn()) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in turn.headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(body[: turn.cut])
            if turn.cut is not None:
                self.close_connection = True

        def _stream(self, request: Request, turn: Turn) -> None:
            self.send_response(200)
            self.send_header("Content-Type", turn.kind or "text/event-stream; charset=utf-8")
            self.send_header("Transfer-Encoding", "chunked")
            for name, value in turn.headers.items():
                self.send_header(name, value)
            self.end_headers()
            events = [turn.raw] if turn.raw is not None else list(_events(request, turn))
            if turn.pause is not None:
                self._chunk(events.pop(0))
                turn.pause.wait(20)
            if turn.endless:
                self._chunk(b"".join(events[:4]))
                self._go_on()
                return
            body = b"".join(events)[: turn.cut]
            size = turn.chunk or max(1, len(body))
            for start in range(0, len(body), size):
                self._chunk(body[start : start + size])
            if turn.lingers:
                self._go_on()
            elif turn.cut is None or turn.ends_cleanly:
                self.wfile.write(b"0\r\n\r\n")
            else:
                self.close_connection = True

        def _go_on(self) -> None:
            try:
                while True:
                    self._chunk(b": still here\n\n")
                    if threading.Event().wait(0.002):
                        return
            except OSError:
                llm.left.set()
                raise

        def _chunk(self, data: bytes) -> None:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _format(path: str) -> Format | None:
    if path == "/v1/chat/completions":
        return Format.OPENAI
    if path == "/v1/responses":
        return Format.RESPONSES
    if path.partition("?")[0] == "/v1/messages":
        return Format.ANTHROPIC
    named, _, method = path.removeprefix("/v1/models/").rpartition(":")
    is_gemini = method in ("generateContent", "streamGenerateContent?alt=sse")
    return Format.GEMINI if path.startswith("/v1/models/") and named and is_gemini else None


# ---------------------------------------------------------------------- what is not taken


def _refusal(request: Request, refuses: set[str]) -> Turn | None:
    """The error that a provider answers to a request like this."""
    return _KEYS[request.format](request) or _unfit(request) or _unwanted(request, refuses)


def _openai_key(request: Request) -> Turn | None:
    given = request.headers.get("authorization", "")
    if given == f"Bearer {KEY}":
        return None
    message = f"Incorrect API key provided: {given[7:]}."
    return Turn(status=401, message=message, code="invalid_api_key")


def _anthropic_key(request: Request) -> Turn | None:
    if request.headers.get("anthropic-version") not in ("2023-06-01", "2026-10-21"):
        return Turn(status=400, message="anthropic-version: header is required")
    if request.headers.get("authorization") == f"Bearer {KEY}":
        return None
    return Turn(status=401, message="invalid API key", code="authentication_error")


def _gemini_key(request: Request) -> Turn | None:
    if request.headers.get("x-goog-api-key") == KEY:
        return None
    message = "API key not valid. Please pass a valid API key."
    return Turn(status=400, message=message, code="API_KEY_INVALID")


_KEYS = {
    Format.OPENAI: _openai_key,
    Format.RESPONSES: _openai_key,
    Format.ANTHROPIC: _anthropic_key,
    Format.GEMINI: _gemini_key,
}


def _unfit(request: Request) -> Turn | None:
    """What no provider takes."""
    body = request.body
    if request.format is Format.RESPONSES:
        return Turn(status=400, message=said) if (said := llm_responses.unfit(body)) else None
    if request.format is Format.GEMINI:
        roles = [one["role"] for one in body["contents"]]
        is_fit = set(roles) <= {"user", "model"} and "user" in roles
        schema = body.get("generationConfig", {}).get("responseJsonSchema")
    else:
        roles = [one["role"] for one in body["messages"]]
        known = {"user", "assistant"}
        if request.format is Format.OPENAI:
            known |= {"system", "developer", "tool"}
            formatted = body.get("response_format", {})
            schema = formatted.get("json_schema", {}).get("schema")
        else:
            schema = body.get("output_config", {}).get("format", {}).get("schema")
            if "max_tokens" not in body:
                return Turn(status=400, message="max_tokens: Field required")
            # "The temperature, top_p, and top_k request parameters are removed."
            if {"temperature", "top_p", "top_k"} & set(body):
                return Turn(status=400, message="temperature: Extra inputs are not permitted")
        is_fit = set(roles) <= known and "user" in roles and isinstance(body.get("model"), str)
    if not is_fit or not all(text.strip() for text in request.texts):
        return Turn(status=400, message="messages: text content blocks must be non-empty")
    if schema is not None and not _is_strict(schema):
        return Turn(status=400, message="Invalid schema for response_format: it is not strict")
    return None


def _is_strict(schema: Mapping[str, Any]) -> bool:
    """OpenAI: every property is required, no other is allowed; Anthropic: no bounds."""
    known = {"type", "description", "enum", "items", "anyOf", "properties", "required",
             "additionalProperties"}  # fmt: skip
    if set(schema) - known:
        return False
    if schema.get("type") == "object":
        properties = schema.get("properties", {})
        is_closed = schema.get("additionalProperties") is False
        if not is_closed or set(schema.get("required", ())) != set(properties):
            return False
        return all(_is_strict(one) for one in properties.values())
    return _is_strict(schema["items"]) if "items" in schema else True


def _unwanted(request: Request, refuses: set[str]) -> Turn | None:
    """What this server does not take."""
    body = request.body
    says = {
        "schema": "response_format json_schema output_config.format response schema",
        "tool": "tool_choice: this model does not support forced tool calling",
    }
    if request.way in refuses:
        return Turn(status=400, message=f"Unsupported: {says[request.way]}")
    for name in ("stream_options", "max_tokens", "max_completion_tokens"):
        if name in body and name in refuses:
            message = f"Unsupported parameter: '{name}' is not supported with this model."
            return Turn(status=400, message=message, code="unsupported_parameter")
    has_effort = (
        "reasoning_effort" in body
        or "effort" in body.get("output_config", {})
        or "thinkingConfig" in body.get("generationConfig", {})
    )
    if has_effort and "effort" in refuses:
        message = "This model supports neither reasoning effort nor a thinking level."
        return Turn(status=400, message=message)
    return None


# ---------------------------------------------------------------------- answers


def _error(form: Format, turn: Turn) -> bytes:
    if form is Format.ANTHROPIC:
        kinds = {401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error",
                 404: "not_found_error", 500: "api_error"}  # fmt: skip
        kind = kinds.get(turn.status, "invalid_request_error")
        said: object = {
            "type": "error",
            "error": {"type": kind, "message": turn.message},
            "request_id": "req_011CSHoEeqs5C35K2UUqR7Fy",
        }
    elif form is Format.GEMINI:
        statuses = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 429: "RESOURCE_EXHAUSTED",
                    503: "UNAVAILABLE", 500: "INTERNAL"}  # fmt: skip
        details = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": turn.code}
        said = {
            "error": {
                "code": turn.status,
                "message": turn.message,
                "status": statuses.get(turn.status, "UNKNOWN"),
                "details": [details] if turn.code else [],
            }
        }
    else:
        error = {"message": turn.message, "type": "invalid_request_error", "param": None}
        said = {"error": {**error, "code": turn.code or None}}
    return json.dumps(said).encode()


def _said(turn: Turn) -> str:
    return turn.text if turn.value is None else json.dumps(turn.value, ensure_ascii=False)


def _tool(request: Request) -> str:
    (tool,) = request.body["tools"]
    if request.format is Format.GEMINI:
        (tool,) = tool["functionDeclarations"]
    return str(tool.get("function", tool)["name"])


def _openai(request: Request, turn: Turn) -> dict[str, Any]:
    text = None if (turn.calls and not turn.text) or turn.refusal else _said(turn)
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    if turn.refusal:
        message["refusal"] = turn.refusal
    if turn.calls:
        message["tool_calls"] = [_openai_call(at, one) for at, one in enumerate(turn.calls)]
    if request.way == "tool" and turn.value is not None:
        function = {"name": _tool(request), "arguments": _said(turn)}
        call = {"id": "call_1", "type": "function", "function": function}
        message = {**message, "content": None, "tool_calls": [call]}
    choice = {
        "index": 0,
        "message": message,
        "logprobs": None,
        "finish_reason": "tool_calls" if turn.calls else _OPENAI[turn.ending],
    }
    others = [
        {**choice, "index": at, "message": {**message, "content": text}}
        for at, text in enumerate(turn.others, 1)
    ]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_800_000_000,
        "model": request.body["model"],
        "choices": [*others, choice],
        "usage": _openai_usage(turn),
    }


def _openai_call(at: int, call: Call) -> dict[str, Any]:
    name, arguments = call
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": f"call_{at}", "type": "function", "function": function}


_OPENAI = {"done": "stop", "length": "length", "refused": "content_filter", "none": None}


def _openai_usage(turn: Turn) -> dict[str, int]:
    read, written = turn.tokens
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _anthropic(request: Request, turn: Turn) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": _said(turn)}
    if request.way == "tool" and turn.value is not None:
        block = {"type": "tool_use", "id": "toolu_1", "name": _tool(request), "input": turn.value}
    blocks = [block] if not turn.calls or turn.text else []
    blocks += [_anthropic_call(at, one) for at, one in enumerate(turn.calls)]
    ending = _ANTHROPIC[turn.ending]
    if blocks[-1]["type"] == "tool_use" and ending == "end_turn":
        ending = "tool_use"
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": request.body["model"],
        "content": blocks,
        "stop_reason": ending,
        "stop_sequence": None,
        "usage": _anthropic_usage(turn),
    }


def _anthropic_call(at: int, call: Call) -> dict[str, Any]:
    name, arguments = call
    return {"type": "tool_use", "id": f"toolu_{at}", "name": name, "input": arguments}


_ANTHROPIC = {"done": "end_turn", "length": "max_tokens", "refused": "refusal", "none": None}


def _anthropic_usage(turn: Turn) -> dict[str, int]:
    read, written = turn.tokens
    cached = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 1}
    return {"input_tokens": read - 1, **cached, "output_tokens": written}


def _gemini(request: Request, turn: Turn) -> dict[str, Any]:
    part: dict[str, Any] = {"text": _said(turn)}
    if request.way == "tool" and turn.value is not None:
        part = {"functionCall": {"name": _tool(request), "args": turn.value}}
    parts = [part] if not turn.calls or turn.text else []
    return _gemini_piece([*parts, *_gemini_calls(turn)], turn, _GEMINI[turn.ending])


def _gemini_calls(turn: Turn) -> list[dict[str, Any]]:
    return [{"functionCall": {"name": name, "args": given}} for name, given in turn.calls]


def _gemini_piece(
    parts: list[dict[str, Any]], turn: Turn, ending: str | None, written: int | None = None
) -> dict[str, Any]:
    read, all_written = turn.tokens
    written = all_written if written is None else written
    candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if ending is not None:
        candidate["finishReason"] = ending
    return {
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": read,
            "candidatesTokenCount": max(0, written - 2),
            "thoughtsTokenCount": min(2, written),
            "totalTokenCount": read + written,
        },
        "modelVersion": "gemini-test",
        "responseId": "r1",
    }


_GEMINI = {"done": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY", "none": None}


def _responses(request: Request, turn: Turn) -> dict[str, Any]:
    output = llm_responses.output(_said(turn), turn.calls, turn.refusal)
    return llm_responses.response(request.body, output, turn.tokens, turn.ending)


_ANSWERS = {
    Format.OPENAI: _openai,
    Format.RESPONSES: _responses,
    Format.ANTHROPIC: _anthropic,
    Format.GEMINI: _gemini,
}


# ---------------------------------------------------------------------- streams


def _events(request: Request, turn: Turn) -> Iterator[bytes]:
    pieces = [turn.text[at : at + PIECE] for at in range(0, len(turn.text), PIECE)]
    if turn.breaks_with is not None:
        pieces = pieces[: len(pieces) // 2]
    events = _STREAMS[request.format](request, turn, pieces)
    for event in events:
        if turn.keep_alive:
            yield b": keep-alive\n\n"
            if request.format is Format.ANTHROPIC:
                yield b'event: ping\ndata: {"type": "ping"}\n\n'
        yield event


def _openai_events(request: Request, turn: Turn, pieces: list[str]) -> Iterator[bytes]:
    counts = request.body.get("stream_options", {}).get("include_usage")

    def chunk(choices: list[Any], usage: Any = None) -> bytes:
        said = {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1_800_000_000,
            "model": request.body["model"],
            "choices": choices,
            **({"usage": usage} if counts else {}),
        }
        return b"data: " + json.dumps(said, ensure_ascii=False).encode() + b"\n\n"

    def choice(delta: dict[str, Any], ending: str | None = None, index: int = 0) -> list[Any]:
        return [{"index": index, "delta": delta, "logprobs": None, "finish_reason": ending}]

    yield chunk(choice({"role": "assistant", "content": "", "refusal": None}))
    for at, text in enumerate(turn.others, 1):
        yield chunk(choice({"role": "assistant", "content": text}, index=at))
    for piece in pieces:
        yield chunk(choice({"content": piece}))
    if turn.refusal:
        yield chunk(choice({"refusal": turn.refusal}))
    for at, call in enumerate(turn.calls):
        begun = _openai_call(at, call)
        arguments = begun["function"].pop("arguments")
        begun["function"]["arguments"] = ""
        yield chunk(choice({"tool_calls": [{"index": at, **begun}]}))
        yield chunk(choice({"tool_calls": [{"index": at, "function": {"arguments": arguments}}]}))
    if turn.breaks_with is not None:
        error = {"error": {"message": turn.breaks_with, "type": "server_error", "code": None}}
        yield b"data: " + json.dumps(error).encode() + b"\n\n"
        return
    if turn.ending != "none":
        yield chunk(choice({}, "tool_calls" if turn.calls else _OPENAI[turn.ending]))
        if counts:
            yield chunk([], _openai_usage(turn))
        yield b"data: [DONE]\n\n"


def _anthropic_events(request: Request, turn: Turn, pieces: list[str]) -> Iterator[bytes]:
    def event(kind: str, **said: Any) -> bytes:
        data = json.dumps({"type": kind, **said}, ensure_ascii=False)
        return f"event: {kind}\ndata: {data}\n\n".encode()

    usage = {**_anthropic_usage(turn), "output_tokens": 1}
    message = {**_anthropic(request, turn), "content": [], "stop_reason": None, "usage": usage}
    yield event("message_start", message=message)
    yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    yield event("ping")
    for piece in pieces:
        yield event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
    if turn.breaks_with is not None:
        yield event("error", error={"type": "overloaded_error", "message": turn.breaks_with})
        return
    yield event("content_block_stop", index=0)
    for at, call in enumerate(turn.calls, 1):
        begun = _anthropic_call(at - 1, call)
        arguments = json.dumps(begun.pop("input"))
        yield event("content_block_start", index=at, content_block={**begun, "input": {}})
        delta = {"type": "input_json_delta", "partial_json": arguments}
        yield event("content_block_delta", index=at, delta=delta)
        yield event("content_block_stop", index=at)
    if turn.ending != "none":
        ending = "tool_use" if turn.calls else _ANTHROPIC[turn.ending]
        stopped = {"stop_reason": ending, "stop_sequence": None}
        yield event("message_delta", delta=stopped, usage={"output_tokens": turn.tokens[1]})
        yield event("message_stop")


def _gemini_events(request: Request, turn: Turn, pieces: list[str]) -> Iterator[bytes]:
    def event(said: object) -> bytes:
        return b"data: " + json.dumps(said, ensure_ascii=False).encode() + b"\r\n\r\n"

    for at, piece in enumerate(pieces):
        is_last = at == len(pieces) - 1 and turn.breaks_with is None and not turn.calls
        ending = _GEMINI[turn.ending] if is_last else None
        written = turn.tokens[1] * (at + 1) // len(pieces)
        yield event(_gemini_piece([{"text": piece}], turn, ending, written))
    if turn.breaks_with is not None:
        error = {"code": 503, "message": turn.breaks_with, "status": "UNAVAILABLE"}
        yield event({"error": error})
    elif turn.calls or not pieces:
        yield event(_gemini_piece(_gemini_calls(turn), turn, _GEMINI[turn.ending]))


def _responses_events(request: Request, turn: Turn, pieces: list[str]) -> Iterator[bytes]:
    whole = _responses(request, turn)
    return llm_responses.events(whole, pieces, turn.breaks_with)


_STREAMS = {
    Format.OPENAI: _openai_events,
    Format.RESPONSES: _responses_events,
    Format.ANTHROPIC: _anthropic_events,
    Format.GEMINI: _gemini_events,
}


def _has_text(content: object) -> bool:
    """Whether there are words, which then may not be empty; pictures and calls have none."""
    if content is None or isinstance(content, str):
        return content is not None
    assert isinstance(content, list)
    return not content or any("text" in part for part in content)


def _plain(content: object) -> str:
    """A text, or the texts of blocks."""
    if isinstance(content, str):
        return content
    assert isinstance(content, list)
    return "".join(part.get("text", "") for part in content)
