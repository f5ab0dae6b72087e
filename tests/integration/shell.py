"""The command line as a shell sees it: machines, processes, pipes, a terminal."""

import json
import os
import pty
import select
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sense_memory.io.identity import Identity

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "sense_memory"]
NOBODY = "ws://127.0.0.1:1"
"""A relay that does not answer."""


@dataclass(frozen=True)
class Run:
    """What a process said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value of standard output."""
        return json.loads(self.out)

    @property
    def jsonl(self) -> list[Any]:
        """The JSON values of standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Home:
    """One machine: a folder of its own. No output may ever hold the secret of any of its keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONWARNINGS": "error"}
        self.environment = {**kept, "SENSE_MEMORY_HOME": str(folder), "PYTHONPATH": str(ROOT)}
        self.secrets: set[str] = set()

    def run(self, *arguments: str, stdin: str | bytes | None = None, **environment: str) -> Run:
        text = stdin.encode() if isinstance(stdin, str) else stdin
        result = subprocess.run(
            [*COMMAND, *arguments],
            input=text if text is not None else b"",
            capture_output=True,
            env={**self.environment, **environment},
            cwd=self.folder,
            timeout=50,
            check=False,
        )
        run = Run(result.returncode, result.stdout.decode(), result.stderr.decode())
        self.check(run.out + run.err)
        return run

    def ok(self, *arguments: str, stdin: str | None = None, **environment: str) -> Run:
        run = self.run(*arguments, stdin=stdin, **environment)
        assert run.code == 0, run
        return run

    def check(self, output: str) -> None:
        """No secret and no traceback."""
        for key_file in self.folder.glob("*/key"):
            self.know(Identity.from_text(key_file.read_text()))
        for secret in self.secrets:
            assert secret not in output
        assert "Traceback" not in output

    def know(self, identity: Identity) -> None:
        """Another secret that no output may hold."""
        self.secrets |= {identity.nsec, identity.private_key_hex}

    @property
    def key_text(self) -> str:
        return (self.folder / "default" / "key").read_text()


def write_lines(path: Path, *objects: object) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in objects))
    return str(path)


def at_a_terminal(
    home: Home, arguments: list[str], prompt: str, typed: str, **environment: str
) -> tuple[str, int]:
    """Run on a pseudo-terminal, type when the prompt appears; all that it showed, and its code."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**home.environment, "TERM": "xterm", "COLUMNS": "200", **environment},
        start_new_session=True,
    )
    os.close(slave)
    shown = b""
    answered = not prompt
    try:
        while True:
            ready, _, _ = select.select([master], [], [], 40)
            assert ready, f"nothing more after {shown!r}"
            try:
                chunk = os.read(master, 4096)
            except OSError:  # the other end was closed
                break
            if not chunk:
                break
            shown += chunk
            if not answered and prompt.encode() in shown:
                os.write(master, typed.encode())
                answered = True
        code = process.wait(20)
    finally:
        process.kill()
        process.wait()
        os.close(master)
    home.check(shown.decode())
    return shown.decode(), code
