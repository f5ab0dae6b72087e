"""nostr-sdk's relay, run in a subprocess on loopback.

What to know about this relay (nostr-sdk 0.45):

* no NIP-11 document: a plain HTTP GET is dropped without an answer;
* an answer to a filter holds at most 500 events: `max_filter_limit` lowers that, nothing
  raises it (neither of the relay's two settings, measured with 0.45.1);
* a connection is cut, without a close frame, after 6,000 incoming frames;
* more than 60 events a minute would be refused by default, hence `notes_per_minute`;
* a filter with kinds, authors and several `#d` values finds only one event in memory;
* a request to vanish (NIP-62) to `ALL_RELAYS` bars its author for ever; one that names the
  relay's own URL has no effect;
* a deletion request can be deleted, and one that comes before its event is forgotten.

What it answers to every question of `relay_fixtures.conformance` is in `tests/conformance`;
`Quirks.local_relay()` answers the same.
"""

import argparse
import asyncio
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from relay_fixtures.relay_process import HOST, RelayProcess, RelayStartError

if TYPE_CHECKING:
    import nostr_sdk

__all__ = ["LocalRelay", "RelayStartError"]

Nip42Mode: TypeAlias = Literal["read", "write", "both"]

INSTALL_HINT = "LocalRelay needs nostr-sdk: pip install 'sense-memory[nostr-sdk]'"
UNLIMITED = 100_000_000
HARD_FILTER_LIMIT = 500
"""Events per filter that nostr-sdk 0.45 does not exceed, whatever it is told."""


class LocalRelay(RelayProcess):
    """A real relay on loopback: a context manager, or `start()` and `stop()`.

    Also an async context manager, which waits in a thread and never blocks the loop.

    Args:
        port: TCP port; None picks a free one. Once known it is kept over `restart()`.
        nip42: what needs a NIP-42 AUTH first; None asks for none.
        max_filter_limit: most events one filter returns, 1 to 500; None means 500. A
            `QuirkRelay` has no such ceiling.
        notes_per_minute: events accepted per minute and connection.
        min_pow: bits of NIP-13 work asked of every event.
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
        min_pow: int | None = None,
        data_dir: str | os.PathLike[str] | None = None,
    ) -> None:
        super().__init__(port)
        if max_filter_limit is not None and not 1 <= max_filter_limit <= HARD_FILTER_LIMIT:
            raise ValueError(f"max_filter_limit must be from 1 to {HARD_FILTER_LIMIT}")
        self._is_kept = data_dir is not None
        self._arguments = [f"--notes-per-minute={notes_per_minute}"]
        optional = {
            "nip42": nip42,
            "max-filter-limit": max_filter_limit,
            "max-connections": max_connections,
            "min-pow": min_pow,
            "data-dir": None if data_dir is None else os.fspath(data_dir),
        }
        self._arguments += [f"--{key}={value}" for key, value in optional.items() if value]

    def renew(self) -> None:
        """Go on as another relay, empty and at another port, for a hundredth of what a start costs.

        Raises:
            RelayStartError: it is not running, the child has died, or a `data_dir` keeps its
                events.
        """
        if self._process is None:
            raise RelayStartError("only a running relay can be renewed")
        if self._is_kept:
            raise RelayStartError("a relay with a data_dir is never empty again")
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101 - it was opened as a pipe
        try:
            pipe.write(b"\n")
            pipe.flush()
        except BrokenPipeError:
            raise RelayStartError("the relay process has ended") from None
        self._port = int(self._read_url(self._process).rpartition(":")[2])

    def _command(self, port: int | None) -> list[str]:
        if importlib.util.find_spec("nostr_sdk") is None:
            raise RelayStartError(INSTALL_HINT)
        command = [sys.executable, "-m", "relay_fixtures.local_relay", *self._arguments]
        return command if port is None else [*command, f"--port={port}"]

    def _environment(self) -> dict[str, str]:
        """Our variables, with which the child finds this package whatever its directory."""
        home = str(Path(__file__).resolve().parent.parent)
        inherited = os.environ.get("PYTHONPATH")
        return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [home, inherited]))}


# ------------------------------------------------------------------------------ the child


async def _serve(options: argparse.Namespace) -> None:
    """Run the relay until standard input closes; for each line there, another in its place."""
    is_wanted = True
    while is_wanted:
        relay = await _build(options)
        await relay.run()
        _report({"url": str(await relay.url())})
        is_wanted = bool(await asyncio.to_thread(sys.stdin.buffer.readline))
        relay.shutdown()
        options.port = None  # that one is not free again so soon


async def _build(options: argparse.Namespace) -> "nostr_sdk.LocalRelay":
    import nostr_sdk

    limit = nostr_sdk.RateLimit(max_reqs=500, notes_per_minute=options.notes_per_minute)
    builder = nostr_sdk.LocalRelayBuilder().addr(HOST).rate_limit(limit)
    if options.port:
        builder = builder.port(options.port)
    if options.min_pow:
        builder = builder.min_pow(options.min_pow)
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
    parser.add_argument("--min-pow", type=int)
    parser.add_argument("--notes-per-minute", type=int, default=UNLIMITED)
    parser.add_argument("--max-connections", type=int)
    parser.add_argument("--data-dir")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until standard input closes; print one JSON line, `{"url": …}` or `{"error": …}`."""
    options = _parse(arguments)
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
    # Ctrl-C reaches the whole process group: the parent decides when the relay ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise SystemExit(main())
