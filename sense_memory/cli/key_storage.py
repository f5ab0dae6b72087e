"""Putting a key where a profile keeps it, for ``init`` and ``keys import``."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import InvalidIdentityError
from .exits import Code, CommandError
from .output import say

if TYPE_CHECKING:
    from ..io.identity import Identity
    from ..io.keys.forms import LockedKey
    from ..io.keys.reference import KeyReference
    from ..io.profile import Profile


@dataclass(frozen=True, slots=True)
class Storage:
    """How a key is to be kept; in a file of mode 0600 unless something else is said.

    Attributes:
        keyring: In the OS keyring, if there is one.
        encrypted: In a file, under a passphrase.
        passphrase_file: The passphrase of what is imported, or else the new one.
    """

    keyring: bool = False
    encrypted: bool = False
    passphrase_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Keyed:
    """A profile that knows where its key is; it is not saved yet.

    Attributes:
        profile: The profile.
        public_key: Whose it is, 64 hex digits.
        added: The key, if it was put in its place just now.
    """

    profile: "Profile"
    public_key: str
    added: "Identity | None"

    @classmethod
    def now(cls, profile: "Profile", identity: "Identity") -> "Keyed":
        """With a key that was put in its place just now."""
        return cls(profile, identity.public_key_hex, identity)

    @classmethod
    def before(cls, profile: "Profile", public_key: str) -> "Keyed":
        """With a key that was in its place already."""
        return cls(profile, public_key, None)


def import_key(profile: "Profile", text: str, source: str, storage: Storage) -> Keyed:
    """Take a key that somebody typed, piped in or named a file of, in any form.

    Args:
        profile: Whose key it will be.
        text: The key.
        source: Where it is from, for people.
        storage: How to keep it.

    Raises:
        CommandError: The profile has another key.
    """
    from ..io.identity import Identity
    from ..io.keys.forms import LockedKey, read_key
    from ..io.keys.found import unlock

    key = read_key(text)
    locked = key if isinstance(key, LockedKey) else None
    if isinstance(key, LockedKey):
        identity = Identity(unlock(key, source, storage.passphrase_file))
    else:
        identity = Identity(key.secret)
    if _has_already(profile, identity):
        return Keyed.before(profile, identity.public_key_hex)
    return keep_new(profile, identity, storage, locked)


def keep_new(
    profile: "Profile",
    identity: "Identity",
    storage: Storage,
    locked: "LockedKey | None" = None,
    path: Path | None = None,
) -> Keyed:
    """Put a key that the profile lacks where it is to be kept.

    Args:
        profile: Whose key it will be.
        identity: The key.
        storage: How to keep it.
        locked: What was imported, if it was encrypted: an ncryptsec may stay as it is.
        path: The file, if it goes into one that is not encrypted; ``None`` for the usual one.
    """
    from ..io.keys import os_keyring
    from ..io.keys.reference import Keeping, KeyReference

    path = path or profile.default_key_file
    if storage.encrypted:
        encrypted = path.with_name(path.name + ".ncryptsec")
        reference = _keep_encrypted(encrypted, identity, storage, locked)
        return Keyed.now(replace(profile, key=reference), identity)
    if storage.keyring:
        why = os_keyring.why_unusable()
        if why is None:
            reference = KeyReference(Keeping.KEYRING, os_keyring.store(identity))
            return Keyed.now(replace(profile, key=reference), identity)
        say(f"no OS keyring: {why}; the key goes into the file {path}")
    identity.save(path)
    return Keyed.now(replace(profile, key=KeyReference.file(path)), identity)


def _keep_encrypted(
    path: Path, identity: "Identity", storage: Storage, locked: "LockedKey | None"
) -> "KeyReference":
    from ..io import private_files
    from ..io.keys import passphrase
    from ..io.keys.forms import Form
    from ..io.keys.reference import Keeping, KeyReference

    if locked is not None and locked.form is Form.NCRYPTSEC:
        text = locked.text
    else:
        chosen = passphrase.chosen("the secret key", storage.passphrase_file)
        text = identity.ncryptsec(chosen.text)
    try:
        private_files.create(path, text + "\n")
    except OSError as error:
        raise InvalidIdentityError(f"cannot make the key file {path}: {error}") from None
    return KeyReference(Keeping.NCRYPTSEC, str(path))


def _has_already(profile: "Profile", identity: "Identity") -> bool:
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
    return public_key is not None and is_there(profile)


def is_there(profile: "Profile") -> bool:
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
