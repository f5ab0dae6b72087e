"""From the start of an MCP server to the first answer that a host gets from it: ARGUMENTS…

They are given to this interpreter.
"""

import json
import subprocess
import sys
import time

from .said import report

QUESTION = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}


def _main(arguments: list[str]) -> None:
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(QUESTION).encode() + b"\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        answered = time.perf_counter() - began
        assert answer["id"] == QUESTION["id"], answer
        server.stdin.close()
        server.wait()
    report(answered_ms=answered * 1000)


if __name__ == "__main__":
    _main(sys.argv[1:])
