"""The keyring of the operating system, by the extra ``keyring``.

An entry is named by the npub, so that profiles and folders of one person do not get in each
other's way, and holds the nsec.
"""

from typing import TYPE_CHECKING, NoReturn

from ...core.errors import InvalidIdentityError, LockedKeyError
from .forms import read_key
from .found import FoundKey

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

    from ..identity import Identity

SERVICE = "sense-memory"
INSTALL = "pip install 'sense-memory[keyring]'"

_LEAST_PRIORITY = 1
"""Backends below keep nothing, or keep it unencrypted; the library itself recommends from here."""


def why_unusable() -> str | None:
    """Why no key can be kept in a keyring here; ``None`` if one can."""
    try:
        backend = _backend()
    except ImportError:
        return f"the extra is not installed ({INSTALL})"
    if backend is None:
        return "this session has no OS keyring (is it headless?)"
    return None


def store(identity: "Identity") -> str:
    """Put a key into the keyring and read it back.

    Returns:
        The name of the entry.

    Raises:
        LockedKeyError: There is no keyring, it is locked, or it did not keep the key.
    """
    backend = _backend_or_refuse()
    from keyring.errors import KeyringError

    entry = identity.npub
    try:
        backend.set_password(SERVICE, entry, identity.nsec)
        kept = backend.get_password(SERVICE, entry)
    except KeyringError as error:
        _refuse(error)
    if kept != identity.nsec:
        raise LockedKeyError(f"the OS keyring ({backend.name}) did not keep the key")
    return entry


def find(entry: str) -> FoundKey:
    """The key of an entry.

    Raises:
        LockedKeyError: There is no keyring, or it is locked.
        InvalidIdentityError: There is no such entry, or it holds no key.
    """
    backend = _backend_or_refuse()
    from keyring.errors import KeyringError

    try:
        text = backend.get_password(SERVICE, entry)
    except KeyringError as error:
        _refuse(error)
    where = f"the OS keyring ({SERVICE}, {entry})"
    if text is None:
        raise InvalidIdentityError(
            f"{where} has no such entry; bring the key back with: sense-memory keys import"
        )
    try:
        return FoundKey(read_key(text), where)
    except InvalidIdentityError as error:
        raise InvalidIdentityError(f"{where} holds no key: {error}") from None


def _backend_or_refuse() -> "KeyringBackend":
    try:
        backend = _backend()
    except ImportError:
        raise LockedKeyError(f"the key is in the OS keyring, which needs: {INSTALL}") from None
    if backend is None:
        raise LockedKeyError(
            "the key is in the OS keyring, and this session has none (is it headless?); run it in "
            "a desktop session, or bring the key from a backup: sense-memory keys import"
        )
    return backend


def _backend() -> "KeyringBackend | None":
    import keyring

    backend = keyring.get_keyring()
    try:
        return backend if backend.priority >= _LEAST_PRIORITY else None
    except RuntimeError:  # a backend that was forced by configuration, and cannot work here
        return None


def _refuse(error: Exception) -> NoReturn:
    raise LockedKeyError(
        f"the OS keyring gave nothing ({type(error).__name__}); unlock it and try again"
    ) from None
