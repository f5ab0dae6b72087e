"""What a host waits for: from the start of ``sense-memory mcp`` to what it asks first."""

import json
import subprocess
import sys
import time

from .said import report

ASKED = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
    "tools/list": {},
    "tools/call": {"name": "recall", "arguments": {"name": "mood"}},
}
"""In this order, each once the one before is answered."""


def _main() -> None:
    began = time.perf_counter()
    answered: dict[str, float] = {}
    with subprocess.Popen(
        [sys.executable, "-m", "sense_memory", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for method, params in ASKED.items():
            asked = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
            server.stdin.write(json.dumps(asked).encode() + b"\n")
            server.stdin.flush()
            answer = json.loads(server.stdout.readline())
            answered[method] = (time.perf_counter() - began) * 1000
            assert answer["id"] == method, answer
            assert "result" in answer, answer
        ending = time.perf_counter()
        server.stdin.close()
        server.wait()
    report(
        initialized_ms=answered["initialize"],
        listed_ms=answered["tools/list"],
        recalled_ms=answered["tools/call"],
        ended_ms=(time.perf_counter() - ending) * 1000,
    )


if __name__ == "__main__":
    _main()
