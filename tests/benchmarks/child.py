"""A part of a benchmark in a fresh process: nothing imported, nothing cached."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 600.0
"""Seconds."""

_bytecode = tempfile.TemporaryDirectory(prefix="sense-memory-bytecode-")


@dataclass(frozen=True, slots=True)
class Ended:
    """What a child said and cost.

    Attributes:
        said: The numbers of its last line.
        wall: Seconds from the start of the process to its end.
    """

    said: Mapping[str, float]
    wall: float


def _environment() -> dict[str, str]:
    """Ours, but with bytecode kept as an installed package has it, whatever is set here."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": _bytecode.name}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def run(*arguments: str) -> Ended:
    """Run this interpreter with some arguments and wait.

    Raises:
        RuntimeError: It failed; its own words are on standard error.
    """
    began = time.perf_counter()
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=_environment(),
        stdout=subprocess.PIPE,
        timeout=TIMEOUT,
        check=False,
    )
    wall = time.perf_counter() - began
    if process.returncode:
        raise RuntimeError(f"{arguments} ended with code {process.returncode}")
    lines = process.stdout.decode().strip().splitlines()
    return Ended(json.loads(lines[-1]) if lines else {}, wall)
