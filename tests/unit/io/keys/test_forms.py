"""Keys as text: every form is told from the others, and what is none is not repeated."""

import traceback

import pytest

from nips.keys import SecretKey
from nips.nip49 import EncryptedKey
from sense_memory import Identity, InvalidIdentityError
from sense_memory.io.keys.forms import Form, LockedKey, OpenKey, read_key

SECRET = SecretKey.from_hex("7f7ff03d123792d6ac594bfa67bf6d0c0ab55b6b1fdb6249303fe861f1ccba9a")
NSEC = "nsec10allq0gjx7fddtzef0ax00mdps9t2kmtrldkyjfs8l5xruwvh2dq0lhhkp"  # of NIP-06
WORDS = "leader monkey parrot ring guide accident before fence cannon height naive bean"
NCRYPTSEC = EncryptedKey.make(SECRET, "phrase", log_n=1).encode()


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (NSEC, Form.NSEC),
        (NSEC.upper(), Form.NSEC),
        (f"\n {NSEC}\r\n", Form.NSEC),
        (SECRET.to_hex(), Form.HEX),
        (SECRET.to_hex().upper(), Form.HEX),
        (WORDS, Form.WORDS),
        (WORDS.replace(" ", "\n"), Form.WORDS),
        (WORDS.title(), Form.WORDS),
    ],
)
def test_forms_that_need_no_passphrase(text: str, form: Form) -> None:
    assert read_key(text) == OpenKey(form, SECRET)


@pytest.mark.parametrize(
    "text",
    [
        NCRYPTSEC,
        NCRYPTSEC.upper(),
        f"A letter to myself.\n\nncryptsec: {NCRYPTSEC}\nand words behind it, many, many of them",
        f"{NCRYPTSEC}\n{NCRYPTSEC}\n",
    ],
)
def test_an_encrypted_key_is_found_in_what_surrounds_it(text: str) -> None:
    key = read_key(text)
    assert isinstance(key, LockedKey)
    assert (key.form, key.public_key, key.text) == (Form.NCRYPTSEC, None, NCRYPTSEC)
    assert key.unlock("phrase") == SECRET


def test_two_encrypted_keys_are_one_too_many() -> None:
    other = EncryptedKey.make(SECRET, "phrase", log_n=1).encode()
    with pytest.raises(InvalidIdentityError, match="there are 2"):
        read_key(f"{NCRYPTSEC} {other}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "64 hex digits"),
        ("00" * 32, "64 hex digits"),
        ("ff" * 32, "64 hex digits"),
        ("canarycanary", "64 hex digits"),
        (NSEC[:-1] + "q", "not an nsec"),
        (NSEC.replace("0allq0", "0allqo"), "not an nsec"),
        (NCRYPTSEC[:-1], "checksum"),
        ("ncryptsec1", "checksum|there are 0"),
        (WORDS.replace("parrot", "parott"), "word 3"),
        (WORDS.rsplit(" ", 1)[0], "not 11"),
        (WORDS.replace("bean", "zoo"), "checksum"),
        ("{", "not JSON"),
        ('{"nsec": "canarycanary"}', "not an identity file"),
        ("npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg", "64 hex digits"),
    ],
)
def test_what_is_no_key_is_not_repeated(text: str, why: str) -> None:
    with pytest.raises(InvalidIdentityError, match=why) as caught:
        read_key(text)
    lines = traceback.format_exception(caught.value)
    said = "".join(line for line in lines if not line.startswith("  File"))
    for piece in ("canary", "0allq", NCRYPTSEC[20:40], "parott", "monkey", "elfcs"):
        assert piece not in said


def test_no_form_shows_its_secret() -> None:
    for key in (read_key(NSEC), read_key(NCRYPTSEC), read_key(WORDS)):
        shown = repr(key)
        assert SECRET.to_hex() not in shown
        assert NCRYPTSEC[20:] not in shown


def test_an_identity_is_made_of_every_open_form() -> None:
    identities = [Identity.from_text(text) for text in (NSEC, SECRET.to_hex(), WORDS)]
    identities += [Identity.from_words(WORDS), Identity.from_ncryptsec(NCRYPTSEC, "phrase")]
    assert {SECRET.public_key.hex} == {identity.public_key_hex for identity in identities}
