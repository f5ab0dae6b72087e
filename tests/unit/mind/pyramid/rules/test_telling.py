"""A topic told by rules: under headings of time, in its own words, within tokens."""

import re

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.mind.pyramid.rules.telling import told
from sense_memory.mind.pyramid.sections import Section
from sense_memory.mind.pyramid.telling import Material, line_of, material
from sense_memory.mind.pyramid.tiers import Pyramid, pyramids
from sense_memory.mind.token_count import token_count

DAY = 86_400.0
NOW = 1_700_000_000.0
TOPIC = Topic("anna", "Anna")
SAID = (
    (1, "Anna: I sold the house in Zermatt for 900,000 francs."),
    (2, "Anna: It was great."),
    (5, "Anna: Ben proposed to me at the Louvre."),
    (20, "Anna and Ben met on 3 May."),
    (70, "Anna: I started to work as a veterinarian at Roche."),
    (200, "Anna: My cat Pixel died."),
    (900, "Anna: We moved from Lisbon to Zermatt."),
)


def pyramid(said: tuple[tuple[float, str], ...] = SAID) -> Pyramid:
    given = [Observation(f"{n:032x}", t, NOW - d * DAY, "anna") for n, (d, t) in enumerate(said)]
    return pyramids(given, ()).get("anna", Pyramid("anna", {}))


def test_the_newest_comes_first_and_each_has_its_day() -> None:
    description, content = told(TOPIC, material(pyramid(), NOW), 500)
    headings = re.findall(r"^## (.+)$", content, re.MULTILINE)
    assert headings == [
        *("Last 3 Days", "This Week", "This Month"),
        *("This Quarter", "This Year", "Earlier"),
    ]
    assert content.startswith(
        "## Last 3 Days\n\n- 12 Nov 2023: It was great.\n"
        "- 13 Nov: I sold the house in Zermatt for 900,000 francs.\n\n"
        "## This Week\n\n- 9 Nov 2023: Ben"
    )
    assert content.endswith("We moved from Lisbon to Zermatt.")
    assert description in " ".join(text for _, text in SAID)


def test_what_a_summary_says_of_earlier_days_is_told_where_those_are() -> None:
    days = (40.0, 1.0)
    text = "4 Oct 2023: Anna: I met Ben.\n13 Nov: Anna: I met Zoe."
    parts = [Observation(f"{n:032x}", "…", NOW - d * DAY, "anna") for n, d in enumerate(days)]
    made = Summary(
        "a" * 32, "anna", 0, frozenset(one.input for one in parts), text, NOW - 40 * DAY, NOW - DAY
    )
    lines = (line_of(made), "an old note", "2023-11-13: Anna: It rained.")
    rain = Observation("b" * 32, "Anna: It rained.", NOW - DAY, "anna")
    note = Observation("c" * 32, "an old note", None, "anna")
    given = Material(
        ((Section.LAST_3_DAYS, (lines[0], lines[2])), (Section.EARLIER, (lines[1],))),
        (note, made, rain),
        0,
        0,
        NOW,
    )
    _, content = told(TOPIC, given, 200)
    assert content == (
        "## Last 3 Days\n\n- 13 Nov 2023: I met Zoe. It rained.\n\n"
        "## This Quarter\n\n- 4 Oct 2023: I met Ben.\n\n## Earlier\n\n- an old note"
    )


@pytest.mark.parametrize("text", ["3 May: dentist", "31 Feb 2023: dentist", "1 Jan 0000: dentist"])
def test_what_is_no_day_is_said(text: str) -> None:
    given = pyramids([Observation("a" * 32, text, None, "anna")], ()).get("anna")
    assert given is not None
    assert told(TOPIC, material(given, NOW), 100)[1] == f"## Earlier\n\n- {text}"


def test_nobody_says_anything_that_was_not_observed() -> None:
    _, content = told(TOPIC, material(pyramid(), NOW), 70)
    said = " ".join(text for _, text in SAID)
    for line in content.splitlines():
        if line and not line.startswith("## "):
            rest = re.sub(r"^- \d+ \w{3}(?: \d{4})?: ", "", line)
            assert rest in said


def test_where_there_is_little_room_the_weightiest_stays() -> None:
    _, content = told(TOPIC, material(pyramid(), NOW), 50)
    assert "It was great" not in content
    assert "Zermatt" in content
    assert "##" in content


def test_the_name_of_the_topic_is_not_said_before_each_line_but_others_are() -> None:
    said = ((1.0, "Anna: I am 30."), (1.0, "Ben: Anna is 31."))
    _, content = told(TOPIC, material(pyramid(said), NOW), 100)
    assert content == "## Last 3 Days\n\n- 13 Nov 2023: I am 30.\n- Ben: Anna is 31."


def test_what_begins_a_description_ends_no_clause() -> None:
    said = ((1.0, "Anna: I moved to Zermatt in 2019, but everything else stayed as it had been."),)
    description, _ = told(TOPIC, material(pyramid(said), NOW), 100)
    assert description == "I moved to Zermatt in 2019"


def test_of_nothing_there_is_nothing_to_tell() -> None:
    assert told(TOPIC, material(pyramid(()), NOW), 100) == ("Anna", "")


def test_a_description_is_short_whatever_is_said() -> None:
    said = ((1.0, "Anna: " + "incomprehensibility " * 50),)
    description, content = told(TOPIC, material(pyramid(said), NOW), 30)
    assert 0 < len(description) <= 120
    assert 0 < token_count(content) <= 30


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.floats(-10, 2_000),
            st.sampled_from([text for _, text in SAID]) | st.text("aB .:\n-我", min_size=1),
        ),
        max_size=30,
    ),
    st.integers(1, 300),
)
def test_tokens_hold_and_the_same_comes_of_the_same(
    said: list[tuple[float, str]], tokens: int
) -> None:
    found = material(pyramid(tuple(said)), NOW)
    description, content = told(TOPIC, found, tokens)
    assert len(description) <= 120
    assert token_count(content) <= tokens
    assert (description, content) == told(TOPIC, found, tokens)


def test_any_budget_holds() -> None:
    found = material(pyramid(), NOW)
    for tokens in range(1, 150):
        assert token_count(told(TOPIC, found, tokens)[1]) <= tokens
