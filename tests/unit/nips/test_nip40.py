"""NIP-40: when an event is over."""

import pytest
from hypothesis import given, strategies as st

from nips import nip40
from nips.errors import InvalidEventError
from nips.nip01 import Event, Tags, UnsignedEvent

ME = "a" * 64


def _event(*tags: tuple[str, ...]) -> Event:
    return Event("c" * 64, ME, 1_000_000_000, 1, tags, "", "0" * 128)


def test_the_example_of_the_nip() -> None:
    event = _event(("expiration", "1600000000"))
    assert nip40.expiration_of(event) == 1_600_000_000
    assert not nip40.is_expired(event, 1_599_999_999)
    assert nip40.is_expired(event, 1_600_000_000)
    assert nip40.is_expired(event, 1_600_000_001)
    assert nip40.expiration_tag(1_600_000_000) == ("expiration", "1600000000")


def test_an_event_without_the_tag_never_expires() -> None:
    event = _event(("d", "x"), ("expiration",))
    assert nip40.expiration_of(event) is None
    assert not nip40.is_expired(event, 2**53)


def test_an_event_not_yet_signed_tells_too() -> None:
    unsigned = UnsignedEvent(ME, 1, 1, "", (nip40.expiration_tag(5),))
    assert nip40.is_expired(unsigned, 5)


@pytest.mark.parametrize(
    "value",
    [
        *("", "soon", "-1", "1.5", "1e9", " 5", "5 ", "+5", "0x10", "1_000", "٣", "²"),
        *(str(2**53), "9" * 16, "9" * 10_000, "Infinity"),
    ],
    ids=lambda value: ascii(value[:20]),
)
def test_a_tag_that_holds_no_time_is_no_expiration(value: str) -> None:
    assert nip40.expiration_of(_event(("expiration", value))) is None
    assert not nip40.is_expired(_event(("expiration", value)), 2**53)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ((("expiration",), ("expiration", "5")), 5),
        ((("expiration", "7"), ("expiration", "5")), 7),
        ((("expiration", "x"), ("expiration", "5")), None),
        ((("Expiration", "5"),), None),
        ((("expiration", "007", "more"),), 7),
    ],
    ids=str,
)
def test_the_first_tag_with_a_value_decides(tags: Tags, expected: int | None) -> None:
    assert nip40.expiration_of(_event(*tags)) == expected


@pytest.mark.parametrize("at", [-1, 2**53, 1.5, True, "5", None])
def test_a_time_out_of_range_makes_no_tag(at: int) -> None:
    with pytest.raises(InvalidEventError, match="expiration"):
        nip40.expiration_tag(at)


@given(st.integers(0, 2**53 - 1), st.integers(0, 2**53 - 1))
def test_every_time_comes_back(at: int, now: int) -> None:
    event = _event(nip40.expiration_tag(at))
    assert nip40.expiration_of(event) == at
    assert nip40.is_expired(event, now) == (now >= at)
