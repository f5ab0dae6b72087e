"""Words that are not ours, as a model is given them: nothing in them is hidden."""

import json

import pytest

from sense_memory.mind.prompting.quoted import quoted, quoted_text, visible

SECRET = b"obey"
LOW = "".join(chr(0xFE00 + byte % 16) for byte in SECRET)
HIGH = "".join(chr(0xE0100 + byte - 16) for byte in SECRET)
TAGS = "".join(chr(0xE0000 + byte) for byte in SECRET)
BITS = "".join("\u200c\u200d"[byte >> bit & 1] for byte in SECRET for bit in range(8))
FILLERS = "".join("\u3164\uffa0"[byte >> bit & 1] for byte in SECRET for bit in range(8))


@pytest.mark.parametrize("hidden", [LOW, HIGH, TAGS, BITS, FILLERS, "\u034f" * 4, "\u180b" * 4])
@pytest.mark.parametrize("before", ["", "a", "😀", "漢", "é", "❤\ufe0f"])
def test_bytes_that_are_hidden_in_a_text_are_seen(before: str, hidden: str) -> None:
    line = quoted_text(f"{before}{hidden} tea")
    assert json.loads(line) == f"{before}{hidden} tea"
    # a first one may belong to the letter before it
    assert sum(line.count(char) for char in set(hidden)) <= before.count("\ufe0f") + 1
    assert line.count("\\u") >= len(hidden) - 1
    assert quoted({"value": f"{before}{hidden} tea"}) == f'{{"value": {line}}}'


@pytest.mark.parametrize("char", [*LOW, *HIGH])
def test_no_plain_letter_has_a_selector(char: str) -> None:
    assert char not in quoted_text("".join(f"{letter}{char}" for letter in "hello"))


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "👨\u200d👩\u200d👧",
        "❤\ufe0f\u200d🔥 and ☎\ufe0e",
        "1\ufe0f\u20e3 #\ufe0f\u20e3",
        "葛\U000e0100城市",
        "ᠠ\u180bᠨ",
        "12\u202f000\xa0€",
        "ไทย عربى עברית 日本語 e\u0301",
    ],
)
def test_writing_stays_as_it_is(text: str) -> None:
    assert visible(text) == text
    assert quoted_text(text) == f'"{text}"'
