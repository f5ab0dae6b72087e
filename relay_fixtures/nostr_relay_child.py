"""What runs in the environment of `NostrRelay`: nostr-relay, served by uvicorn.

A script for another interpreter: it may import the standard library and what that relay
brought, nothing else, and nothing imports it.

Usage: nostr_relay_child.py CONFIGURATION PORT
"""

import importlib
import json
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
GRACE = 1
"""Seconds that open connections delay the end of the relay."""


def report(stdout: Any, line: dict[str, str]) -> None:
    """Print the one line the parent waits for."""
    stdout.write(json.dumps(line) + "\n")
    stdout.flush()


def migrate() -> None:
    """Bring the database up to date, as the relay's own command does."""
    package = importlib.import_module("nostr_relay")
    ini = Path(str(package.__file__)).with_name("alembic.ini")
    importlib.import_module("alembic.config").main([f"-c{ini}", "upgrade", "head"])


def build(configuration: str) -> Any:
    """The relay as a uvicorn server."""
    importlib.import_module("nostr_relay.monkeypatch").monkey()
    app = importlib.import_module("nostr_relay.web").create_app(configuration)
    uvicorn = importlib.import_module("uvicorn")
    options = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=GRACE)
    return uvicorn.Server(options)


def end_with_parent(server: Any) -> None:
    """Stop once standard input closes."""
    sys.stdin.buffer.read()
    server.should_exit = True


def main() -> int:
    """Serve until told to end."""
    configuration, port = sys.argv[1], int(sys.argv[2])
    # Ctrl-C reaches the whole process group: the parent decides when the relay ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The relay talks on standard output, which is ours.
    stdout, sys.stdout = sys.stdout, sys.stderr
    try:
        listener = socket.create_server((HOST, port))
    except OSError as error:
        report(stdout, {"error": f"port {port}: {os.strerror(error.errno or 0)}"})
        return 1
    # Loaded first: some of its values are read once, when other modules are imported.
    importlib.import_module("nostr_relay.config").Config.load(configuration)
    migrate()
    server = build(configuration)
    startup = server.startup

    async def startup_and_report(sockets: Any = None) -> None:
        await startup(sockets=sockets)
        report(stdout, {"url": f"ws://{HOST}:{listener.getsockname()[1]}"})

    server.startup = startup_and_report
    threading.Thread(target=end_with_parent, args=[server], daemon=True).start()
    server.run(sockets=[listener])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
