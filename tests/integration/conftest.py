"""Machines for the command line."""

from pathlib import Path

import pytest

from sense_memory import RelayConfig

from .shell import WHOLE, Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
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


@pytest.fixture(autouse=True)
def soon_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prove deliveries of commands in this process sooner than after ten seconds."""
    if not WHOLE:
        monkeypatch.setitem(RelayConfig.__init__.__kwdefaults__, "read_back_delay", 0.3)
