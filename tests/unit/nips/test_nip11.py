"""NIP-11: documents as relays send them."""

import json

import pytest
from hypothesis import given, strategies as st

from nips import nip11
from nips.errors import InvalidFrameError, NipError
from nips.nip11 import Limitation, RelayInformation

STRFRY = {
    "name": "a relay",
    "software": "git+https://github.com/hoytech/strfry.git",
    "version": "1",
    "supported_nips": [1, 11, "42", 77, True, 1.5, None],
    "limitation": {
        "max_limit": 500,
        "max_message_length": 131072,
        "max_subscriptions": "200",
        "auth_required": 0,
        "restricted_writes": True,
        "created_at_lower_limit": -5,
    },
}


def test_a_document() -> None:
    expected = RelayInformation(
        name="a relay",
        software="git+https://github.com/hoytech/strfry.git",
        version="1",
        supported_nips=(1, 11, 77),
        limitation=Limitation(max_limit=500, max_message_length=131072, restricted_writes=True),
    )
    assert expected == nip11.parse_information(STRFRY)
    assert expected == nip11.parse_information(json.dumps(STRFRY))


def test_every_limit_is_read() -> None:
    flags = {"auth_required", "payment_required", "restricted_writes"}
    names = Limitation.__dataclass_fields__
    limits = {name: True if name in flags else 9 for name in names}
    found = nip11.parse_information({"limitation": limits}).limitation
    assert limits == {name: getattr(found, name) for name in names}


def test_nothing_is_required() -> None:
    assert nip11.parse_information({}) == RelayInformation()
    wrong = {"name": 5, "version": "\ud800", "supported_nips": {}, "limitation": []}
    assert nip11.parse_information(wrong) == RelayInformation()


@pytest.mark.parametrize("document", ["", "[]", "null", "{", None, [], 5, "[" * 100_000])
def test_no_document(document: object) -> None:
    with pytest.raises(InvalidFrameError):
        nip11.parse_information(document)


@given(
    st.dictionaries(
        st.sampled_from(["name", "limitation", "supported_nips"]),
        st.none() | st.text() | st.lists(st.integers() | st.text()),
    )
)
def test_any_values(obj: dict[str, object]) -> None:
    assert isinstance(nip11.parse_information(obj), RelayInformation)


def test_http_url() -> None:
    assert nip11.http_url("wss://r.example/x?y") == "https://r.example/x?y"
    assert nip11.http_url("WS://127.0.0.1:7777") == "http://127.0.0.1:7777"
    for url in ("https://r.example", "wss:", "wss://", "", "r.example"):
        with pytest.raises(NipError, match="ws://"):
            nip11.http_url(url)
