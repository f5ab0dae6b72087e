"""Identity files of nostrkey: one that nostrkey 0.3.5 wrote, and files that are none."""

import json
from typing import Any

import pytest

from nips.errors import DecryptionError, WrongPassphraseError
from sense_memory import Identity, LockedKeyError
from sense_memory.io.keys.forms import Form, LockedKey, read_key
from sense_memory.io.keys.nostrkey_file import NostrkeyFile

SECRET = "67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa"
PASSPHRASE = "a pass ÅΩ"
FIELDS: dict[str, Any] = {
    "version": 3,
    "npub": "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",
    "salt": "WgrOgIfYtaWBSPct0PGnRg==",
    "nonce": "nflb8jI7WiJn6Irt",
    "encrypted_nsec": "tOktU2WhtQlrcdERo22ljZEFWYcuJsp95p0z5j/QzTFbMNlLPP4imANYQU5qnXYO",
}
OTHER_NPUB = "npub1zutzeysacnf9rru6zqwmxd54mud0k44tst6l70ja5mhv8jjumytsd2x7nu"


def text(**changes: object) -> str:
    return json.dumps({**FIELDS, **changes}, indent=2)


def test_what_nostrkey_wrote() -> None:
    file = NostrkeyFile.decode(text())
    assert file.decrypt(PASSPHRASE).to_hex() == SECRET
    assert file.public_key == Identity.from_hex(SECRET).public_key_hex
    key = read_key(text())
    assert isinstance(key, LockedKey)
    assert (key.form, key.public_key) == (Form.NOSTRKEY, file.public_key)


def test_a_wrong_passphrase_is_not_a_malformed_file() -> None:
    with pytest.raises(WrongPassphraseError):
        NostrkeyFile.decode(text()).decrypt("another")
    with pytest.raises(LockedKeyError, match="encrypted"):
        Identity.from_text(text())


def test_a_file_that_lies_about_its_owner() -> None:
    with pytest.raises(DecryptionError, match="not the one whose npub"):
        NostrkeyFile.decode(text(npub=OTHER_NPUB)).decrypt(PASSPHRASE)


@pytest.mark.parametrize("field", ["salt", "nonce", "encrypted_nsec"])
def test_whatever_is_changed_it_does_not_open(field: str) -> None:
    changed = FIELDS[field].replace(FIELDS[field][0], "A" if FIELDS[field][0] != "A" else "B", 1)
    with pytest.raises(WrongPassphraseError):
        NostrkeyFile.decode(text(**{field: changed})).decrypt(PASSPHRASE)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not an identity file"),
        ("{}", "not an identity file"),
        (text(version=1), "version 1"),
        (text(version=2), "version 2"),
        (text(version="canary"), "version unknown"),
        (text(version=None), "version unknown"),
        (text(salt="AAAA"), "salt"),
        (text(nonce=7), "nonce"),
        (text(nonce=FIELDS["nonce"] + "\n"), "nonce"),
        (text(encrypted_nsec=FIELDS["salt"]), "encrypted_nsec"),
        (text(npub="canary"), "npub"),
        (text(npub=None), "npub"),
    ],
)
def test_what_is_no_such_file(content: str, why: str) -> None:
    with pytest.raises(DecryptionError, match=why) as caught:
        NostrkeyFile.decode(content)
    assert "canary" not in str(caught.value)
    assert not isinstance(caught.value, WrongPassphraseError)
