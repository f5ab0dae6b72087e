"""What is remembered of backups: never made, made, proven; and of which kit."""

from dataclasses import replace
from pathlib import Path

import pytest

from sense_memory import Identity, InputError
from sense_memory.io.keys.backup import (
    BackupLevel,
    backup_state,
    fingerprint,
    note_made,
    note_proven,
)
from sense_memory.io.profile import Profile, load_profile

FIRST, SECOND = "ncryptsec1first", "ncryptsec1second"


@pytest.fixture
def profile(identity: Identity) -> Profile:
    return load_profile("agent").belonging_to(identity)


def test_never_made(profile: Profile) -> None:
    state = backup_state(profile)
    assert (state.level, state.kit, state.proven_at) == (BackupLevel.NEVER, None, None)
    assert not profile.backup_record.exists()


def test_made_then_proven(profile: Profile, identity: Identity) -> None:
    note_made(profile, identity.public_key_hex, Path("/kit"), FIRST, 5.0)
    made = backup_state(profile)
    assert (made.level, made.kit, made.made_at) == (BackupLevel.UNPROVEN, "/kit", 5.0)
    assert made.fingerprint == fingerprint(FIRST)
    note_proven(profile, identity.public_key_hex, Path("/usb/kit"), FIRST, 9.0)
    proven = backup_state(profile)
    assert (proven.level, proven.kit) == (BackupLevel.PROVEN, "/usb/kit")
    assert (proven.made_at, proven.proven_at) == (5.0, 9.0)


def test_a_new_kit_does_not_take_back_that_an_old_one_opened(
    profile: Profile, identity: Identity
) -> None:
    note_proven(profile, identity.public_key_hex, Path("/old"), FIRST, 1.0)
    note_made(profile, identity.public_key_hex, Path("/new"), SECOND, 2.0)
    assert (backup_state(profile).level, backup_state(profile).kit) == (BackupLevel.PROVEN, "/old")
    note_proven(profile, identity.public_key_hex, Path("/new"), SECOND, 3.0)
    state = backup_state(profile)
    assert (state.kit, state.made_at, state.proven_at) == ("/new", None, 3.0)


def test_the_backup_of_another_key_counts_for_nothing(profile: Profile, identity: Identity) -> None:
    note_proven(profile, identity.public_key_hex, Path("/old"), FIRST, 1.0)
    other = profile.belonging_to(Identity.generate())
    assert backup_state(other).level is BackupLevel.NEVER
    note_made(other, other.public_key or "", Path("/new"), SECOND, 2.0)
    assert backup_state(other).level is BackupLevel.UNPROVEN
    assert backup_state(profile).level is BackupLevel.NEVER
    assert backup_state(replace(profile, public_key=None)).level is BackupLevel.UNPROVEN


def test_the_record_is_private_and_holds_no_key(profile: Profile, identity: Identity) -> None:
    note_made(profile, identity.public_key_hex, Path("/kit"), FIRST, 5.0)
    assert profile.backup_record.stat().st_mode & 0o777 == 0o600
    assert FIRST not in profile.backup_record.read_text()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"public_key": "x"}', '{"public_key": 1, "kit": "k"}', "\ud800"]
)
def test_an_unreadable_record_is_said_to_be_so(profile: Profile, text: str) -> None:
    profile.backup_record.parent.mkdir(parents=True)
    profile.backup_record.write_text(text, errors="surrogatepass")
    with pytest.raises(InputError, match="remove it"):
        backup_state(profile)
