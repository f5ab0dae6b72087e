"""NIP-49: the example of the NIP, vectors of nostr-tools, and nostr-sdk as the other side."""

import random
import unicodedata

import nostr_sdk
import pytest

from nips import _bech32, _xchacha20
from nips.errors import Bech32Error, DecryptionError, NipError, WrongPassphraseError
from nips.keys import SecretKey
from nips.nip49 import EncryptedKey, KeySecurity

THE_NIPS_OWN = (
    "ncryptsec1qgg9947rlpvqu76pj5ecreduf9jxhselq2nae2kghhvd5g7dgjtcxfqtd67p9m0w57lspw8gsq6yphnm8623"
    "nsl8xn9j4jdzz84zm3frztj3z7s35vpzmqf6ksu8r89qk5z2zxfmu5gv8th8wclt0h4p"
)
# The expectations of nostr-tools' own tests: passphrase, key, rounds, security byte, text.
OTHERS = (
    (
        ".ksjabdk.aselqwe",
        "14c226dbdd865d5e1645e72c7470fd0a17feb42cc87b750bab6538171b3a3f8a",
        1,
        0,
        (
            "ncryptsec1qgqeya6cggg2chdaf48s9evsr0czq3dw059t2khf5nvmq03yeckywqmspcc037l9ajjsq2p08480afuc5hq2"
            "zq3rtt454c2epjqxcxll0eff3u7ln2t349t7rc04029q63u28mkeuj4tdazsqqk6p5ky"
        ),
    ),
    (
        "skjdaklrnçurbç l",
        "f7f2f77f98890885462764afb15b68eb5f69979c8046ecb08cad7c4ae6b221ab",
        2,
        1,
        (
            "ncryptsec1qgp86t7az0u5w0wp8nrjnxu9xhullqt39wvfsljz8289gyxg0thrlzv3k40dsqu32vcqza3m7srzm27mkg92"
            "9gmv6hv5ctay59jf0h8vsj5pjmylvupkdtvy7fy88et3fhe6m3d84t9m8j2umq0j75lw"
        ),
    ),
    (
        "777z7z7z7z7z7z7z",
        "11b25a101667dd9208db93c0827c6bdad66729a5b521156a7e9d3b22b3ae8944",
        3,
        2,
        (
            "ncryptsec1qgpc7jmmzmds376r8slazywlagrm5eerlrx7njnjenweggq2atjl0h9vmpk8f9gad0tqy3pwch8e49kyj5qt"
            "ehp4mjwpzlshx5f5cce8feukst08w52zf4a7gssdqvt3eselup7x4zzezlme3ydxpjaf"
        ),
    ),
    (
        "",
        "f7f2f77f98890885462764afb15b68eb5f69979c8046ecb08cad7c4ae6b221ab",
        4,
        0,
        (
            "ncryptsec1qgzv73a9ktnwmgyvv24x2xtr6grup2v6an96xgs64z3pmh5etg2k4yryachtlu3tpqwqphhm0pjnq9zmftr0"
            "qf4p5lmah4rlz02ucjkawr2s9quau67p3jq3d7yp3kreghs0wdcqpf6pkc8jcgsqrn5l"
        ),
    ),
    (
        "ÅΩẛ̣",
        "11b25a101667dd9208db93c0827c6bdad66729a5b521156a7e9d3b22b3ae8944",
        9,
        1,
        (
            "ncryptsec1qgy5kwr5v8p206vwaflp4g6r083kwts6q5sh8m4d0q56edpxwhrly78ema2z7jpdeldsz7u5wpxpyhs6m040"
            "5skdsep9n37uncw7xlc8q8meyw6d6ky47vcl0guhqpt5dx8ejxc8hvzf6y2gwsl5s0nw"
        ),
    ),
)
# One passphrase to the eye.
DECOMPOSED = "\u212b\u2126\u1e9b\u0323"
COMPOSED = "\u00c5\u03a9\u1e69"


def test_the_example_of_the_nip() -> None:
    key = EncryptedKey.decode(THE_NIPS_OWN)
    assert (key.log_n, key.security) == (16, KeySecurity.EXPOSED)
    assert key.decrypt("nostr").to_hex() == (
        "3501454135014541350145413501453fefb02227e449e57cf4d3a3ce05378683"
    )
    assert key.encode() == THE_NIPS_OWN


@pytest.mark.parametrize(("passphrase", "secret", "log_n", "security", "text"), OTHERS)
def test_what_another_program_wrote(
    passphrase: str, secret: str, log_n: int, security: int, text: str
) -> None:
    key = EncryptedKey.decode(text)
    assert (key.log_n, key.security) == (log_n, security)
    assert key.decrypt(passphrase).to_hex() == secret
    again = EncryptedKey.make(
        SecretKey.from_hex(secret),
        passphrase,
        log_n=log_n,
        security=KeySecurity(security),
        salt=key.salt,
        nonce=key.nonce,
    )
    assert again.encode() == text


