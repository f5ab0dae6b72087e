"""Language models that speak Google's generateContent."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ...core.llm import Role
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
from .models import GOOGLE
from .portable_schema import portable

GEMINI_URL = "https://generativelanguage.googleapis.com/v1"
_ENDINGS = {
    "STOP": Ending.COMPLETE,
    "MAX_TOKENS": Ending.LENGTH,
    "CONTINUATION": Ending.LENGTH,
    "SAFETY": Ending.REFUSED,
    "RECITATION": Ending.REFUSED,
    "LANGUAGE": Ending.REFUSED,
    "BLOCKLIST": Ending.REFUSED,
    "PROHIBITED_CONTENT": Ending.REFUSED,
    "SPII": Ending.REFUSED,
    "ESCALATION": Ending.REFUSED,
    "MODEL_ARMOR": Ending.REFUSED,
}


class GeminiLLM(HttpLLM):
    """Gemini, or another endpoint that speaks as it does.

    Args:
        model: Talks.
        api_key: The secret; ``None`` takes it from ``GOOGLE_API_KEY`` or ``GEMINI_API_KEY``.
        base_url: Up to ``/v1``; ``https://``, or ``http://`` to this machine.
        extract_model: Answers what is asked for by shape; ``None`` is a cheap one at Google and
            ``model`` elsewhere.
        chat_tokens: What a turn of a conversation may have (1–1,000,000).
        extract_tokens: What an answer may have that is asked for by shape (1–1,000,000).
        timeout: Seconds until an answer begins, and again until it is complete.
        silence: Seconds without a sign of life after which a streamed answer has broken off.

    Raises:
        LLMConfigError: There is no key for Google.
        InputError: The URL is not taken, or a number is out of range.
    """

    def __init__(
        self,
        model: str = GOOGLE.chat,
        *,
        base_url: str = GEMINI_URL,
        api_key: str | None = None,
        extract_model: str | None = None,
        chat_tokens: int = CHAT_TOKENS,
        extract_tokens: int = EXTRACT_TOKENS,
        timeout: float = TIMEOUT,
        silence: float = SILENCE,
    ) -> None:
        is_google = base_url.rstrip("/") == GEMINI_URL
        key = key_of(api_key, *KEY_VARIABLES["google"], is_needed=is_google)
        super().__init__(
            "google",
            model,
            extract_model or (GOOGLE.extract if is_google else model),
            base_url,
            # in a header: a URL with a key would stand in every log on the way
            {"x-goog-api-key": key} if key else {},
            chat_tokens=chat_tokens,
            extract_tokens=extract_tokens,
            timeout=timeout,
            silence=silence,
            without=() if is_google else (Feature.EFFORT,),
        )

    def _request(self, asking: Asking) -> Request:
        system = asking.system
        generation: dict[str, Any] = {"maxOutputTokens": asking.most_tokens}
        body: dict[str, Any] = {"generationConfig": generation}
        shape = asking.shape
        if asking.asks_for(Feature.EFFORT):
            generation["thinkingConfig"] = {"thinkingLevel": EFFORT.upper()}
        if shape is None:
            pass
        elif asking.asks_for(Feature.SCHEMA):
            generation["responseMimeType"] = "application/json"
            generation["responseJsonSchema"] = portable(shape.schema)
        elif asking.asks_for(Feature.TOOL):
            function = {
                "name": shape.name,
                "description": shape.description,
                "parametersJsonSchema": portable(shape.schema),
            }
            calling = {"mode": "ANY", "allowedFunctionNames": [shape.name]}
            body["tools"] = [{"functionDeclarations": [function]}]
            body["toolConfig"] = {"functionCallingConfig": calling}
        else:
            system = f"{system}\n\n{in_text(shape)}"
        if system:
            body["systemInstruction"] = {"parts": [{"text": system}]}
        body["contents"] = [
            {
                "role": "user" if one.role is Role.USER else "model",
                "parts": [{"text": one.text}],
            }
            for one in asking.messages
        ]
        model = asking.model if "/" in asking.model else f"models/{asking.model}"
        method = "streamGenerateContent?alt=sse" if shape is None else "generateContent"
        return Request(f"{self._base_url}/{quote(model, safe='/')}:{method}", body)

    def _named(self, request: Request) -> Mapping[Feature, str]:
        named = {}
        if "thinkingConfig" in request.body["generationConfig"]:
            named[Feature.EFFORT] = "thinking"
        if "responseJsonSchema" in request.body["generationConfig"]:
            named[Feature.SCHEMA] = "schema|response_?mime_?type|json mode"
        if "tools" in request.body:
            named[Feature.TOOL] = "tool|function|schema"
        return named

    def _answer(self, answered: Any) -> Answer:
        answer = self._piece("", answered)
        if answer.failure or answer.ending is None:
            raise ValueError("it has no answer")
        return answer

    def _piece(self, event: str, said: Any) -> Answer:  # noqa: ARG002
        if said.get("error"):
            return Answer(failure="an error")
        tokens = _tokens(said.get("usageMetadata"))
        if said.get("promptFeedback", {}).get("blockReason"):
            return Answer(ending=Ending.REFUSED, tokens=tokens)
        (candidate, *_) = said.get("candidates") or [{}]
        parts = candidate.get("content", {}).get("parts") or []
        calls = [part["functionCall"].get("args", {}) for part in parts if "functionCall" in part]
        reason = candidate.get("finishReason")
        return Answer(
            "".join(part["text"] for part in parts if "text" in part and not part.get("thought")),
            calls[0] if calls else None,
            _ENDINGS.get(reason, Ending.OTHER) if reason else None,
            tokens,
        )


def _tokens(counts: object) -> Tokens | None:
    if not counts:
        return None
    return Tokens(
        count(counts, "promptTokenCount", "toolUsePromptTokenCount"),
        count(counts, "candidatesTokenCount", "thoughtsTokenCount"),
    )
