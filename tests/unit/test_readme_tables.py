"""README shows the tables that ``python -m tests.benchmarks readme costs`` makes, and no others."""

import pytest

from tests.benchmarks import costs, readme
from tests.benchmarks.markdown import README, Page, inside, marks, replaced, rows_in

TEXT = "before\n<!-- benchmarks -->\nold\n<!-- /benchmarks -->\nafter\n"
PAGE = Page("benchmarks", ("", "ours"), (("write", "2.0 ms"), ("read", "1.0 ms")), "On a machine.")


def test_speed_is_told_row_by_row_as_it_is_measured():
    shown = rows_in(README.read_text("utf-8"), "benchmarks")
    assert [(row[0], row[-1]) for row in shown] == [(one.what, one.peer) for one in readme.ROWS]
    assert all(row[3].endswith("×") for row in shown)


def test_costs_are_told_row_by_row_as_they_are_measured():
    assert [row[0] for row in rows_in(README.read_text("utf-8"), "costs")] == list(costs.ROWS)


def test_a_table_takes_the_place_of_the_one_before_and_of_nothing_else():
    once = replaced(TEXT, PAGE)
    assert once.startswith(
        "before\n<!-- benchmarks -->\n|  | ours |\n|---|---|\n| write | 2.0 ms |"
    )
    assert once.endswith("On a machine.\n\n<!-- /benchmarks -->\nafter\n")
    assert replaced(once, PAGE) == once
    assert rows_in(once, "benchmarks") == [*PAGE.rows]


@pytest.mark.parametrize("text", ["", TEXT * 2, "".join(reversed(marks("benchmarks")))])
def test_marks_that_are_not_there_once_and_in_order_are_named(text: str):
    with pytest.raises(ValueError, match="<!-- benchmarks --> and <!-- /benchmarks --> once each"):
        inside(text, "benchmarks")
