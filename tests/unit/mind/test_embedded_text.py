"""What of a memory an encoder is given."""

import hashlib

import pytest

from sense_memory import Memory, PersonaMemory
from sense_memory.mind.embedded_text import embedded_text, text_sha256


def memory(key: str, value: str, *themes: str) -> PersonaMemory:
    return PersonaMemory("people", "facts", key, value, themes=themes)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (memory("vergel-likes", "vanilla JS", "js"), "vergel likes: vanilla JS"),
        (memory("vergel-likes", "vanilla code", "js"), "js, vergel likes: vanilla code"),
        (memory("favouriteEditor", "Vim"), "favouriteEditor: Vim"),
        (memory("D8:6", "Caroline: I moved to Sweden", "caroline"), "Caroline: I moved to Sweden"),
        (memory("turn-3-v2", "as it was"), "turn: as it was"),
        (memory("vergel-prefers-js", "Vergel prefers JS"), "Vergel prefers JS"),
        (memory("python3-version", "3.11"), "python3 version: 3.11"),
        (memory("东京", "下雨"), "东京: 下雨"),
        (memory("42", ""), "42"),
        (Memory("user_timezone", "America/Vancouver"), "user timezone: America/Vancouver"),
    ],
)
def test_the_words_of_the_key_and_the_themes_stand_before_what_does_not_say_them(
    given: PersonaMemory | Memory, text: str
) -> None:
    assert embedded_text(given) == text


def test_a_text_is_known_by_its_hash() -> None:
    assert text_sha256("é") == hashlib.sha256("é".encode()).hexdigest()
    assert text_sha256("\ud800") != text_sha256("?")


def test_what_changes_with_every_use_is_not_in_it() -> None:
    plain = memory("k", "v", "t")
    used = PersonaMemory(
        "people", "facts", "k", "v", themes=("t",), access_count=9, last_accessed=1.0, source="s"
    )
    assert embedded_text(plain) == embedded_text(used)
