"""Profiles as files: what old ones said, what is refused, and whose key goes with them."""

from dataclasses import replace
from pathlib import Path

import pytest

from sense_memory import Identity, InputError, InvalidIdentityError
from sense_memory.io.keys.reference import Keeping, KeyReference
from sense_memory.io.profile import Profile, load_profile


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "profiles"
    folder.mkdir()
    monkeypatch.setenv("SENSE_MEMORY_HOME", str(folder))
    return folder


def saved(home: Path, text: str) -> Profile:
    (home / "agent.toml").write_text(text)
    return load_profile("agent")


def test_a_new_profile_keeps_its_key_in_a_file_of_its_own(home: Path) -> None:
    profile = load_profile("agent")
    assert profile.key == KeyReference(Keeping.FILE, str(home / "agent" / "key"))
    assert (profile.exists, profile.public_key) == (False, None)
    assert not list(home.iterdir())


def test_there_and_back(home: Path, identity: Identity) -> None:
    for key in ("keyring:npub1x", 'file:/with "quotes"\\and more', "nostrkey:/n"):
        reference = KeyReference.parse(key, home)
        profile = replace(load_profile("agent"), key=reference).belonging_to(identity)
        profile.save()
        assert load_profile("agent") == profile
        assert profile.public_key == identity.public_key_hex
    assert (home / "agent.toml").stat().st_mode & 0o777 == 0o600


def test_what_the_first_releases_wrote_is_read(home: Path, identity: Identity) -> None:
    identity.save(home / "old key")
    profile = saved(home, f'relays = []\nkey_file = "{home}/old key"\naddressing = "plain"\n')
    assert profile.key_file == home / "old key"
    assert profile.identity().npub == identity.npub
    profile.save()
    assert load_profile("agent") == profile
    assert "key_file" not in (home / "agent.toml").read_text()


def test_a_relative_path_begins_at_the_profile(
    home: Path, identity: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity.save(home / "keys" / "mine")
    monkeypatch.chdir(tmp_path)
    assert saved(home, 'key = "file:keys/mine"\n').identity().npub == identity.npub


def test_a_key_in_a_keyring_has_a_file_it_would_be_in(home: Path) -> None:
    assert saved(home, 'key = "keyring:x"\n').key_file == home / "agent" / "key"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            'key = "nsec10allq0gjx7fddtzef0ax00mdps9t2kmtrldkyjfs8l5xruwvh2dq0lhhkp"',
            "never the key",
        ),
        ("key = 7", "never the key"),
        ('key = "vault:x"', "file:…"),
        ('public_key = "AB"', "public key"),
        ("public_key = 7", "public key"),
    ],
)
def test_what_is_malformed_names_the_file_and_not_the_value(
    home: Path, line: str, why: str
) -> None:
    with pytest.raises(InputError, match=why) as caught:
        saved(home, line + "\n")
    assert "agent.toml" in str(caught.value)
    assert "allq0gjx" not in str(caught.value)


@pytest.mark.parametrize("keeping", ["ncryptsec", "nostrkey"])
def test_a_key_in_another_form_than_the_profile_says(
    home: Path, identity: Identity, keeping: str
) -> None:
    identity.save(home / "key")
    with pytest.raises(InvalidIdentityError, match=f"holds the key as {keeping}, but it is nsec"):
        saved(home, f'key = "{keeping}:key"\n').identity()


def test_the_key_is_made_once_and_kept(home: Path) -> None:
    made = load_profile("agent").identity()
    assert made.is_new
    again = load_profile("agent").identity()
    assert (again.npub, again.is_new) == (made.npub, False)


def test_a_key_is_not_made_where_one_was(home: Path, identity: Identity) -> None:
    belonging = load_profile("agent").belonging_to(identity)
    with_file = load_profile("other")
    with_file.database.parent.mkdir(parents=True)
    with_file.database.touch()
    for profile in (belonging, with_file):
        with pytest.raises(InvalidIdentityError, match="its key is missing"):
            profile.identity()
        assert not profile.key_file.exists()


def test_a_file_that_others_can_read_is_no_reason_to_make_another(home: Path) -> None:
    profile = load_profile("agent")
    profile.identity()
    profile.key_file.chmod(0o644)
    with pytest.raises(InvalidIdentityError, match="chmod 600"):
        profile.identity()


def test_the_key_of_somebody_else(home: Path, identity: Identity) -> None:
    identity.save(home / "agent" / "key")
    profile = load_profile("agent").belonging_to(Identity.generate())
    with pytest.raises(InvalidIdentityError, match="belongs to another key"):
        profile.identity()
