"""Putting a key where a profile keeps it, for ``init`` and ``keys import``."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ..core.errors import InvalidIdentityError
from .exits import Code, CommandError
from .output import say

if TYPE_CHECKING:
    from pathlib import Path

    from ..io.identity import Identity
    from ..io.keys.forms import LockedKey
    from ..io.profile import Profile


def keep_new(profile: "Profile", identity: "Identity", *, keyring: bool) -> "Profile":
    """Put a key that the profile lacks into a file, or into the OS keyring if there is one.

    Returns:
        The profile, which knows where the key is; it is not saved yet.
    """
    from ..io.keys import os_keyring
    from ..io.keys.reference import Keeping, KeyReference

    if keyring:
        why = os_keyring.why_unusable()
        if why is None:
            entry = os_keyring.store(identity)
            return replace(profile, key=KeyReference(Keeping.KEYRING, entry))
        say(f"no OS keyring: {why}; the key goes into the file {profile.default_key_file}")
    return _keep_text(profile, identity)


def _keep_text(profile: "Profile", identity: "Identity") -> "Profile":
    from ..io.keys.reference import KeyReference

    path = profile.default_key_file
    identity.save(path)
    return replace(profile, key=KeyReference.file(path))


def keep_encrypted(
    profile: "Profile",
    identity: "Identity",
    key: "LockedKey | None",
    passphrase_file: "Path | None",
) -> "Profile":
    """Put a key under a passphrase into a file.

    Args:
        profile: Whose key it will be.
        identity: The key.
        key: What was imported, if it was encrypted: an ncryptsec stays as it is.
        passphrase_file: Where a new passphrase is, if one is needed.
    """
    from ..io import private_files
    from ..io.keys import passphrase
    from ..io.keys.forms import Form
    from ..io.keys.reference import Keeping, KeyReference

    path = profile.default_key_file.with_name("key.ncryptsec")
    if key is not None and key.form is Form.NCRYPTSEC:
        text = key.text
    else:
        chosen = passphrase.chosen("the secret key", passphrase_file)
        text = identity.ncryptsec(chosen.text)
    try:
        private_files.create(path, text + "\n")
    except OSError as error:
        raise InvalidIdentityError(f"cannot make the key file {path}: {error}") from None
    return replace(profile, key=KeyReference(Keeping.NCRYPTSEC, str(path)))


def has_already(profile: "Profile", identity: "Identity") -> bool:
    """Whether the profile keeps this very key.

    Raises:
        CommandError: It belongs to another key, which is not overwritten.
    """
    public_key = profile.public_key
    if public_key is None:
        own = profile.own_identity()
        public_key = own.public_key_hex if own is not None else None
    if public_key is not None and public_key != identity.public_key_hex:
        raise CommandError(
            Code.ERROR,
            f"the profile {profile.name!r} has another key already ({npub_of(public_key)}), which "
            "is not overwritten; choose another name: sense-memory --profile NAME …",
        )
    return public_key is not None and _is_there(profile)


def _is_there(profile: "Profile") -> bool:
    """Whether something is where the profile says, whoever can open it."""
    from ..io.keys import os_keyring

    path = profile.key.path
    if path is not None:
        return path.exists()
    try:
        os_keyring.find(profile.key.where)
    except InvalidIdentityError:
        return False
    return True


def npub_of(public_key: str) -> str:
    """A public key as people write it."""
    from nips import nip19
    from nips.keys import PublicKey

    return nip19.encode_npub(PublicKey(public_key))
