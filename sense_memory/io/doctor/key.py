"""The secret key: where it is, who can read it, whether it can be brought back."""

import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path

from ...core.errors import InputError, InvalidIdentityError
from ...core.finding import Finding, ok, problem, warning
from ..identity import Identity
from ..keys.backup import BackupLevel, backup_state
from ..keys.found import FoundKey
from ..keys.kept import find_kept
from ..profile import Profile

IMPORT = "if it is lost, bring it back from its backup: sense-memory keys import"


@dataclass(frozen=True, slots=True)
class KeyLook:
    """What was found, and the key if it opened."""

    findings: tuple[Finding, ...]
    identity: Identity | None
    public_key: str | None


def look_at_key(profile: Profile, given: FoundKey | None) -> KeyLook:
    """Look at a profile's key; asks for a passphrase if the key needs one.

    Args:
        profile: Whose.
        given: A key from outside the profile, which comes before its own.
    """
    findings: list[Finding] = []
    found: FoundKey | None = None
    identity: Identity | None = None
    try:
        found = given if given is not None else find_kept(profile.key)
        if found is not None:
            identity = Identity(found.open())
    except InvalidIdentityError as error:
        findings.append(problem("key.opens", str(error), IMPORT))
    if found is None and not findings:
        findings.append(
            problem(
                "key.opens",
                f"there is no key at {profile.key}, and the environment gives none",
                IMPORT,
            )
        )
    public_key = identity.public_key_hex if identity is not None else profile.public_key
    if found is not None and identity is not None:
        findings.append(_place(found))
        findings += _exposed_folder(profile)
        findings += _stranger(profile, identity)
    findings.append(_backup(replace(profile, public_key=public_key)))
    return KeyLook(tuple(findings), identity, public_key)


def _place(found: FoundKey) -> Finding:
    if found.is_inherited:
        return warning(
            "key.opens",
            f"the key comes from {found.where}, which every child process inherits",
            "put it into a file and name that in $SENSE_MEMORY_NSEC_FILE",
        )
    how = "unencrypted, readable by its owner alone" if found.is_stored_plain else "encrypted"
    return ok("key.opens", f"the key is in {found.where}, {how}")


def _exposed_folder(profile: Profile) -> list[Finding]:
    """Who can write into the folder can put another key there."""
    path = profile.key.path
    if path is None or os.name != "posix" or not path.exists():
        return []
    folder = Path(path).parent
    mode = stat.S_IMODE(folder.stat().st_mode)
    if not mode & 0o022:
        return []
    return [
        warning(
            "key.folder",
            f"others can write into {folder} (mode {mode:o}), and so replace the key",
            f"run: chmod go-w {folder}",
        )
    ]


def _stranger(profile: Profile, identity: Identity) -> list[Finding]:
    if profile.public_key in (None, identity.public_key_hex):
        return []
    return [
        problem(
            "key.owner",
            f"the profile belongs to {str(profile.public_key)[:8]}…, and the key is that of "
            f"{identity.public_key_hex[:8]}…",
            "bring the right key back, or use another profile: sense-memory --profile NAME",
        )
    ]


def _backup(profile: Profile) -> Finding:
    try:
        state = backup_state(profile)
    except InputError as error:
        return warning("key.backup", str(error), "run: sense-memory keys verify-backup FILE")
    match state.level:
        case BackupLevel.PROVEN:
            return ok("key.backup", "the key was backed up, and the backup was proven")
        case BackupLevel.UNPROVEN:
            return warning(
                "key.backup",
                f"the key was backed up ({state.kit}), but nobody proved that it can be brought "
                "back from there",
                "run: sense-memory keys verify-backup FILE",
            )
        case _:
            return warning(
                "key.backup",
                "the key was never backed up: if it is lost, nobody can read anything again",
                "run: sense-memory keys backup",
            )
