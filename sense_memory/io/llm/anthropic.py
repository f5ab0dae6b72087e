"""Language models that speak Anthropic's messages."""

from collections.abc import Mapping
from typing import Any

from .answer import Answer, Ending, Request, Tokens, count
from .http_llm import (
    CHAT_TOKENS,
    EFFORT,
    EXTRACT_TOKENS,
    KEY_VARIABLES,
    SILENCE,
    TIMEOUT,
    Asking,
    Feature,
    HttpLLM,
    in_text,
    key_of,
)
from .models import ANTHROPIC
from .portable_schema import portable

ANTHROPIC_URL = "https://api.anthropic.com"
API_VERSION = "2026-10-21"
_ENDINGS = {
    "end_turn": Ending.COMPLETE,
    "stop_sequence": Ending.COMPLETE,
    "tool_use": Ending.COMPLETE,
    "max_tokens": Ending.LENGTH,
    "model_context_window_exceeded": Ending.LENGTH,
    "refusal": Ending.REFUSED,
}
_ERRORS = (
    "api_error",
    "authentication_error",
    "billing_error",
    "invalid_request_error",
    "not_found_error",
    "overloaded_error",
    "permission_error",
    "rate_limit_error",
    "timeout_error",
)


class AnthropicLLM(HttpLLM):
    """Anthropic, or another endpoint that speaks its messages.

    Args:
        model: Talks.
        api_key: The secret; ``None`` takes it from ``ANTHROPIC_API_KEY``.
        base_url: Up to ``/v1``, which may be left out; ``https://``, or ``http://`` to this
            machine.
        extract_model: Answers what is asked for by shape; ``None`` is a cheap one at Anthropic
            and ``model`` elsewhere.
        chat_tokens: What a turn of a conversation may have (1–1,000,000).
        extract_tokens: What an answer may have that is asked for by shape (1–1,000,000).
        timeout: Seconds until an answer begins, and again until it is complete.
        silence: Seconds without a sign of life after which a streamed answer has broken off.

    Raises:
        LLMConfigError: There is no key for Anthropic.
        InputError: The URL is not taken, or a number is out of range.
    """

    def __init__(
        self,
        model: str = ANTHROPIC.chat,
        *,
        base_url: str = ANTHROPIC_URL,
        api_key: str | None = None,
        extract_model: str | None = None,
        chat_tokens: int = CHAT_TOKENS,
        extract_tokens: int = EXTRACT_TOKENS,
        timeout: float = TIMEOUT,
        silence: float = SILENCE,
    ) -> None:
        base_url = base_url.rstrip("/").removesuffix("/v1")
        is_anthropic = base_url == ANTHROPIC_URL
        key = key_of(api_key, *KEY_VARIABLES["anthropic"], is_needed=is_anthropic)
        super().__init__(
            "anthropic",
            model,
            extract_model or (ANTHROPIC.extract if is_anthropic else model),
            base_url,
            {"anthropic-version": API_VERSION, **(_key_headers(key, is_anthropic) if key else {})},
            chat_tokens=chat_tokens,
            extract_tokens=extract_tokens,
            timeout=timeout,
            silence=silence,
            without=() if is_anthropic else (Feature.EFFORT,),
        )

    def _request(self, asking: Asking) -> Request:
        system = asking.system
        body: dict[str, Any] = {"model": asking.model, "max_tokens": asking.most_tokens}
        output: dict[str, Any] = {}
        shape = asking.shape
        if asking.asks_for(Feature.EFFORT):
            output["effort"] = EFFORT
        if shape is None:
            body["stream"] = True
        elif asking.asks_for(Feature.SCHEMA):
            output["format"] = {"type": "json_schema", "schema": portable(shape.schema)}
        elif asking.asks_for(Feature.TOOL):
            tool = {
                "name": shape.name,
                "description": shape.description,
                "input_schema": portable(shape.schema),
            }
            body["tools"] = [tool]
            body["tool_choice"] = {"type": "tool", "name": shape.name}
        else:
            system = f"{system}\n\n{in_text(shape)}"
        if output:
            body["output_config"] = output
        if system:
            body["system"] = system
        body["messages"] = [
            {"role": one.role.value, "content": one.text} for one in asking.messages
        ]
        return Request(f"{self._base_url}/v1/messages", body)

    def _named(self, request: Request) -> Mapping[Feature, str]:
        output = request.body.get("output_config", {})
        named = {}
        if "effort" in output:
            named[Feature.EFFORT] = "effort"
        if "format" in output:
            named[Feature.SCHEMA] = "output_config|output_format|schema|structured"
        if "tools" in request.body:
            named[Feature.TOOL] = "tool|schema"
        return named

    def _answer(self, answered: Any) -> Answer:
        blocks = answered["content"]
        calls = [block["input"] for block in blocks if block["type"] == "tool_use"]
        return Answer(
            "".join(block["text"] for block in blocks if block["type"] == "text"),
            calls[0] if calls else None,
            _ending(answered["stop_reason"]),
            _tokens(answered.get("usage")),
        )

    def _piece(self, event: str, said: Any) -> Answer:  # noqa: ARG002
        match said["type"]:
            case "message_start":
                return Answer(tokens=_tokens(said["message"].get("usage")))
            case "content_block_delta" if said["delta"]["type"] == "text_delta":
                return Answer(said["delta"]["text"])
            case "message_delta":
                reason = said["delta"].get("stop_reason")
                return Answer(
                    ending=_ending(reason) if reason else None, tokens=_tokens(said.get("usage"))
                )
            case "message_stop":
                return Answer(is_last=True)
            case "error":
                word = said["error"]["type"]
                return Answer(failure=word if word in _ERRORS else "an error")
            case _:
                # "your code should handle unknown event types gracefully"
                return Answer()


def _key_headers(key: str, is_anthropic: bool) -> dict[str, str]:
    """The key as a bearer token; elsewhere also where it was before API version 2026-10-21."""
    bearer = {"Authorization": f"Bearer {key}"}
    return bearer if is_anthropic else {**bearer, "x-api-key": key}


def _ending(reason: str) -> Ending:
    return _ENDINGS.get(reason, Ending.OTHER)


def _tokens(counts: object) -> Tokens:
    # "Total input tokens in a request is the summation of `input_tokens`,
    # `cache_creation_input_tokens`, and `cache_read_input_tokens`."
    read = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return Tokens(count(counts, *read), count(counts, "output_tokens"))
