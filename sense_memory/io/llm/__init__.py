"""Language models, asked over HTTP. None is asked unless it is told to."""

from .anthropic import AnthropicLLM
from .choosing import llm_of
from .gemini import GeminiLLM
from .openai import OpenAILLM

__all__ = ["AnthropicLLM", "GeminiLLM", "OpenAILLM", "llm_of"]
