"""Keys, domains, facets and texts: what is refused, and in the published client's words."""

from collections.abc import Callable

import pytest

from sense_memory.core.errors import InvalidKeyError
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.names import check_key, check_taxonomy, check_text

NOT_A_SEGMENT = [
    ("", "non-empty"),
    (None, "non-empty"),
    (5, "non-empty"),
    ("a/b", "invalid characters"),
    ("a\\b", "invalid characters"),
    ("a\x00b", "invalid characters"),
    ("..", "path traversal"),
    ("a..b", "path traversal"),
    ("\ud800", "invalid characters"),
]


@pytest.mark.parametrize("key", ["k", "k" * 256, "user timezone", "naïve–名前", ".", "a.b", "\x7f"])
def test_a_key_of_1_to_256_characters_is_accepted(key: str) -> None:
    check_key(key)


# S-2.15
@pytest.mark.parametrize(("key", "words"), [*NOT_A_SEGMENT, ("k" * 257, "too long")])
def test_a_bad_key_is_refused_in_the_published_words(key: object, words: str) -> None:
    with pytest.raises(InvalidKeyError, match=f"Memory key.*{words}"):
        check_key(key)  # type: ignore[arg-type]


@pytest.mark.parametrize("what", ["Domain", "Facet"])
def test_a_domain_or_facet_of_1_to_64_characters_is_accepted(what: str) -> None:
    check_taxonomy("d", what)
    check_taxonomy("d" * 64, what)


# S-2.15
@pytest.mark.parametrize("what", ["Domain", "Facet"])
@pytest.mark.parametrize(("name", "words"), [*NOT_A_SEGMENT, ("d" * 65, "too long")])
def test_a_bad_domain_or_facet_is_named_in_the_message(what: str, name: object, words: str) -> None:
    with pytest.raises(InvalidKeyError, match=f"^{what}.*{words}"):
        check_taxonomy(name, what)  # type: ignore[arg-type]


def test_a_text_of_65000_characters_is_accepted_and_one_more_is_not() -> None:
    check_text("", "Value")
    check_text("é" * 65_000, "Value")
    with pytest.raises(InvalidKeyError, match="too long"):
        check_text("x" * 65_001, "Value")


@pytest.mark.parametrize("value", [None, 5, b"bytes", ["list"]])
def test_a_value_that_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(InvalidKeyError, match="must be a string"):
        Memory("key", value)  # type: ignore[arg-type]


def test_a_text_that_utf_8_cannot_hold_is_refused() -> None:
    with pytest.raises(InvalidKeyError, match="surrogate"):
        Memory("key", "half an emoji: \ud83d")


def test_a_refused_value_is_not_repeated_in_the_message() -> None:
    """A message may end up in a log; a memory must not."""
    with pytest.raises(InvalidKeyError) as caught:
        check_text("secret" * 20_000, "Value")
    assert "secret" not in str(caught.value)


def test_errors_of_input_are_value_errors_as_in_version_1() -> None:
    with pytest.raises(ValueError, match="non-empty"):
        Memory("", "value")


def test_a_memory_checks_its_key_and_may_hold_an_empty_value() -> None:
    assert Memory("key", "", 1.0) == Memory(key="key", value="", created_at=1.0)
    with pytest.raises(InvalidKeyError, match="too long"):
        Memory("key", "x" * 65_001)


@pytest.mark.parametrize("content", ["", None, 5])
def test_a_journal_entry_is_a_non_empty_string(content: object) -> None:
    with pytest.raises(InvalidKeyError, match="non-empty"):
        JournalEntry(content)  # type: ignore[arg-type]


def test_a_journal_entry_is_at_most_65000_characters() -> None:
    assert JournalEntry("x" * 65_000, 1.0).created_at == 1.0
    with pytest.raises(InvalidKeyError, match="too long"):
        JournalEntry("x" * 65_001)


@pytest.mark.parametrize(
    "make",
    [lambda: Memory("key", "value"), lambda: JournalEntry("dear diary")],
    ids=["memory", "journal entry"],
)
def test_a_record_without_a_date_is_dated_by_the_clock(
    make: Callable[[], Memory | JournalEntry],
) -> None:
    assert make().created_at > 1_700_000_000


def test_records_cannot_be_changed() -> None:
    memory = Memory("key", "value", 1.0)
    with pytest.raises(AttributeError):
        memory.value = "other"  # type: ignore[misc]
