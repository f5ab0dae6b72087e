"""Language models that speak OpenAI's chat completions: OpenAI, Ollama, llama.cpp, vLLM."""

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
from .models import OPENAI
from .portable_schema import portable

OPENAI_URL = "https://api.openai.com/v1"
_ROUTED = "requested parameters"
"""So says OpenRouter that nobody it knows takes what is asked for."""
_ENDINGS = {
    "length": Ending.LENGTH,
    "max_tokens": Ending.LENGTH,
    "content_filter": Ending.REFUSED,
    "error": Ending.OTHER,
    "abort": Ending.OTHER,
    "insufficient_system_resource": Ending.OTHER,
}


class OpenAILLM(HttpLLM):
    """Any endpoint that speaks OpenAI's chat completions.

    Args:
        model: Talks, as the endpoint calls it.
        base_url: Up to ``/v1``; ``https://``, or ``http://`` to this machine.
        api_key: The secret; ``None`` takes it from ``OPENAI_API_KEY``, which only OpenAI itself
            needs; ``""`` sends none.
        extract_model: Answers what is asked for by shape; ``None`` is a cheap one at OpenAI and
            ``model`` elsewhere.
        chat_tokens: What a turn of a conversation may have (1–1,000,000).
        extract_tokens: What an answer may have that is asked for by shape (1–1,000,000).
        timeout: Seconds until an answer begins, and again until it is complete.
        silence: Seconds without a sign of life after which a streamed answer has broken off.
        provider: What is in front of the model's name in ``id``.

    Raises:
        LLMConfigError: There is no key for OpenAI.
        InputError: The URL is not taken, or a number is out of range.
    """

    def __init__(
        self,
        model: str = OPENAI.chat,
        *,
        base_url: str = OPENAI_URL,
        api_key: str | None = None,
        extract_model: str | None = None,
        chat_tokens: int = CHAT_TOKENS,
        extract_tokens: int = EXTRACT_TOKENS,
        timeout: float = TIMEOUT,
        silence: float = SILENCE,
        provider: str = "openai",
    ) -> None:
        is_openai = base_url.rstrip("/") == OPENAI_URL
        key = key_of(api_key, *KEY_VARIABLES["openai"], is_needed=is_openai)
        super().__init__(
            provider,
            model,
            extract_model or (OPENAI.extract if is_openai else model),
            base_url,
            {"Authorization": f"Bearer {key}"} if key else {},
            chat_tokens=chat_tokens,
            extract_tokens=extract_tokens,
            timeout=timeout,
            silence=silence,
            without=() if is_openai else (Feature.EFFORT,),
        )
        # OpenAI's models refuse the old name; elsewhere the new one is passed over in silence
        newest_first = (Feature.MAX_COMPLETION_TOKENS, Feature.MAX_TOKENS)
        self._limits = newest_first if is_openai else newest_first[::-1]

    def _request(self, asking: Asking) -> Request:
        system = asking.system
        body: dict[str, Any] = {"model": asking.model}
        shape = asking.shape
        for limit in [name for name in self._limits if asking.asks_for(name)][:1]:
            body[limit.value] = asking.most_tokens
        if asking.asks_for(Feature.EFFORT):
            body["reasoning_effort"] = EFFORT
        if shape is None:
            body["stream"] = True
            if asking.asks_for(Feature.STREAM_USAGE):
                body["stream_options"] = {"include_usage": True}
        elif asking.asks_for(Feature.SCHEMA):
            named = {"name": shape.name, "description": shape.description}
            schema = {**named, "schema": portable(shape.schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif asking.asks_for(Feature.TOOL):
            function = {
                "name": shape.name,
                "description": shape.description,
                "parameters": portable(shape.schema),
            }
            body["tools"] = [{"type": "function", "function": function}]
            body["tool_choice"] = {"type": "function", "function": {"name": shape.name}}
        else:
            system = f"{system}\n\n{in_text(shape)}"
        told = [{"role": "system", "content": system}] if system else []
        told += [{"role": one.role.value, "content": one.text} for one in asking.messages]
        return Request(f"{self._base_url}/chat/completions", {**body, "messages": told})

    def _named(self, request: Request) -> Mapping[Feature, str]:
        words = {
            "max_completion_tokens": (Feature.MAX_COMPLETION_TOKENS, "max_completion_tokens"),
            "max_tokens": (Feature.MAX_TOKENS, "max_tokens"),
            "reasoning_effort": (Feature.EFFORT, "reasoning"),
            "stream_options": (Feature.STREAM_USAGE, "stream_options|include_usage"),
            "response_format": (
                Feature.SCHEMA,
                f"response_format|schema|structured|grammar|guided|{_ROUTED}",
            ),
            "tools": (Feature.TOOL, f"tool|function|schema|{_ROUTED}"),
        }
        return dict(words[name] for name in words if name in request.body)

    def _answer(self, answered: Any) -> Answer:
        (choice, *_) = answered["choices"]
        message = choice["message"]
        (call, *_) = message.get("tool_calls") or [None]
        return Answer(
            _text(message.get("content")),
            call["function"]["arguments"] if call else None,
            Ending.REFUSED if message.get("refusal") else _ending(choice["finish_reason"]),
            _tokens(answered),
        )

    def _piece(self, event: str, said: Any) -> Answer:  # noqa: ARG002
        if said.get("error"):
            return Answer(failure="an error")
        (choice, *_) = said.get("choices") or [{}]
        delta = choice.get("delta") or {}
        reason = choice.get("finish_reason")
        return Answer(
            _text(delta.get("content")),
            ending=_ending(reason) if reason else None,
            tokens=_tokens(said),
        )


def _text(content: Any) -> Any:
    """What was said: a text, or parts of which some are texts."""
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if part.get("type") == "text")
    return content or ""


def _ending(reason: str | None) -> Ending:
    return _ENDINGS.get(reason or "", Ending.COMPLETE)


def _tokens(said: Mapping[str, Any]) -> Tokens | None:
    counts = said.get("usage")
    if not counts:
        return None
    return Tokens(count(counts, "prompt_tokens"), count(counts, "completion_tokens"))
