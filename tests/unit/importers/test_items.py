"""What an item is, when it is the same, and which of them are the newest."""

import math
import re
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Named, Problem, Related, Said, Stated
from sense_memory.core.legible import label, legible
from sense_memory.core.llm import Role
from sense_memory.importers.newest import newest
from sense_memory.importers.options import Options
from sense_memory.importers.times import ImpossibleTimeError, moment

SAID = Said("chatgpt", "c1", "Plans", Role.USER, "We meet on Friday", 1_700_000_000.5, "a, 1")
STATED = Stated("mem0", "ada", "Likes tea", 1_700_000_000.0, "user", "a, 1", ("food",))


class TestIds:
    def test_the_same_words_are_the_same_item_wherever_they_stand(self) -> None:
        assert replace(SAID, place="b, 9", title="Other", speaker="Ada").id == SAID.id
        assert replace(STATED, place="b, 9", at=None, labels=()).id == STATED.id

    @pytest.mark.parametrize(
        "other",
        [
            replace(SAID, source="claude"),
            replace(SAID, conversation="c2"),
            replace(SAID, role=Role.ASSISTANT),
            replace(SAID, at=None),
            replace(SAID, at=1_700_000_000.25),
            replace(SAID, text="We meet on Friday."),
        ],
    )
    def test_what_differs_is_another_message(self, other: Said) -> None:
        assert other.id != SAID.id

    def test_an_id_is_32_hex_digits_and_never_changes(self) -> None:
        assert re.fullmatch("[0-9a-f]{32}", SAID.id)
        assert SAID.id == "e8cbefd2a6295ff9b3b3ec5b99551bfe"
        assert STATED.id == "3a7d0311a472da97b346667320e9b38f"
        assert (
            Related("server-memory", "ada", "acme", "works at", "a").id
            == "b876033a04b8a672189606a503c5354c"
        )

    def test_a_name_is_one_whenever_it_was_written(self) -> None:
        named = Named("server-memory", "ada", "person", 1.0, "a")
        assert replace(named, at=None, place="b").id == named.id
        others = (replace(named, source="x"), replace(named, name="x"), replace(named, kind=""))
        assert named.id not in {other.id for other in others}

    def test_parts_do_not_run_into_each_other(self) -> None:
        one = replace(STATED, subject="a", kind="bc")
        other = replace(STATED, subject="ab", kind="c")
        assert one.id != other.id


class TestOptions:
    @pytest.mark.parametrize("limit", [0, -1])
    def test_a_limit_below_one_is_refused(self, limit: int) -> None:
        with pytest.raises(InputError, match="1 or more"):
            Options(limit=limit)


class TestMoments:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            (None, None),
            (0, None),
            (0.0, None),
            ("", None),
            ("  ", None),
            ("0", None),
            (1_714_557_600, 1_714_557_600.0),
            (1_714_557_600.1234567, 1_714_557_600.123457),
            (1_714_557_600_123, 1_714_557_600.123),
            (1_714_557_600_123_456, 1_714_557_600.123456),
            (1_714_557_600_123_456_789, 1_714_557_600.123457),
            ("1714557600", 1_714_557_600.0),
            ("1714557600.5", 1_714_557_600.5),
            ("2024-05-01T10:00:00Z", 1_714_557_600.0),
            ("2024-05-01T10:00:00", 1_714_557_600.0),
            ("2024-05-01 10:00:00.250000", 1_714_557_600.25),
            ("2024-05-01T12:00:00+02:00", 1_714_557_600.0),
            ("2024-05-01", 1_714_521_600.0),
            (datetime(2024, 5, 1, 10, tzinfo=UTC), 1_714_557_600.0),
            (datetime(2024, 5, 1, 10), 1_714_557_600.0),  # noqa: DTZ001
        ],
        ids=repr,
    )
    def test_every_way_of_writing_one(self, value: object, expected: float | None) -> None:
        assert moment(value) == expected

    @pytest.mark.parametrize(
        "value",
        [
            -1,
            True,
            math.nan,
            math.inf,
            10**400,
            2**33,
            "yesterday",
            "2024-13-01",
            "9999-12-31T23:59:59",
            "0001-01-01T00:00:00+14:00",
            "1" * 50,
            [],
            {},
            b"2024-05-01",
        ],
        ids=lambda value: repr(value)[:26],
    )
    def test_what_is_none_says_so(self, value: object) -> None:
        with pytest.raises(ImpossibleTimeError):
            moment(value)

    @settings(deadline=None)
    @given(st.one_of(st.text(), st.floats(), st.integers(), st.datetimes()))
    def test_a_moment_is_between_1970_and_2242_or_none(self, value: object) -> None:
        try:
            at = moment(value)
        except ImpossibleTimeError:
            return
        assert at is None or 0 < at < 2**33


class TestTexts:
    def test_what_a_record_cannot_hold_is_mended(self) -> None:
        assert (
            legible("a\ud83d\ude00b\ud800c\x00\x1b[2J\r\nd\re ") == "a\U0001f600b\ufffdc[2J\nd\ne"
        )

    @settings(deadline=None)
    @given(st.text(st.characters()))
    def test_every_text_can_be_written(self, text: str) -> None:
        assert legible(legible(text)).encode().decode() == legible(text)

    def test_a_label_is_one_short_line(self) -> None:
        assert label(" a\n b\t" + "c" * 1_000) == "a b " + "c" * 196
        assert label(["a"]) == ""


class TestTheNewest:
    def items(self) -> list[Item]:
        times = [30.0, None, 10.0, 20.0, 20.0, None]
        said = [replace(SAID, at=at, text=str(number)) for number, at in enumerate(times)]
        return [said[0], Problem("a", "b"), *said[1:]]

    def test_without_a_limit_everything_comes_as_it_stands(self) -> None:
        assert list(newest(self.items(), None)) == self.items()

    @pytest.mark.parametrize(
        ("limit", "expected"), [(1, "0"), (2, "40"), (3, "340"), (5, "52340"), (9, "152340")]
    )
    def test_the_last_ones_in_the_order_of_their_times(self, limit: int, expected: str) -> None:
        first, *rest = newest(self.items(), limit)
        assert first == Problem("a", "b")
        assert "".join(item.text for item in rest if isinstance(item, Said)) == expected

    def test_the_rest_is_not_kept(self) -> None:
        def source() -> Iterator[Item]:
            for number in range(3_000):
                yield replace(SAID, at=float(number + 1), text=f"{number} " + "x" * 10_000)

        tracemalloc.start()
        try:
            assert len(list(newest(source(), 10))) == 10
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 3_000_000
