"""Limits of how many in how much time."""

import pytest

from relay_fixtures.rates import RateLimit, RateMeter


class TestWindow:
    def test_it_slides(self):
        meter, limit = RateMeter(), RateLimit(2, 10.0)
        assert [meter.admit([limit], now) for now in (0.0, 4.0, 9.9)] == [True, True, False]
        assert meter.admit([limit], 10.0)
        assert not meter.admit([limit], 13.9)
        assert meter.admit([limit], 14.0)

    def test_what_is_refused_by_one_limit_counts_in_none(self):
        meter, narrow, wide = RateMeter(), RateLimit(1, 1.0), RateLimit(2, 100.0)
        assert meter.admit([narrow, wide], 0.0)
        assert not meter.admit([narrow, wide], 0.5)
        assert meter.admit([narrow, wide], 1.0)
        assert not meter.admit([narrow, wide], 50.0)

    def test_without_limits_everything_passes(self):
        assert RateMeter().admit([], 0.0)


def test_a_bucket_is_full_at_first_and_refills_slowly():
    meter, limit = RateMeter(), RateLimit(2, 10.0, burst=3)
    assert [meter.admit([limit], 0.0) for _ in range(4)] == [True, True, True, False]
    assert not meter.admit([limit], 4.9)
    assert meter.admit([limit], 5.0)
    assert [meter.admit([limit], 1000.0) for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(("kind", "concerned"), [(5, False), (6, True), (8, True), (9, False)])
def test_kinds(kind, concerned):
    assert RateLimit(1, 1.0, (range(6, 7), range(7, 9))).concerns(kind) is concerned
    assert RateLimit(1, 1.0).concerns(kind)
