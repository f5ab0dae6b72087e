"""Paths of files as keys of memories."""

import pytest
from hypothesis import given, strategies as st

from sense_memory.core.records.names import canonical, check_key
from sense_memory.mind.files import PREFIX, is_name, key_of, path_at

NAMES = st.text(st.sampled_from("a.:%\\2E3AéA\u0301 ~"), min_size=1, max_size=8)
PATHS = st.lists(NAMES.map(canonical).filter(is_name), min_size=1, max_size=4).map(tuple)


@given(PATHS)
def test_every_path_is_a_key_and_comes_back(path: tuple[str, ...]):
    key = key_of(path)
    check_key(key)
    assert path_at(key) == path


@given(st.text("a.:%\\2E3A/\0\u0301", max_size=12))
def test_every_key_is_one_path_or_none(rest: str):
    path = path_at(PREFIX + rest)
    assert path is None or key_of(path) == PREFIX + rest


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("memories:notes:trip.md", ("notes", "trip.md")),
        ("memories:a%3Ab:c%5Cd%25", ("a:b", "c\\d%")),
        ("memories:a.%2Eb.%2E.%2E", ("a..b....",)),
        ("memories:%252e", ("%2e",)),
    ],
)
def test_keys_are_as_they_were(key: str, path: tuple[str, ...]):
    assert (path_at(key), key_of(path)) == (path, key)


@pytest.mark.parametrize(
    "key",
    ["memories", "memories:", "memories::a", "memories:a:", "memories:.", "memories:a\nb",
     "memories:%", "memories:%41", "memories:a%2Eb", "memories:e\u0301", "user_timezone"],
)  # fmt: skip
def test_other_keys_are_no_files(key: str):
    assert path_at(key) is None
