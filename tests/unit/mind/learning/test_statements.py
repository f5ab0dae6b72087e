"""What is a statement, what lasts, what a prompt had told; and under which names it is kept."""

import pytest

from sense_memory.core.learned import NotLearned
from sense_memory.core.llm import Message, Role
from sense_memory.core.records.conversation import Turn
from sense_memory.core.records.names import check_key
from sense_memory.mind.learning.names import LONGEST_KEY, key_of, spelling, turn_id
from sense_memory.mind.learning.statements import (
    injected_by,
    is_addition,
    is_lasting,
    is_statement,
    statements,
)
from sense_memory.mind.learning.transcript import aligned, ids, session_name
from sense_memory.mind.prompting.quoted import fenced, quoted

STATEMENTS = [
    "Vergel prefers vanilla JS",
    "I live in Berlin.",
    "Always answer in English.",
    "Call me Ben.",
    "Use pnpm in this project.",
    "Please always write tests first.",
    "Remember that the key is under the mat.",
    "The deadline is May 10.",
    "Der Termin ist am 3. Mai.",
    "我住在北京。",
]
NO_STATEMENTS = [
    "Hi!",
    "Thanks a lot, that helps.",
    "Can you help me?",
    "What does Vergel like?",
    "Write a poem about Berlin.",
    "Please send me the report.",
    "Translate this to French.",
    "Kannst du mir helfen?",
    "Schreib mir ein Gedicht.",
    "ok",
    "👍",
]


@pytest.mark.parametrize("sentence", STATEMENTS)
def test_a_statement(sentence: str) -> None:
    assert is_statement(sentence)


@pytest.mark.parametrize("sentence", NO_STATEMENTS)
def test_no_statement(sentence: str) -> None:
    assert not is_statement(sentence)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I like tea", True),
        ("I'm vegetarian", True),
        ("My favorite color is blue", True),
        ("I am allergic to peanuts", True),
        ("I have two kids", True),
        ("My deadline is May 10", True),
        ("I'm 34 years old", True),
        ("Call me Ben", True),
        ("Never use emojis", True),
        ("I prefer tabs over spaces", True),
        ("I am trying to fix this bug in my code", False),
        ("I got an error when running the tests", False),
        ("I need help", False),
        ("I was in Rome last week", False),
        ("I hate this", False),
        ("I will go to Tokyo in May", False),
        ("I just opened the file", False),
        ("The weather is nice", False),
    ],
)
def test_what_lasts(sentence: str, expected: bool) -> None:
    assert is_lasting(sentence) is expected


def test_what_a_prompt_told_is_no_news() -> None:
    injected = injected_by(["Vergel lives in Berlin. He likes tea."])
    block = fenced("memories", [quoted({"text": "Vergel is 34"})])
    text = f"{block}\nVergel lives in Berlin!\nVergel lives in Madrid."
    found, skipped = statements(text, injected)
    assert found == ["Vergel lives in Madrid."]
    assert [one.why for one in skipped] == [NotLearned.INJECTED] * 2
    assert skipped[0].text == '{"text": "Vergel is 34"}'
    # a block that nobody closed hides all behind it
    assert statements("===== memories =====\nVergel is 34.")[0] == []
    # lines of equal signs that are no fence hide nothing
    assert statements("A title\n=====\nVergel is 34.")[0] == ["A title", "Vergel is 34."]


def test_it_holds_beside_what_is_known() -> None:
    assert is_addition("I also live in Rome.")
    assert not is_addition("I live in Rome.")


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("statement", "about", "key"),
    [
        ("Vergel prefers vanilla JS", "vergel", "vergel-prefers-vanilla-js"),
        ("Vergel prefers vanilla JS.", None, "vergel-prefers-vanilla-js"),
        ("I prefer vanilla JS", "vergel", "vergel-i-prefer-vanilla-js"),
        ("  Vergel's   cat is «Rex»! ", None, "vergels-cat-is-rex"),
        ("Ada Lovelace lives in Paris", "Ada Lovelace", "ada-lovelace-lives-in-paris"),
        ("Ada lives in Paris", "Ada Lovelace", "ada-lives-in-paris"),
        ("She lives in Paris", "Ada Lovelace", "ada-lovelace-she-lives-in-paris"),
        ("我住在北京。", None, "我住在北京"),
        ("Живёт в Москве", "Аня", "аня-живёт-в-москве"),
    ],
)
def test_keys(statement: str, about: str | None, key: str) -> None:
    assert key_of(statement, about) == key


def test_keys_that_say_less_than_their_statements_are_told_apart() -> None:
    some = ["C++ is fast", "C# is fast", "C is fast", "It is -5 outside", "It is 5 outside"]
    some += ["Costs $5", "Costs €5", "👍", "👎", "a/b", "a b", "50% off", "50 off", "x" * 90]
    some += ["x" * 91, "x" * 5000, "../..", "..", "\\"]
    keys = [key_of(one) for one in some]
    assert len(set(keys)) == len(some)
    for key in keys:
        check_key(key)
        assert len(key) <= LONGEST_KEY
    assert spelling("Vergel likes  TEA.") == spelling("vergel likes tea")


# ---------------------------------------------------------------------- transcripts


def said(*texts: str) -> list[Message]:
    """Messages of both, in turn."""
    return [Message(list(Role)[n % 2], text) for n, text in enumerate(texts)]


def stored(given: list[Message], names: list[str]) -> list[Turn]:
    """The same as turns."""
    pairs = zip(given, names, strict=True)
    return [Turn("main", name, one.role, one.text) for one, name in pairs]


def test_a_transcript_that_goes_on_has_the_ids_that_it_had() -> None:
    short, long = said("a", "b", "a"), said("a", "b", "a", "b", "c")
    assert ids("main", long)[:3] == ids("main", short)
    assert len(set(ids("main", long))) == 5  # said again is said twice
    assert ids("main", short) != ids("other", short)
    assert ids("main", said("a", "x", "a"))[2] != ids("main", short)[2]
    assert turn_id("main", "", short[0]) == ids("main", short)[0]


def test_messages_that_stand_under_other_ids_are_known() -> None:
    given = said("a", "b", "c", "d")
    there = stored(given, ["1", "2", "3", "4"])
    assert aligned(given, there) == ["1", "2", "3", "4"]
    assert aligned(given[2:], there) == ["3", "4"]
    assert aligned(given[2:] + said("e"), there) == ["3", "4"]
    assert aligned(said("x", *"abcd"), there) == []
    assert aligned(given, []) == []
    # the latest such place, of as many
    again = said("a", "b", "a", "b")
    assert aligned(again[:2], stored(again, ["1", "2", "3", "4"])) == ["3", "4"]
    assert ids("main", [*given, *said("e")], ["1", "2", "3", "4"])[:4] == ["1", "2", "3", "4"]


def test_a_session_is_called_by_its_turns() -> None:
    assert session_name(["1", "2"]) == session_name(["1", "2"]) != session_name(["12"])
    assert session_name(["1"]).startswith("learned-")
