"""The keyring of the operating system: a real backend in memory, a headless one, a locked one."""

from typing import ClassVar

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import KeyringLocked

from sense_memory import Identity, InvalidIdentityError, LockedKeyError
from sense_memory.io.keys import os_keyring


class InMemory(KeyringBackend):
    """A keyring of this process."""

    _classes: ClassVar[set[type]] = set()  # so that no other test's keyring is chosen among these
    priority = 5

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))


class Locked(InMemory):
    """Somebody closed the window that asked to unlock it."""

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked(password)

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("dismissed")


class Forgetful(InMemory):
    """Says yes and keeps nothing."""

    def get_password(self, service: str, username: str) -> str | None:
        return None


class Impossible(InMemory):
    """Forced by configuration where it cannot work."""

    @property
    def priority(self) -> float:  # type: ignore[override]
        raise RuntimeError("no bus")


@pytest.fixture(autouse=True)
def backend(monkeypatch: pytest.MonkeyPatch) -> InMemory:
    used = InMemory()
    monkeypatch.setattr("keyring.core._keyring_backend", used)
    return used


def test_there_and_back(identity: Identity, backend: InMemory) -> None:
    assert os_keyring.why_unusable() is None
    entry = os_keyring.store(identity)
    assert list(backend.kept) == [("sense-memory", identity.npub)]
    found = os_keyring.find(entry)
    assert found.open().public_key.hex == identity.public_key_hex
    assert not found.is_stored_plain
    assert identity.npub in found.where


def test_a_missing_entry(identity: Identity) -> None:
    with pytest.raises(InvalidIdentityError, match="no such entry"):
        os_keyring.find(identity.npub)


@pytest.mark.parametrize(
    "kind", [fail.Keyring, null.Keyring, Impossible], ids=["fail", "null", "impossible"]
)
def test_a_session_without_a_keyring(identity: Identity, kind: type[KeyringBackend]) -> None:
    keyring.set_keyring(kind())
    assert "headless" in (os_keyring.why_unusable() or "")
    with pytest.raises(LockedKeyError, match="headless"):
        os_keyring.store(identity)
    with pytest.raises(LockedKeyError, match="headless"):
        os_keyring.find(identity.npub)


def test_a_locked_keyring_does_not_pass_the_key_on(identity: Identity) -> None:
    keyring.set_keyring(Locked())
    with pytest.raises(LockedKeyError, match="unlock it") as stored:
        os_keyring.store(identity)
    with pytest.raises(LockedKeyError, match="unlock it"):
        os_keyring.find(identity.npub)
    assert identity.nsec not in str(stored.value)


def test_a_keyring_that_keeps_nothing_is_noticed(identity: Identity) -> None:
    keyring.set_keyring(Forgetful())
    with pytest.raises(LockedKeyError, match="did not keep"):
        os_keyring.store(identity)


def test_an_entry_that_is_no_key(identity: Identity, backend: InMemory) -> None:
    backend.kept["sense-memory", identity.npub] = identity.nsec[:-1]
    with pytest.raises(InvalidIdentityError, match="holds no key") as caught:
        os_keyring.find(identity.npub)
    assert identity.nsec[5:40] not in str(caught.value)


def test_without_the_extra(identity: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "keyring", None)
    assert "sense-memory[keyring]" in (os_keyring.why_unusable() or "")
    with pytest.raises(LockedKeyError, match=r"sense-memory\[keyring\]"):
        os_keyring.find(identity.npub)
