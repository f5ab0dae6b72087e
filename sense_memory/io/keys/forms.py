"""The forms in which people have a secret key as text, told apart by looking at it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from nips.errors import NipError
from nips.keys import SecretKey

from ...core.errors import InvalidIdentityError

_NCRYPTSEC = re.compile(r"\bncryptsec1[a-z0-9]+", re.IGNORECASE)
_FEWEST_WORDS = 11
"""From this many words on a text is taken for a seed phrase, perhaps one that lost a word."""

FORMS = (
    "an nsec, 64 hex digits, an ncryptsec, a nostrkey identity file (version 3), or the 12 to 24 "
    "words of NIP-06"
)


class Form(StrEnum):
    """What a text is."""

    NSEC = "nsec"
    HEX = "hex"
    WORDS = "words"
    NCRYPTSEC = "ncryptsec"
    NOSTRKEY = "nostrkey"


@dataclass(frozen=True, slots=True)
class OpenKey:
    """A key that needs no passphrase."""

    form: Form
    secret: SecretKey


@dataclass(frozen=True, slots=True)
class LockedKey:
    """A key that needs one.

    Attributes:
        form: ``ncryptsec`` or ``nostrkey``.
        public_key: Whose it says it is, 64 hex digits, if it says so.
        unlock: From the passphrase to the key. Raises ``WrongPassphraseError``, or another
            ``NipError`` if no passphrase will do.
        text: What was read, without anything around it.
    """

    form: Form
    public_key: str | None
    unlock: Callable[[str], SecretKey] = field(repr=False)
    text: str = field(repr=False)


def read_key(text: str) -> OpenKey | LockedKey:
    """Read a key in any form; what surrounds an ncryptsec, as in a recovery kit, is passed over.

    Raises:
        InvalidIdentityError: It is none, or malformed. The message does not repeat it.
    """
    text = text.strip()
    lowered = text.lower()
    try:
        if lowered.startswith("nsec1"):
            return OpenKey(Form.NSEC, _nsec(text))
        if text.startswith("{"):
            return _nostrkey(text)
        if "ncryptsec1" in lowered:
            return _ncryptsec(text)
        if len(text.split()) >= _FEWEST_WORDS:
            return OpenKey(Form.WORDS, _words(text))
        return OpenKey(Form.HEX, _hex(text))
    except NipError as error:
        raise InvalidIdentityError(f"this is no secret key: {error}") from None


def _nsec(text: str) -> SecretKey:
    from nips import nip19

    try:
        entity = nip19.decode(text)
    except NipError:
        raise InvalidIdentityError("this is not an nsec (nsec1…, as NIP-19 defines it)") from None
    if not isinstance(entity, nip19.Nsec):
        raise InvalidIdentityError("an nsec is needed (the secret key), this is something else")
    return entity.secret_key


def _hex(text: str) -> SecretKey:
    try:
        return SecretKey.from_hex(text.lower())
    except NipError:
        raise InvalidIdentityError(
            f"this is no secret key; it is {FORMS} (64 hex digits on the curve)"
        ) from None


def _words(text: str) -> SecretKey:
    from nips import nip06

    return nip06.secret_key(text)


def _ncryptsec(text: str) -> LockedKey:
    from nips.nip49 import EncryptedKey

    found = {match.lower() for match in _NCRYPTSEC.findall(text)}
    if len(found) != 1:
        raise InvalidIdentityError(f"one ncryptsec is needed, there are {len(found)}")
    (only,) = found
    return LockedKey(Form.NCRYPTSEC, None, EncryptedKey.decode(only).decrypt, only)


def _nostrkey(text: str) -> LockedKey:
    from .nostrkey_file import NostrkeyFile

    file = NostrkeyFile.decode(text)
    return LockedKey(Form.NOSTRKEY, file.public_key, file.decrypt, text)
