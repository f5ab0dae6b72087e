"""nostr-sdk's relay, run in a subprocess on loopback.

A process of its own because the relay would otherwise share the event loop and the cores' time
slices of the code under test. The child ends when its standard input closes, so a parent that
dies, however it dies, leaves no orphan.

What to know about this relay (nostr-sdk 0.45):

* no NIP-11 document: a plain HTTP GET is dropped without an answer;
* an answer to a filter holds at most 500 events: `max_filter_limit` lowers that, nothing
  raises it (neither of the relay's two settings, measured with 0.45.1);
* a connection is cut, without a close frame, after 6,000 incoming frames;
* more than 60 events a minute would be refused by default, hence `notes_per_minute`;
* a filter with kinds, authors and several `#d` values finds only one event in memory.
"""

import argparse
import asyncio
import contextlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, TypeAlias

if TYPE_CHECKING:
    import nostr_sdk

__all__ = ["LocalRelay", "RelayStartError"]

Nip42Mode: TypeAlias = Literal["read", "write", "both"]

HOST = "127.0.0.1"
INSTALL_HINT = "LocalRelay needs nostr-sdk: pip install 'sense-memory[nostr-sdk]'"
START_TIMEOUT = 30.0
"""Seconds a child may take to print its address."""
STOP_TIMEOUT = 5.0
"""Seconds between asking a child to end and killing it."""
PORT_PATIENCE = 3.0
"""Seconds during which a port that is still taken is tried again."""
UNLIMITED = 100_000_000
HARD_FILTER_LIMIT = 500
"""Events per filter that nostr-sdk 0.45 does not exceed, whatever it is told."""


class RelayStartError(RuntimeError):
    """The relay could not be started; the message says why."""


class LocalRelay:
    """A real relay on loopback: a context manager, or `start()` and `stop()`.

    Also an async context manager, which waits in a thread and never blocks the loop.

    Args:
        port: TCP port; None picks a free one. Once known it is kept over `restart()`.
        nip42: what needs a NIP-42 AUTH first; None asks for none.
        max_filter_limit: most events one filter returns, 1 to 500; None means 500. A
            `QuirkRelay` has no such ceiling.
        notes_per_minute: events accepted per minute and connection.
        max_connections: simultaneous connections; one too many is dropped at its first
            message. None means any number.
        data_dir: directory of an LMDB database which then survives `restart()`. Slow: about
            8 ms an event. None keeps events in memory.

    Raises:
        ValueError: `max_filter_limit` is out of range. The relay itself would take a larger one
            without a word, and go on sending 500.
    """

    def __init__(
        self,
        port: int | None = None,
        *,
        nip42: Nip42Mode | None = None,
        max_filter_limit: int | None = None,
        notes_per_minute: int = UNLIMITED,
        max_connections: int | None = None,
        data_dir: str | os.PathLike[str] | None = None,
    ) -> None:
        if max_filter_limit is not None and not 1 <= max_filter_limit <= HARD_FILTER_LIMIT:
            raise ValueError(f"max_filter_limit must be from 1 to {HARD_FILTER_LIMIT}")
        self._port = port
        self._arguments = [f"--notes-per-minute={notes_per_minute}"]
        optional = {
            "nip42": nip42,
            "max-filter-limit": max_filter_limit,
            "max-connections": max_connections,
            "data-dir": None if data_dir is None else os.fspath(data_dir),
        }
        self._arguments += [f"--{key}={value}" for key, value in optional.items() if value]
        self._process: subprocess.Popen[bytes] | None = None

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
            RelayStartError: nostr-sdk is missing, the port stays taken, or the relay is
                already running.
        """
        if self._process is not None:
            raise RelayStartError(f"the relay is already running at {self.url}")
        if importlib.util.find_spec("nostr_sdk") is None:
            raise RelayStartError(INSTALL_HINT)
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

    def kill(self) -> None:
        """End the child at once (SIGKILL), as a crash would. Does nothing while stopped."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            _end(process)

    def restart(self) -> None:
        """Stop and start on the same port. The memory is empty then, unless `data_dir` is set."""
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

    def _spawn(self) -> None:
        command = [sys.executable, "-m", "relay_fixtures.local_relay", *self._arguments]
        if self._port is not None:
            command.append(f"--port={self._port}")
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_child_environment(),
        )
        try:
            url = _read_url(process)
        except BaseException:
            process.kill()
            _end(process)
            raise
        self._port = int(url.rpartition(":")[2])
        self._process = process


def _child_environment() -> dict[str, str]:
    """Our environment, in which the child finds this package whatever its directory."""
    home = str(Path(__file__).resolve().parent.parent)
    inherited = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [home, inherited]))}


def _read_url(process: "subprocess.Popen[bytes]") -> str:
    """Wait for the child's one line and return the url in it."""
    assert process.stdout is not None  # noqa: S101 - it was opened as a pipe
    watchdog = threading.Timer(START_TIMEOUT, process.kill)
    watchdog.start()
    try:
        line = process.stdout.readline()
    finally:
        watchdog.cancel()
    if not line:
        raise RelayStartError(f"the relay process ended with code {process.wait()}")
    report = json.loads(line)
    if "url" not in report:
        raise RelayStartError(report["error"])
    return str(report["url"])


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


# ------------------------------------------------------------------------------ the child


async def _serve(options: argparse.Namespace) -> None:
    """Run the relay until standard input closes."""
    relay = await _build(options)
    await relay.run()
    _report({"url": str(await relay.url())})
    await asyncio.to_thread(sys.stdin.buffer.read)
    relay.shutdown()


async def _build(options: argparse.Namespace) -> "nostr_sdk.LocalRelay":
    import nostr_sdk

    limit = nostr_sdk.RateLimit(max_reqs=500, notes_per_minute=options.notes_per_minute)
    builder = nostr_sdk.LocalRelayBuilder().addr(HOST).rate_limit(limit)
    if options.port:
        builder = builder.port(options.port)
    if options.nip42:
        mode = nostr_sdk.LocalRelayBuilderNip42Mode[options.nip42.upper()]
        builder = builder.nip42(nostr_sdk.LocalRelayBuilderNip42(mode=mode))
    if options.max_filter_limit:
        builder = builder.max_filter_limit(options.max_filter_limit)
    if options.max_connections:
        builder = builder.max_connections(options.max_connections)
    if options.data_dir:
        from nostr_sdk.nostr_sdk import uniffi_set_event_loop

        # The database is reached through Python, on this loop; without it every EVENT hangs.
        uniffi_set_event_loop(asyncio.get_running_loop())
        builder = builder.database(await nostr_sdk.NostrLmdb.open(options.data_dir))
    return builder.build()


def _report(line: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m relay_fixtures.local_relay")
    parser.add_argument("--port", type=int)
    parser.add_argument("--nip42", choices=["read", "write", "both"])
    parser.add_argument("--max-filter-limit", type=int)
    parser.add_argument("--notes-per-minute", type=int, default=UNLIMITED)
    parser.add_argument("--max-connections", type=int)
    parser.add_argument("--data-dir")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until standard input closes; print one JSON line, `{"url": …}` or `{"error": …}`."""
    options = _parse(arguments)
    # Ctrl-C reaches the whole process group: the parent decides when the relay ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        from nostr_sdk import NostrSdkError
    except ImportError as error:
        _report({"error": f"{INSTALL_HINT} ({error})"})
        return 1
    try:
        asyncio.run(_serve(options))
    except NostrSdkError as error:
        _report({"error": str(error).strip("'")})
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
