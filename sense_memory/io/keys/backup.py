"""Whether the secret key of a profile was backed up, and whether that was ever proven.

A file beside the profile's own remembers it. It holds no secret: a public key, the path and the
fingerprint of a recovery kit, and two dates.
"""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import InputError
from .. import private_files

if TYPE_CHECKING:
    from ..profile import Profile


class BackupLevel(StrEnum):
    """How far a backup is to be trusted."""

    NEVER = "never made"
    UNPROVEN = "made, but never proven"
    PROVEN = "proven"


@dataclass(frozen=True, slots=True)
class BackupState:
    """What is known of a profile's backup.

    Attributes:
        level: Of the best kit there is: a newer one does not take back that an older one opened.
        kit: Path of that kit when it was made or proven; it may have been moved since.
        fingerprint: First 16 hex digits of the SHA-256 of its encrypted key.
        made_at: Seconds since the epoch; ``None`` if it was made elsewhere.
        proven_at: Seconds since the epoch.
    """

    level: BackupLevel
    kit: str | None = None
    fingerprint: str | None = None
    made_at: float | None = None
    proven_at: float | None = None


@dataclass(frozen=True, slots=True)
class _Record:
    """The file: the state of one key."""

    public_key: str
    kit: str
    fingerprint: str
    made_at: float | None
    proven_at: float | None


_NEVER = BackupState(BackupLevel.NEVER)


def backup_state(profile: "Profile") -> BackupState:
    """What is known of the backup of a profile's key; the key itself is not needed.

    Raises:
        InputError: The file that remembers it is unreadable.
    """
    record = _read(profile)
    if record is None or profile.public_key not in (None, record.public_key):
        return _NEVER
    level = BackupLevel.PROVEN if record.proven_at is not None else BackupLevel.UNPROVEN
    return BackupState(level, record.kit, record.fingerprint, record.made_at, record.proven_at)


def fingerprint(ncryptsec: str) -> str:
    """What tells one kit from another: 16 hex digits."""
    return sha256(ncryptsec.encode("ascii")).hexdigest()[:16]


def note_made(profile: "Profile", public_key: str, kit: Path, ncryptsec: str, now: float) -> None:
    """Remember that a kit was made; one that was proven stays the better one.

    Args:
        profile: Whose key it holds.
        public_key: 64 hex digits.
        kit: Where it was written.
        ncryptsec: The encrypted key in it.
        now: Seconds since the epoch.
    """
    old = _read(profile)
    if old is not None and old.public_key == public_key and old.proven_at is not None:
        return
    _write(profile, _Record(public_key, str(kit), fingerprint(ncryptsec), now, None))


def note_proven(profile: "Profile", public_key: str, kit: Path, ncryptsec: str, now: float) -> None:
    """Remember that a kit opened and held the profile's key. Arguments as for ``note_made``."""
    old = _read(profile)
    known = old is not None and old.fingerprint == fingerprint(ncryptsec)
    made_at = old.made_at if old is not None and known else None
    _write(profile, _Record(public_key, str(kit), fingerprint(ncryptsec), made_at, now))


def _read(profile: "Profile") -> _Record | None:
    path = profile.backup_record
    remedy = "remove it and prove the backup again"
    try:
        fields = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(
            f"the record of backups {path} cannot be read ({type(error).__name__}); {remedy}"
        ) from None
    match fields:
        case {
            "public_key": str(public_key),
            "kit": str(kit),
            "fingerprint": str(mark),
            "made_at": int() | float() | None as made_at,
            "proven_at": int() | float() | None as proven_at,
        }:
            return _Record(public_key, kit, mark, made_at, proven_at)
    raise InputError(f"the record of backups {path} is malformed; {remedy}")


def _write(profile: "Profile", record: _Record) -> None:
    private_files.make_folder(profile.backup_record.parent)
    private_files.replace(profile.backup_record, json.dumps(asdict(record), indent=1) + "\n")
