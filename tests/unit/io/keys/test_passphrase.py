"""Where passphrases come from, without a terminal; with one is tested through the commands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nips.errors import DecryptionError
from nips.keys import SecretKey
from sense_memory import InvalidIdentityError, LockedKeyError
from sense_memory.io.keys import passphrase
from sense_memory.io.keys.forms import Form, LockedKey, read_key
from sense_memory.io.keys.found import FoundKey, unlock

from .conftest import PASSPHRASE

Private = Callable[[str, str], Path]


@pytest.fixture
def locked(ncryptsec: str) -> LockedKey:
    key = read_key(ncryptsec)
    assert isinstance(key, LockedKey)
    return key


def test_the_order(private: Private, monkeypatch: pytest.MonkeyPatch) -> None:
    assert passphrase.configured() is None
    folder = private("credentials/sense-memory-passphrase", "third\n").parent
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    third = passphrase.configured()
    monkeypatch.setenv("SENSE_MEMORY_PASSPHRASE_FILE", str(private("phrase", "second")))
    second = passphrase.configured()
    first = passphrase.configured(private("given", "first"))
    found = [one for one in (first, second, third) if one is not None]
    assert [one.text for one in found] == ["first", "second", "third"]
    assert "systemd" in found[2].source
    assert all(one.text not in repr(one) for one in found)
    assert passphrase.chosen("the kit").text == "second"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("word\n", "word"),
        ("word\r\n", "word"),
        (" two words ", " two words "),
        ("word\n\n", "word\n"),
        ("\ufeffword", "word"),
    ],
)
def test_only_the_last_line_break_is_no_part_of_it(
    private: Private, content: str, text: str
) -> None:
    found = passphrase.configured(private("phrase", content))
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize("content", ["", "\n"])
def test_an_empty_one_is_none(private: Private, content: str) -> None:
    with pytest.raises(LockedKeyError, match="is empty"):
        passphrase.configured(private("phrase", content))


def test_a_file_that_others_can_read_is_refused(private: Private) -> None:
    path = private("phrase", PASSPHRASE)
    path.chmod(0o640)
    with pytest.raises(InvalidIdentityError, match="chmod 600") as caught:
        passphrase.configured(path)
    assert PASSPHRASE not in str(caught.value)


def test_without_file_and_terminal_it_is_said_what_to_do(locked: LockedKey) -> None:
    for call in (lambda: unlock(locked, "/key"), lambda: passphrase.chosen("the kit")):
        with pytest.raises(LockedKeyError) as caught:
            call()
        for word in ("chmod 600", "SENSE_MEMORY_PASSPHRASE_FILE", "systemd", "terminal"):
            assert word in str(caught.value)


def test_the_wrong_one_is_told_from_none(private: Private, locked: LockedKey) -> None:
    wrong = private("phrase", "canary-wrong")
    with pytest.raises(LockedKeyError, match="does not open") as caught:
        unlock(locked, "/the/key", wrong)
    assert "/the/key" in str(caught.value)
    assert str(wrong) in str(caught.value)
    assert "canary" not in str(caught.value)


def test_a_key_that_no_passphrase_opens(private: Private) -> None:
    def broken(_: str) -> SecretKey:
        raise DecryptionError("what is inside is no key")

    key = LockedKey(Form.NCRYPTSEC, None, broken, "")
    with pytest.raises(InvalidIdentityError, match="/key is unusable") as caught:
        unlock(key, "/key", private("phrase", PASSPHRASE))
    assert not isinstance(caught.value, LockedKeyError)


def test_the_right_one_opens(private: Private, locked: LockedKey, secret: SecretKey) -> None:
    assert unlock(locked, "/key", private("phrase", PASSPHRASE)) == secret
    assert PASSPHRASE not in repr(FoundKey(locked, "/key"))
