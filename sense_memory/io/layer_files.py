"""The three texts about a peer as markdown files."""

from collections.abc import Mapping
from pathlib import Path

from ..core.records.rapport import LayerName


def write(folder: Path, texts: Mapping[LayerName, str]) -> list[Path]:
    """Write each to its file, mode 0600, in a folder of mode 0700."""
    raise NotImplementedError


def read(folder: Path) -> dict[LayerName, str]:
    """What the files say that are there."""
    raise NotImplementedError
