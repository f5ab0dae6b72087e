"""What is kept of ten pieces, and of summaries of them."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.records.pyramid import Observation, Summary
from sense_memory.mind.pyramid.rules.summarizing import summarized
from sense_memory.mind.token_count import token_count

DAY = 86_400.0
MAY_8 = 1_683_504_000.0
TALK = (
    "Anna: I went to a support group yesterday and it was so powerful.",
    "Anna: It was great.",
    "Ben: Wow, Anna, that is really great to hear!",
    "Ben: I ran a charity race for mental health last Saturday.",
    "Anna: My daughter Sofia turned 7 on 12 March.",
    "Ben: You are such a wonderful mom, and you will do great.",
    "Anna: We moved from Lisbon to Zurich in 2019 because of my work at Roche.",
    "Ben: What do you think of it?",
    "Ben: I am allergic to peanuts.",
    "Anna: Things are going well, more or less, as they always do, you know.",
)


def seen(text: str, at: float | None = MAY_8, name: str = "") -> Observation:
    return Observation(name or text, text, at)


def talk(step: float = 0.0) -> list[Observation]:
    return [seen(text, MAY_8 + step * n) for n, text in enumerate(TALK)]


def summary(text: str, start: float | None = None, end: float | None = None) -> Summary:
    return Summary("s" * 32, "tom", 0, frozenset(), text, start, end)


@pytest.mark.parametrize("tokens", [60, 65, 70])
def test_names_numbers_and_rare_words_are_kept_before_all_else(tokens: int) -> None:
    text = summarized(talk(), tokens)
    for kept in ("Sofia", "12 March", "Lisbon", "Zurich", "2019", "peanuts", "charity"):
        assert kept in text
    for left in ("Things are going", "What do you think", "It was great"):
        assert left not in text


def test_all_is_kept_where_there_is_room() -> None:
    text = summarized(talk(), 500)
    assert text.splitlines()[0] == (
        "Anna: I went to a support group yesterday and it was so powerful. It was great."
    )
    assert text.count("Anna: ") == 4


def test_what_is_kept_was_said_and_stands_in_its_order() -> None:
    text = summarized(talk(), 60)
    parts = re.split(r"(?<=[.!?;…])\s+", re.sub(r"^\w+: ", "", text, flags=re.MULTILINE))
    whole = " ".join(TALK)
    places = [whole.index(part.rstrip(";…")) for part in parts]
    assert places == sorted(places)


def test_days_are_told_where_they_differ() -> None:
    assert "May" not in summarized(talk(), 80)
    text = summarized(talk(3 * DAY), 150)
    assert text.startswith("8 May 2023: Anna: ")
    # the year is told once
    assert text.count("2023") == 1
    assert "\n20 May: Anna: My daughter" in text
    later = summarized([seen("I am 7.", MAY_8), seen("I am 8.", MAY_8 + 366 * DAY)], 50)
    assert later == "8 May 2023: I am 7.\n8 May 2024: I am 8."


def test_a_piece_without_a_time_has_no_day() -> None:
    text = summarized([seen("I am Tom.", None), seen("I am 7.", MAY_8)], 50)
    assert text == "I am Tom.\n8 May 2023: I am 7."


def test_what_has_no_day_gets_none_however_often_it_is_summarised() -> None:
    """Read beside a day it would seem to be of that day, and be told as a fact."""
    undated, dated = seen("I collect stamps of Peru.", None), seen("I am 7.", MAY_8)
    first = summarized([undated, dated], 50)
    assert first == "I collect stamps of Peru.\n8 May 2023: I am 7."
    later = summarized([summary(first, MAY_8, MAY_8), seen("I am 8.", MAY_8 + 366 * DAY)], 50)
    assert later == "I collect stamps of Peru.\n8 May 2023: I am 7.\n8 May 2024: I am 8."
    # a summary that began earlier stands before one that is without a day
    between = summarized([dated, summary("I own a boat."), seen("I am 9.", MAY_8)], 50)
    assert between == "8 May 2023: I am 7.\nundated: I own a boat.\n8 May 2023: I am 9."
    assert summarized([summary(between, MAY_8, MAY_8)], 50) == between
    # where only what has no day was kept, nothing else tells
    cut = summarized([undated, seen("It was great, as it always is.", MAY_8)], 12)
    assert cut == "undated: I collect stamps of Peru."
    assert summarized([summary(cut, MAY_8, MAY_8)], 50) == cut


def test_a_day_is_told_where_the_others_were_left_out() -> None:
    late = seen("I moved to Zermatt with Sofia in 2019.", MAY_8 + 9 * DAY)
    text = summarized([seen("It was great.", MAY_8), late], 22)
    assert text == "17 May 2023: I moved to Zermatt with Sofia in 2019."
    assert summarized([summary(text, MAY_8, MAY_8 + 9 * DAY)], 22) == text


def test_signs_around_code_are_not_kept() -> None:
    text = summarized([seen("```sh\nmake test\n```"), seen("Prefers tabs")], 50)
    assert text == "make test. Prefers tabs"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Moved to Rome in 2019", "Prefers tea"], "Moved to Rome in 2019. Prefers tea"),
        (["Lives in room 12", "Prefers tea"], "Lives in room 12; Prefers tea"),
        (["Likes:", "Tea"], "Likes; Tea"),
        (["我住在罗马", "我喝茶。"], "我住在罗马。 我喝茶。"),
    ],
)
def test_what_nobody_ended_is_ended_before_the_next(texts: list[str], expected: str) -> None:
    text = summarized([seen(one) for one in texts], 50)
    assert text == expected
    assert summarized([summary(text, MAY_8, MAY_8)], 50) == text


def test_what_is_said_twice_is_kept_once() -> None:
    given = [seen("I live in Rome.", name="a"), seen("i live in Rome!", name="b")]
    assert summarized(given, 50) == "I live in Rome."
    by_two = [seen("Ann: I live in Rome.", name="a"), seen("Ben: I live in Rome.", name="b")]
    assert summarized(by_two, 50) == "Ann: I live in Rome.\nBen: I live in Rome."


def test_a_summary_of_summaries_knows_who_said_what_and_when() -> None:
    first = summarized(talk(3 * DAY), 100)
    second = summarized([summary(first, MAY_8, MAY_8 + 27 * DAY)], 100)
    assert second == first
    short = summarized([summary(first, MAY_8, MAY_8 + 27 * DAY)], 40)
    days = dict(re.findall(r"(\d+ \w+)(?: 2023)?: (\w+): ", first))
    for day, name in re.findall(r"(\d+ \w+)(?: 2023)?: (\w+): ", short):
        assert days[day] == name


def test_a_clause_may_be_kept_without_the_other_one() -> None:
    said = "I am swamped with work and with the kids, but I finally painted a sunrise in Zermatt."
    text = summarized([seen(said), *talk()], 30)
    assert "but I finally painted a sunrise in Zermatt." in text
    assert "swamped" not in text
    said = "I finally painted a sunrise in Zermatt, but I am swamped with all of it."
    text = summarized([seen(said), *talk()], 30)
    assert "I finally painted a sunrise in Zermatt…" in text
    assert text == summarized([summary(text, MAY_8, MAY_8)], 30)


@pytest.mark.parametrize(
    "said",
    [
        "I sold my old red car in Lisbon - it was really time for it.",
        "I am swamped with work in Lisbon, but I finally painted a sunrise.",
        "I need bread, butter, milk from the farm, and the apples from Zermatt.",
    ],
)
def test_what_is_kept_whole_reads_as_it_was_said(said: str) -> None:
    text = summarized([seen(said), *talk()], 500)
    assert text.startswith(said)
    assert summarized([summary(text, MAY_8, MAY_8)], 500) == text


def test_the_last_of_a_list_is_no_clause_of_its_own() -> None:
    said = "I bought bread, butter from the dairy, and the big green apples from Zermatt."
    for tokens in range(8, 60):
        text = summarized([seen(said), *talk()], tokens)
        assert ("butter" in text) == ("apples" in text)


def test_where_the_end_of_a_sentence_was_said_before_it_says_so() -> None:
    given = [
        seen("But then it rained for days."),
        seen("I hiked all the way to Zermatt, but then it rained for days."),
    ]
    text = summarized([*given, seen("Zoe came.")], 100)
    assert text == "But then it rained for days. I hiked all the way to Zermatt… Zoe came."


def test_what_takes_something_back_stays_with_it() -> None:
    said = "I was invited to move to Zermatt with Sofia, but in the end I did not go there."
    for tokens in range(5, 60):
        text = summarized([seen(said), *talk()], tokens)
        assert ("Zermatt" in text) == ("did not go" in text)


def test_words_with_which_one_begins_to_speak_go() -> None:
    given = [seen("Ann: Wow, Ben, yeah, I met Zoe in Zermatt."), *talk()]
    assert "Ann: I met Zoe in Zermatt." in summarized(given, 30)
    given = [seen("Hey Ben, our trip to Zermatt with Zoe is over."), *talk()]
    assert "Our trip to Zermatt with Zoe is over." in summarized(given, 30)


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        (["今天天气很好。", "我在苏黎世的罗氏公司当工程师。", "好的好的。"], "罗氏"),
        (["मौसम अच्छा है।", "मैं ज़्यूरिख में इंजीनियर हूँ 2019।", "ठीक है।"], "2019"),
        (["Das war gut.", "Ich ziehe am 3. Mai nach Köln.", "Es ist schön."], "Köln"),
        (["Это хорошо.", "Я работаю инженером в Омске с 2019 года.", "Да."], "2019"),
        (["الجو جميل.", "أعمل مهندسا في زيورخ منذ 2019.", "نعم."], "2019"),
    ],
)
def test_other_scripts_are_weighed_too(texts: list[str], kept: str) -> None:
    assert kept in summarized([seen(text) for text in texts * 1], 24)


def test_nothing_says_nothing() -> None:
    assert summarized([], 10) == ""
    assert summarized([replace(summary("x"), text=None)], 10) == ""


def test_what_does_not_fit_at_all_is_cut() -> None:
    text = summarized([seen("Anna: " + "incomprehensibility " * 50)], 10)
    assert text
    assert token_count(text) <= 10


pieces = st.lists(
    st.builds(
        Observation,
        st.uuids().map(str),
        st.sampled_from(TALK) | st.text(max_size=200),
        st.none() | st.floats(-1e12, 1e12),
    ),
    max_size=12,
)


@settings(deadline=None)
@given(pieces, st.integers(1, 200))
def test_the_budget_holds_and_the_same_comes_of_the_same(
    given_pieces: list[Observation], tokens: int
) -> None:
    text = summarized(given_pieces, tokens)
    assert token_count(text) <= tokens
    assert text == summarized(given_pieces, tokens)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(TALK), st.integers(0, 900)), max_size=12))
def test_what_fits_is_the_same_once_it_is_summarised_again(
    said: list[tuple[str, int]],
) -> None:
    given_pieces = [seen(text, MAY_8 + n * DAY, str(n)) for text, n in sorted(said, key=second)]
    times = [one.at for one in given_pieces if one.at is not None]
    span = (min(times), max(times)) if times else (None, None)
    once = summarized(given_pieces, 80)
    assert summarized([summary(once, *span)], 80) == once


def second(pair: tuple[str, int]) -> int:
    return pair[1]
