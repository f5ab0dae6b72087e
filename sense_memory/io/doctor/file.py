"""The file: does it open, is it whole, is there room, what in it cannot be read."""

import os
import shutil
import stat
from dataclasses import dataclass
from datetime import UTC, datetime

from ...core.errors import CorruptDatabaseError, StorageError
from ...core.finding import Finding, ok, problem, warning
from ..file_report import FileReport, alone, examine, fault, is_open_elsewhere
from ..profile import Profile

LITTLE_SPACE = 100 * 1024 * 1024
NO_SPACE = 10 * 1024 * 1024
"""Free bytes below which there is a warning, and a problem."""

RESTORE = (
    "open the store (sense-memory status): the file is set aside, and rebuilt from what proves "
    "itself; then run sense-memory sync, or import events FILE"
)
REPLACE = "put the right file there, or let the profile name another one"


@dataclass(frozen=True, slots=True)
class FileLook:
    """What was found, and the file's own report if it could be read."""

    findings: tuple[Finding, ...]
    report: FileReport | None


def look_at_file(profile: Profile, public_key: str | None) -> FileLook:
    """Look at a profile's file, all of it; that takes a second for each 100 MB or so.

    Args:
        profile: Whose.
        public_key: Of the key that is in use, or ``None`` if there is none.
    """
    path = profile.database
    if not path.exists():
        return FileLook((ok("file.opens", f"there is no file {path} yet"), *_space(profile)), None)
    try:
        others = is_open_elsewhere(path)
        report = examine(path)
        wrong = fault(path)
        copies = _copies(profile, report)
    except StorageError as error:
        advice = RESTORE if isinstance(error, CorruptDatabaseError) else REPLACE
        return FileLook((problem("file.opens", str(error), advice), *_space(profile)), None)
    findings = [
        ok(
            "file.opens",
            f"{path}: {report.records} records, the settings among them, "
            f"{_size(report.size_bytes)}, version {report.version}",
        ),
        problem("file.whole", f"{path} is damaged: {wrong}", RESTORE)
        if wrong is not None
        else ok("file.whole", "all of it can be read"),
        *_owner(report, public_key),
        *_exposed(profile),
        *_space(profile),
        ok(
            "file.others",
            "another process has it open" if others else "no other process has it open",
        ),
        *_rebuilt(report),
        *_copied(report),
        _unreadable(report),
        _addressing(profile, report),
        *copies,
    ]
    return FileLook(tuple(findings), report)


def _owner(report: FileReport, public_key: str | None) -> list[Finding]:
    if public_key in (None, report.owner):
        return []
    return [
        problem(
            "file.owner",
            f"the file belongs to {report.owner[:8]}…, and the key is that of "
            f"{str(public_key)[:8]}…",
            "bring the right key back, or use another profile: sense-memory --profile NAME",
        )
    ]


def _exposed(profile: Profile) -> list[Finding]:
    mode = stat.S_IMODE(profile.database.stat().st_mode)
    if os.name != "posix" or not mode & 0o077:
        return []
    return [
        warning(
            "file.secrecy",
            f"others can read {profile.database} (mode {mode:o}); it is ciphertext, but says how "
            "much there is, and when it changed",
            f"run: chmod 600 {profile.database}",
        )
    ]


def _space(profile: Profile) -> list[Finding]:
    folder = profile.database.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return [problem("file.space", f"{folder}: {error.strerror}", "make the folder accessible")]
    said = f"{_size(free)} are free on the disk of {folder}"
    if free < NO_SPACE:
        return [problem("file.space", said, "free some space: nothing can be remembered soon")]
    if free < LITTLE_SPACE:
        return [warning("file.space", said, "free some space")]
    return [ok("file.space", said)]


def _rebuilt(report: FileReport) -> list[Finding]:
    if report.set_aside is None:
        return []
    return [
        warning(
            "file.rebuilt",
            f"the file was damaged once, and rebuilt; the damaged one is {report.set_aside}",
            "run sense-memory sync; once all is there, remove the damaged one. Look after the disk",
        )
    ]


def _copied(report: FileReport) -> list[Finding]:
    if report.copied_at is None:
        return []
    when = datetime.fromtimestamp(report.copied_at, UTC).isoformat(" ", timespec="seconds")
    return [
        ok(
            "file.copied",
            f"it was copied, or an older one put in its place: since {when} it is a device of its "
            "own. Nothing is lost thereby",
        )
    ]


def _unreadable(report: FileReport) -> Finding:
    if not report.unreadable:
        return ok("file.unreadable", "every event in it is understood")
    reasons = "; ".join(f"{count}: {reason}" for reason, count in report.unreadable)
    return warning(
        "file.unreadable",
        f"{sum(count for _, count in report.unreadable)} events are kept aside ({reasons})",
        "upgrade sense-memory if a newer release wrote them; else they wait for a key that a relay "
        "may still have",
    )


def _addressing(profile: Profile, report: FileReport) -> Finding:
    known = report.addressing or (profile.addressing.value if profile.addressing else None)
    if known is not None:
        return ok("store.addressing", f"the store is {known}")
    held = f"; {report.held} writes wait for it" if report.held else ""
    if not profile.relays:
        return ok("store.addressing", f"nobody has said how relays will see it{held}")
    return warning(
        "store.addressing",
        f"it is not known yet how the store names things on relays{held}",
        "run: sense-memory sync, with a relay that has this identity's settings",
    )


def _copies(profile: Profile, report: FileReport) -> list[Finding]:
    local = _local_only(report)
    if not profile.relays or not report.records:
        return local
    here_only = alone(profile.database, profile.relays)
    if not here_only:
        said = "every record is on a relay, as far as is known"
        return [ok("store.copies", f"{said} (local-only ones aside)" if local else said), *local]
    return [
        warning(
            "store.copies",
            f"{here_only} of {report.records} records are not known to be on any relay",
            "run: sense-memory sync",
        ),
        *local,
    ]


def _local_only(report: FileReport) -> list[Finding]:
    if not report.local_only:
        return []
    return [
        ok(
            "store.local_only",
            f"{report.local_only} records are local-only: they are in this file and nowhere else; "
            "a copy is made with: sense-memory export events",
        )
    ]


def _size(count: int) -> str:
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"
