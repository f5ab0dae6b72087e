"""NIP-09: what a deletion request names and what it covers."""

import dataclasses

import pytest

from nips import nip09
from nips.errors import InvalidEventError
from nips.nip01 import Address, Event, UnsignedEvent

ME, OTHER = "a" * 64, "b" * 64
ID = "c" * 64
MINE = Address(30078, ME, "x:y")


def _signed(unsigned: UnsignedEvent) -> Event:
    return Event(
        unsigned.id,
        unsigned.pubkey,
        unsigned.created_at,
        unsigned.kind,
        unsigned.tags,
        unsigned.content,
        "0" * 128,
    )


def _version(created_at: int, pubkey: str = ME, kind: int = 30078) -> Event:
    return Event(ID, pubkey, created_at, kind, (("d", "x:y"),), "", "0" * 128)


REQUEST = _signed(nip09.deletion_request(ME, 100, addresses=[MINE], event_ids=[]))
BY_ID = _signed(nip09.deletion_request(ME, 100, addresses=[], event_ids=[ID]))


def test_the_request() -> None:
    unsigned = nip09.deletion_request(
        ME, 5, addresses=[MINE, Address(10002, ME, "")], event_ids=[ID], content="why"
    )
    assert unsigned.kind == 5
    assert unsigned.content == "why"
    assert unsigned.tags == (
        ("a", f"30078:{ME}:x:y"),
        ("a", f"10002:{ME}:"),
        ("e", ID),
        ("k", "10002"),
        ("k", "30078"),
    )
    deletion = nip09.parse(_signed(unsigned))
    assert deletion == nip09.Deletion((MINE, Address(10002, ME, "")), (ID,))


def test_requests_that_relays_would_refuse() -> None:
    with pytest.raises(InvalidEventError, match="at least one"):
        nip09.deletion_request(ME, 5, addresses=[], event_ids=[])
    with pytest.raises(InvalidEventError, match="author's"):
        nip09.deletion_request(ME, 5, addresses=[Address(30078, OTHER, "")], event_ids=[])
    with pytest.raises(InvalidEventError, match="event id"):
        nip09.deletion_request(ME, 5, addresses=[], event_ids=["C" * 64])


def test_foreign_and_malformed_targets_are_left_out() -> None:
    tags = (
        ("a", f"30078:{OTHER}:x"),
        ("a", "nonsense"),
        ("a",),
        ("e",),
        ("e", "short"),
        ("k", "30078"),
        ("a", str(MINE)),
        ("e", ID),
    )
    event = Event(ID, ME, 1, 5, tags, "", "")
    assert nip09.parse(event) == nip09.Deletion((MINE,), (ID,))


def test_only_kind_5_is_a_request() -> None:
    with pytest.raises(InvalidEventError, match="kind 5"):
        nip09.parse(_version(1))
    assert not nip09.covers(_version(1), _version(1))


def test_an_address_is_covered_up_to_the_request() -> None:
    assert nip09.covers(REQUEST, _version(99))
    assert nip09.covers(REQUEST, _version(100))
    assert not nip09.covers(REQUEST, _version(101))


def test_an_id_is_covered_whatever_its_time() -> None:
    assert nip09.covers(BY_ID, _version(101))


@pytest.mark.parametrize("request_event", [REQUEST, BY_ID])
def test_other_authors_are_not_covered(request_event: Event) -> None:
    assert not nip09.covers(request_event, _version(1, OTHER))


@pytest.mark.parametrize("kind", [5, 62])
def test_deletions_are_not_deleted(kind: int) -> None:
    assert not nip09.covers(BY_ID, _version(1, kind=kind))


def test_an_event_without_address() -> None:
    assert not nip09.covers(REQUEST, dataclasses.replace(_version(1, kind=1), tags=()))
