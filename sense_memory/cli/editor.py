"""A text in the editor of the person at the terminal."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from .exits import Code, CommandError

VARIABLES = ("VISUAL", "EDITOR")


def edited(text: str, name: str) -> str:
    """What somebody made of a text.

    It lies in a file of mode 0600 while it is edited, in a folder that goes with all that an
    editor leaves there, also when the editor fails or the command is stopped. The folder is in
    memory where the system has such a place for each user.

    Args:
        text: What they begin with.
        name: The file's name, by whose end editors know what it is: ``patterns.md``.

    Raises:
        CommandError: There is no editor, it failed, or what it left is no text.
    """
    command = _editor()
    with _not_stopped_before_it_is_gone(), _folder() as folder:
        path = folder / name
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{text}\n" if text else "")
        try:
            # what is run is what the person named
            ended = subprocess.run([*command, str(path)], check=False).returncode  # noqa: S603
        except OSError as error:
            raise CommandError(
                Code.ERROR, f"{command[0]} cannot be run: {error.strerror}; nothing was changed"
            ) from None
        if ended:
            raise CommandError(Code.ERROR, f"{command[0]} ended with {ended}; nothing was changed")
        try:
            return path.read_text("utf-8").removesuffix("\n")
        except FileNotFoundError:
            raise CommandError(
                Code.ERROR, f"{command[0]} left no file; nothing was changed"
            ) from None
        except UnicodeDecodeError as error:
            raise CommandError(
                Code.ERROR,
                f"what {command[0]} left is not UTF-8 text (byte {error.start}); nothing was "
                "changed",
            ) from None


def _editor() -> list[str]:
    said = next((value for name in VARIABLES if (value := os.environ.get(name))), None)
    if said is None:
        raise CommandError(
            Code.USAGE, "no editor is named: set $VISUAL or $EDITOR, or give the text with --text"
        )
    try:
        return shlex.split(said)
    except ValueError as error:
        raise CommandError(Code.USAGE, f"$VISUAL or $EDITOR is no command: {error}") from None


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    own = os.environ.get("XDG_RUNTIME_DIR")
    where = own if own and os.access(own, os.W_OK | os.X_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="sense-memory-", dir=where))
    try:
        yield folder
    finally:
        try:
            shutil.rmtree(folder)
        finally:
            # a signal may have come in the middle of that
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _not_stopped_before_it_is_gone() -> Iterator[None]:
    """Let signals that end a process end it by way of what removes the file."""

    def leave(number: int, _: FrameType | None) -> None:
        sys.exit(128 + number)

    def stay(_: int, __: FrameType | None) -> None:
        """Ctrl-C is meant for the editor; a function, since the editor would inherit 'ignore'."""

    # Windows has no SIGHUP
    handlers = {"SIGINT": stay, "SIGTERM": leave, "SIGHUP": leave}
    before = {
        number: signal.signal(number, handler)
        for name, handler in handlers.items()
        if (number := getattr(signal, name, None)) is not None
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
