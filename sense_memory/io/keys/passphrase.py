"""The passphrase of an encrypted key: from a private file, from systemd, or from a terminal."""

import os
import sys
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from ...core.errors import LockedKeyError
from .. import private_files
from .credentials import credential

FILE_VARIABLE = "SENSE_MEMORY_PASSPHRASE_FILE"
"""Environment variable that names a file with the passphrase."""
CREDENTIAL = "sense-memory-passphrase"
"""The systemd credential that holds it."""

REMEDY = (
    "put the passphrase into a file that only you can read (chmod 600) and name the file in "
    f"${FILE_VARIABLE}, or give it to a systemd service as the credential {CREDENTIAL}, or run "
    "this at a terminal, which asks for it"
)


@dataclass(frozen=True, slots=True)
class Passphrase:
    """A passphrase and where it is from.

    Attributes:
        text: Not empty.
        source: For people: ``the file /run/phrase``.
    """

    text: str = field(repr=False)
    source: str


def configured(file: Path | None = None) -> Passphrase | None:
    """The passphrase that needs nobody at a terminal; ``None`` if nothing was set up.

    Args:
        file: A file that holds it, before all others.

    Raises:
        InvalidIdentityError: The file is unreadable or exposed.
        LockedKeyError: It is empty.
    """
    if file is None and (named := os.environ.get(FILE_VARIABLE)):
        file = Path(named).expanduser()
    if file is not None:
        text = private_files.read_secret(file, "passphrase file")
        source = f"the file {file}"
    elif (path := credential(CREDENTIAL)) is not None:
        text = private_files.read(path, "systemd credential").text
        source = f"the systemd credential {CREDENTIAL}"
    else:
        return None
    text = text.removesuffix("\n").removesuffix("\r")
    if not text:
        raise LockedKeyError(f"the passphrase in {source} is empty")
    return Passphrase(text, source)


def asked(prompt: str, what: str) -> Passphrase:
    """Ask at the terminal, without echo.

    Args:
        prompt: What is awaited.
        what: For the error: which key cannot be opened.

    Raises:
        LockedKeyError: There is no terminal, or nothing was typed.
    """
    import getpass

    # Where errors go into a file or to another program, nobody would see the question.
    if sys.stderr is None or not sys.stderr.isatty():
        raise LockedKeyError(
            f"{what}, and there is no terminal to ask for its passphrase; {REMEDY}"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            text = getpass.getpass(f"{prompt}: ")
    except (EOFError, getpass.GetPassWarning):
        raise LockedKeyError(f"{what}, and no passphrase was typed; {REMEDY}") from None
    if not text:
        raise LockedKeyError(f"{what}, and no passphrase was typed; {REMEDY}")
    return Passphrase(text, "the terminal")


def chosen(what: str, file: Path | None = None) -> Passphrase:
    """A passphrase for a key that is about to be encrypted: typed twice, or from a file.

    Args:
        what: What it is for: ``the recovery kit``.
        file: A file that holds it, before what the environment names.

    Raises:
        LockedKeyError: There is neither file nor terminal, or the two typed ones differ.
        InvalidIdentityError: The file is unreadable or exposed.
    """
    given = configured(file)
    if given is not None:
        return given
    need = f"{what} needs a passphrase"
    first = asked(f"new passphrase for {what}", need)
    if asked("the same once more", need).text != first.text:
        raise LockedKeyError("the two passphrases differ; nothing was written, try again")
    return first
