"""Characters that came in halves."""

import pytest

from sense_memory.core.surrogates import joined


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", ""),
        ("plain", "plain"),
        ("é 漢 🥝 \x00", "é 漢 🥝 \x00"),
        ("\ud83e\udd5d", "🥝"),
        ("a\ud83e\udd5db", "a🥝b"),
        ("\ud83e", "\ufffd"),
        ("\udd5d.", "\ufffd."),
        ("\udd5d\ud83e", "\ufffd\ufffd"),
        ("a\ud83e b", "a\ufffd b"),
    ],
)
def test_halves_are_joined_or_replaced(text: str, whole: str) -> None:
    assert joined(text) == whole
    assert joined(whole) == whole
