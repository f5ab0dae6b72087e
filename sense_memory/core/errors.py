"""Every error a caller can meet.

SenseMemoryError
├─ InputError (ValueError)        the caller's fault, raised before any I/O
│  ├─ InvalidKeyError             a key, domain, facet or scope that cannot be an address
│  │  └─ UnknownMemoryError       a memory that is needed, and known not to exist
│  ├─ AmbiguousKeyError           a bare key that several memories have
│  ├─ InvalidIdentityError        a key, file or object that is no identity
│  │  └─ LockedKeyError           a key that is encrypted, without the passphrase that opens it
│  ├─ InvalidRelayURLError        not wss://, nor ws:// to this machine
│  ├─ LLMConfigError              no language model that could be asked
│  ├─ LimitError                  more than the store's limits allow
│  └─ TooLargeError               a record that no relay would keep
├─ RecordError                    what came back is unusable
│  ├─ UndecryptableError
│  ├─ MalformedRecordError
│  ├─ UnknownSchemaError
│  └─ AddressMismatchError        the path inside is not the one outside
├─ RelayError                     one relay
│  ├─ UnreachableError
│  ├─ RelayTimeoutError
│  ├─ RefusedError                it answered no
│  └─ RemoteProtocolError         it broke NIP-01
├─ QuorumError (ConnectionError)  all relays together, with what each of them said
│  ├─ PublishFailedError
│  └─ ReadFailedError
├─ StorageError                   the local file
│  ├─ StorageFullError
│  ├─ CorruptDatabaseError
│  ├─ LockedError
│  └─ NewerFileError
├─ MovedError                     this mind goes on under another key
├─ ProviderError                  something outside that thinks for us failed
│  ├─ EncoderError
│  └─ LLMError
│     ├─ LLMAuthError             the key is not taken
│     ├─ LLMUnreachableError      nobody there, or no answer in time
│     ├─ LLMRateLimitError        too many requests, or nothing left to spend
│     ├─ LLMInterruptedError      an answer broke off, with what came of it
│     └─ LLMAnswerError           another answer than was asked for
└─ StoreClosedError

A message says what happened, the offending value (never plaintext, never a key) and what to do.
"""

from collections.abc import Iterable, Mapping

__all__ = [
    "AddressMismatchError",
    "AmbiguousKeyError",
    "CorruptDatabaseError",
    "EncoderError",
    "InputError",
    "InvalidIdentityError",
    "InvalidKeyError",
    "InvalidRelayURLError",
    "LLMAnswerError",
    "LLMAuthError",
    "LLMConfigError",
    "LLMError",
    "LLMInterruptedError",
    "LLMRateLimitError",
    "LLMUnreachableError",
    "LimitError",
    "LockedError",
    "LockedKeyError",
    "MalformedRecordError",
    "MovedError",
    "NewerFileError",
    "ProviderError",
    "PublishFailedError",
    "QuorumError",
    "ReadFailedError",
    "RecordError",
    "RefusedError",
    "RelayError",
    "RelayTimeoutError",
    "RemoteProtocolError",
    "SenseMemoryError",
    "StorageError",
    "StorageFullError",
    "StoreClosedError",
    "TooLargeError",
    "UndecryptableError",
    "UnknownMemoryError",
    "UnknownSchemaError",
    "UnreachableError",
]


class SenseMemoryError(Exception):
    """Base of everything this package raises on purpose."""


class InputError(SenseMemoryError, ValueError):
    """The caller passed something unusable; nothing was read, written or sent."""


class InvalidKeyError(InputError):
    """A key, domain, facet or scope that cannot be part of an address."""


