"""Where other projects' test vectors are; they are not part of this repository."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parents[3]


def path(name: str) -> Path:
    """Path of a vector file; skips the test (or module) when it is not there."""
    folder = Path(os.environ.get("SENSE_MEMORY_VECTORS") or _ROOT.parent / "shared" / "vectors")
    file = folder / name
    if not file.is_file():
        pytest.skip(
            f"no {name}: point SENSE_MEMORY_VECTORS at a folder with the official vectors",
            allow_module_level=True,
        )
    return file


def load_json(name: str) -> Any:
    """A JSON vector file."""
    return json.loads(path(name).read_text(encoding="utf-8"))


def load_csv(name: str) -> list[dict[str, str]]:
    """A CSV vector file with a header."""
    with path(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
