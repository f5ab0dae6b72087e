"""What all tests share: keys, relays, and a guard that keeps them on this machine."""

import gc
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity

gc.set_threshold(50_000, 20, 50)
"""Look for cycles more seldom: that took a fifth of the time of what only computes."""


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: many tests wait for relays, time-outs and processes."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """Let no test be the reason that what later ones start does not hear Ctrl-C.

    Processes inherit that it is ignored. POSIX: so does what a shell without job control runs in
    its background, and that may be pytest.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.getsignal(signal.SIGINT)
    yield
    after = signal.signal(signal.SIGINT, before)
    assert after is before, "the test has changed who hears Ctrl-C"


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> Any:
        host = address[0] if isinstance(address, tuple) else ""
        if self.family in (socket.AF_INET, socket.AF_INET6) and host not in ("127.0.0.1", "::1"):
            raise AssertionError(f"a test tried to reach {host}")
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True)
def private_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep profiles of tests away from the person's own."""
    monkeypatch.setenv("SENSE_MEMORY_HOME", str(tmp_path / "home"))
    for name in (
        "SENSE_MEMORY_NSEC",
        "NOSTR_NSEC",
        "SENSE_MEMORY_NSEC_FILE",
        "SENSE_MEMORY_PASSPHRASE_FILE",
        "CREDENTIALS_DIRECTORY",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def identity() -> Identity:
    """A key that relays may know: not one that was made a moment ago."""
    return Identity.from_hex(Identity.generate().private_key_hex)


@pytest.fixture
def relay() -> Iterator[LocalRelay]:
    """A real relay in a process of its own."""
    with LocalRelay() as running:
        yield running


@pytest.fixture
def relays() -> Iterator[Callable[[int], list[LocalRelay]]]:
    """Several of them."""
    started: list[LocalRelay] = []

    def start(count: int) -> list[LocalRelay]:
        for _ in range(count):
            one = LocalRelay()
            one.start()
            started.append(one)
        return started[-count:]

    yield start
    for one in started:
        one.stop()
