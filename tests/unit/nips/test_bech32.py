"""Bytes as bech32, by either library."""

import pytest

from nips import _bech32
from nips.errors import Bech32Error

VALID = "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"  # of BIP-173: the words 0, 1, … 31


@pytest.fixture(params=["_Pynostr", "_Bech32"], autouse=True)
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test with each library."""
    pytest.importorskip(request.param.strip("_").lower())
    monkeypatch.setattr(_bech32, "_library", getattr(_bech32, request.param))


def test_there_and_back() -> None:
    data = bytes(range(91))
    text = _bech32.encode("ncryptsec", data)
    assert len(text) == 162
    assert _bech32.decode("ncryptsec", text) == _bech32.decode("ncryptsec", text.upper()) == data


def test_the_example_of_bip_173() -> None:
    data = _bech32.decode("abcdef", VALID)
    assert data.hex() == "00443214c74254b635cf84653a56d7c675be77df"
    assert _bech32.encode("abcdef", data) == VALID


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abcdef",
        "abcdef1",
        VALID[:-1] + "q",
        VALID[:-1],
        "Abcdef" + VALID[6:],
        VALID.replace("qpz", "pqz"),
        VALID[:9] + " " + VALID[10:],
        VALID + "é",
        "abcdef1" + "q" * 5000,
        "A1LQFN3A",  # of BIP-350: bech32m
    ],
)
def test_what_is_no_bech32_of_this_prefix(text: str) -> None:
    with pytest.raises(Bech32Error) as caught:
        _bech32.decode("abcdef", text)
    assert not text or text not in str(caught.value)


def test_another_prefix() -> None:
    with pytest.raises(Bech32Error, match="another prefix"):
        _bech32.decode("ncryptsec", VALID)
