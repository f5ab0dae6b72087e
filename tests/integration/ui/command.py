"""``sense-memory ui`` in a process of its own."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from ..shell import COMMAND, Home


@contextmanager
def begun(home: Home, *options: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """The process; it is no more in the end."""
    process = subprocess.Popen(
        [*COMMAND, "--json", "ui", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**home.environment, **environment},
        cwd=home.folder,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=20)


def ended(home: Home, process: "subprocess.Popen[bytes]") -> tuple[int, str, str]:
    """Tell it to end: its code, and what it said last."""
    process.send_signal(signal.SIGTERM)
    out, err = (text.decode() for text in process.communicate(timeout=30))
    home.check(err)
    return process.returncode, out, err


@contextmanager
def showing(home: Home, *options: str, **environment: str) -> Iterator[str]:
    """The command, told to end in the end; its address."""
    with begun(home, *options, **environment) as process:
        assert process.stdout is not None
        url: str = json.loads(process.stdout.readline())["url"]
        yield url
        code, out, err = ended(home, process)
    assert (code, out) == (0, "")
    assert url.partition("token=")[2] not in err
