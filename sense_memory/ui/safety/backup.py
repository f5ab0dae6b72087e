"""Whether the key could be lost with this machine."""

from collections.abc import Callable

from ...core.errors import InputError
from ...core.finding import Finding, ok, problem, warning
from ...io.keys.backup import BackupLevel, BackupState

THROWN_AWAY = ok("key.backup", "This mind is made up: its key is thrown away when this ends.")


def backup_told(backup: Callable[[], BackupState] | None) -> Finding:
    """How far the backup of the key is to be trusted."""
    if backup is None:
        return warning(
            "key.backup",
            "The key is of no profile: nobody keeps account of its backup.",
            "see that somebody has it: without it, nothing on any relay can ever be read",
        )
    try:
        state = backup()
    except InputError as error:
        return warning("key.backup", str(error), "sense-memory keys verify-backup FILE")
    where = f" ({state.kit})" if state.kit is not None else ""
    match state.level:
        case BackupLevel.PROVEN:
            said = f"The key has a recovery kit that was opened and holds it{where}."
            return ok("key.backup", said)
        case BackupLevel.UNPROVEN:
            return warning(
                "key.backup",
                f"The key has a recovery kit{where}, and nobody has seen whether it opens.",
                "sense-memory keys verify-backup FILE",
            )
        case BackupLevel.NEVER:
            return problem(
                "key.backup",
                "The key was never backed up. Without it, nothing on any relay can ever be read.",
                "sense-memory keys backup recovery-kit.txt",
            )