class AmbiguousKeyError(InputError):
    """A bare key that several memories have.

    Attributes:
        candidates: Their full names, ``domain/facet/key``.
    """

    def __init__(self, key: str, candidates: Iterable[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(
            f"several memories have the key {key!r}; say which: {', '.join(self.candidates)}"
        )


class UnknownMemoryError(InvalidKeyError):
    """A memory that is needed for this, and is known not to exist.

    It is no ``KeyError``, which would print its message in quotes; and whoever passes names that
    people typed catches this one and an ambiguous key alike.
    """


class InvalidIdentityError(InputError):
    """Something that was given as an identity is none."""


class LockedKeyError(InvalidIdentityError):
    """The secret key is there, but encrypted, and nothing at hand opens it."""


class InvalidRelayURLError(InputError):
    """A relay URL that is neither ``wss://`` nor ``ws://`` to this machine."""


class LimitError(InputError):
    """More than the store's limits allow; nothing was written, and nothing is lost.

    Attributes:
        limit: The field of ``Limits`` that says so.
        allowed: What it allows.
    """

    def __init__(self, limit: str, allowed: float | bool, message: str) -> None:
        self.limit = limit
        self.allowed = allowed
        super().__init__(message)


class TooLargeError(InputError):
    """A record larger than relays keep.

    Attributes:
        size_bytes: What the record measures, as UTF-8 plaintext.
        limit_bytes: What it may measure.
    """

    def __init__(
        self,
        size_bytes: int,
        limit_bytes: int,
        advice: str = "shorten the value or split it over several keys",
    ) -> None:
        self.size_bytes = size_bytes
        self.limit_bytes = limit_bytes
        super().__init__(
            f"the record is too long: {size_bytes} bytes of plaintext, at most {limit_bytes} fit "
            f"an event that relays keep; {advice}"
        )


class RecordError(SenseMemoryError):
    """An event came back that is no usable record."""


class UndecryptableError(RecordError):
    """The ciphertext does not open with this identity."""


class MalformedRecordError(RecordError):
    """The plaintext is not a record of ours."""


class UnknownSchemaError(RecordError):
    """A record type or version that this release does not know; it is kept untouched."""


class AddressMismatchError(RecordError, ValueError):
    """The path inside the ciphertext is not the address it was found at."""


class RelayError(SenseMemoryError):
    """One relay could not do its part.

    Attributes:
        url: The relay.
    """

    def __init__(self, url: str, message: str) -> None:
        self.url = url
        super().__init__(f"{url}: {message}")


class UnreachableError(RelayError):
    """No connection, or it broke."""


class RelayTimeoutError(RelayError):
    """The relay did not answer in time."""

    def __init__(self, url: str, waiting_for: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(url, f"no {waiting_for} within {seconds:g} s")


class RefusedError(RelayError):
    """The relay said no.

    Attributes:
        prefix: The machine-readable word before the colon, or ``""``.
        message: The rest, for people.
    """

    def __init__(self, url: str, prefix: str, message: str) -> None:
        self.prefix = prefix
        self.message = message
        super().__init__(url, f"refused ({prefix or 'no reason given'}): {message}")


class RemoteProtocolError(RelayError):
    """The relay sent something that is not Nostr."""


class QuorumError(SenseMemoryError, ConnectionError):
    """Too few relays did their part.

    Attributes:
        per_relay: What went wrong, by relay URL.
    """

    what = "the relays failed"

    def __init__(self, per_relay: Mapping[str, Exception], advice: str) -> None:
        self.per_relay = dict(per_relay)
        said = "; ".join(
            str(error) if str(error).startswith(url) else f"{url}: {error}"
            for url, error in self.per_relay.items()
        )
        super().__init__(f"{self.what}: {said or 'no relay is configured'}. {advice}")


class PublishFailedError(QuorumError):
    """No relay accepted the write (raised by stores that have no file)."""

    what = "Failed to publish to all relays"


class ReadFailedError(QuorumError):
    """Nothing is known here and no relay could be read to its end: this is not an absence."""

    what = "Failed to read from any relay"


class StorageError(SenseMemoryError):
    """The local file could not be read or written."""


class StorageFullError(StorageError):
    """The disk is full; nothing was acknowledged."""


class CorruptDatabaseError(StorageError):
    """The file is damaged."""


class LockedError(StorageError):
    """Another process held the file for too long."""


class NewerFileError(StorageError):
    """The file was written by a newer release."""


class MovedError(SenseMemoryError):
    """This mind goes on under another key; nothing was written under the old one.

    Attributes:
        successor: The public key under which it goes on, 64 hex digits.
    """

    def __init__(self, successor: str, shown: str) -> None:
        self.successor = successor
        super().__init__(
            f"this mind moved to {shown}: nothing is written under the old key any more. Bring the "
            "new key here, with what this device wrote before: sense-memory keys rotate --key FILE "
            "(its recovery kit, or a file with the key); where the change began, without --key"
        )


class ProviderError(SenseMemoryError):
    """Something outside that thinks for us failed; nothing was lost by it."""


class EncoderError(ProviderError):
    """Texts could not be turned into vectors.

    Attributes:
        is_about_texts: The encoder refused these texts; it may take others.
    """

    def __init__(self, message: str, *, is_about_texts: bool = False) -> None:
        self.is_about_texts = is_about_texts
        super().__init__(message)


class LLMError(ProviderError):
    """A language model could not be asked, or did not answer what it was asked."""


class LLMConfigError(InputError):
    """No model can be asked: no provider, no key, no such name."""


class LLMAuthError(LLMError):
    """The provider does not take the key."""


class LLMUnreachableError(LLMError):
    """The provider could not be reached, or did not answer in time."""


class LLMRateLimitError(LLMError):
    """The provider takes no more requests for now, or there is nothing left to spend.

    Attributes:
        retry_after: Seconds to wait, as the provider says; ``None`` if it does not.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        self.retry_after = retry_after
        super().__init__(message)


class LLMInterruptedError(LLMError):
    """An answer broke off.

    Attributes:
        text: What came until then.
        cut_at: The tokens that it had when it was cut for its length, as the model is told to or
            can write no more: asked again, it is cut again. ``None`` if it broke off otherwise.
    """

    def __init__(self, message: str, text: str, cut_at: int | None = None) -> None:
        self.text = text
        self.cut_at = cut_at
        super().__init__(message)


class LLMAnswerError(LLMError):
    """The model answered something else than it was asked for, also when it was asked again."""


class StoreClosedError(SenseMemoryError):
    """The store was closed."""
