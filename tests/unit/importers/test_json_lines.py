"""Files of a record a line, whole and torn."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.items import Problem
from sense_memory.importers import json_lines
from sense_memory.importers.json_lines import JSONLines, Record


def read(data: bytes, **arguments: object) -> tuple[list[dict[str, Any]], list[Problem], JSONLines]:
    lines = JSONLines(io.BytesIO(data), "a.jsonl", end=len(data), **arguments)  # type: ignore[arg-type]
    found = list(lines)
    values = [record.value for record in found if isinstance(record, Record)]
    return values, [problem for problem in found if isinstance(problem, Problem)], lines


def test_a_record_a_line_with_whatever_ends_it():
    data = b'\xef\xbb\xbf{"a":1}\r\n\n  \n\0\0\0{"a":"\\ud83d\\ude00"}\n{"a":3}'
    values, problems, lines = read(data)
    assert values == [{"a": 1}, {"a": "😀"}, {"a": 3}]
    assert problems == []
    assert data.rindex(b"\n") + 1 == lines.offset
    assert lines.number == 4


def test_what_is_malformed_is_told_with_its_line_and_the_rest_is_read():
    values, problems, _ = read(b'{"a":1}\nno\n[1]\n{"a":' + b"[" * 100_000 + b'\n{"a":2}\n{"a":3,')
    assert values == [{"a": 1}, {"a": 2}]
    assert [(problem.place, problem.why) for problem in problems] == [
        ("a.jsonl, line 2", "it is no JSON"),
        ("a.jsonl, line 3", "it is no JSON object"),
        ("a.jsonl, line 4", "brackets are nested too deeply"),
        ("a.jsonl, line 6", "the file ends in the middle of it"),
    ]


def test_a_record_that_was_written_onto_a_torn_one_is_read():
    """A program that was killed in the middle of a line begins the next one there."""
    whole = {"type": "message", "content": [{"type": "text", "text": "hi"}]}
    torn = json.dumps({"type": "message", "content": [{"type": "text", "text": "lost"}]})[:-3]
    values, problems, _ = read((torn + json.dumps(whole) + "\n" + json.dumps(whole)).encode())
    assert [whole, whole] == values
    assert [problem.place for problem in problems] == ["a.jsonl, line 1"]


def test_two_records_of_one_line_are_two():
    values, problems, _ = read(b'{"a":1} {"a":2}{"a":3}\n')
    assert values == [{"a": 1}, {"a": 2}, {"a": 3}]
    assert problems == []


def test_a_part_of_a_torn_record_is_no_record():
    values, problems, _ = read(b'{"a":[{"a":1}, {"a":2}]\n')
    assert values == []
    assert len(problems) == 1


def test_of_a_growing_file_a_line_that_is_not_ended_waits():
    data = b'{"a":1}\n{"a":2}\n{"a":"\xc3'
    values, problems, lines = read(data, is_growing=True)
    assert values == [{"a": 1}, {"a": 2}]
    assert problems == []
    assert (lines.offset, lines.number) == (16, 2)


def test_of_a_growing_file_a_whole_line_that_is_not_ended_is_read_and_waits():
    values, _, lines = read(b'{"a":1}\n{"a":2}', is_growing=True)
    assert values == [{"a": 1}, {"a": 2}]
    assert (lines.offset, lines.number) == (8, 1)


def test_no_more_is_read_than_there_was():
    data = b'{"a":1}\n{"a":2}\n'
    lines = JSONLines(io.BytesIO(data), "a.jsonl", end=8)
    assert [record.value for record in lines if isinstance(record, Record)] == [{"a": 1}]


def test_a_line_without_end_is_passed_over(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(json_lines, "MOST", 1000)
    monkeypatch.setattr(json_lines, "_CHUNK", 64)
    values, problems, lines = read(b'{"a":"' + b"x" * 5_000 + b'"}\n{"a":2}\n')
    assert values == [{"a": 2}]
    assert [(problem.place, problem.why) for problem in problems] == [
        ("a.jsonl, line 1", "it is longer than 1,000 bytes")
    ]
    assert lines.number == 2


def test_of_very_many_bad_lines_the_number_is_told():
    values, problems, _ = read(b"bad\n" * 1000 + b'{"a":1}\n')
    assert values == [{"a": 1}]
    assert len(problems) == 21
    assert Problem("a.jsonl", "980 more lines could not be read whole") == problems[-1]


def test_bytes_that_are_no_text_are_replaced_and_told_once():
    values, problems, _ = read(b'{"a":"\xff"}\n{"a":"\xfe"}\n')
    assert values == [{"a": "�"}, {"a": "�"}]
    assert [problem.place for problem in problems] == ["a.jsonl, line 1"]


def test_numbers_of_any_length_are_numbers():
    values, problems, _ = read(b'{"a":' + b"9" * 10_000 + b'}\n{"a":NaN}\n{"a":1e999}\n')
    assert len(values) == 3
    assert problems == []


def test_a_file_that_cannot_be_read_to_its_end_says_so():
    class Failing(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            if self.tell() > 0:
                raise OSError(5, "Input/output error")
            return super().readline(size)

    found = list(JSONLines(Failing(b'{"a":1}\n{"a":2}\n'), "a.jsonl", end=16))
    assert Record(1, {"a": 1}) == found[0]
    assert Problem("a.jsonl", "it could not be read to its end: Input/output error") == found[1]


@settings(deadline=None)
@given(st.data())
def test_whatever_happens_to_a_line_the_others_are_read(data: st.DataObject):
    lines = [json.dumps({"n": n, "text": "some words"}).encode() for n in range(4)]
    broken = data.draw(st.integers(0, 3))
    line = bytearray(lines[broken])
    for _ in range(data.draw(st.integers(1, 5))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(
            st.integers(0, 255).filter(lambda byte: byte != 10)
        )
    lines[broken] = bytes(line)
    values, _, _ = read(b"\n".join(lines) + b"\n")
    for number in {0, 1, 2, 3} - {broken}:
        assert {"n": number, "text": "some words"} in values


def test_a_line_is_looked_through_at_few_places_only(monkeypatch: pytest.MonkeyPatch):
    """Else a line of beginnings would be decoded from each of them to its end."""
    tries = []
    decode = json_lines._decode

    def counted(text: str, position: int = 0) -> tuple[Any, int]:
        tries.append(position)
        return decode(text, position)

    monkeypatch.setattr(json_lines, "_decode", counted)
    values, problems, _ = read(b'{"a":[' + b'{"a":0,' * 800 + b'\n{"a":1}\n')
    assert values == [{"a": 1}]
    assert len(problems) == 1
    assert len(tries) < 100