def test_nostr_sdk_opens_ours_and_we_open_its(alice: SecretKey) -> None:
    ours = EncryptedKey.make(alice, "a pass ÅΩ", log_n=2).encode()
    theirs = nostr_sdk.EncryptedSecretKey.from_bech32(ours)
    assert theirs.decrypt("a pass ÅΩ").to_hex() == alice.to_hex()
    assert theirs.key_security() == nostr_sdk.KeySecurity.UNKNOWN
    made = nostr_sdk.SecretKey.parse(alice.to_hex()).encrypt("x").to_bech32()
    assert EncryptedKey.decode(made).decrypt("x") == alice


def test_two_ways_to_type_one_passphrase(alice: SecretKey) -> None:
    assert unicodedata.normalize("NFKC", DECOMPOSED) == COMPOSED != DECOMPOSED
    assert EncryptedKey.make(alice, DECOMPOSED, log_n=1).decrypt(COMPOSED) == alice
    assert EncryptedKey.make(alice, COMPOSED, log_n=1).decrypt(DECOMPOSED) == alice


def test_no_two_are_alike(alice: SecretKey) -> None:
    one, other = (EncryptedKey.make(alice, "x", log_n=1) for _ in range(2))
    assert one.salt != other.salt
    assert one.nonce != other.nonce


def test_a_wrong_passphrase_is_not_a_malformed_key(alice: SecretKey) -> None:
    text = EncryptedKey.make(alice, "right", log_n=1).encode()
    with pytest.raises(WrongPassphraseError):
        EncryptedKey.decode(text).decrypt("wrong")
    with pytest.raises(Bech32Error):
        EncryptedKey.decode(text[:-1] + ("q" if text[-1] != "q" else "p"))


def _text(alice: SecretKey, place: int, value: int) -> str:
    data = bytearray(_bech32.decode("ncryptsec", EncryptedKey.make(alice, "x", log_n=1).encode()))
    data[place] = value
    return _bech32.encode("ncryptsec", bytes(data))


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        (0, 1, "version 1"),
        (1, 0, "2\\^0 rounds"),
        (1, 21, "2\\^21 rounds"),
        (1, 255, "2\\^255 rounds"),
        (42, 3, "security byte"),
    ],
)
def test_parts_out_of_range_are_refused_before_any_work(
    alice: SecretKey, place: int, value: int, why: str
) -> None:
    text = _text(alice, place, value)
    with pytest.raises(DecryptionError, match=why) as caught:
        EncryptedKey.decode(text)
    assert not isinstance(caught.value, WrongPassphraseError)


@pytest.mark.parametrize(("place", "value"), [(1, 2), (2, 0), (18, 0), (42, 0), (43, 0), (90, 0)])
def test_whatever_is_changed_it_does_not_open(alice: SecretKey, place: int, value: int) -> None:
    original = EncryptedKey.make(alice, "x", log_n=1, salt=b"\1" * 16, nonce=b"\2" * 24)
    data = bytearray(_bech32.decode("ncryptsec", original.encode()))
    data[place] = value if data[place] != value else value + 1
    changed = EncryptedKey.decode(_bech32.encode("ncryptsec", bytes(data)))
    with pytest.raises(WrongPassphraseError):
        changed.decrypt("x")


@pytest.mark.parametrize("length", [0, 1, 90, 92])
def test_another_length(length: int) -> None:
    with pytest.raises(DecryptionError, match="91 bytes"):
        EncryptedKey.decode(_bech32.encode("ncryptsec", b"\2" * length))


@pytest.mark.parametrize("log_n", [0, -1, 21, 64])
def test_rounds_that_nobody_will_read(alice: SecretKey, log_n: int) -> None:
    with pytest.raises(NipError, match="rounds"):
        EncryptedKey.make(alice, "x", log_n=log_n)


@pytest.mark.parametrize("plain", [bytes(32), b"\xff" * 32])
def test_what_is_inside_must_be_a_key(alice: SecretKey, plain: bytes) -> None:
    shell = EncryptedKey.make(alice, "x", log_n=1)
    sealed = _xchacha20.encrypt(plain, shell._key("x"), shell.nonce, bytes((shell.security,)))
    forged = EncryptedKey(1, shell.salt, shell.nonce, shell.security, sealed)
    with pytest.raises(DecryptionError, match="no key") as caught:
        forged.decrypt("x")
    assert not isinstance(caught.value, WrongPassphraseError)


def test_random_text_ends_in_a_typed_error() -> None:
    rng = random.Random(49)
    for _ in range(200):
        noise = _bech32.encode("ncryptsec", rng.randbytes(rng.choice([3, 50, 91, 91, 120])))
        with pytest.raises(NipError):
            EncryptedKey.decode(noise).decrypt("x")


def test_no_secret_in_a_repr_or_an_error(alice: SecretKey) -> None:
    key = EncryptedKey.make(alice, "canary-passphrase", log_n=1)
    assert repr(key) == "EncryptedKey(log_n=1, security=<KeySecurity.UNKNOWN: 2>)"
    with pytest.raises(WrongPassphraseError) as caught:
        key.decrypt("canary-wrong")
    with pytest.raises(NipError) as surrogate:
        key.decrypt("canary\ud800")
    for error in (caught.value, surrogate.value):
        assert "canary" not in repr(error)
        assert error.__cause__ is None
