"""Who the agent is: a Nostr keypair, and the signer that uses it."""

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

from nips import nip04, nip44
from nips.errors import NipError, WrongPassphraseError
from nips.keys import PublicKey, SecretKey
from nips.nip01 import Event, UnsignedEvent, sign

from ..core.clock import SystemClock
from ..core.errors import InvalidIdentityError, LockedKeyError
from ..core.ports import Clock, Signer

OFF_LOOP = 32
"""Ciphertexts from which on the work is worth a thread."""


@runtime_checkable
class IdentityLike(Protocol):
    """Any object with the published client's three attributes."""

    @property
    def public_key_hex(self) -> str:
        """64 hex digits."""
        ...

    @property
    def private_key_hex(self) -> str:
        """64 hex digits."""
        ...

    def sign_event(self, *, kind: int, content: str, tags: list[list[str]]) -> Any:
        """A signed event with an ``id``."""
        ...


class Identity:
    """A Nostr keypair held in this process.

    Make one with ``generate``, ``from_nsec``, ``from_hex``, ``from_words``, ``from_ncryptsec``,
    ``from_file`` or ``from_environment``.
    """

    __slots__ = ("_clock", "_secret", "is_new")

    def __init__(
        self, secret: SecretKey, *, is_new: bool = False, clock: Clock | None = None
    ) -> None:
        self._secret = secret
        self._clock: Clock = clock or SystemClock()
        self.is_new = is_new
        """Made by ``generate`` in this process: no relay can know anything of it yet."""

    @classmethod
    def generate(cls) -> Self:
        """A new keypair from the operating system's randomness."""
        return cls(SecretKey.generate(), is_new=True)

    @classmethod
    def from_nsec(cls, nsec: str) -> Self:
        """Read a NIP-19 ``nsec1…``.

        Raises:
            InvalidIdentityError: It is none.
        """
        from nips import nip19

        try:
            entity = nip19.decode(nsec.strip())
        except NipError:
            raise InvalidIdentityError(
                "this is not an nsec (nsec1…, as NIP-19 defines it)"
            ) from None
        if not isinstance(entity, nip19.Nsec):
            raise InvalidIdentityError("an nsec is needed (the secret key), this is something else")
        return cls(entity.secret_key)

    @classmethod
    def from_hex(cls, private_key_hex: str) -> Self:
        """Read a secret key of 64 hex digits.

        Raises:
            InvalidIdentityError: It is none.
        """
        try:
            return cls(SecretKey.from_hex(private_key_hex.strip().lower()))
        except NipError:
            raise InvalidIdentityError(
                "a secret key has 64 hex digits and is on the curve"
            ) from None

    @classmethod
    def from_words(cls, words: str, *, passphrase: str = "", account: int = 0) -> Self:
        """Read the 12 to 24 words of a seed phrase, as NIP-06 defines it.

        Args:
            words: Of BIP-39's English list.
            passphrase: BIP-39's own, which most programs do not ask for.
            account: 0 but for those who know that they have several.

        Raises:
            InvalidIdentityError: They are none. The message does not repeat them.
        """
        from nips import nip06

        try:
            return cls(nip06.secret_key(words, passphrase=passphrase, account=account))
        except NipError as error:
            raise InvalidIdentityError(f"these words are no key: {error}") from None

    @classmethod
    def from_ncryptsec(cls, text: str, passphrase: str) -> Self:
        """Open an encrypted key, as NIP-49 defines it; takes a quarter of a second or more.

        Raises:
            LockedKeyError: The passphrase does not open it.
            InvalidIdentityError: It is malformed.
        """
        from nips.nip49 import EncryptedKey

        try:
            return cls(EncryptedKey.decode(text.strip()).decrypt(passphrase))
        except WrongPassphraseError:
            raise LockedKeyError("the passphrase does not open this ncryptsec") from None
        except NipError as error:
            raise InvalidIdentityError(f"this ncryptsec is unusable: {error}") from None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read an nsec, 64 hex digits, or the words of a seed phrase.

        Raises:
            LockedKeyError: It is encrypted.
            InvalidIdentityError: It is none. The message does not repeat it.
        """
        from .keys.forms import LockedKey, read_key

        key = read_key(text)
        if isinstance(key, LockedKey):
            raise LockedKeyError(
                f"this key is encrypted ({key.form}): use from_ncryptsec, or from_file, which "
                "looks for the passphrase"
            )
        return cls(key.secret)

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """Read a key file: a key in any form; one that is not encrypted must be private.

        An encrypted one (an ncryptsec, or an identity file of nostrkey) is opened with the
        passphrase in the file that ``$SENSE_MEMORY_PASSPHRASE_FILE`` names, or in the systemd
        credential ``sense-memory-passphrase``, or typed at the terminal.

        Raises:
            LockedKeyError: It is encrypted, and nothing at hand opens it.
            InvalidIdentityError: It is missing, readable by others, or holds no key.
        """
        from .keys.given import find_in_file

        return cls(find_in_file(Path(path).expanduser()).open())

    @classmethod
    def from_environment(cls) -> Self | None:
        """The key that the environment gives, or ``None`` if it gives none.

        Looked at in this order: the file that ``$SENSE_MEMORY_NSEC_FILE`` names, the systemd
        credential ``sense-memory``, ``$SENSE_MEMORY_NSEC``, ``$NOSTR_NSEC``. A file is safer than
        the last two, since child processes inherit them.

        Raises:
            LockedKeyError: It is encrypted, and nothing at hand opens it.
            InvalidIdentityError: It is unusable.
        """
        from .keys.given import find_given

        found = find_given()
        return cls(found.open()) if found is not None else None

    def save(self, path: str | Path) -> None:
        """Write the nsec to a new file that only its owner can read.

        Raises:
            InvalidIdentityError: The file exists, cannot be made, or would be readable by others.
        """
        from . import private_files

        path = Path(path).expanduser()
        private_files.refuse_exposed_place(path, "key file")
        try:
            private_files.create(path, self.nsec + "\n")
        except OSError as error:
            raise InvalidIdentityError(f"cannot make the key file {path}: {error}") from None

    def ncryptsec(self, passphrase: str, *, exposed: bool = False) -> str:
        """The secret under a passphrase, as NIP-49 defines it; takes a quarter of a second.

        Args:
            passphrase: Not empty.
            exposed: Whether the key is known to have lain somewhere unencrypted; the text says so.

        Raises:
            InvalidIdentityError: The passphrase is empty, or no text.
        """
        from nips.nip49 import EncryptedKey, KeySecurity

        if not passphrase:
            raise InvalidIdentityError("a key is not encrypted with an empty passphrase")
        security = KeySecurity.EXPOSED if exposed else KeySecurity.PROTECTED
        try:
            return EncryptedKey.make(self._secret, passphrase, security=security).encode()
        except NipError as error:
            raise InvalidIdentityError(f"the key cannot be encrypted: {error}") from None

    @property
    def public_key_hex(self) -> str:
        """64 lower-case hex digits; what relays know this agent by."""
        return self._secret.public_key.hex

    @property
    def private_key_hex(self) -> str:
        """The secret, 64 lower-case hex digits."""
        return self._secret.to_hex()

    @property
    def npub(self) -> str:
        """The public key as NIP-19 text."""
        from nips import nip19

        return nip19.encode_npub(self._secret.public_key)

    @property
    def nsec(self) -> str:
        """The secret as NIP-19 text."""
        from nips import nip19

        return nip19.encode_nsec(self._secret)

    def sign_event(self, *, kind: int, content: str, tags: Sequence[Sequence[str]] = ()) -> Event:
        """A signed event, dated now."""
        frozen = tuple(tuple(tag) for tag in tags)
        unsigned = UnsignedEvent(self.public_key_hex, int(self._clock.now()), kind, content, frozen)
        return sign(unsigned, self._secret)

    def __repr__(self) -> str:
        return f"Identity({self.public_key_hex[:8]}…)"

    def __reduce__(self) -> Any:
        raise TypeError("an identity holds a secret key and is not pickled")


class LocalSigner:
    """Signs and encrypts with a key in this process."""

    def __init__(self, secret: SecretKey) -> None:
        self._secret = secret
        self._conversation_key = nip44.conversation_key(secret, secret.public_key)

    async def public_key(self) -> str:
        """64 hex digits."""
        return self._secret.public_key.hex

    async def sign(
        self, *, created_at: int, kind: int, tags: Sequence[Sequence[str]], content: str
    ) -> tuple[str, str]:
        """The event's id and signature."""
        frozen = tuple(tuple(tag) for tag in tags)
        event = sign(
            UnsignedEvent(self._secret.public_key.hex, created_at, kind, content, frozen),
            self._secret,
        )
        return event.id, event.sig

    async def encrypt(self, plaintexts: Sequence[str]) -> list[str]:
        """NIP-44 payloads to self."""
        if len(plaintexts) < OFF_LOOP:
            return self._encrypt(plaintexts)
        return await asyncio.to_thread(self._encrypt, plaintexts)

    async def decrypt_many(self, payloads: Sequence[str]) -> list[str | None]:
        """The plaintexts; ``None`` where one does not open with this key."""
        if len(payloads) < OFF_LOOP:
            return self._decrypt(payloads)
        return await asyncio.to_thread(self._decrypt, payloads)

    def _encrypt(self, plaintexts: Sequence[str]) -> list[str]:
        return [
            nip44.encrypt(text, self._conversation_key, nonce=secrets.token_bytes(32))
            for text in plaintexts
        ]

    def _decrypt(self, payloads: Sequence[str]) -> list[str | None]:
        return [self._opened(payload) for payload in payloads]

    def _opened(self, payload: str) -> str | None:
        try:
            if nip04.SEPARATOR in payload:
                return nip04.decrypt(payload, self._secret, self._secret.public_key)
            return nip44.decrypt(payload, self._conversation_key)
        except NipError:
            return None

    def __repr__(self) -> str:
        return f"LocalSigner({self._secret.public_key.hex[:8]}…)"


def as_signer(identity: object) -> Signer:
    """The signer of whatever was given as an identity.

    Raises:
        InvalidIdentityError: It is neither a signer nor has the published client's attributes.
    """
    if isinstance(identity, Identity):
        return LocalSigner(identity._secret)
    if all(hasattr(identity, name) for name in ("public_key", "sign", "encrypt", "decrypt_many")):
        return identity  # type: ignore[return-value]
    if isinstance(identity, IdentityLike):
        return LocalSigner(Identity.from_hex(identity.private_key_hex)._secret)
    raise InvalidIdentityError(
        f"{type(identity).__name__} is no identity: pass sense_memory.Identity, or an object with "
        "public_key_hex, private_key_hex and sign_event"
    )


def public_key_of(identity: object) -> str | None:
    """The public key where it can be had without awaiting, checked for shape."""
    text = getattr(identity, "public_key_hex", None)
    if not isinstance(text, str):
        return None
    try:
        return PublicKey.from_hex(text.lower()).hex
    except NipError:
        raise InvalidIdentityError("public_key_hex must be 64 hex digits") from None
