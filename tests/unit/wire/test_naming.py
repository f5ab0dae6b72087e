"""What a store knows about addressing, and the names that follow from it."""

import dataclasses

import pytest

from sense_memory.core.records.store_settings import Addressing, BlindingKey, Settings
from sense_memory.core.ref import Ref
from sense_memory.wire import codec, merge
from sense_memory.wire.address import addresses, blinded, key_id
from sense_memory.wire.body import Body
from sense_memory.wire.naming import Naming
from sense_memory.wire.schemas import SETTINGS
from sense_memory.wire.stamp import Dot

PUBKEY = "ab" * 32
PATH = "sense-memory/user_timezone"
LONG_PATH = "sense-memory/" + "x" * 200
FILE_KEY = BlindingKey(b"f" * 32)
KEY = BlindingKey(b"1" * 32)
NEWER_KEY = BlindingKey(b"2" * 32, generation=1)

UNDECIDED = Naming(PUBKEY, FILE_KEY, None, {})
PLAIN = UNDECIDED.with_addressing(Addressing.PLAIN)
BLINDED = UNDECIDED.with_addressing(Addressing.BLINDED)


def test_while_nobody_has_said_everything_is_under_the_files_own_key() -> None:
    assert UNDECIDED.address(PATH) == blinded(PATH, FILE_KEY)
    assert UNDECIDED.with_key(KEY).address(PATH) == blinded(PATH, FILE_KEY)
    assert UNDECIDED.padding() is Addressing.BLINDED


def test_while_nobody_has_said_no_key_is_asked_for() -> None:
    assert not UNDECIDED.lacks_key_for(PATH)
    assert not UNDECIDED.lacks_key_for(LONG_PATH)


def test_a_plain_store_uses_the_path_and_does_not_pad() -> None:
    assert PLAIN.address(PATH) == PATH
    assert PLAIN.padding() is Addressing.PLAIN


def test_a_blinded_store_uses_its_published_key() -> None:
    assert BLINDED.with_key(KEY).address(PATH) == blinded(PATH, KEY)
    assert BLINDED.padding() is Addressing.BLINDED


def test_a_new_blinded_store_starts_with_the_files_own_key() -> None:
    assert BLINDED.address(PATH) == blinded(PATH, FILE_KEY)


def test_a_newer_key_takes_over() -> None:
    naming = BLINDED.with_key(NEWER_KEY).with_key(KEY)
    assert naming.address(PATH) == blinded(PATH, NEWER_KEY)


def settings(addressing: Addressing, dot: Dot, before: Body | None = None) -> Body:
    return merge.put(before, SETTINGS.root, SETTINGS.encode(Settings(addressing)), dot, SETTINGS)


def read(body: Body) -> Settings:
    found = codec.record_of(Ref(Settings, ""), body, SETTINGS)
    assert isinstance(found, Settings)
    return found


# S-2.8
@pytest.mark.parametrize("first", list(Addressing))
def test_when_two_devices_disagree_the_store_is_blinded(first: Addressing) -> None:
    """Whatever the order in which their settings arrive, and whichever is newer."""
    (second,) = set(Addressing) - {first}
    a, b = settings(first, Dot("1" * 16, "a" * 10)), settings(second, Dot("2" * 16, "b" * 10))
    for merged in (merge.merge(a, b, SETTINGS), merge.merge(b, a, SETTINGS)):
        assert read(merged).addressing is Addressing.BLINDED


def test_whoever_knew_the_old_addressing_may_change_it() -> None:
    blinded_first = settings(Addressing.BLINDED, Dot("1" * 16, "a" * 10))
    after = settings(Addressing.PLAIN, Dot("2" * 16, "b" * 10), blinded_first)
    assert read(merge.merge(blinded_first, after, SETTINGS)).addressing is Addressing.PLAIN


@pytest.mark.parametrize(
    ("naming", "path", "expected"),
    [
        (PLAIN, PATH, False),
        (PLAIN, LONG_PATH, True),
        (BLINDED, PATH, True),
        (BLINDED.with_key(KEY), PATH, False),
        (PLAIN.with_key(KEY), LONG_PATH, False),
        (BLINDED, "sense-memory/v1/settings", False),
        (BLINDED, f"sense-memory/v1/key/{key_id(KEY)}", False),
    ],
    ids=["plain", "plain, long", "blinded", "with key", "long, with key", "settings", "key"],
)
def test_when_a_key_must_be_published_first(naming: Naming, path: str, expected: bool) -> None:
    assert expected == naming.lacks_key_for(path)


def test_a_path_is_looked_for_under_all_keys_the_files_own_included() -> None:
    naming = BLINDED.with_key(KEY)
    assert naming.all_keys == [KEY, FILE_KEY]
    assert naming.candidates(PATH) == addresses(PATH, [KEY, FILE_KEY], PUBKEY)


def test_a_key_that_is_known_already_is_known_once() -> None:
    naming = BLINDED.with_key(FILE_KEY).with_key(FILE_KEY)
    assert naming.all_keys == [FILE_KEY]


def test_learning_something_makes_a_new_naming() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PLAIN.addressing = None  # type: ignore[misc]
    assert UNDECIDED.keys == {}


def test_the_file_groups_records_by_type_and_scope_without_saying_which() -> None:
    buckets = {
        naming.bucket(kind, scope)
        for naming in (PLAIN, dataclasses.replace(PLAIN, file_key=KEY))
        for kind in ("sense-memory:kv", "sense-memory:journal")
        for scope in ("", "alice")
    }
    assert len(buckets) == 8
    assert all(len(bucket) == 16 for bucket in buckets)
    assert PLAIN.bucket("sense-memory:kv", "") == BLINDED.bucket("sense-memory:kv", "")


def test_a_key_does_not_show_itself() -> None:
    assert KEY.key.hex() not in repr(BLINDED.with_key(KEY))
    assert str(KEY.key) not in repr(BLINDED.with_key(KEY))
