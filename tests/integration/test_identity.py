"""Whoever holds the key: our class, a file, the environment, another class, a remote signer."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity, InvalidIdentityError, MemoryStore

from .remote_signer import RemoteSigner


class PublishedIdentity:
    """What the published client's identity looks like, and no more."""

    def __init__(self, inner: Identity) -> None:
        self.public_key_hex = inner.public_key_hex
        self.private_key_hex = inner.private_key_hex
        self._inner = inner

    def sign_event(self, *, kind: int, content: str, tags: list[list[str]]) -> Any:
        return self._inner.sign_event(kind=kind, content=content, tags=tags)


@pytest.mark.parametrize("kind", [PublishedIdentity, RemoteSigner])
async def test_other_holders_of_the_key_share_one_memory_with_ours(
    identity: Identity, relay: LocalRelay, tmp_path: Path, kind: type
):
    async with MemoryStore(kind(identity), relay.url, path=tmp_path / "a.db") as theirs:
        await theirs.remember("k", "v")
        assert identity.public_key_hex == theirs.pubkey
    async with MemoryStore(identity, relay.url) as ours:
        assert (await ours.recall("k")).value == "v"


def test_every_form_of_a_key_is_the_same_identity(
    identity: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "folder" / "key"
    identity.save(path)
    assert path.stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("SENSE_MEMORY_NSEC", identity.nsec)
    from_environment = Identity.from_environment()
    forms = [
        Identity.from_nsec(identity.nsec),
        Identity.from_hex(identity.private_key_hex),
        Identity.from_hex(identity.private_key_hex.upper()),
        Identity.from_file(path),
        from_environment,
    ]
    assert {identity.npub} == {form.npub for form in forms if form is not None}
    assert len(list(filter(None, forms))) == 5


def test_no_key_in_the_environment_is_none_and_a_bad_one_an_error(
    monkeypatch: pytest.MonkeyPatch,
):
    assert Identity.from_environment() is None
    monkeypatch.setenv("NOSTR_NSEC", "nsec1nonsense")
    with pytest.raises(InvalidIdentityError, match="NOSTR_NSEC"):
        Identity.from_environment()


@pytest.mark.parametrize("text", ["", "nsec1qqqq", "zz" * 32, "00" * 32, "npub1xyz", "f" * 63])
def test_what_is_no_key_is_refused_without_being_repeated(text: str):
    with pytest.raises(InvalidIdentityError) as caught:
        Identity.from_text(text)
    assert not text or text not in str(caught.value)


def test_a_key_file_that_others_can_read_is_refused_with_the_remedy(
    identity: Identity, tmp_path: Path
):
    path = tmp_path / "key"
    identity.save(path)
    path.chmod(0o644)
    with pytest.raises(InvalidIdentityError, match="chmod 600"):
        Identity.from_file(path)


def test_a_key_file_is_never_overwritten(identity: Identity, tmp_path: Path):
    identity.save(tmp_path / "key")
    with pytest.raises(InvalidIdentityError, match="cannot make"):
        Identity.generate().save(tmp_path / "key")
    assert identity.npub == Identity.from_file(tmp_path / "key").npub


def test_a_key_given_as_a_path_is_not_repeated(identity: Identity):
    with pytest.raises(InvalidIdentityError) as caught:
        Identity.from_file(identity.nsec)
    assert identity.nsec not in str(caught.value)


def test_secrets_stay_out_of_reprs_and_pickles(identity: Identity):
    store = MemoryStore(identity, "wss://relay.example")
    for text in (repr(identity), str(identity), repr(store)):
        assert identity.private_key_hex not in text
        assert "nsec1" not in text
    with pytest.raises(TypeError, match="secret"):
        pickle.dumps(identity)


async def test_what_is_no_identity_is_refused(tmp_path: Path):
    with pytest.raises(InvalidIdentityError, match="public_key_hex"):
        await MemoryStore(object(), path=tmp_path / "a.db").recall("k")


async def test_a_profile_makes_its_key_once(tmp_path: Path):
    async with MemoryStore.open("agent") as store:
        await store.remember("k", "v")
        first = store.pubkey
    async with MemoryStore.open("agent") as store:
        assert (first, "v") == (store.pubkey, (await store.recall("k")).value)
        assert store.status().addressing == "blinded"
    async with MemoryStore.open("another") as store:
        assert first != store.pubkey
