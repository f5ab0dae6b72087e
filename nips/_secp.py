"""The curve secp256k1, from whichever library is installed.

The only module that knows a curve library. Three can serve, tried in this order:

- ``secp256k1`` and ``coincurve``, two bindings of the same C library (libsecp256k1);
- ``nostr-sdk`` for signatures with ``cryptography`` for the rest: slower, but it has a wheel
  where the other two have none.

The environment variable ``NIPS_SECP_BACKEND`` (one of the names in `NAMES`) forces one.

Keys and signatures follow BIP-340: public keys are 32 bytes (the x coordinate), signatures
64 bytes. The first two sign without auxiliary randomness, hence the same bytes each time.
Python code cannot promise constant time, and the scalar multiplication behind `shared_x`
does not claim it: it belongs on one's own machine, once per correspondent.
"""

import os
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, Protocol

from nips.errors import InvalidKeyError

__all__ = ["NAMES", "Backend", "Signer", "Verifier", "backend", "load"]

NAMES: Final = ("secp256k1", "coincurve", "nostr-sdk")

ENVIRONMENT: Final = "NIPS_SECP_BACKEND"

ORDER: Final = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
"""Number of points of the curve; secret keys are 1..ORDER-1."""

_KEPT_VERIFIERS: Final = 512

Signer = Callable[[bytes], bytes]
"""Message of 32 bytes to signature of 64 bytes."""
Verifier = Callable[[bytes, bytes], bool]
"""Message of 32 bytes and signature of 64 bytes (the caller checks the lengths) to verdict."""


class Backend(Protocol):
    """What this package asks of a curve library. Secret keys are 32 bytes, already in range."""

    name: str

    def public(self, secret: bytes) -> bytes:
        """Public key (x coordinate, 32 bytes) of a secret key."""
        ...

    def compressed(self, secret: bytes) -> bytes:
        """Public key with the sign of y (SEC 1, 33 bytes) of a secret key; BIP-32 asks for it."""
        ...

    def signer(self, secret: bytes) -> Signer:
        """A function that signs with `secret`; make it once per key."""
        ...

    def verifier(self, public: bytes) -> Verifier:
        """A function that verifies for `public`; recent ones are kept.

        Raises:
            InvalidKeyError: `public` is not the x coordinate of a point.
        """
        ...

    def shared_x(self, secret: bytes, public: bytes) -> bytes:
        """The x coordinate (32 bytes, not hashed) of `secret` times the point `public`.

        Raises:
            InvalidKeyError: `public` is not the x coordinate of a point.
        """
        ...


def _not_on_curve() -> InvalidKeyError:
    return InvalidKeyError("public key is not on the curve")


class _Libsecp:
    """libsecp256k1 through a cffi binding.

    The bindings' own classes are passed over on purpose: one reads past the end of a short
    signature and hides failures in ``assert``, the other builds the key pair anew and
    verifies after each signature, which costs four times the signature itself.
    """

    def __init__(self, name: str, ffi: Any, lib: Any, context: Any) -> None:
        self.name = name
        self._ffi = ffi
        self._lib = lib
        self._context = context
        self._kept = lru_cache(_KEPT_VERIFIERS)(self._verifier)

    def public(self, secret: bytes) -> bytes:
        keypair = self._keypair(secret)
        point = self._ffi.new("secp256k1_xonly_pubkey *")
        output = self._ffi.new("unsigned char[32]")
        if not self._lib.secp256k1_keypair_xonly_pub(
            self._context, point, self._ffi.NULL, keypair
        ) or not self._lib.secp256k1_xonly_pubkey_serialize(self._context, output, point):
            raise InvalidKeyError("secret key out of range")
        return bytes(self._ffi.buffer(output, 32))

    def compressed(self, secret: bytes) -> bytes:
        point = self._ffi.new("secp256k1_pubkey *")
        if not self._lib.secp256k1_ec_pubkey_create(self._context, point, secret):
            raise InvalidKeyError("secret key out of range")
        output = self._ffi.new("unsigned char[33]")
        length = self._ffi.new("size_t *", 33)
        compressed = 258
        self._lib.secp256k1_ec_pubkey_serialize(self._context, output, length, point, compressed)
        return bytes(self._ffi.buffer(output, 33))

    def signer(self, secret: bytes) -> Signer:
        keypair = self._keypair(secret)
        ffi, context = self._ffi, self._context
        new, buffer, null = ffi.new, ffi.buffer, ffi.NULL
        call = self._lib.secp256k1_schnorrsig_sign_custom
        shape = ffi.typeof("unsigned char[64]")

        def sign(message: bytes) -> bytes:
            signature = new(shape)
            if not call(context, signature, message, len(message), keypair, null):
                raise InvalidKeyError("the curve library refused to sign")
            return bytes(buffer(signature, 64))

        return sign

    def verifier(self, public: bytes) -> Verifier:
        return self._kept(public)

    def shared_x(self, secret: bytes, public: bytes) -> bytes:
        point = self._ffi.new("secp256k1_pubkey *")
        # An x-only key means the point with even y, which the prefix 02 spells. The sign of y
        # does not matter for the x coordinate of the product.
        if not self._lib.secp256k1_ec_pubkey_parse(self._context, point, b"\x02" + public, 33):
            raise _not_on_curve()
        if not self._lib.secp256k1_ec_pubkey_tweak_mul(self._context, point, secret):
            raise InvalidKeyError("secret key out of range")
        output = self._ffi.new("unsigned char[65]")
        length = self._ffi.new("size_t *", 65)
        uncompressed = 2
        self._lib.secp256k1_ec_pubkey_serialize(self._context, output, length, point, uncompressed)
        return bytes(self._ffi.buffer(output, 65))[1:33]

    def _keypair(self, secret: bytes) -> Any:
        keypair = self._ffi.new("secp256k1_keypair *")
        if not self._lib.secp256k1_keypair_create(self._context, keypair, secret):
            raise InvalidKeyError("secret key out of range")
        return keypair

    def _verifier(self, public: bytes) -> Verifier:
        point = self._ffi.new("secp256k1_xonly_pubkey *")
        if not self._lib.secp256k1_xonly_pubkey_parse(self._context, point, public):
            raise _not_on_curve()
        context = self._context
        call = self._lib.secp256k1_schnorrsig_verify

        def verify(message: bytes, signature: bytes) -> bool:
            return bool(call(context, signature, message, len(message), point))

        return verify


