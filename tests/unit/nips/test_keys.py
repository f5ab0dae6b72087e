"""BIP-340 under every curve library; secrets that stay secret."""

import copy
import pickle
from importlib.util import find_spec

import pytest

from nips import _secp
from nips.errors import InvalidKeyError
from nips.keys import PublicKey, SecretKey
from tests.unit.nips import vectors

OFF_CURVE = "eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34"
ORDER_HEX = f"{_secp.ORDER:064x}"


def test_bip340_vectors(curve: str) -> None:
    """Every row of the official file with a message of 32 bytes."""
    seen = 0
    for row in vectors.load_csv("bip340-test-vectors.csv"):
        message = bytes.fromhex(row["message"])
        if len(message) != 32:
            continue
        seen += 1
        public = PublicKey(row["public key"].lower())
        signature = bytes.fromhex(row["signature"])
        expected = row["verification result"] == "TRUE"
        assert expected == public.verify(message, signature), row["index"]
        if row["secret key"]:
            secret = SecretKey.from_hex(row["secret key"].lower())
            assert public == secret.public_key
            made = secret.sign(message)
            assert public.verify(message, made)
            # Only these two sign without randomness, as the row with aux_rand zero does.
            if int(row["aux_rand"], 16) == 0 and curve != "nostr-sdk":
                assert signature == made
    assert seen >= 15


@pytest.mark.parametrize("length", [0, 1, 32, 63, 65, 128])
def test_a_signature_of_another_length_is_refused(
    curve: str, alice: SecretKey, length: int
) -> None:
    """The C library would read 64 bytes whatever it is given."""
    message = b"\x07" * 32
    signature = alice.sign(message)
    assert alice.public_key.verify(message, signature)
    other = (signature + b"\0" * 64)[:length]
    assert not alice.public_key.verify(message, other)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_message_of_another_length(curve: str, alice: SecretKey, length: int) -> None:
    message = b"\x07" * length
    assert not alice.public_key.verify(message, b"\0" * 64)
    with pytest.raises(ValueError, match="32 bytes"):
        alice.sign(message)


def test_every_bit_counts(curve: str, alice: SecretKey) -> None:
    """A signature with any of some bits turned verifies no more."""
    message = b"\x07" * 32
    signature = alice.sign(message)
    for bit in range(0, 512, 37):
        turned = (int.from_bytes(signature) ^ 1 << bit).to_bytes(64)
        assert not alice.public_key.verify(message, turned)


def test_off_curve(curve: str, alice: SecretKey) -> None:
    """A key that is no point verifies nothing and shares nothing."""
    public = PublicKey.from_hex(OFF_CURVE)
    assert not public.verify(b"\x07" * 32, b"\0" * 64)
    with pytest.raises(InvalidKeyError, match="not on the curve"):
        alice.shared_x(public)


def test_shared_x_is_symmetric(curve: str, alice: SecretKey, bob: SecretKey) -> None:
    assert alice.shared_x(bob.public_key) == bob.shared_x(alice.public_key)


def test_the_libraries_agree() -> None:
    """Public keys, shared points and signatures of one library hold in the others."""
    installed = [name for name in _secp.NAMES if find_spec(name.replace("-", "_"))]
    backends = [_secp.load(name) for name in installed]
    message = b"\x55" * 32
    for _ in range(10):
        one, two = (bytes.fromhex(SecretKey.generate().to_hex()) for _ in range(2))
        assert len({each.public(one) for each in backends}) == 1
        public_one, public_two = backends[0].public(one), backends[0].public(two)
        assert len({each.shared_x(one, public_two) for each in backends}) == 1
        signatures = [each.signer(one)(message) for each in backends]
        for each in backends:
            verify = each.verifier(public_one)
            assert all(verify(message, signature) for signature in signatures)


@pytest.mark.parametrize(
    "text", ["", "0" * 64, ORDER_HEX, "f" * 64, "AB" * 32, "1" * 63, "1" * 65, " " + "1" * 63]
)
def test_bad_secret_keys(text: str) -> None:
    with pytest.raises(InvalidKeyError) as caught:
        SecretKey.from_hex(text)
    assert not text or text not in str(caught.value)


@pytest.mark.parametrize("secret", [b"", b"\0" * 32, b"\xff" * 32, b"\1" * 31, b"\1" * 33])
def test_bad_secret_bytes(secret: bytes) -> None:
    with pytest.raises(InvalidKeyError):
        SecretKey.from_bytes(secret)


@pytest.mark.parametrize("text", ["", "AB" * 32, "1" * 63, "1" * 65, "1" * 64 + "\n", "g" * 64])
def test_bad_public_keys(text: str) -> None:
    with pytest.raises(InvalidKeyError):
        PublicKey.from_hex(text)


def test_a_secret_key_does_not_show_itself(alice: SecretKey) -> None:
    secret = alice.to_hex()
    assert "SecretKey(…)" == repr(alice) == str(alice) == f"{alice}"
    assert secret not in repr([alice, {"key": alice}])
    assert not hasattr(alice, "__dict__")
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not to be pickled"):
            leak(alice)


def test_secret_keys_compare(alice: SecretKey, bob: SecretKey) -> None:
    again = SecretKey.from_hex(alice.to_hex())
    assert alice == again
    assert hash(alice) == hash(again)
    assert alice != bob
    assert alice != alice.to_hex()
    assert SecretKey.generate() != SecretKey.generate()


def test_an_unknown_backend_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(_secp.ENVIRONMENT, "openssl")
    _secp.backend.cache_clear()
    with pytest.raises(ImportError, match="must be one of"):
        _secp.backend()
    _secp.backend.cache_clear()


def test_the_first_library_that_imports_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> _secp.Backend:
        raise ImportError

    monkeypatch.delenv(_secp.ENVIRONMENT, raising=False)
    for name in ("secp256k1", "coincurve"):
        monkeypatch.setitem(_secp._LOADERS, name, absent)
    _secp.backend.cache_clear()
    assert _secp.backend().name == "nostr-sdk"
    for name in _secp.NAMES:
        monkeypatch.setitem(_secp._LOADERS, name, absent)
    _secp.backend.cache_clear()
    with pytest.raises(ImportError, match="install one of"):
        _secp.backend()
    _secp.backend.cache_clear()
