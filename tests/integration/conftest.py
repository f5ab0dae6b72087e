"""Machines for the command line."""

from pathlib import Path

import pytest

from .shell import Home


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
    """Run the commands of both machines inside this process: much sooner done."""
    home.is_near = second.is_near = True
