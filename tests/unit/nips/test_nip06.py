"""NIP-06: the examples of the NIP, and nostr-sdk on random words."""

import random

import nostr_sdk
import pytest
from mnemonic import Mnemonic

from nips import nip06
from nips.errors import InvalidKeyError, NipError

TWELVE = "leader monkey parrot ring guide accident before fence cannon height naive bean"
TWENTY_FOUR = (
    "what bleak badge arrange retreat wolf trade produce cricket blur garlic valid proud rude "
    "strong choose busy staff weather area salt hollow arm fade"
)


@pytest.mark.parametrize(
    ("words", "secret", "public"),
    [
        (
            TWELVE,
            "7f7ff03d123792d6ac594bfa67bf6d0c0ab55b6b1fdb6249303fe861f1ccba9a",
            "17162c921dc4d2518f9a101db33695df1afb56ab82f5ff3e5da6eec3ca5cd917",
        ),
        (
            TWENTY_FOUR,
            "c15d739894c81a2fcfd3a2df85a0d2c0dbc47a280d092799f144d73d7ae78add",
            "d41b22899549e1f3d335a31002cfd382174006e166d3e658e3a5eecdb6463573",
        ),
    ],
)
def test_the_examples_of_the_nip(curve: str, words: str, secret: str, public: str) -> None:
    key = nip06.secret_key(words)
    assert (key.to_hex(), key.public_key.hex) == (secret, public)


def test_a_passphrase_gives_another_key() -> None:
    zoo = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"  # of nostr-tools' tests
    assert nip06.secret_key(zoo).to_hex() == (
        "c26cf31d8ba425b555ca27d00ca71b5008004f2f662470f8c8131822ec129fe2"
    )
    assert nip06.secret_key(zoo, passphrase="123").to_hex() == (
        "55a22b8203273d0aaf24c22c8fbe99608e70c524b17265641074281c8b978ae4"
    )


def test_nostr_sdk_agrees(curve: str) -> None:
    rng, book = random.Random(6), Mnemonic("english")
    for size in (16, 20, 24, 28, 32):
        words = book.to_mnemonic(rng.randbytes(size))
        for account in (0, 7):
            theirs = nostr_sdk.Keys.from_mnemonic(words, "ß", account).secret_key().to_hex()
            assert theirs == nip06.secret_key(words, passphrase="ß", account=account).to_hex()


def test_however_they_are_typed() -> None:
    sloppy = "  " + TWELVE.upper().replace(" ", "\n  ", 3) + "\t\n"
    assert nip06.secret_key(sloppy) == nip06.secret_key(TWELVE)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "not 0"),
        (TWELVE.rsplit(" ", 1)[0], "not 11"),
        (TWELVE + " zoo", "not 13"),
        (TWELVE.replace("parrot", "parott"), "word 3 is not in"),
        (TWELVE.replace("leader monkey", "monkey leader"), "checksum"),
        (TWELVE.replace("bean", "zoo"), "checksum"),
        ("abandon " * 11 + "éclair", "word 12 is not in"),
    ],
)
def test_words_that_are_no_key_are_not_repeated(words: str, why: str) -> None:
    with pytest.raises(InvalidKeyError, match=why) as caught:
        nip06.secret_key(words)
    said = str(caught.value).split()
    assert not {"leader", "monkey", "parott", "fence", "éclair"} & set(said)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("account", [-1, 1 << 31])
def test_an_account_out_of_range(account: int) -> None:
    with pytest.raises(NipError, match="account"):
        nip06.secret_key(TWELVE, account=account)
