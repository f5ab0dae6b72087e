"""Fixtures of the nips tests: every curve library in turn, and a fixed key."""

from collections.abc import Iterator

import pytest

from nips import _secp
from nips.keys import SecretKey


@pytest.fixture(params=_secp.NAMES)
def curve(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run the test once with each curve library."""
    pytest.importorskip(request.param.replace("-", "_"))
    monkeypatch.setenv(_secp.ENVIRONMENT, request.param)
    _secp.backend.cache_clear()
    yield request.param
    _secp.backend.cache_clear()


@pytest.fixture
def alice() -> SecretKey:
    return SecretKey.from_hex("67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa")


@pytest.fixture
def bob() -> SecretKey:
    return SecretKey.from_hex("0000000000000000000000000000000000000000000000000000000000000002")
