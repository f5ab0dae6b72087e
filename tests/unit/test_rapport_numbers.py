"""Every number that seed 000 publishes and that is a constant here; its settings are elsewhere."""

import inspect
import re

import pytest

from sense_memory import AnthropicLLM, GeminiLLM, OpenAILLM
from sense_memory.core.records.rapport import DIMENSIONS, MOST_MISSING, NEUTRAL, LayerName
from sense_memory.io.llm.choosing import FORMS, LOCAL_URL
from sense_memory.mind.rapport import condensation, condensing_prompt, drift, transcript
from sense_memory.mind.rapport.poles import POLES


@pytest.mark.parametrize(
    ("what", "here", "published"),
    [
        ("dimensions", len(DIMENSIONS), 7),
        ("where all of them start", NEUTRAL, 0.5),
        ("dimensions that a reading may lack", MOST_MISSING, 2),
        ("messages that stay whole", transcript.FULL_WINDOW, 20),
        ("characters of each older one", transcript.EXCERPT, 100),
        ("characters of all older ones", transcript.DIGEST, 500),
        ("sentences of a portrait", condensation.BASE_TONE_SENTENCES, (2, 4)),
        ("lines of patterns", condensation.MOST_PATTERNS, 10),
        ("lines of anchors", condensation.MOST_ANCHORS, 10),
        ("tokens of a portrait", condensation.TOKENS[LayerName.BASE_TONE], (100, 200)),
        ("tokens of patterns", condensation.TOKENS[LayerName.PATTERNS], (150, 300)),
        ("tokens of anchors", condensation.TOKENS[LayerName.ANCHORS], (50, 100)),
        ("where a local model is asked", LOCAL_URL, "http://localhost:11434/v1"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)
def test_a_constant_is_what_was_published(what: str, here: object, published: object) -> None:
    assert here == published


@pytest.mark.parametrize("llm", [OpenAILLM, AnthropicLLM, GeminiLLM])
def test_a_turn_has_4096_tokens_and_a_reading_more_than_1024(llm: type) -> None:
    parameters = inspect.signature(llm).parameters
    assert parameters["chat_tokens"].default == 4096
    # 1,024 were tight for seven scores with their evidence
    assert parameters["extract_tokens"].default > 2 * 1024


def test_the_environment_is_named_as_published() -> None:
    assert set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", FORMS)) >= {
        *("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"),
        *("LOCAL_LLM_URL", "LOCAL_LLM_KEY", "LOCAL_LLM_MODEL", "LOCAL_LLM_EXTRACT_MODEL"),
    }


def test_a_prompt_says_the_lengths_that_are_checked() -> None:
    told = " ".join(condensing_prompt.SYSTEM.split())
    assert "2 to 4 sentences, 100 to 200 tokens" in told
    assert "at most 10 lines, together 150 to 300 tokens" in told
    assert "at most 10 lines, together 50 to 100 tokens" in told
    assert "by more than 0.2" in told


def test_every_dimension_has_its_poles_in_the_published_order() -> None:
    assert tuple(POLES) == DIMENSIONS
    assert all(low != high for low, high in POLES.values())


def test_nothing_is_told_of_no_drift() -> None:
    assert drift.in_words([]) == ""
