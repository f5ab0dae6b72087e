"""Tokens of a text: estimated from above, additive by line."""

import pytest
from hypothesis import given, strategies as st

from sense_memory.mind.token_count import token_count

LINES = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=60).map(str.strip)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("tea", 1),
        ("prefers tea", 2),
        ("accessibility", 2),
        ("vanilla js, conventional commits", 6),
        ("[domain:people/facet:facts]", 9),
        ("1234", 2),
        ("2026-11-21", 6),
        ("a\nb\n\nc", 5),
        ("a  b", 3),
        ("a\tb", 3),
        ("café", 2),
        ("кофе", 2),
        ("今天天气很好", 6),
        ("👍", 3),
        ("𒀀", 4),
    ],
)
def test_known_texts(text: str, expected: int):
    assert token_count(text) == expected


def test_hyphens_cost_more_than_spaces():
    words = "vergel prefers vanilla js and conventional commits"
    assert token_count(words.replace(" ", "-")) > 1.5 * token_count(words)


@given(st.text(max_size=80))
def test_a_text_of_any_script_costs_at_most_a_token_a_byte_and_something_unless_blank(text: str):
    count = token_count(text)
    assert count <= len(text.encode("utf-8", "surrogatepass"))
    assert count > 0 or not text.strip()


@given(st.lists(LINES, max_size=6))
def test_the_counts_of_lines_and_of_the_breaks_between_them_add_up(lines: list[str]):
    lines = [line for line in lines if line]
    assert token_count("\n".join(lines)) == sum(map(token_count, lines)) + max(0, len(lines) - 1)


@given(LINES, LINES)
def test_a_longer_text_costs_no_less(one: str, other: str):
    assert token_count(f"{one}, {other}") >= max(token_count(one), token_count(other))
