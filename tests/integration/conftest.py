"""Machines for the command line."""

from pathlib import Path

import pytest

from nips.nip49 import EncryptedKey
from sense_memory import RelayConfig

from .shell import WHOLE, Home


@pytest.fixture
def soon_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands in this process prove deliveries sooner than after ten seconds."""
    defaults = RelayConfig.__init__.__kwdefaults__
    assert defaults is not None
    if not WHOLE:
        monkeypatch.setitem(defaults, "read_back_delay", 0.3)


COUNTS_ROUNDS = ("test_an_exported_key_comes_back",)
"""Tests that look at how much work a passphrase is."""


@pytest.fixture
def few_rounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands in this process encrypt keys with 2^4 rounds of scrypt.

    2^16 take a seventh of a second, when a key is sealed and again when it is opened.
    """
    defaults = EncryptedKey.make.__kwdefaults__
    assert defaults is not None
    if not WHOLE and request.node.name not in COUNTS_ROUNDS:
        monkeypatch.setitem(defaults, "log_n", 4)


@pytest.fixture
def home(tmp_path: Path, soon_read_back: None, few_rounds: None) -> Home:
    folder = tmp_path / "home"
    folder.mkdir()
    return Home(folder)


@pytest.fixture
def second(tmp_path: Path) -> Home:
    folder = tmp_path / "second"
    folder.mkdir()
    return Home(folder)


@pytest.fixture
def nearby(home: Home, second: Home) -> None:
    """Run the commands of both machines inside this process, whatever else runs in processes."""
    home.is_near = second.is_near = True


@pytest.fixture
def processes(home: Home, second: Home) -> None:
    """Run every command as a shell does: in a process of its own."""
    home.is_near = second.is_near = False
