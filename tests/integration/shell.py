"""The command line as a shell sees it: machines, processes, pipes, a terminal."""

import contextlib
import io
import json
import logging
import os
import pty
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from sense_memory.cli import main
from sense_memory.io.identity import Identity

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "sense_memory"]
NOBODY = "ws://127.0.0.1:1"
"""A relay that does not answer."""
WHOLE = "SENSE_FAULTS_WHOLE" in os.environ
"""Whether every command is a process of its own, and waits as long as it does elsewhere."""


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
    """One machine: a folder of its own. No output may ever hold the secret of any of its keys.

    Attributes:
        is_near: Commands are run inside this process: the same code without the half second that
            a new process takes. What a shell does to a process is tested in processes.
    """

    def __init__(self, folder: Path, *, is_near: bool = not WHOLE) -> None:
        self.folder = folder
        self.is_near = is_near
        kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONWARNINGS": "error"}
        self.environment = {**kept, "SENSE_MEMORY_HOME": str(folder), "PYTHONPATH": str(ROOT)}
        self.secrets: set[str] = set()

    def run(self, *arguments: str, stdin: str | bytes | None = None, **environment: str) -> Run:
        text = (stdin.encode() if isinstance(stdin, str) else stdin) or b""
        environment = {**self.environment, **environment}
        run = self._inside if self.is_near else self._process
        done = run(arguments, text, environment)
        self.check(done.out + done.err)
        return done

    def _process(
        self, arguments: tuple[str, ...], stdin: bytes, environment: dict[str, str]
    ) -> Run:
        result = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            env=environment,
            cwd=self.folder,
            timeout=50,
            check=False,
        )
        return Run(result.returncode, result.stdout.decode(), result.stderr.decode())

    def _inside(self, arguments: tuple[str, ...], stdin: bytes, environment: dict[str, str]) -> Run:
        out, err = io.BytesIO(), io.BytesIO()
        with (
            mock.patch.dict(os.environ, environment, clear=True),
            mock.patch.object(sys, "argv", ["sense-memory", *arguments]),
            mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
            mock.patch.object(sys, "stdout", io.TextIOWrapper(out, write_through=True)),
            mock.patch.object(sys, "stderr", io.TextIOWrapper(err, write_through=True)),
            _own_logging(),
            contextlib.chdir(self.folder),
        ):
            code = 0
            try:
                main()
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else int(end.code is not None)
            return Run(code, out.getvalue().decode(), err.getvalue().decode())

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

    def take_over(self, other: "Home") -> None:
        """Hold what another machine holds: keys, profiles, memories."""
        shutil.copytree(other.folder, self.folder, dirs_exist_ok=True)
        for profile in self.folder.glob("*.toml"):
            profile.write_text(profile.read_text().replace(str(other.folder), str(self.folder)))
        self.secrets |= other.secrets

    @property
    def key_text(self) -> str:
        return (self.folder / "default" / "key").read_text()


@contextlib.contextmanager
def _own_logging() -> Iterator[None]:
    """Log as a new process does: to nobody, until the command says to whom."""
    level = logging.root.level
    with mock.patch.object(logging.root, "handlers", []):
        logging.root.setLevel(logging.WARNING)
        try:
            yield
        finally:
            logging.root.setLevel(level)


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
