"""What is asked of the agent, and what only sounds like it, in each language."""

from pathlib import Path

import pytest

from sense_memory.core.config import RapportConfig
from sense_memory.core.llm import Message, Role
from sense_memory.mind.rapport import rules

NOTHING = "nothing"
LANGUAGES = ("de", "en", "es", "fr", "it", "pt", "zh")


def sentences(language: str) -> list[tuple[str, str]]:
    """What is to be read of a sentence, and the sentence: a line each in ``wishes/``."""
    text = (Path(__file__).parent / "wishes" / f"{language}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(wanted, said) for wanted, _, said in (line.partition(": ") for line in lines)]


def wish(said: str) -> str:
    """What is read of a message: "humor lower", or ``NOTHING``; more than one joined by commas."""
    messages = [Message(Role.ASSISTANT, "Hello."), Message(Role.USER, said)]
    read = rules.read(messages, RapportConfig()).corrections
    asked = [f"{c.dimension} {c.direction.value if c.direction else '?'}" for c in read]
    return ", ".join(asked) or NOTHING


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_holds_wishes_both_ways_and_what_is_none(language: str):
    wanted = [wanted for wanted, _ in sentences(language)]
    assert len([w for w in wanted if w != NOTHING]) >= 25
    assert len([w for w in wanted if w == NOTHING]) >= 25
    assert {"humor lower", "humor higher", "resilience lower", "resilience higher"} <= set(wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wish_is_read_the_way_it_is_meant_and_nothing_else_is(language: str):
    table = sentences(language)
    assert [(wish(said), said) for _, said in table] == table


@pytest.mark.parametrize(
    "said",
    ["Widersprich mir nicht.", "Don't challenge me.", "You're too kind!", "no more detail please"],
)
def test_the_opposite_of_a_listed_wish_is_not_that_wish(said: str):
    assert wish(said) == NOTHING


@pytest.mark.parametrize(
    ("said", "dimension"),
    [
        ("Ich vertraue dir nicht.", "trust"),
        ("I'm not tired at all.", "energy"),
        ("Ich bin nicht müde.", "energy"),
        ("No estoy cansado.", "energy"),
        ("我不累", "energy"),
    ],
)
def test_what_is_denied_is_no_sign_of_it(said: str, dimension: str):
    (score,) = (
        score
        for score in rules.read([Message(Role.USER, said)], RapportConfig()).scores
        if score.dimension == dimension
    )
    assert not {"self-disclosure", "weariness"} & set(score.signal.split(": ")[-1].split(", "))
