"""Stamps: the logical clock, the date for relays, and how many records share a second."""

from collections import Counter

import pytest

from sense_memory.wire.stamp import MAX_DATE, Dot, Seconds, created_at, hlc, hlc_seconds, is_hlc

NOW = 1_700_000_000.0


def test_a_stamp_is_48_bits_of_milliseconds_and_a_counter_of_16() -> None:
    assert hlc(NOW + 0.123) == f"{1_700_000_000_123:012x}0000"
    assert hlc_seconds(hlc(NOW + 0.123)) == NOW + 0.123


def test_a_stamp_follows_everything_seen_even_when_the_clock_does_not() -> None:
    seen = hlc(NOW + 3600)
    following = hlc(NOW, seen, hlc(NOW))
    assert following == f"{int(seen, 16) + 1:016x}"
    assert hlc(NOW, following) > following


def test_a_clock_ahead_of_everything_seen_starts_its_counter_anew() -> None:
    assert hlc(NOW, hlc(NOW - 1)) == hlc(NOW)


def test_an_empty_stamp_counts_as_nothing_seen() -> None:
    assert hlc(NOW, "", "") == hlc(NOW)


def test_a_clock_before_1970_gives_zero() -> None:
    assert hlc(-5.0) == "0" * 16


def test_a_stamp_of_a_broken_clock_is_refused_so_that_its_successors_have_room() -> None:
    assert not is_hlc("f" * 16)
    assert is_hlc(hlc(NOW, "0" + "f" * 14 + "e"))


def test_the_last_date_that_is_believed_makes_a_stamp() -> None:
    """A plain writer may give milliseconds for seconds; relays without a limit keep that."""
    assert is_hlc(hlc(MAX_DATE))
    assert NOW * 1000 > MAX_DATE


@pytest.mark.parametrize("text", ["", "0" * 15, "0" * 17, "A" * 16, "g" * 16, None, 5, ["0"] * 16])
def test_what_is_not_16_lower_case_hex_digits_is_no_stamp(text: object) -> None:
    assert not is_hlc(text)


def test_dots_are_ordered_by_stamp_and_then_by_device() -> None:
    earlier, later = hlc(NOW), hlc(NOW + 1)
    assert Dot(earlier, "z") < Dot(later, "a") < Dot(later, "b")


# -------------------------------------------------------------------------- created_at


# S-1.5
@pytest.mark.parametrize(
    ("head", "deletion", "expected"),
    [
        (None, None, 1_700_000_000),
        (1_699_999_999, None, 1_700_000_000),
        (1_700_000_000, None, 1_700_000_001),
        (1_700_000_500, None, 1_700_000_501),
        (None, 1_700_000_700, 1_700_000_701),
        (1_700_000_500, 1_700_000_700, 1_700_000_701),
        (1_700_000_900, 1_700_000_700, 1_700_000_901),
    ],
)
def test_a_write_is_dated_after_the_head_and_after_the_deletion(
    head: int | None, deletion: int | None, expected: int
) -> None:
    assert expected == created_at(NOW + 0.9, head=head, deletion=deletion)


def test_a_date_is_never_negative() -> None:
    assert created_at(-5.0, head=None, deletion=None) == 0


# ----------------------------------------------------------------------------- Seconds


def test_the_first_records_share_the_present_second() -> None:
    seconds = Seconds(per_second=3, spread=10)
    assert [seconds.free(1000.7) for _ in range(4)] == [1000, 1000, 1000, 999]


def test_no_second_is_crowded_and_none_is_beyond_the_spread() -> None:
    seconds = Seconds(per_second=20, spread=100)
    given = Counter(seconds.free(NOW) for _ in range(20 * 101))
    assert given == dict.fromkeys(range(int(NOW) - 100, int(NOW) + 1), 20)


def test_when_every_second_is_full_the_present_one_is_used() -> None:
    seconds = Seconds(per_second=1, spread=2)
    assert [seconds.free(100) for _ in range(5)] == [100, 99, 98, 100, 100]


def test_without_a_spread_every_record_is_dated_now() -> None:
    seconds = Seconds(per_second=1, spread=0)
    assert [seconds.free(100) for _ in range(3)] == [100, 100, 100]
    assert seconds.free(101) == 101


def test_the_limits_hold_while_time_goes_on() -> None:
    """A steady import that fits is never crowded: 15 records every second, 20 allowed."""
    seconds = Seconds(per_second=20, spread=60)
    given = Counter(seconds.free(1000 + n / 15) for n in range(15 * 300))
    assert max(given.values()) <= 20


def test_a_second_burst_uses_the_seconds_that_have_passed_since_the_first() -> None:
    seconds = Seconds(per_second=2, spread=100)
    for _ in range(20):
        seconds.free(1000)
    given = Counter(seconds.free(1050) for _ in range(100))
    assert given == dict.fromkeys(range(1001, 1051), 2)


def test_a_clock_that_goes_back_finds_room_too() -> None:
    seconds = Seconds(per_second=1, spread=10)
    assert [seconds.free(at) for at in (100, 100, 90, 90)] == [100, 99, 90, 89]


def test_seconds_long_past_are_forgotten() -> None:
    """A store that runs for months does not remember every second of them."""
    seconds = Seconds(per_second=1, spread=10)
    for at in range(1000, 3000):
        seconds.free(at)
    assert len(seconds._used) <= 2 * 10 + 3
