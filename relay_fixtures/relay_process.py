"""A relay in a child process: how it is started, addressed, stopped and killed.

A process of its own because the relay would otherwise share the event loop and the cores' time
slices of the code under test.

What parent and child agree on:

1. The child prints one line of JSON, `{"url": …}` once it accepts connections or
   `{"error": …}`, and nothing else on its standard output.
2. The child ends when its standard input closes, so a parent that dies, however it dies,
   leaves no orphan.
"""

import asyncio
import contextlib
import json
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["RelayProcess", "RelayStartError"]

HOST = "127.0.0.1"
START_TIMEOUT = 30.0
"""Seconds a child may take to print its address."""
STOP_TIMEOUT = 5.0
"""Seconds between asking a child to end and killing it."""
PORT_PATIENCE = 3.0
"""Seconds during which a port that is still taken is tried again."""
LAST_WORDS = 2000
"""Characters of a dead child's log that the error repeats."""


class RelayStartError(RuntimeError):
    """The relay could not be started; the message says why."""


class RelayProcess(ABC):
    """A real relay on loopback: a context manager, or `start()` and `stop()`.

    Also an async context manager, which waits in a thread and never blocks the loop.

    Args:
        port: TCP port; None picks a free one. Once known it is kept over `restart()`.
    """

    def __init__(self, port: int | None = None) -> None:
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None
        self._belongings = contextlib.ExitStack()
        """What a subclass wants to live exactly as long as the child."""

    @property
    def port(self) -> int:
        """The TCP port: the one asked for, or the one found by the first `start()`."""
        if self._port is None:
            raise RelayStartError("the relay has no port before its first start()")
        return self._port

    @property
    def url(self) -> str:
        """The websocket address, such as `ws://127.0.0.1:7801`."""
        return f"ws://{HOST}:{self.port}"

    @property
    def pid(self) -> int | None:
        """Process id of the running child, None while stopped."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the child and return once it accepts connections.

        Raises:
            RelayStartError: what the relay needs is missing, the port stays taken, or the relay
                is already running.
        """
        if self._process is not None:
            raise RelayStartError(f"the relay is already running at {self.url}")
        deadline = time.monotonic() + PORT_PATIENCE
        while True:
            try:
                self._spawn()
            except RelayStartError as error:
                # A port just left may be held for a moment; a port found free, lost to a race.
                if "in use" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """End the child and wait for it. Does nothing while stopped."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)
            self._belongings.close()

    def kill(self) -> None:
        """End the child at once (SIGKILL), as a crash would. Does nothing while stopped."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            _end(process)
            self._belongings.close()

    def restart(self) -> None:
        """Stop and start on the same port. What is kept nowhere is gone then."""
        self.stop()
        self.start()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    async def __aenter__(self) -> Self:
        starting = asyncio.ensure_future(asyncio.to_thread(self.start))
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The thread cannot be cancelled: let it finish, then undo it.
            with contextlib.suppress(RelayStartError):
                await starting
            await asyncio.to_thread(self.stop)
            raise
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await asyncio.shield(asyncio.to_thread(self.stop))

    @abstractmethod
    def _command(self, port: int | None) -> Sequence[str]:
        """The child's command line.

        Raises:
            RelayStartError: what the relay needs is missing.
        """

    def _environment(self) -> Mapping[str, str] | None:
        """The child's environment variables, None for ours."""
        return None

    def _log(self) -> Path | None:
        """The file the child's standard error is appended to, None to share ours."""
        return None

    def _spawn(self) -> None:
        command, log = self._command(self._port), self._log()
        with contextlib.ExitStack() as files:
            process = subprocess.Popen(  # noqa: S603 - an interpreter and a module of ours
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if log is None else files.enter_context(log.open("ab")),
                env=self._environment(),
            )
        try:
            url = self._read_url(process)
        except BaseException:
            process.kill()
            _end(process)
            self._belongings.close()
            raise
        self._port = int(url.rpartition(":")[2])
        self._process = process

    def _read_url(self, process: "subprocess.Popen[bytes]") -> str:
        """Wait for the child's one line and return the url in it."""
        assert process.stdout is not None  # noqa: S101 - it was opened as a pipe
        watchdog = threading.Timer(START_TIMEOUT, process.kill)
        watchdog.start()
        try:
            line = process.stdout.readline()
        finally:
            watchdog.cancel()
        if not line:
            raise RelayStartError(
                f"the relay process ended with code {process.wait()}{self._last_words()}"
            )
        report = json.loads(line)
        if "url" not in report:
            raise RelayStartError(report["error"])
        return str(report["url"])

    def _last_words(self) -> str:
        log = self._log()
        if log is None:
            return ""
        return f"; it said:\n{log.read_text(errors='replace')[-LAST_WORDS:]}"


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Terminate, wait, close the pipes; kill what does not end in time."""
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
