"""Writers in processes of their own, and what they were told is safe."""

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from . import writer

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 40.0
"""Seconds after which a writer counts as hung."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """One write that ``remember`` returned from."""

    key: str
    value: str
    event_id: str
    at: float
    """Seconds of the machine's monotonic clock."""


def start(
    path: Path, key_file: Path, count: int, value: str, urls: Iterable[str] = ()
) -> "subprocess.Popen[bytes]":
    """Start a writer and wait until it is ready; it begins at ``go``."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            writer.__name__,
            str(path),
            str(key_file),
            str(count),
            value,
            *urls,
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    if process.stdout.readline() != b"ready\n":
        raise RuntimeError(f"the writer did not start: {process.communicate()[1].decode()}")
    return process


def go(process: "subprocess.Popen[bytes]") -> None:
    """Let a writer begin."""
    assert process.stdin is not None
    process.stdin.write(b"\n")
    process.stdin.flush()


def end(process: "subprocess.Popen[bytes]") -> tuple[bytes, bytes]:
    """Wait for a writer's own end; what it said and complained of. A hung one is killed."""
    try:
        return process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()


def read(output: bytes) -> list[Acknowledged]:
    """What a writer said, up to where it was cut off."""
    whole, _, _ = output.rpartition(b"\n")
    fields = (line.split("\t") for line in whole.decode().splitlines())
    return [Acknowledged(key, value, id_, float(at)) for key, value, id_, at in fields]
