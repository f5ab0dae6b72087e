"""The errors: the tree in the documentation is the tree in the code, and messages help."""

import re

import pytest

from sense_memory.core import errors
from sense_memory.core.errors import (
    AddressMismatchError,
    AmbiguousKeyError,
    CorruptDatabaseError,
    EncoderError,
    InputError,
    InvalidIdentityError,
    InvalidKeyError,
    InvalidRelayURLError,
    LimitError,
    LLMAnswerError,
    LLMAuthError,
    LLMConfigError,
    LLMError,
    LLMInterruptedError,
    LLMRateLimitError,
    LLMUnreachableError,
    LockedError,
    LockedKeyError,
    MalformedRecordError,
    MovedError,
    NewerFileError,
    ProviderError,
    PublishFailedError,
    QuorumError,
    ReadFailedError,
    RecordError,
    RefusedError,
    RelayError,
    RelayTimeoutError,
    RemoteProtocolError,
    SenseMemoryError,
    StorageError,
    StorageFullError,
    StoreClosedError,
    TooLargeError,
    UndecryptableError,
    UnknownMemoryError,
    UnknownSchemaError,
    UnreachableError,
)

URL = "wss://relay.example"


def documented_tree() -> dict[str, tuple[str, str]]:
    """Class name to (its parent, the built-in class in brackets), as the docstring draws them."""
    tree: dict[str, tuple[str, str]] = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        drawn = re.match(r"([│├└─ ]*)([A-Z]\w*Error)(?: \((\w+)\))?", line)
        if drawn:
            depth = len(drawn[1]) // 3
            above[depth:] = [drawn[2]]
            tree[drawn[2]] = (above[depth - 1] if depth else "Exception", drawn[3] or "")
    return tree


def test_the_documented_tree_names_every_class_and_nothing_else() -> None:
    assert set(errors.__all__) == set(documented_tree())


@pytest.mark.parametrize("name", errors.__all__)
def test_every_class_hangs_where_the_documented_tree_says(name: str) -> None:
    parent, _ = documented_tree()[name]
    assert parent == getattr(errors, name).__bases__[0].__name__


@pytest.mark.parametrize(
    ("name", "builtin"), [("InputError", "ValueError"), ("QuorumError", "ConnectionError")]
)
def test_the_built_in_classes_of_version_1_are_documented_and_kept(name: str, builtin: str) -> None:
    assert builtin == documented_tree()[name][1]
    assert builtin == getattr(errors, name).__bases__[1].__name__


MESSAGES = {
    SenseMemoryError("m"): "m",
    InputError("m"): "m",
    InvalidKeyError("m"): "m",
    UnknownMemoryError("m"): "m",
    AmbiguousKeyError("tea", ["a/b/tea", "c/d/tea"]): (
        "several memories have the key 'tea'; say which: a/b/tea, c/d/tea"
    ),
    InvalidIdentityError("m"): "m",
    LockedKeyError("m"): "m",
    InvalidRelayURLError("m"): "m",
    LimitError("memories", 100, "m"): "m",
    LLMConfigError("m"): "m",
    TooLargeError(50_000, 40_960): (
        "the record is too long: 50000 bytes of plaintext, at most 40960 fit an event that relays "
        "keep; shorten the value or split it over several keys"
    ),
    MovedError("ab" * 32, "npub1x"): (
        "this mind moved to npub1x: nothing is written under the old key any more. Bring the new "
        "key here, with what this device wrote before: sense-memory keys rotate --key FILE (its "
        "recovery kit, or a file with the key); where the change began, without --key"
    ),
    RecordError("m"): "m",
    UndecryptableError("m"): "m",
    MalformedRecordError("m"): "m",
    UnknownSchemaError("m"): "m",
    AddressMismatchError("m"): "m",
    RelayError(URL, "m"): f"{URL}: m",
    UnreachableError(URL, "no route"): f"{URL}: no route",
    RelayTimeoutError(URL, "OK", 2.5): f"{URL}: no OK within 2.5 s",
    RefusedError(URL, "blocked", "not here"): f"{URL}: refused (blocked): not here",
    RemoteProtocolError(URL, "not Nostr"): f"{URL}: not Nostr",
    QuorumError({URL: OSError("down")}, "Try again."): (
        f"the relays failed: {URL}: down. Try again."
    ),
    PublishFailedError({URL: UnreachableError(URL, "down")}, "Try again."): (
        f"Failed to publish to all relays: {URL}: down. Try again."
    ),
    ReadFailedError({}, "Add one."): (
        "Failed to read from any relay: no relay is configured. Add one."
    ),
    StorageError("m"): "m",
    StorageFullError("m"): "m",
    CorruptDatabaseError("m"): "m",
    LockedError("m"): "m",
    NewerFileError("m"): "m",
    ProviderError("m"): "m",
    EncoderError("m"): "m",
    LLMError("m"): "m",
    LLMAuthError("m"): "m",
    LLMUnreachableError("m"): "m",
    LLMRateLimitError("m"): "m",
    LLMInterruptedError("m", "what came"): "m",
    LLMAnswerError("m"): "m",
    StoreClosedError("m"): "m",
}


@pytest.mark.parametrize(
    ("error", "message"), MESSAGES.items(), ids=[type(error).__name__ for error in MESSAGES]
)
def test_every_error_says_what_happened(error: SenseMemoryError, message: str) -> None:
    assert message == str(error)


def test_no_class_was_forgotten_in_the_table_of_messages() -> None:
    assert set(errors.__all__) == {type(error).__name__ for error in MESSAGES}


def test_a_refusal_without_a_word_says_so() -> None:
    assert f"{URL}: refused (no reason given): " == str(RefusedError(URL, "", ""))


def test_the_numbers_and_names_in_a_message_are_attributes_too() -> None:
    too_large = TooLargeError(50_000, 40_960)
    assert (too_large.size_bytes, too_large.limit_bytes) == (50_000, 40_960)
    refused = RefusedError(URL, "blocked", "not here")
    limit = LimitError("memories", 100, "m")
    assert (limit.limit, limit.allowed) == ("memories", 100)
    assert (refused.url, refused.prefix, refused.message) == (URL, "blocked", "not here")
    assert RelayTimeoutError(URL, "OK", 2.5).seconds == 2.5
    assert EncoderError("m", is_about_texts=True).is_about_texts
    assert not EncoderError("m").is_about_texts
    broken = LLMInterruptedError("m", "what came")
    assert (broken.text, broken.cut_at) == ("what came", None)
    assert LLMInterruptedError("m", "what came", 4096).cut_at == 4096
    assert LLMRateLimitError("m", 2.5).retry_after == 2.5
    assert LLMRateLimitError("m").retry_after is None
    down = OSError("down")
    assert {URL: down} == QuorumError({URL: down}, "").per_relay


def test_a_moved_record_is_a_value_error_as_in_version_1() -> None:
    assert issubclass(AddressMismatchError, ValueError)
