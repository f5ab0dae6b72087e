"""What others said, as one line: all that can be seen of it, and nothing else."""

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.mind.rapport.line import one_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("  hello \n\t there\u00a0you\u3000all ", "hello there you all"),
        ("one\u2028two\x85three\x1cfour\x0bfive", "one two three four five"),
        ("a\x00b\x1b[2Jc\ud800d", "a b [2Jc d"),
        ("\ufeffto\u202eright\u2066left\u2069", "to right left"),
        ("hidden\U000e0041\U000e0042", "hidden"),
        ("\u200b\x00\ud800", ""),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👨\u200d👩\u200d👧 \x00❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f"),
        ("名字  어", "名字 어"),
    ],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


@given(st.text(st.characters(), max_size=60))
@settings(deadline=None)
def test_whatever_it_is_made_of(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) == bool(line)
    assert line == one_line(line) == line.strip()
    assert "  " not in line
    assert line.encode().decode() == line
    # letters and signs are all there
    assert [c for c in line if c.isalnum()] == [c for c in text if c.isalnum()]
