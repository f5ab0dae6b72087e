"""References and scopes: how a record is named inside the program."""

import pytest

from sense_memory.core.errors import InvalidKeyError
from sense_memory.core.records.kv import Memory
from sense_memory.core.ref import Ref, check_scope


def test_a_reference_reads_as_type_and_name_and_its_scope_if_it_has_one() -> None:
    assert str(Ref(Memory, "user_timezone")) == "Memory/user_timezone"
    assert str(Ref(Memory, "user_timezone", "user:alice")) == "user:alice:Memory/user_timezone"


def test_equal_references_are_one_reference() -> None:
    same = {Ref(Memory, "a"), Ref(Memory, "a", ""), Ref(Memory, "a", "alice")}
    assert same == {Ref(Memory, "a"), Ref(Memory, "a", "alice")}


@pytest.mark.parametrize("scope", ["a", "user:alice", "s" * 64, "テナント"])
def test_a_scope_of_1_to_64_characters_is_handed_back(scope: str) -> None:
    assert scope == check_scope(scope)


@pytest.mark.parametrize(
    ("scope", "words"),
    [
        ("", "non-empty"),
        (None, "non-empty"),
        (7, "non-empty"),
        ("s" * 65, "too long"),
        ("a/b", "invalid characters"),
        ("a\\b", "invalid characters"),
        ("a\x00", "invalid characters"),
        ("..", "invalid characters"),
    ],
)
def test_a_scope_that_cannot_be_part_of_a_path_is_refused(scope: object, words: str) -> None:
    with pytest.raises(InvalidKeyError, match=words):
        check_scope(scope)  # type: ignore[arg-type]
