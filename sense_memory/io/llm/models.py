"""Which models are asked where nobody says otherwise.

Names of models come and go. To use others: ``llm_of("openai:NAME", extract_model="NAME")``, the
arguments of the classes, ``chat --model NAME --extract-model NAME``; for a server on this machine
``LOCAL_LLM_MODEL`` and ``LOCAL_LLM_EXTRACT_MODEL``.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Models:
    """Two models of one provider.

    Attributes:
        chat: Talks.
        extract: Reads what was said, and is cheap: 0.10 to 0.30 dollars per million tokens read.
    """

    chat: str
    extract: str


# as the providers' own clients and price lists had them in November 2026
ANTHROPIC = Models("claude-sonnet-5-5", "claude-haiku-5-5")
OPENAI = Models("gpt-6.2-sol", "gpt-6-luna")
GOOGLE = Models("gemini-3.8-flash", "gemini-3.5-flash-lite")
