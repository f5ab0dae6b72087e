"""A part of a benchmark in a fresh process: nothing imported, nothing cached."""

import json
import os
import resource
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
        cpu: Seconds that processors worked for it, in user and system mode, all threads.
    """

    said: Mapping[str, float]
    wall: float
    cpu: float


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Ours, but with bytecode kept as an installed package has it, whatever is set here."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": _bytecode.name}
    environment |= variables
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*arguments: str, is_quiet: bool = False, **variables: str) -> Ended:
    """Run this interpreter with some arguments and wait.

    Args:
        arguments: Its arguments.
        is_quiet: Whether it says nothing to us, and its output is thrown away.
        variables: Of its environment, besides ours.

    Raises:
        RuntimeError: It failed; its own words are on standard error.
    """
    began, used = time.perf_counter(), _cpu()
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=_environment(variables),
        stdout=subprocess.DEVNULL if is_quiet else subprocess.PIPE,
        stderr=subprocess.DEVNULL if is_quiet else None,
        timeout=TIMEOUT,
        check=False,
    )
    wall, cpu = time.perf_counter() - began, _cpu() - used
    if process.returncode:
        raise RuntimeError(f"{arguments} ended with code {process.returncode}")
    lines = [] if is_quiet else process.stdout.decode().strip().splitlines()
    return Ended(json.loads(lines[-1]) if lines else {}, wall, cpu)
