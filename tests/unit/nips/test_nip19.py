"""NIP-19: constants of the NIP, both codecs against each other and against nostr-sdk."""

import contextlib
import random
import sys

import nostr_sdk
import pytest
from hypothesis import given, strategies as st

from nips import _bech32, nip19
from nips._nip19_sdk import SdkCodec
from nips.errors import Bech32Error
from nips.keys import PublicKey, SecretKey
from nips.nip01 import Address
from nips.nip19 import Naddr, Nevent, Note, Nprofile, Npub, Nsec
from tests.unit.nips import vectors

pytest.importorskip("pynostr")

from pynostr.bech32 import Encoding, bech32_encode, convertbits
from pynostr.key import PublicKey as PynostrKey

from nips._nip19_tlv import TlvCodec

NPUB = "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg"
NPUB_HEX = "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e"
NPROFILE = (
    "nprofile1qqsrhuxx8l9ex335q7he0f09aej04zpazpl0ne2cgukyawd24mayt8gpp4mhxue69uhhytnc9e3k7mgpz4mhx"
    "ue69uhkg6nzv9ejuumpv34kytnrdaksjlyr9p"
)


@pytest.fixture(params=[TlvCodec, SdkCodec])
def codec(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test with our reading of entities and with nostr-sdk's."""
    monkeypatch.setattr(nip19, "_codec", request.param)


def bech32(prefix: str, data: bytes, encoding: Encoding = Encoding.BECH32) -> str:
    return str(bech32_encode(prefix, convertbits(data, 8, 5), encoding))


def test_constants_of_the_nip(codec: None) -> None:
    assert nip19.decode(NPUB) == Npub(PublicKey(NPUB_HEX))
    assert nip19.encode_npub(PublicKey(NPUB_HEX)) == NPUB
    profile = Nprofile(
        PublicKey("3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d"),
        ("wss://r.x.com", "wss://djbas.sadkb.com"),
    )
    assert nip19.decode(NPROFILE) == profile
    assert nip19.encode(profile) == NPROFILE


def test_vectors(codec: None) -> None:
    for prefix, plain, text in vectors.load_json("nips-constants.json")["nip19"]:
        if prefix == "npub":
            assert text == nip19.encode_npub(PublicKey(plain))
            assert nip19.decode(text) == Npub(PublicKey(plain))
        else:
            assert text == nip19.encode_nsec(SecretKey.from_hex(plain))
            assert nip19.decode(text) == Nsec(SecretKey.from_hex(plain))


def _entities(rng: random.Random) -> list[nip19.Entity]:
    secret = SecretKey.generate()
    public = secret.public_key
    identifier = rng.randbytes(32).hex()
    relays = tuple(f"wss://r{index}.example.com" for index in range(rng.randrange(3)))
    address = Address(rng.randrange(30000, 40000), public.hex, "dé🦄"[: rng.randrange(1, 4)])
    return [
        Npub(public),
        Nsec(secret),
        Note(identifier),
        Nprofile(public, relays),
        Nevent(identifier, relays, rng.choice([None, public]), rng.choice([None, 30078])),
        Naddr(address, relays),
    ]


def test_the_codecs_read_each_other() -> None:
    rng = random.Random(4)
    ours, theirs = TlvCodec(), SdkCodec()
    for _ in range(20):
        for entity in _entities(rng):
            assert entity == ours.decode(theirs.encode(entity))
            assert entity == theirs.decode(ours.encode(entity))
            assert entity == ours.decode(ours.encode(entity).upper())


def test_npub_with_pynostr_and_nostr_sdk() -> None:
    for _ in range(20):
        public = SecretKey.generate().public_key
        text = nip19.encode_npub(public)
        assert text == PynostrKey.from_hex(public.hex).npub
        assert text == nostr_sdk.PublicKey.parse(public.hex).to_bech32()


BAD_TEXTS = {
    "empty": "",
    "separator": "1",
    "prefix": "npub1",
    "checksum": NPUB[:-1] + "q",
    "longer": NPUB + "q",
    "shorter": NPUB[:10],
    "mixed case": "NPUB" + NPUB[4:],
    "not ASCII": "nsec1é",
    "surrogate": "\ud800",
    "31 bytes": bech32("npub", b"x" * 31),
    "33 bytes": bech32("npub", b"x" * 33),
    "zero": bech32("nsec", b"\0" * 32),
    "out of range": bech32("nsec", b"\xff" * 32),
    "unknown prefix": bech32("nrelay", b"\0\1x"),
    "nothing": bech32("nevent", b""),
    "cut off": bech32("nevent", b"\0\x20xx"),
    "bech32m": bech32("npub", bytes.fromhex(NPUB_HEX), Encoding.BECH32M),
}


@pytest.mark.parametrize("text", BAD_TEXTS.values(), ids=BAD_TEXTS)
def test_a_bad_text_is_refused(codec: None, text: str) -> None:
    """The message does not repeat the text: it may be a misspelled secret."""
    with pytest.raises(Bech32Error) as caught:
        nip19.decode(text)
    assert len(text) < 10 or text not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_too_long() -> None:
    with pytest.raises(Bech32Error, match="5000"):
        nip19.decode("npub1" + "q" * 5000)


@given(
    st.text(max_size=60)
    | st.binary(max_size=80).map(lambda data: bech32("naddr", data))
    | st.binary(max_size=80).map(lambda data: bech32("nevent", data))
)
def test_any_text(text: str) -> None:
    with contextlib.suppress(Bech32Error):
        nip19.decode(text)


HEAD = b"\0\x20" + b"\x11" * 32
AUTHOR = b"\2\x20" + bytes.fromhex(NPUB_HEX)
KIND = b"\3\4" + (30078).to_bytes(4)


def test_unknown_parts_are_ignored() -> None:
    entity = nip19.decode(bech32("nevent", b"\x09\2xx" + HEAD + b"\x63\0"))
    assert entity == Nevent("11" * 32)


@pytest.mark.parametrize(
    ("prefix", "data"),
    [
        ("naddr", b"\0\1d" + AUTHOR),
        ("naddr", b"\0\1d" + KIND),
        ("naddr", AUTHOR + KIND),
        ("naddr", b"\0\1\xff" + AUTHOR + KIND),
        ("naddr", b"\0\1d" + AUTHOR + b"\3\4\0\1\0\0"),
        ("naddr", b"\0\1d" + AUTHOR + b"\3\2\0\1"),
        ("nevent", HEAD + b"\1\1\xff"),
        ("nevent", HEAD + b"\2\1\xff"),
        ("nevent", HEAD + b"\1"),
        ("nevent", b"\0\1x"),
        ("nprofile", b"\1\1x"),
    ],
)
def test_bad_parts(prefix: str, data: bytes) -> None:
    with pytest.raises(Bech32Error):
        nip19.decode(bech32(prefix, data))


@pytest.mark.parametrize(
    "entity",
    [
        Note("A" * 64),
        Nevent("x"),
        Nprofile(PublicKey(NPUB_HEX), ("wss://" + "x" * 250,)),
        Nprofile(PublicKey(NPUB_HEX), ("wss://é",)),
        Nevent("a" * 64, kind=65536),
        Naddr(Address(1, "x", "")),
        Naddr(Address(30078, NPUB_HEX, "x" * 256)),
        Naddr(Address(30078, NPUB_HEX, "\ud800")),
    ],
)
def test_parts_that_cannot_be_written(entity: nip19.Entity) -> None:
    with pytest.raises(Bech32Error):
        nip19.encode(entity)


def test_bare_note(codec: None) -> None:
    assert nip19.decode(nip19.encode_note("ab" * 32)) == Note("ab" * 32)


def test_nsec_does_not_show_itself(alice: SecretKey) -> None:
    entity = nip19.decode(nip19.encode_nsec(alice))
    assert repr(entity) == "Nsec(secret_key=SecretKey(…))"


def test_without_a_library_for_bech32(monkeypatch: pytest.MonkeyPatch) -> None:
    """nostr-sdk steps in."""
    monkeypatch.setitem(sys.modules, "bech32", None)
    monkeypatch.setitem(sys.modules, "pynostr", None)
    caches = (_bech32._library, nip19._codec)
    for cached in caches:
        cached.cache_clear()
    assert isinstance(nip19._codec(), SdkCodec)
    for cached in caches:
        cached.cache_clear()
