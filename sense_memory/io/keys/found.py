"""A secret key that was found somewhere, before and after it is unlocked."""

from dataclasses import dataclass
from pathlib import Path

from nips.errors import NipError, WrongPassphraseError
from nips.keys import SecretKey

from ...core.errors import InvalidIdentityError, LockedKeyError
from . import passphrase
from .forms import LockedKey, OpenKey

ATTEMPTS = 3
"""How often a terminal is asked for a passphrase."""


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key and where it is.

    Attributes:
        key: Open, or locked by a passphrase.
        where: For people: ``/home/me/key``, ``$SENSE_MEMORY_NSEC``, ``the OS keyring``.
        is_inherited: It stands in an environment variable, which every child process inherits.
        is_stored_plain: It lies somewhere unencrypted.
    """

    key: OpenKey | LockedKey
    where: str
    is_inherited: bool = False
    is_stored_plain: bool = False

    @property
    def public_key(self) -> str | None:
        """64 hex digits; ``None`` if it takes the passphrase to know them."""
        if isinstance(self.key, OpenKey):
            return self.key.secret.public_key.hex
        return self.key.public_key

    def open(self) -> SecretKey:
        """The key; asks for a passphrase if it needs one.

        Raises:
            LockedKeyError: It needs a passphrase that nothing at hand knows, or another one.
            InvalidIdentityError: No passphrase will do.
        """
        if isinstance(self.key, OpenKey):
            return self.key.secret
        return unlock(self.key, self.where)


def unlock(key: LockedKey, where: str, file: Path | None = None) -> SecretKey:
    """Open a locked key with the passphrase of a file, a credential or a terminal.

    Args:
        key: The key.
        where: For people.
        file: A file with the passphrase, before what the environment names.

    Raises:
        LockedKeyError: There is no passphrase, or not the right one.
        InvalidIdentityError: No passphrase will do.
    """
    given = passphrase.configured(file)
    if given is not None:
        opened = _tried(key, given.text, where)
        if opened is None:
            raise LockedKeyError(
                f"the passphrase in {given.source} does not open the key in {where}"
            )
        return opened
    what = f"the key in {where} is encrypted"
    for attempt in range(ATTEMPTS):
        again = "that one does not open it; " if attempt else ""
        asked = passphrase.asked(f"{again}passphrase for {where}", what)
        opened = _tried(key, asked.text, where)
        if opened is not None:
            return opened
    raise LockedKeyError(f"no passphrase of {ATTEMPTS} opened the key in {where}")


def _tried(key: LockedKey, text: str, where: str) -> SecretKey | None:
    """The key; ``None`` if the passphrase is another."""
    try:
        return key.unlock(text)
    except WrongPassphraseError:
        return None
    except NipError as error:
        raise InvalidIdentityError(f"the key in {where} is unusable: {error}") from None
