"""How long to wait before trying a relay again."""

from itertools import islice

from sense_memory.sync.backoff import backoff


def test_the_longest_waits_double_up_to_five_minutes() -> None:
    waits = list(islice(backoff(lambda _low, high: high), 11))
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


def test_the_whole_wait_is_random_so_that_devices_do_not_come_in_step() -> None:
    assert list(islice(backoff(lambda low, _high: low), 5)) == [0] * 5
