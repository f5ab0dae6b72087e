"""Who the agent is: a Nostr keypair, and the signer that uses it."""

import asyncio
import os
import secrets
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

from nips import nip44
from nips.errors import NipError
from nips.keys import PublicKey, SecretKey
from nips.nip01 import Event, UnsignedEvent, sign

from ..core.clock import SystemClock
from ..core.errors import InvalidIdentityError
from ..core.ports import Clock, Signer

NSEC_VARIABLES = ("SENSE_MEMORY_NSEC", "NOSTR_NSEC")
"""Environment variables that may hold an nsec. A key file is safer: children inherit these."""

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

    Make one with ``generate``, ``from_nsec``, ``from_hex``, ``from_file`` or ``from_environment``.
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
    def from_text(cls, text: str) -> Self:
        """Read an nsec or 64 hex digits."""
        text = text.strip()
        return cls.from_nsec(text) if text.startswith("nsec1") else cls.from_hex(text)

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """Read a key file: one line, nsec or hex, readable by its owner alone.

        Raises:
            InvalidIdentityError: It is missing, readable by others, or holds no key.
        """
        if "nsec1" in str(path):
            raise InvalidIdentityError(
                "the path of the key file looks like a secret key; pass the path, never the key"
            )
        path = Path(path).expanduser()
        try:
            mode = path.stat().st_mode
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidIdentityError(f"cannot read the key file {path}: {error}") from None
        if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
            raise InvalidIdentityError(
                f"the key file {path} can be read by others (mode {stat.S_IMODE(mode):o}); "
                f"run: chmod 600 {path}"
            )
        try:
            return cls.from_text(text)
        except InvalidIdentityError as error:
            raise InvalidIdentityError(f"the key file {path} holds no key: {error}") from None

    @classmethod
    def from_environment(cls) -> Self | None:
        """The key in ``SENSE_MEMORY_NSEC`` or ``NOSTR_NSEC``, or ``None`` if neither is set."""
        for name in NSEC_VARIABLES:
            if text := os.environ.get(name):
                try:
                    return cls.from_text(text)
                except InvalidIdentityError as error:
                    raise InvalidIdentityError(f"${name} holds no key: {error}") from None
        return None

    def save(self, path: str | Path) -> None:
        """Write the nsec to a new file that only its owner can read.

        Raises:
            InvalidIdentityError: The file exists or cannot be made.
        """
        path = Path(path).expanduser()
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise InvalidIdentityError(f"cannot make the key file {path}: {error}") from None
        with os.fdopen(descriptor, "w") as file:
            file.write(self.nsec + "\n")
            file.flush()
            os.fsync(file.fileno())

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
