"""Canonical JSON: equal content is equal bytes, and what is not JSON is refused."""

from typing import Any

import pytest

from sense_memory.core.errors import MalformedRecordError
from sense_memory.wire.canonical import MAX_DEPTH, dumps, loads_object, normalised


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": 2}, '{"a":2,"b":1}'),
        ({"a": [1, 2], "Z": None}, '{"Z":null,"a":[1,2]}'),
        ({"ä": True, "z": False}, '{"z":false,"ä":true}'),
        ("名前 🙂", '"名前 🙂"'),
        ('quote " backslash \\ slash /', '"quote \\" backslash \\\\ slash /"'),
        ("line\nfeed\ttab\x00\x1f\x7f", '"line\\nfeed\\ttab\\u0000\\u001f\x7f"'),
        (0.1, "0.1"),
        (1700000000.123, "1700000000.123"),
    ],
)
def test_the_one_way_to_write_a_value(value: object, text: str) -> None:
    assert text == dumps(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_json_cannot_hold_is_not_written(value: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        dumps(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.0, 1),
        (-0.0, 0),
        (1.5, 1.5),
        (float(2**53), float(2**53)),
        (float(2**53 - 1), 2**53 - 1),
        (True, True),
        ({"a": [2.0, {"b": (3.0,)}]}, {"a": [2, {"b": [3]}]}),
        ("1.0", "1.0"),
    ],
)
def test_a_whole_number_is_written_without_a_fraction(value: Any, expected: Any) -> None:
    assert dumps(expected) == dumps(normalised(value))


def test_one_and_one_point_zero_are_the_same_bytes() -> None:
    assert dumps(normalised({"n": 1})) == dumps(normalised({"n": 1.0}))


def test_trailing_spaces_are_padding_and_not_content() -> None:
    assert loads_object('{"a":1}   ') == {"a": 1}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "1", '"text"', "null", '{"a":NaN}', '{"a":Infinity}', '{"a":1e400}', "{}{}"],
)
def test_anything_but_one_json_object_is_malformed(text: str) -> None:
    with pytest.raises(MalformedRecordError):
        loads_object(text)


def test_a_number_of_thousands_of_digits_is_malformed() -> None:
    with pytest.raises(MalformedRecordError):
        loads_object('{"a":' + "9" * 10_000 + "}")


def nested(levels: int) -> str:
    """An object with that many brackets open at once."""
    return '{"a":' + "[" * (levels - 1) + "]" * (levels - 1) + "}"


def test_nesting_is_limited() -> None:
    assert loads_object(nested(MAX_DEPTH))
    for levels in (MAX_DEPTH + 1, 100_000):
        with pytest.raises(MalformedRecordError, match="nests deeper"):
            loads_object(nested(levels))


def test_brackets_inside_strings_are_no_nesting() -> None:
    text = "[{" * 50 + '\\" ]'
    assert loads_object(dumps({"a": text})) == {"a": text}


def test_a_refused_plaintext_does_not_travel_in_the_error() -> None:
    """A JSONDecodeError holds the whole document, and tracebacks end up in logs."""
    with pytest.raises(MalformedRecordError) as caught:
        loads_object('{"secret": broken')
    error: BaseException | None = caught.value
    while error is not None:
        assert "secret" not in repr(vars(error)) + str(error)
        error = error.__cause__
