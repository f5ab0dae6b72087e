"""Machines for the command line."""

from pathlib import Path

import pytest

from sense_memory import RelayConfig

from .shell import WHOLE, Home


@pytest.fixture
def soon_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands in this process prove deliveries sooner than after ten seconds."""
    defaults = RelayConfig.__init__.__kwdefaults__
    assert defaults is not None
    if not WHOLE:
        monkeypatch.setitem(defaults, "read_back_delay", 0.3)


@pytest.fixture
def home(tmp_path: Path, soon_read_back: None) -> Home:
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
