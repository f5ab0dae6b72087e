"""What a command imports: what it has no use for is not waited for."""

import json
import subprocess
import sys
from pathlib import Path

from .shell import Home

IN_TURN = """
import contextlib, io, json, sys
from sense_memory.cli import main

loaded = {}
for command in json.loads(sys.argv[1]):
    sys.argv = ["sense-memory", *command.split()]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            main()
        except SystemExit as end:
            assert not end.code, (command, end.code)
    loaded[command] = sorted(sys.modules)
print(json.dumps(loaded))
"""
PRINTS = ("--version", "--help")
READS = ("recall mood", "remember mood curious", "status")
NEVER = {"email", "importlib.metadata", "pydantic", "rich", "tomlkit", "markdown_it", "numpy"}
NEVER |= {"httpx", "websockets", "nostr_sdk", "mcp", "keyring", "fastembed", "mnemonic"}
NEVER |= {"pynostr", "relay_fixtures"}
# relays, language models, what other programs know, and the other commands
NEVER |= {f"sense_memory.{one}" for one in ("io.pool", "io.llm", "importers", "cli.graph.show")}
FOR_STORES = {"asyncio", "cryptography", "sqlite3", "sense_memory.store", "sense_memory.io"}
ROOMS = {"contradiction", "conversation", "dates", "extracts", "pyramid", "search", "stop_words"}
ROOMS = {f"sense_memory.mind.{one}" for one in (*ROOMS, "text", "views.graphs")}
ROOMS |= {f"sense_memory.store.{one}" for one in ("graph_handle", "persona.review", "sleep")}
ROOMS |= {f"sense_memory.core.{one}" for one in ("found", "prompt", "rotation")}


def test_what_a_command_has_no_use_for_is_not_imported(tmp_path: Path):
    home = Home(tmp_path)
    home.ok("init", "--local")
    home.ok("remember", "mood", "curious")

    # one process, in which what was imported stays: what is little comes first
    done = subprocess.run(
        [sys.executable, "-c", IN_TURN, json.dumps((*PRINTS, *READS))],
        env=home.environment,
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=50,
    )
    assert done.returncode == 0, done.stderr.decode()
    loaded = {command: set(names) for command, names in json.loads(done.stdout).items()}

    for one in PRINTS:
        assert not loaded[one] & (NEVER | FOR_STORES | ROOMS), one
    for one in READS:
        assert not loaded[one] & (NEVER | ROOMS), one
    assert loaded["recall mood"] >= FOR_STORES  # so that the names above are spelt as they are
