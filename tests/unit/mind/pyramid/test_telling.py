"""What a topic is told from, within a bound, and how long that holds."""

from dataclasses import replace

import pytest

from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.mind.pyramid.sections import Section
from sense_memory.mind.pyramid.telling import is_current, line_of, material, told
from sense_memory.mind.token_count import token_count

from .building import DAY, built, days, observed, refreshed, standing

TODAY = 1_000 * DAY
TOPIC = Topic("tom", "Tom")


def test_a_line_has_its_days_and_is_one() -> None:
    assert line_of(Observation("a", "He  grew\nup.", 0.0)) == "1970-01-01: He grew up."
    assert line_of(Observation("a", "He grew.")) == "He grew."
    summary = Summary("a", "tom", 0, frozenset(), "He grew.", 0.0, DAY)
    assert line_of(summary) == "1970-01-01 to 1970-01-02: He grew."
    assert line_of(replace(summary, end=5.0)) == "1970-01-01: He grew."


def test_sections_come_newest_first_and_lines_oldest_first() -> None:
    given = [observed(float(day)) for day in (999, 998, 990, 10)]
    found = material(built(given), TODAY)
    assert found.sections == (
        (
            Section.LAST_3_DAYS,
            ("1972-09-25: On day 998.0 he grew.", "1972-09-26: On day 999.0 he grew."),
        ),
        (Section.THIS_MONTH, ("1972-09-17: On day 990.0 he grew.",)),
        (Section.EARLIER, ("1970-01-11: On day 10.0 he grew.",)),
    )
    assert found.pieces == tuple(sorted(given, key=lambda one: one.at or 0))
    assert found.left_out == 0


def test_of_what_does_not_fit_the_newest_stays() -> None:
    given = days(900, 1_000)
    whole = material(built(given), TODAY)
    assert (len(whole.pieces), whole.left_out) == (100, 0)
    for budget in (0, 50, 500):
        found = material(built(given), TODAY, budget)
        lines = [line for section, some in found.sections for line in (section.value, *some)]
        assert found.tokens <= budget
        assert sum(token_count(line) + 1 for line in lines) == found.tokens
        assert found.left_out == 100 - len(found.pieces)
        assert found.pieces == whole.pieces[found.left_out :]


@pytest.mark.parametrize("count", [99, 999, 1_999])
def test_the_context_is_bounded_however_long_the_history(count: int) -> None:
    pyramid, _ = refreshed(days(0, count))
    assert len(material(pyramid, TODAY, 10**9).pieces) <= 9 * (len(pyramid.tiers) + 1)


def test_what_is_told_holds_until_something_changes() -> None:
    given = days(900, 950)
    pyramid, _ = refreshed(given)
    found = material(pyramid, TODAY)
    assert not is_current(TOPIC, found, TODAY)
    topic = told(TOPIC, "A son.", "Tom grew.", found, TODAY, "test")
    assert topic.inputs == {one.input for one in found.pieces}
    assert (topic.at, topic.writer, topic.description) == (TODAY, "test", "A son.")
    assert is_current(topic, found, TODAY + 100)
    assert is_current(replace(topic, name="Thomas"), found, TODAY)
    assert not is_current(replace(topic, content="x"), found, TODAY)
    assert not is_current(replace(topic, content=None), found, TODAY)
    assert not is_current(replace(topic, description=None), found, TODAY)
    more = built([*given, *days(960, 961)], standing(pyramid))
    assert not is_current(topic, material(more, TODAY), TODAY)
    edited = built([replace(given[0], text="x"), *given[1:]], standing(pyramid))
    assert not is_current(topic, material(edited, TODAY), TODAY)


def test_what_was_recent_is_told_anew_when_it_is_no_longer() -> None:
    pyramid = built(days(998, 999))
    found = material(pyramid, TODAY)
    topic = told(TOPIC, "A son.", "Tom grew.", found, TODAY, "test")
    assert is_current(topic, found, TODAY + 0.5 * DAY)
    assert not is_current(topic, material(pyramid, TODAY + DAY), TODAY + DAY)