def _load_secp256k1() -> Backend:
    import secp256k1

    context = secp256k1.secp256k1_ctx
    # The binding leaves its context unblinded; libsecp256k1 asks for this against timing leaks.
    secp256k1.lib.secp256k1_context_randomize(context, os.urandom(32))
    return _Libsecp("secp256k1", secp256k1.ffi, secp256k1.lib, context)


def _load_coincurve() -> Backend:
    from coincurve import GLOBAL_CONTEXT
    from coincurve._libsecp256k1 import ffi, lib

    return _Libsecp("coincurve", ffi, lib, GLOBAL_CONTEXT.ctx)


class _NostrSdk:
    """nostr-sdk signs and verifies; cryptography (OpenSSL) multiplies points."""

    name = "nostr-sdk"

    def __init__(self) -> None:
        import nostr_sdk
        from cryptography.hazmat.primitives.asymmetric import ec

        self._sdk: Any = nostr_sdk
        self._ec = ec
        self._kept = lru_cache(_KEPT_VERIFIERS)(self._verifier)

    def public(self, secret: bytes) -> bytes:
        return bytes.fromhex(self._keys(secret).public_key().to_hex())

    def compressed(self, secret: bytes) -> bytes:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        key = self._ec.derive_private_key(int.from_bytes(secret), self._ec.SECP256K1())
        return key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)

    def signer(self, secret: bytes) -> Signer:
        keys = self._keys(secret)

        def sign(message: bytes) -> bytes:
            return bytes.fromhex(keys.sign_schnorr(message))

        return sign

    def verifier(self, public: bytes) -> Verifier:
        return self._kept(public)

    def shared_x(self, secret: bytes, public: bytes) -> bytes:
        point = self._point(public)
        key = self._ec.derive_private_key(int.from_bytes(secret), self._ec.SECP256K1())
        return key.exchange(self._ec.ECDH(), point)

    def _keys(self, secret: bytes) -> Any:
        return self._sdk.Keys(self._sdk.SecretKey.from_bytes(secret))

    def _point(self, public: bytes) -> Any:
        try:
            return self._ec.EllipticCurvePublicKey.from_encoded_point(
                self._ec.SECP256K1(), b"\x02" + public
            )
        except ValueError:
            raise _not_on_curve() from None

    def _verifier(self, public: bytes) -> Verifier:
        # nostr-sdk holds unchecked bytes as a public key; OpenSSL checks the point.
        self._point(public)
        sdk = self._sdk
        pubkey = public.hex()

        def verify(message: bytes, signature: bytes) -> bool:
            # Its only way to check a signature is inside an event, where the message is the id.
            event = (
                f'{{"id":"{message.hex()}","pubkey":"{pubkey}","created_at":0,"kind":1,'
                f'"tags":[],"content":"","sig":"{signature.hex()}"}}'
            )
            try:
                return bool(sdk.Event.from_json(event).verify_signature())
            except sdk.NostrSdkError:
                return False

        return verify


_LOADERS: Final[dict[str, Callable[[], Backend]]] = {
    "secp256k1": _load_secp256k1,
    "coincurve": _load_coincurve,
    "nostr-sdk": _NostrSdk,
}


def load(name: str) -> Backend:
    """Load one library by its name in `NAMES`.

    Raises:
        ImportError: unknown or not installed.
    """
    if name not in _LOADERS:
        raise ImportError(f"{ENVIRONMENT} must be one of {', '.join(NAMES)}")
    return _LOADERS[name]()


@cache
def backend() -> Backend:
    """The library in use: the forced one, else the first that imports.

    Raises:
        ImportError: none of them is installed, or the forced one is not.
    """
    forced = os.environ.get(ENVIRONMENT)
    if forced:
        return load(forced)
    for name in NAMES:
        try:
            return load(name)
        except ImportError:
            continue
    raise ImportError(f"install one of {', '.join(NAMES)}")
