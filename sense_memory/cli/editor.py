"""A text in the editor of the person at the terminal."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType

from ..core.errors import InputError, SenseMemoryError
from .exits import Code, CommandError
from .output import say

VARIABLES = ("VISUAL", "EDITOR")
Handler = Callable[[int, FrameType | None], None]


class KeptError(CommandError):
    """What somebody wrote could not be stored; its file stays, and the message names it."""


def edit(text: str, name: str, take: Callable[[str], None]) -> None:
    """Let somebody make another text of a text, until it can be taken.

    It lies in a file of mode 0600 while it is edited, in a folder of mode 0700 that goes with all
    that an editor leaves there, also when the editor fails or the command is stopped. It stays only
    where what was written could be stored nowhere else. The folder is in memory where the system
    has such a place for each user.

    Args:
        text: What they begin with.
        name: The file's name, by whose end editors know what it is: ``patterns.md``.
        take: Stores what was made of it. Of a text that it does not take (``InputError``) the
            editor is opened once more, if somebody at the terminal wants that.

    Raises:
        KeptError: What was written is not taken, or could not be stored.
        CommandError: There is no editor, it failed, or it left nothing.
    """
    command = _editor()
    with _gone_however_it_ends(), _folder() as folder:
        path = folder / name
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{text}\n" if text else "")
        is_taken = False
        while not is_taken:
            written = _written(command, path)
            try:
                take(_text(written))
                is_taken = True
            except InputError as error:
                if not _is_wanted_again(error):
                    raise _kept(error, path) from None
            except (SenseMemoryError, CommandError) as error:
                raise _kept(error, path) from None


def _written(command: list[str], path: Path) -> bytes:
    """What a file holds when its editor has ended."""
    try:
        # what is run is what the person named
        with _interrupted_by_nobody():
            ended = subprocess.run([*command, str(path)], check=False).returncode  # noqa: S603
    except OSError as error:
        raise CommandError(
            Code.ERROR, f"{command[0]} cannot be run: {error.strerror}; nothing was changed"
        ) from None
    if ended:
        raise CommandError(Code.ERROR, f"{command[0]} ended with {ended}; nothing was changed")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise CommandError(Code.ERROR, f"{command[0]} left no file; nothing was changed") from None


def _text(written: bytes) -> str:
    try:
        text = written.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"what was written is not UTF-8 text (byte {error.start})") from None
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")


def _is_wanted_again(why: InputError) -> bool:
    """Ask whoever sits at the terminal, if somebody does."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    say(f"{why}; Enter opens the editor again, Ctrl-D gives up")
    try:
        return bool(sys.stdin.readline())
    except KeyboardInterrupt:
        return False


def _kept(why: SenseMemoryError | CommandError, path: Path) -> KeptError:
    # an editor may have put another file in the place of ours
    path.chmod(0o600)
    return KeptError(Code.ERROR, f"{why}; nothing was changed, and what you wrote is in {path}")


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
    is_kept = False
    try:
        yield folder
    except KeptError:
        is_kept = True
        raise
    finally:
        if not is_kept:
            try:
                shutil.rmtree(folder)
            finally:
                # a signal may have come in the middle of that
                shutil.rmtree(folder, ignore_errors=True)


def _gone_however_it_ends() -> contextlib.AbstractContextManager[None]:
    """Let signals that end a process end it by way of what removes the file."""

    def leave(number: int, _: FrameType | None) -> None:
        sys.exit(128 + number)

    # Windows has no SIGHUP
    return _handling({"SIGTERM": leave, "SIGHUP": leave})


def _interrupted_by_nobody() -> contextlib.AbstractContextManager[None]:
    """Leave Ctrl-C to the editor."""

    def stay(_: int, __: FrameType | None) -> None:
        """A function, since the editor would inherit 'ignore'."""

    return _handling({"SIGINT": stay})


@contextlib.contextmanager
def _handling(handlers: Mapping[str, Handler]) -> Iterator[None]:
    """Handle signals otherwise for a while, by name; those that the system has."""
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
