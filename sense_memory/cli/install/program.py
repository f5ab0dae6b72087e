"""How a host starts this program: with a path that is the same from every folder and shell."""

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ..exits import Code, CommandError
from ..session import Session

NAME = "sense-memory"
_FROM_OUTSIDE = (
    "SENSE_MEMORY_HOME",
    "SENSE_MEMORY_NSEC_FILE",
    "SENSE_MEMORY_NSEC",
    "SENSE_MEMORY_PASSPHRASE_FILE",
)
"""What decides which key and file are used, and comes from where this was called."""
_PASSING = ("archive-v", "builds-v", "environments-v")
"""Folders in uv's cache, which are gone when it is cleaned."""


@dataclass(frozen=True, slots=True)
class Program:
    """A command line without what is asked of it.

    Attributes:
        words: The program and what stands before the options.
        options: Which profile, key file and scope.
        notes: What is to be known of it, in sentences.
    """

    words: tuple[str, ...]
    options: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def calling(self, *words: str) -> list[str]:
        """The words that call a command."""
        return [*self.words, *self.options, *words]

    def as_hook(self, host: str, event: str) -> str:
        """What calls a hook, as a shell reads it.

        Whatever goes wrong, it does not end with 2, which would keep the agent from stopping: what
        fetches programs ends so without a network, and so does a release that knows no such hook.
        """
        called = self.calling("hook", host, event)
        if os.name == "nt":  # whose shell that is depends on the host
            return subprocess.list2cmdline(called)
        return f"{shlex.join(called)} || exit 1"


def program_of(session: Session) -> Program:
    """How to start what is running now.

    Raises:
        CommandError: It runs from a place that will be gone, and cannot be started in another way.
    """
    words, note = _words(Path(sys.argv[0]))
    notes = [note] if note else []
    if set_here := [name for name in _FROM_OUTSIDE if os.environ.get(name)]:
        names = " and ".join(f"${name}" for name in set_here)
        notes.append(f"{names} is set here, and goes into no file: the host has to have it as well")
    options: list[str] = []
    if session.profile != "default":
        options += ["--profile", session.profile]
    if session.key_file is not None:
        options += ["--key-file", str(session.key_file)]
    if session.scope is not None:
        options += ["--scope", session.scope]
    return Program(words, tuple(options), tuple(notes))


def _words(called: Path) -> tuple[tuple[str, ...], str]:
    """The program as it was called, else as a shell finds it, else this Python's module."""
    place = called.resolve()
    if runner := _runner(place):
        return runner
    if called.stem == NAME and called.is_file() and os.access(called, os.X_OK):
        # not where a link leads: an upgrade moves what it leads to
        return (str(called.absolute()),), ""
    beside = Path(sys.executable).with_name(NAME)
    if called.name == "__main__.py" and not beside.is_file():
        return (sys.executable, "-m", "sense_memory"), ""
    for found in (str(beside) if beside.is_file() else None, shutil.which(NAME)):
        if found is not None:
            return (str(Path(found).absolute()),), ""
    return (sys.executable, "-m", "sense_memory"), ""


def _runner(place: Path) -> tuple[tuple[str, ...], str] | None:
    """What fetches the program whenever it is called, if that is how it runs now.

    Raises:
        CommandError: It is nowhere.
    """
    parts = place.parts
    if any(part.startswith(_PASSING) for part in parts):
        name = "uvx"
        words: tuple[str, ...] = ("--from", f"{NAME}[mcp]", NAME)
    elif "pipx" in parts and ".cache" in parts:
        name = "pipx"
        words = ("run", "--spec", f"{NAME}[mcp]", NAME)
    else:
        return None
    found = shutil.which(name)
    better = f"uv tool install '{NAME}[mcp]'" if name == "uvx" else f"pipx install '{NAME}[mcp]'"
    if found is None:
        raise CommandError(
            Code.ERROR,
            f"this runs from {place.parent}, which does not last, and there is no {name} to start "
            f"it anew; install it: {better}",
        )
    return (str(Path(found).absolute()), *words), f"hooks are faster once it is installed: {better}"
