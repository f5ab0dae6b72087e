"""The token that a client over HTTP has to show: from where, and whether it is the one."""

import hmac
import os
import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from ...core.errors import InputError, InvalidIdentityError
from ...io import private_files

VARIABLE = "SENSE_MEMORY_MCP_TOKEN"
"""Environment variable that holds the token."""
SHORTEST = 16
"""Characters; a new one has 43."""

# RFC 6750: "b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"=""
_WELL_FORMED = re.compile(rf"[A-Za-z0-9._~+/-]{{{SHORTEST},512}}={{0,2}}")


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and where a client finds it.

    Attributes:
        text: 16 or more characters. Whoever has it may do what the server's clients may.
        where: The file or the variable, for people.
        path: The file, if it is in one.
    """

    text: str = field(repr=False)
    where: str
    path: Path | None = None

    def is_shown_by(self, authorization: str | None) -> bool:
        """Whether a request's header ``Authorization`` shows it.

        How long that takes does not tell how much of a wrong one was right.
        """
        scheme, _, shown = (authorization or "").partition(" ")
        is_equal = hmac.compare_digest(shown.strip().encode(), self.text.encode())
        return scheme.lower() == "bearer" and is_equal


def find_token(named: Path | None, kept: Path) -> Token:
    """The token: of the file that was named, else of the environment, else the kept one.

    Args:
        named: A file that has to be there.
        kept: Where it is kept if nothing else was said; a new one is put there if there is none.

    Raises:
        InputError: There is no such file, others can read it, it cannot be made, or what is there
            is no token.
    """
    if named is not None:
        return _read(named)
    if given := os.environ.get(VARIABLE, "").strip():
        return Token(_checked(given, f"${VARIABLE}"), f"${VARIABLE}")
    if not kept.exists():
        _make(kept)
    return _read(kept)


def _read(path: Path) -> Token:
    try:
        text = private_files.read_secret(path, "token file")
    except InvalidIdentityError as error:
        raise InputError(str(error)) from None
    return Token(_checked(text.strip(), f"the token file {path}"), str(path), path)


def _make(path: Path) -> None:
    try:
        private_files.refuse_exposed_place(path, "token file")
        with private_files.new_file(path) as file:
            file.write(secrets.token_urlsafe(32) + "\n")
    except InvalidIdentityError as error:
        raise InputError(str(error)) from None
    except FileExistsError:
        return  # another process made one at this moment
    except OSError as error:
        raise InputError(
            f"cannot make the token file {path}: {error.strerror or type(error).__name__}; name "
            f"another with --token-file, or set ${VARIABLE}"
        ) from None


def _checked(text: str, where: str) -> str:
    # 64 hex digits may be a key as well, but are what most people make tokens of
    if text.lower().startswith(("nsec1", "ncryptsec1")):
        raise InputError(f"{where} holds a secret key, which is not to be sent to a server")
    if not _WELL_FORMED.fullmatch(text):
        raise InputError(
            f"{where} holds no token: {SHORTEST} to 512 letters, digits, '-', '.', '_', '~', '+' "
            "or '/', on one line; a good one: python -c 'import secrets; "
            "print(secrets.token_urlsafe(32))'"
        )
    return text
