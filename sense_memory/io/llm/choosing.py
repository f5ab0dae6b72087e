"""Which language model a text means, as people write it in a profile, a variable or an option."""

import os
import re

from ...core.errors import InputError, LLMConfigError
from ...core.llm import LLM
from ..http_endpoint import checked_url
from .anthropic import ANTHROPIC_URL, AnthropicLLM
from .gemini import GEMINI_URL, GeminiLLM
from .models import ANTHROPIC, GOOGLE, OPENAI
from .openai import OPENAI_URL, OpenAILLM

LOCAL_URL = "http://localhost:11434/v1"
FORMS = (
    "anthropic, openai, google or local, each with [:MODEL][@URL]; keys come from "
    "ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY or GEMINI_API_KEY, and for local "
    "LOCAL_LLM_URL, LOCAL_LLM_KEY, LOCAL_LLM_MODEL and LOCAL_LLM_EXTRACT_MODEL are read"
)


_URL_FOLLOWS = re.compile(r"@(?=https?:|[a-z][a-z0-9+.-]*://)", re.IGNORECASE)
"""The name of a model may have an @, too."""


def llm_of(text: str, *, model: str | None = None, extract_model: str | None = None) -> LLM:
    """The language model that a text means. Nobody is asked.

    ==========================================  ====================================================
    ``anthropic``                               Anthropic; the key is in ``ANTHROPIC_API_KEY``
    ``openai:gpt-6.2-sol``                      OpenAI; the key is in ``OPENAI_API_KEY``
    ``openai:NAME@https://HOST/v1``             another endpoint that speaks as OpenAI does
    ``google``                                  Gemini; ``GOOGLE_API_KEY`` or ``GEMINI_API_KEY``
    ``local:NAME``                              a server on this machine: Ollama, or what is at
                                                ``LOCAL_LLM_URL``
    ``local``                                   the same with the model in ``LOCAL_LLM_MODEL``
    ==========================================  ====================================================

    Args:
        text: One of these.
        model: Talks, in place of the model in the text.
        extract_model: Answers what is asked for by shape; ``None`` is a cheap model of the
            provider's, or the one that talks where prices are not known.

    Raises:
        LLMConfigError: It means none, or a key or a model is not known.
        InputError: The URL is not taken.
    """
    rest, *address = _URL_FOLLOWS.split(text.strip(), maxsplit=1)
    url = checked_url(address[0], "a language model") if address else None
    kind, _, named = rest.partition(":")
    if "@" in kind:
        raise InputError("what follows @ is the URL of a language model: https://HOST/v1")
    model = model or named or None
    match kind:
        case "anthropic":
            return AnthropicLLM(
                model or ANTHROPIC.chat,
                base_url=url or ANTHROPIC_URL,
                extract_model=extract_model,
            )
        case "google":
            return GeminiLLM(
                model or GOOGLE.chat, base_url=url or GEMINI_URL, extract_model=extract_model
            )
        case "openai":
            if url and not model:
                raise LLMConfigError("say which model it is: openai:MODEL@URL")
            return OpenAILLM(
                model or OPENAI.chat, base_url=url or OPENAI_URL, extract_model=extract_model
            )
        case "local":
            return _local(model, url, extract_model)
    raise LLMConfigError(f"a language model is one of {FORMS}")


def _local(model: str | None, url: str | None, extract_model: str | None) -> OpenAILLM:
    url = url or os.environ.get("LOCAL_LLM_URL") or LOCAL_URL
    model = model or os.environ.get("LOCAL_LLM_MODEL")
    if not model:
        raise LLMConfigError(
            "say which local model: by --model or model=, as local:MODEL, or in LOCAL_LLM_MODEL; "
            "the server lists those it has at URL/models"
        )
    return OpenAILLM(
        model,
        base_url=url,
        api_key=os.environ.get("LOCAL_LLM_KEY", ""),
        extract_model=extract_model or os.environ.get("LOCAL_LLM_EXTRACT_MODEL"),
        provider="local",
    )
