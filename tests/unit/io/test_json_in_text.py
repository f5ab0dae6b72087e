"""JSON that a model wrote among other things."""

import json

import pytest
from hypothesis import given, strategies as st

from sense_memory.io.llm.json_in_text import MOST_STARTS, read_first


def named(value: object) -> str:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise ValueError("a name is needed")  # noqa: TRY004
    return str(value["name"])


GOOD = {
    "alone": '{"name": "Vergel"}',
    "blanks": ' \n\t{"name": "Vergel"}\n ',
    "prose": 'Here you are: {"name": "Vergel"} Is that what you wanted?',
    "a fence": '```json\n{"name": "Vergel"}\n```',
    "a fence without a line": '```{"name": "Vergel"}```',
    "a fence that is never closed": '```json\n{"name": "Vergel"}',
    "braces in prose": 'The set {name} of {"x"} is {"name": "Vergel"}',
    "a list": '[{"name": "Vergel"}]',
    "a list in prose": 'Answers [1]: [{"name": "Vergel"}, {"name": "Ada"}]',
    "within another": '{"answer": {"name": "Vergel"}}',
    "a first one that does not fit": '{"error": "none"} {"name": "Vergel"}',
    "a first one that is cut off": '{"name": "Ada {"name": "Vergel"}',
}


@pytest.mark.parametrize("what", GOOD)
def test_the_first_value_that_fits_is_read(what: str):
    assert read_first(GOOD[what], named) == "Vergel"


@pytest.mark.parametrize("name", ["}", "{", '"}', "```", "]} {", "\\", "名前 🌱", "\n"])
def test_what_is_in_a_string_is_no_brace(name: str):
    for ensure_ascii in (True, False):
        said = json.dumps({"name": name}, ensure_ascii=ensure_ascii)
        assert read_first(f"```\n{said}\n```", named) == name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no JSON"),
        ("I cannot say.", "no JSON"),
        ("{name: Vergel}", "no JSON"),
        ('{"name": "Verg', "no JSON"),
        ("```", "no JSON"),
        ('"Vergel"', "no JSON"),
        ('{"name": 4}', "a name is needed"),
        ("[]", "a name is needed"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, reason: str):
    with pytest.raises(ValueError, match=reason):
        read_first(text, named)


@given(st.text(), st.text(), st.dictionaries(st.text(), st.text()))
def test_whatever_is_around_it(before: str, after: str, value: dict[str, str]):
    def same(found: object) -> object:
        if found != value:
            raise ValueError("another one")
        return found

    text = before.replace("{", "(").replace("[", "(") + json.dumps(value) + after
    assert read_first(text, same) == value


@pytest.mark.parametrize("text", ["{" * 200_000, "[" * 200_000, '{"a":' * 100_000, "{}" * 100_000])
def test_braces_alone_are_tried_so_often_and_no_more(text: str):
    tried = []

    def never(value: object) -> object:
        tried.append(value)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        read_first(text, never)
    assert len(tried) <= MOST_STARTS
