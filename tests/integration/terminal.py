"""A pseudo-terminal at which several questions are answered."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from io import FileIO

from .shell import COMMAND, Home

CTRL_C = "\x03"
PATIENCE = 40.0
AGAIN = 4.0
"""Seconds after which Ctrl-C is pressed again, as people do: Python does not notice a signal that
falls between a prompt and the wait for what is typed."""

_CONTROLLED = (
    "import os, sys\n"
    "os.setsid()\n"
    "os.close(os.open(sys.argv[1], os.O_RDWR))\n"  # the first terminal opened is one's own
    "os.execv(sys.argv[2], sys.argv[2:])\n"
)


def answered(
    home: Home,
    arguments: Sequence[str],
    answers: Sequence[tuple[str, str | signal.Signals]],
    *,
    piped: bytes | None = None,
    is_controlling: bool = False,
    **environment: str,
) -> tuple[str, int]:
    """Run at a terminal and answer what it asks, in turn.

    Args:
        home: The machine.
        arguments: Of the command.
        answers: A piece of each question, and what to type then. SIGTERM is sent to the process;
            SIGHUP closes the terminal, and nothing more is shown.
        piped: What is on standard input, which is then no terminal; the process still has one.
        is_controlling: Whether Ctrl-C at the terminal is a signal to the process.
        environment: Variables besides the machine's.

    Returns:
        All that the terminal showed, and the exit code.
    """
    master, slave = pty.openpty()
    command = [*COMMAND, *arguments]
    is_own = is_controlling or piped is not None
    if is_own:
        command = [sys.executable, "-c", _CONTROLLED, os.ttyname(slave), *command]
    process = subprocess.Popen(
        command,
        stdin=slave if piped is None else subprocess.PIPE,
        stdout=slave,
        stderr=slave,
        env={**home.environment, "TERM": "xterm", "COLUMNS": "300", **environment},
        cwd=home.folder,
        start_new_session=not is_own,
    )
    os.close(slave)
    if process.stdin is not None:
        process.stdin.write(piped or b"")
        process.stdin.close()
    with FileIO(master, "r+") as terminal:
        try:
            shown = _talk(terminal, process, list(answers))
            code = process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
    home.check(shown)
    return shown, code


def _talk(
    terminal: FileIO,
    process: "subprocess.Popen[bytes]",
    answers: list[tuple[str, str | signal.Signals]],
) -> str:
    """All that is shown until the other end closes; an answer waits for its own question."""
    shown = b""
    heard = 0
    may_be_lost: str | signal.Signals | None = None
    while True:
        ready, _, _ = select.select([terminal], [], [], AGAIN if may_be_lost else PATIENCE)
        if may_be_lost is not None and not ready:
            _give(terminal, process, may_be_lost)
            ready, _, _ = select.select([terminal], [], [], PATIENCE)
        assert ready, f"nothing more after {shown!r}"
        try:
            chunk = terminal.read(4096)
        except OSError:  # the other end was closed
            break
        if not chunk:
            break
        shown += chunk
        if answers and answers[0][0].encode() in shown[heard:]:
            heard = len(shown)
            answer = answers.pop(0)[1]
            _give(terminal, process, answer)
            if answer is signal.SIGHUP:
                break
            may_be_lost = answer if answer in (CTRL_C, signal.SIGTERM) else None
    assert not answers, f"never asked for {answers[0][0]!r}: {shown!r}"
    return shown.decode()


def _give(
    terminal: FileIO, process: "subprocess.Popen[bytes]", answer: str | signal.Signals
) -> None:
    if answer is signal.SIGHUP:
        terminal.close()
    elif isinstance(answer, signal.Signals):
        process.send_signal(answer)
    else:
        terminal.write(answer.encode())
