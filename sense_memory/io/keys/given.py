"""Keys that are given from outside a profile: a file, a credential, an environment variable.

The order, after an identity passed as an argument and ``--key-file``:

1. ``$SENSE_MEMORY_NSEC_FILE``, the path of a key file;
2. the systemd credential ``sense-memory``;
3. ``$SENSE_MEMORY_NSEC``, ``$NOSTR_NSEC``: the key itself, which child processes inherit;
4. what the profile says.
"""

import os
from pathlib import Path

from ...core.errors import InvalidIdentityError
from .. import private_files
from .credentials import credential
from .forms import OpenKey, read_key
from .found import FoundKey
from .reference import looks_secret

FILE_VARIABLE = "SENSE_MEMORY_NSEC_FILE"
"""Environment variable that names a key file."""
CREDENTIAL = "sense-memory"
"""The systemd credential that holds the key."""
VARIABLES = ("SENSE_MEMORY_NSEC", "NOSTR_NSEC")
"""Environment variables that hold the key itself."""


def find_given() -> FoundKey | None:
    """The key that comes from outside, or ``None``.

    Raises:
        InvalidIdentityError: There is one, and it cannot be used.
    """
    if path := os.environ.get(FILE_VARIABLE):
        if looks_secret(path):
            raise InvalidIdentityError(
                f"${FILE_VARIABLE} looks like a secret key; it names a file that holds the key"
            )
        return find_in_file(Path(path).expanduser())
    given = credential(CREDENTIAL)
    if given is not None:
        return _found(private_files.read(given, "systemd credential").text, str(given))
    for name in VARIABLES:
        if text := os.environ.get(name):
            return _from_variable(name, text)
    return None


def find_in_file(path: Path) -> FoundKey:
    """The key in a file, in any form; one that needs no passphrase must be private.

    Raises:
        InvalidIdentityError: It is missing, exposed, or holds no key.
    """
    if looks_secret(str(path)):
        raise InvalidIdentityError(
            "the path of the key file looks like a secret key; pass the path, never the key"
        )
    read = private_files.read(path, "key file")
    try:
        key = read_key(read.text)
    except InvalidIdentityError as error:
        raise InvalidIdentityError(f"the key file {path} holds no key: {error}") from None
    if isinstance(key, OpenKey) and read.exposure is not None:
        raise InvalidIdentityError(f"the key file {path} {read.exposure}")
    return FoundKey(key, str(path), is_stored_plain=isinstance(key, OpenKey))


def _from_variable(name: str, text: str) -> FoundKey:
    try:
        key = read_key(text)
    except InvalidIdentityError as error:
        raise InvalidIdentityError(f"${name} holds no key: {error}") from None
    plain = isinstance(key, OpenKey)
    return FoundKey(key, f"${name}", is_inherited=plain, is_stored_plain=plain)


def _found(text: str, where: str) -> FoundKey:
    try:
        return FoundKey(read_key(text), where)
    except InvalidIdentityError as error:
        raise InvalidIdentityError(f"{where} holds no key: {error}") from None
