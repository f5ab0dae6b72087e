"""What a profile says about its key."""

from pathlib import Path

import pytest

from sense_memory import InputError
from sense_memory.io.keys.reference import Keeping, KeyReference, looks_secret

FOLDER = Path("/config")
NSEC = "nsec10allq0gjx7fddtzef0ax00mdps9t2kmtrldkyjfs8l5xruwvh2dq0lhhkp"


@pytest.mark.parametrize(
    ("text", "keeping", "where"),
    [
        ("file:/home/me/key", Keeping.FILE, "/home/me/key"),
        ("file:me/key", Keeping.FILE, "/config/me/key"),
        ("file:/with:colon/key", Keeping.FILE, "/with:colon/key"),
        ("keyring:npub1xyz", Keeping.KEYRING, "npub1xyz"),
        ("ncryptsec:/k", Keeping.NCRYPTSEC, "/k"),
        ("nostrkey:/my.nostrkey", Keeping.NOSTRKEY, "/my.nostrkey"),
    ],
)
def test_every_way(text: str, keeping: Keeping, where: str) -> None:
    reference = KeyReference.parse(text, FOLDER)
    assert reference == KeyReference(keeping, where)
    assert KeyReference.parse(str(reference), FOLDER) == reference
    assert reference.path == (None if keeping is Keeping.KEYRING else Path(where))


def test_the_persons_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert KeyReference.parse("file:~/key", FOLDER).path == Path("/home/ada/key")


@pytest.mark.parametrize(
    "text",
    ["", "file", "file:", "vault:/x", NSEC, f"file:{NSEC}", "keyring:" + "ab" * 32, "FILE:/x"],
)
def test_what_is_no_reference_is_not_repeated(text: str) -> None:
    with pytest.raises(InputError, match="never the key itself") as caught:
        KeyReference.parse(text, FOLDER)
    assert NSEC[5:] not in str(caught.value)
    assert "abab" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (NSEC, True),
        (f"/tmp/{NSEC.upper()}", True),
        ("ncryptsec1" + "q" * 30, True),
        ("ab" * 32, True),
        ("leader monkey parrot ring guide accident before fence cannon height naive bean", True),
        ("/home/me/nsec1.txt", False),
        ("/var/lib/" + "ab" * 32, False),
        ("/a folder with many words in its name/and one more of them/key file of the agent", False),
        ("default", False),
    ],
)
def test_a_secret_in_the_wrong_place(text: str, secret: bool) -> None:
    assert looks_secret(text) is secret
