"""What all tests share: keys, relays, and a guard that keeps them on this machine."""

import contextlib
import gc
import itertools
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity

gc.set_threshold(50_000, 20, 50)
"""Look for cycles more seldom: that took a fifth of the time of what only computes."""


PRIVATE = (
    "SENSE_MEMORY_NSEC",
    "NOSTR_NSEC",
    "SENSE_MEMORY_NSEC_FILE",
    "SENSE_MEMORY_PASSPHRASE_FILE",
    "CREDENTIALS_DIRECTORY",
)
"""What may name the person's own key to a test."""


def pytest_configure() -> None:
    """Keep bytecode: else each process that a test starts compiles all that it imports."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Never again look for cycles among what was collected: that is most of what there is."""
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: many tests wait for relays, time-outs and processes."""
    return 2 * (os.cpu_count() or 1)


def _guarded(self: socket.socket, address: Any) -> Any:
    """Refuse every connection that leaves this machine."""
    host = address[0] if isinstance(address, tuple) else ""
    if self.family in (socket.AF_INET, socket.AF_INET6) and host not in ("127.0.0.1", "::1"):
        raise AssertionError(f"a test tried to reach {host}")
    return _connect(self, address)


_connect = socket.socket.connect
socket.socket.connect = _guarded  # type: ignore[assignment]

_heard: Any = None
"""Who heard Ctrl-C when the test began."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Let each test hear Ctrl-C: by hooks, which cost thousands of tests less than a fixture.

    Processes inherit that it is ignored. POSIX: so does what a shell without job control runs in
    its background, and that may be pytest.
    """
    global _heard  # noqa: PLW0603 - of the one test that runs
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    _heard = signal.getsignal(signal.SIGINT)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Let no test be the reason that what later ones start does not hear it."""
    yield
    after = signal.signal(signal.SIGINT, _heard)
    assert after is _heard, "the test has changed who hears Ctrl-C"


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that are not there: most tests have no use for a home."""
    base = tmp_path_factory.getbasetemp()
    return (base / f"home {number}" for number in itertools.count(1))


@pytest.fixture(autouse=True)
def private_home(request: pytest.FixtureRequest, homes: Iterator[Path]) -> None:
    """Keep profiles of tests away from the person's own.

    The next test sets the environment anew, so nothing is taken back: a test in two makes neither
    a folder nor a patch for this.
    """
    needs_folder = "tmp_path" in request.fixturenames
    home = request.getfixturevalue("tmp_path") / "home" if needs_folder else next(homes)
    os.environ["SENSE_MEMORY_HOME"] = str(home)
    for name in PRIVATE:
        os.environ.pop(name, None)


@pytest.fixture
def identity() -> Identity:
    """A key that relays may know: not one that was made a moment ago."""
    return Identity.from_hex(Identity.generate().private_key_hex)


MOST_IDLE = 3
"""Relays that a worker keeps running for the tests to come; few tests need more."""


class RelayPool:
    """Real relays in processes of their own, which serve one test after the other.

    Starting one takes a third of a second; renewing one, so that it is empty, does not. Every test
    has keys of its own, and that events of others are there is what relays are like. What a test
    has stopped, killed or restarted is not used again.
    """

    def __init__(self) -> None:
        self._idle: list[LocalRelay] = []

    @contextlib.contextmanager
    def lent(self, *, new: bool) -> Iterator[Callable[[int], list[LocalRelay]]]:
        """As many relays as are asked for, until the end of the block.

        Args:
            new: Whether they must hold nothing yet.
        """
        with contextlib.ExitStack() as ends:

            def lend(count: int) -> list[LocalRelay]:
                return [ends.enter_context(self._one(new=new)) for _ in range(count)]

            yield lend

    @contextlib.contextmanager
    def _one(self, *, new: bool) -> Iterator[LocalRelay]:
        relay = self._idle.pop() if self._idle else LocalRelay()
        if relay.pid is None:
            relay.start()
        elif new:
            relay.renew()
        pid = relay.pid
        yield relay
        if relay.pid == pid and len(self._idle) < MOST_IDLE:
            self._idle.append(relay)
        else:
            relay.stop()

    def stop(self) -> None:
        """End them all."""
        for relay in self._idle:
            relay.stop()


@pytest.fixture(scope="session")
def relay_pool() -> Iterator[RelayPool]:
    """The relays of this worker."""
    pool = RelayPool()
    yield pool
    pool.stop()


@pytest.fixture
def relay(relays: Callable[[int], list[LocalRelay]]) -> LocalRelay:
    """A real relay in a process of its own."""
    (one,) = relays(1)
    return one


@pytest.fixture
def relays(
    relay_pool: RelayPool, request: pytest.FixtureRequest
) -> Iterator[Callable[[int], list[LocalRelay]]]:
    """Several of them. A module that looks at everything that is there gets them empty."""
    looks = "tests.integration.raw"
    sees_all = any(
        looks in (getattr(one, "__name__", None), getattr(one, "__module__", None))
        for one in vars(request.module).values()
    )
    with relay_pool.lent(new=sees_all) as lend:
        yield lend
