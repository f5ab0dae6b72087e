"""What a profile says about where its secret key is kept: ``key = "file:/home/me/key"``."""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ...core.errors import InputError

_SECRET = re.compile(r"(nsec|ncryptsec)1[a-z0-9]{20}|^[0-9a-f]{56,}$|^([a-z]+\s+){7,}[a-z]+$")


class Keeping(StrEnum):
    """The ways to keep a key."""

    FILE = "file"
    """A file with a key in any form."""
    KEYRING = "keyring"
    """The keyring of the operating system."""
    NCRYPTSEC = "ncryptsec"
    """A file with a key under a passphrase, as NIP-49 defines it."""
    NOSTRKEY = "nostrkey"
    """An identity file of the program nostrkey, version 3."""


@dataclass(frozen=True, slots=True)
class KeyReference:
    """Where a key is kept; never the key.

    Attributes:
        keeping: In which way.
        where: A path, or the name of an entry in the keyring.
    """

    keeping: Keeping
    where: str

    @classmethod
    def file(cls, path: Path) -> "KeyReference":
        """A key file."""
        return cls(Keeping.FILE, str(path))

    @classmethod
    def parse(cls, text: str, folder: Path) -> "KeyReference":
        """Read what a profile says.

        Args:
            text: ``file:PATH``, ``keyring:ENTRY``, ``ncryptsec:PATH`` or ``nostrkey:PATH``.
            folder: Where relative paths begin.

        Raises:
            InputError: It is spelled otherwise; the message does not repeat it.
        """
        word, colon, where = text.partition(":")
        if not colon or not where or word not in tuple(Keeping) or looks_secret(where):
            ways = ", ".join(f"{way}:…" for way in Keeping)
            raise InputError(
                f"key says where the secret key is kept ({ways}), never the key itself"
            )
        keeping = Keeping(word)
        if keeping is not Keeping.KEYRING:
            where = str(folder / Path(where).expanduser())
        return cls(keeping, where)

    @property
    def path(self) -> Path | None:
        """The file; ``None`` for a keyring."""
        return None if self.keeping is Keeping.KEYRING else Path(self.where)

    def __str__(self) -> str:
        return f"{self.keeping}:{self.where}"


def looks_secret(text: str) -> bool:
    """Whether a text given as a path or name is a secret key, pasted into the wrong place."""
    return _SECRET.search(text.strip().lower()) is not None
