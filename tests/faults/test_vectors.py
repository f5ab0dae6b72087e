"""The protocols, by the tables of those who wrote them."""

from typing import Any

import pytest

from nips import nip44
from nips.errors import DecryptionError, InvalidKeyError
from nips.keys import PublicKey, SecretKey
from nips.nip49 import EncryptedKey
from tests.unit.nips import vectors
from tests.unit.nips.test_nip49 import OTHERS, THE_NIPS_OWN


def test_30_official_vectors_of_bip340() -> None:
    """All nineteen. With every curve: `tests/unit/nips/test_keys.py`."""
    rows = vectors.load_csv("bip340-test-vectors.csv")
    assert len(rows) == 19
    for row in rows:
        message, signature = bytes.fromhex(row["message"]), bytes.fromhex(row["signature"])
        public = PublicKey(row["public key"].lower())
        # an event's id has 32 bytes: nothing else is ever taken for signed
        expected = row["verification result"] == "TRUE" and len(message) == 32
        assert public.verify(message, signature) == expected
        if row["secret key"] and len(message) == 32:
            secret = SecretKey.from_hex(row["secret key"].lower())
            assert secret.public_key == public
            assert public.verify(message, secret.sign(message))


def test_30_official_vectors_of_nip44() -> None:
    """All sections; length by length, and with every curve: `tests/unit/nips/test_nip44.py`."""
    official: Any = vectors.load_json("nip44.vectors.json")["v2"]
    valid, invalid = official["valid"], official["invalid"]
    seen = 0
    for case in valid["get_conversation_key"]:
        secret, public = SecretKey.from_hex(case["sec1"]), PublicKey.from_hex(case["pub2"])
        assert nip44.conversation_key(secret, public).hex() == case["conversation_key"]
        seen += 1
    for case in valid["encrypt_decrypt"]:
        key = bytes.fromhex(case["conversation_key"])
        payload = nip44.encrypt(case["plaintext"], key, nonce=bytes.fromhex(case["nonce"]))
        assert (payload, nip44.decrypt(payload, key)) == (case["payload"], case["plaintext"])
        seen += 1
    for length, padded in valid["calc_padded_len"]:
        assert nip44.calc_padded_len(length) == padded
        seen += 1
    for case in invalid["get_conversation_key"]:
        with pytest.raises(InvalidKeyError):
            nip44.conversation_key(
                SecretKey.from_hex(case["sec1"]), PublicKey.from_hex(case["pub2"])
            )
        seen += 1
    for case in invalid["decrypt"]:
        with pytest.raises(DecryptionError):
            nip44.decrypt(case["payload"], bytes.fromhex(case["conversation_key"]))
        seen += 1
    assert seen >= 80


def test_30_official_vectors_of_nip49() -> None:
    """The example of the NIP, and those of nostr-tools."""
    opened = EncryptedKey.decode(THE_NIPS_OWN).decrypt("nostr")
    assert opened.to_hex() == "3501454135014541350145413501453fefb02227e449e57cf4d3a3ce05378683"
    for passphrase, secret, rounds, security, text in OTHERS:
        key = EncryptedKey.decode(text)
        assert (key.log_n, key.security, key.decrypt(passphrase).to_hex()) == (
            *(rounds, security),
            secret,
        )
