"""NIP-06: Basic key derivation from mnemonic seed phrase.

Supported: 12 to 24 words of BIP-39's English list to the key at ``m/44'/1237'/account'/0/0``.

Not supported: other word lists, and making new words: a key from the system's randomness needs
none.
"""

import hmac
from typing import Final

from nips import _secp
from nips.errors import InvalidKeyError, NipError
from nips.keys import SecretKey

__all__ = ["COUNTS", "secret_key"]

COUNTS: Final = (12, 15, 18, 21, 24)
"""How many words there may be."""

_HARDENED: Final = 1 << 31
_PURPOSE: Final = 44
_COIN: Final = 1237


def secret_key(words: str, *, passphrase: str = "", account: int = 0) -> SecretKey:
    """The key that words stand for.

    Args:
        words: of BIP-39's English list, in any case, with any white space between.
        passphrase: BIP-39's, which few programs ask for; another one gives another key.
        account: 0..2**31-1.

    Raises:
        InvalidKeyError: another number of words, a word that is not in the list (the message says
            which by its place), or a wrong checksum. The message holds none of the words.
        NipError: the account is out of its range.
    """
    if not 0 <= account < _HARDENED:
        raise NipError("an account is a number in 0..2**31-1")
    from mnemonic import Mnemonic

    book = Mnemonic("english")
    each = words.lower().split()
    if len(each) not in COUNTS:
        raise InvalidKeyError(f"a seed phrase has 12, 15, 18, 21 or 24 words, not {len(each)}")
    known = frozenset(book.wordlist)
    for place, word in enumerate(each, start=1):
        if word not in known:
            raise InvalidKeyError(f"word {place} is not in the English list of BIP-39")
    phrase = " ".join(each)
    if not book.check(phrase):
        raise InvalidKeyError("the checksum of the words is wrong: one is another, or misplaced")
    # NIP-06: "BIP32 is used to derive the path m/44'/1237'/<account>'/0/0"
    path = (_PURPOSE | _HARDENED, _COIN | _HARDENED, account | _HARDENED, 0, 0)
    return SecretKey(_derived(book.to_seed(phrase, passphrase), path))


def _derived(seed: bytes, path: tuple[int, ...]) -> bytes:
    """BIP-32's private key (32 bytes) at a path below the seed."""
    # BIP-32: "Calculate I = HMAC-SHA512(Key = "Bitcoin seed", Data = S)"
    digest = hmac.digest(b"Bitcoin seed", seed, "sha512")
    secret, chain = digest[:32], digest[32:]
    # BIP-32: "In case parse256(IL) is 0 or parse256(IL) ≥ n, the master key is invalid."
    if not 0 < int.from_bytes(secret) < _secp.ORDER:
        raise InvalidKeyError("these words have no key at all; take others")
    for index in path:
        # BIP-32: a hardened child hashes "0x00 || ser256(kpar) || ser32(i)", another one
        # "serP(point(kpar)) || ser32(i)", with the sign of y in front.
        parent = b"\0" + secret if index >= _HARDENED else _secp.backend().compressed(secret)
        digest = hmac.digest(chain, parent + index.to_bytes(4), "sha512")
        offset, chain = int.from_bytes(digest[:32]), digest[32:]
        # BIP-32: "The returned child key ki is parse256(IL) + kpar (mod n)", and "In case
        # parse256(IL) ≥ n or ki = 0, the resulting key is invalid"
        child = (offset + int.from_bytes(secret)) % _secp.ORDER
        if offset >= _secp.ORDER or child == 0:
            raise InvalidKeyError("these words have no key at this account; take the next account")
        secret = child.to_bytes(32)
    return secret
