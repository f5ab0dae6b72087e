"""Keys from outside a profile: in which order they are looked for, and what is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nips.keys import SecretKey
from sense_memory import Identity, InvalidIdentityError, LockedKeyError
from sense_memory.io.keys.given import find_given, find_in_file

from .conftest import PASSPHRASE

Private = Callable[[str, str], Path]


def test_the_order(private: Private, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [Identity.generate() for _ in range(4)]
    named, credential, first, second = keys
    assert find_given() is None
    assert Identity.from_environment() is None

    found = []
    monkeypatch.setenv("NOSTR_NSEC", second.nsec)
    found.append(find_given())
    monkeypatch.setenv("SENSE_MEMORY_NSEC", first.private_key_hex)
    found.append(find_given())
    folder = private("credentials/sense-memory", credential.nsec + "\n").parent
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    found.append(find_given())
    monkeypatch.setenv("SENSE_MEMORY_NSEC_FILE", str(private("key", named.nsec)))
    found.append(find_given())

    assert [key.public_key for key in found if key] == [
        key.public_key_hex for key in reversed(keys)
    ]
    assert [key.is_inherited for key in found if key] == [True, True, False, False]
    assert [key.is_stored_plain for key in found if key] == [True, True, False, True]
    assert [key.where for key in found if key][:2] == ["$NOSTR_NSEC", "$SENSE_MEMORY_NSEC"]
    environment = Identity.from_environment()
    assert environment is not None
    assert environment.npub == named.npub


def test_credentials_of_another_service_are_none(
    private: Private, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = private("credentials/another", "x").parent
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    assert find_given() is None


def test_systemd_protects_its_credentials_by_the_folder(
    private: Private, identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = private("credentials/sense-memory", identity.nsec)
    path.chmod(0o440)  # as an access list shows
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(path.parent))
    found = find_given()
    assert found is not None
    assert found.open().public_key.hex == identity.public_key_hex


def test_an_open_key_must_be_private_and_an_encrypted_one_need_not(
    private: Private, identity: Identity, secret: SecretKey, ncryptsec: str
) -> None:
    for text in (identity.nsec, identity.private_key_hex):
        path = private("open", text)
        path.chmod(0o644)
        with pytest.raises(InvalidIdentityError, match="chmod 600"):
            find_in_file(path)
    path = private("encrypted", ncryptsec)
    path.chmod(0o644)
    assert find_in_file(path).public_key is None


def test_an_encrypted_key_is_opened_by_the_passphrase_of_a_file(
    private: Private, ncryptsec: str, secret: SecretKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = private("key", ncryptsec)
    with pytest.raises(LockedKeyError, match="SENSE_MEMORY_PASSPHRASE_FILE") as caught:
        Identity.from_file(path)
    assert str(path) in str(caught.value)
    phrase = private("phrase", PASSPHRASE + "\r\n")
    monkeypatch.setenv("SENSE_MEMORY_PASSPHRASE_FILE", str(phrase))
    assert Identity.from_file(path).public_key_hex == secret.public_key.hex
    monkeypatch.setenv("SENSE_MEMORY_NSEC", ncryptsec)
    found = find_given()
    assert found is not None
    assert (found.is_inherited, found.open()) == (False, secret)


@pytest.mark.parametrize("variable", ["SENSE_MEMORY_NSEC_FILE", "SENSE_MEMORY_NSEC", "NOSTR_NSEC"])
def test_what_is_no_key_names_its_variable_and_not_its_value(
    variable: str, identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, identity.nsec[:-1])
    with pytest.raises(InvalidIdentityError, match=rf"\${variable}") as caught:
        find_given()
    assert identity.nsec[5:40] not in str(caught.value)


def test_a_file_that_holds_none(private: Private, tmp_path: Path) -> None:
    with pytest.raises(InvalidIdentityError, match=r"key file .* holds no key"):
        find_in_file(private("key", "canary"))
    with pytest.raises(InvalidIdentityError, match="cannot read the key file"):
        find_in_file(tmp_path / "none")
