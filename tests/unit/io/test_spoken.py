"""What a model says aloud, of what it streams."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from sense_memory.io.llm.spoken import Spoken, without_thoughts

SAID = {
    "Hello": "Hello",
    "<think>Hm.</think>Hello": "Hello",
    " \n<think>\nHm < 4 </thin\n</think>\n\nHello <think> again</think>": (
        "Hello <think> again</think>"
    ),
    "<thin ice": "<thin ice",
    "<think": "<think",
    "<think>Hm": "",
    "": "",
    " ": " ",
    "🌱 grows": "🌱 grows",
    "\ud83c\udf31 grows": "🌱 grows",
    "half \ud83c": "half �",
    "\udf31 half": "� half",
}


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_it_is_the_same_in_whatever_pieces_it_comes(text: str, size: int):
    spoken = Spoken()
    said = [spoken.take(text[at : at + size]) for at in range(0, len(text), size)]
    said.append(spoken.rest())
    assert "".join(said) == SAID[text]


@given(st.text(), st.lists(st.integers(0, 50)))
def test_a_text_without_thoughts_is_said_as_it_is(text: str, cuts: list[int]):
    spoken = Spoken()
    places = sorted({0, *(cut for cut in cuts if cut < len(text)), len(text)})
    pieces = [text[a:b] for a, b in pairwise(places)]
    said = "".join(spoken.take(piece) for piece in pieces) + spoken.rest()
    assert said == without_thoughts(text)
    if not text.lstrip().startswith("<think>"):
        assert said == text
