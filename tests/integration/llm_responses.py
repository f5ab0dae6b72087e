"""OpenAI's responses as a server gives them, for ``llm_server``."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

ROLES = {"user", "assistant", "system", "developer"}
OUTPUTS = {"function_call_output"}
KEPT = {"function_call", "reasoning"}


def items(body: dict[str, Any]) -> list[Any]:
    """What the request brings; a text is a message of the user."""
    given = body.get("input", [])
    return [{"role": "user", "content": given}] if isinstance(given, str) else list(given)


def contents(body: dict[str, Any]) -> list[Any]:
    """What was said, instructions first."""
    said = [one["content"] for one in items(body) if "role" in one]
    return [body["instructions"], *said] if body.get("instructions") else said


def unfit(body: dict[str, Any]) -> str:
    """What is wrong with a request; ``""`` if nothing is."""
    for one in items(body):
        if "role" in one:
            parts = one["content"] if isinstance(one["content"], list) else []
            speaks = "output_text" if one["role"] == "assistant" else "input_text"
            known = {speaks, "refusal", "input_image"}
            if one["role"] not in ROLES or not {part["type"] for part in parts} <= known:
                return f"Invalid value: input of {one['role']}"
            texts = [part.get("text", "-") for part in parts] or [one["content"]]
            if not all(text.strip() for text in texts):
                return "Invalid input: empty text"
        elif one["type"] not in OUTPUTS | KEPT:
            return f"Invalid value: {one['type']}"
    if body.get("previous_response_id") and body.get("conversation"):
        return "'previous_response_id' cannot be used in conjunction with 'conversation'"
    has_call = body.get("previous_response_id") or body.get("conversation")
    has_call = has_call or any(one.get("type") == "function_call" for one in items(body))
    if not has_call and any(one.get("type") in OUTPUTS for one in items(body)):
        return "No tool call found for function call output"
    return ""


def output(
    text: str, calls: Sequence[tuple[str, dict[str, Any]]], refusal: str
) -> list[dict[str, Any]]:
    """A message, unless only functions are called, and the calls."""
    part: dict[str, Any] = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    if refusal:
        part = {"type": "refusal", "refusal": refusal}
    said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
    found: list[dict[str, Any]] = [{**said, "content": [part]}] if not calls or text else []
    for at, (name, arguments) in enumerate(calls):
        call = {"type": "function_call", "id": f"fc_{at}", "call_id": f"call_{at}"}
        call |= {"name": name, "arguments": json.dumps(arguments), "status": "completed"}
        found.append(call)
    return found


def response(
    body: dict[str, Any], found: list[dict[str, Any]], tokens: tuple[int, int], ending: str
) -> dict[str, Any]:
    """The whole response; its id says how many items came before."""
    read, written = tokens
    cut = {"reason": "max_output_tokens"} if ending == "length" else None
    return {
        "id": f"resp_{len(items(body))}_{body.get('previous_response_id', '')}",
        "object": "response",
        "created_at": 1_800_000_000,
        "status": "incomplete" if cut else "completed",
        "incomplete_details": cut,
        "error": None,
        "instructions": body.get("instructions"),
        "metadata": {},
        "model": body["model"],
        "output": found,
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": body.get("tools", []),
        "top_p": 1.0,
        "usage": {
            "input_tokens": read,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": written,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": read + written,
        },
    }


def events(whole: dict[str, Any], pieces: list[str], breaks_with: str | None) -> Iterator[bytes]:
    """The response as it is streamed."""
    numbers = iter(range(1_000_000))

    def event(kind: str, **said: Any) -> bytes:
        data = json.dumps({"type": kind, "sequence_number": next(numbers), **said})
        return f"event: {kind}\ndata: {data}\n\n".encode()

    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    yield event("response.created", response=begun)
    yield event("response.in_progress", response=begun)
    for at, item in enumerate(whole["output"]):
        if item["type"] == "message":
            yield from _message(event, at, item, pieces)
            if breaks_with is not None:
                failed = {"code": "server_error", "message": breaks_with}
                yield event(
                    "response.failed", response={**whole, "status": "failed", "error": failed}
                )
                return
        else:
            named = {"output_index": at, "item_id": item["id"]}
            yield event(
                "response.output_item.added", output_index=at, item={**item, "arguments": ""}
            )
            yield event("response.function_call_arguments.delta", delta=item["arguments"], **named)
            yield event(
                "response.function_call_arguments.done",
                arguments=item["arguments"],
                name=item["name"],
                **named,
            )
        yield event("response.output_item.done", output_index=at, item=item)
    yield event(f"response.{whole['status']}", response=whole)


def _message(event: Any, at: int, item: dict[str, Any], pieces: list[str]) -> Iterator[bytes]:
    named = {"output_index": at, "item_id": item["id"], "content_index": 0}
    part = item["content"][0]
    begun = {**item, "content": [], "status": "in_progress"}
    yield event("response.output_item.added", output_index=at, item=begun)
    if part["type"] == "refusal":
        yield event("response.content_part.added", part={**part, "refusal": ""}, **named)
        yield event("response.refusal.delta", delta=part["refusal"], **named)
        yield event("response.refusal.done", refusal=part["refusal"], **named)
    else:
        yield event("response.content_part.added", part={**part, "text": ""}, **named)
        for piece in pieces:
            yield event("response.output_text.delta", delta=piece, logprobs=[], **named)
        yield event("response.output_text.done", text=part["text"], logprobs=[], **named)
    yield event("response.content_part.done", part=part, **named)
