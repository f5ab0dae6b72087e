"""keys: where the secret key is, taking it elsewhere, and proving that it can be brought back."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .discreet import DiscreetCommand, DiscreetGroup, refuse_secrets
from .examples import examples
from .exits import Code, CommandError
from .init import finish
from .key_storage import Storage, import_key, npub_of
from .output import data, data_json, data_table, iso, local_time, say
from .rotate import rotate
from .session import Session, no_profile, session_of
from .values import read_secret, read_stdin

if TYPE_CHECKING:
    from ..io.identity import Identity
    from ..io.keys.backup import BackupState
    from ..io.keys.found import FoundKey
    from ..io.profile import Profile

SHORT_PASSPHRASE = 12
"""Characters; below, a passphrase is worth a word of warning."""

commands = typer.Typer(
    cls=DiscreetGroup,
    help="The secret key: where it is kept, and how to bring it back. It is never printed.\n\n"
    "Example: sense-memory keys backup, then sense-memory keys verify-backup FILE",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="keys")


PassphraseFile = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        help="A file (mode 0600) with the passphrase, instead of being asked for it.",
        show_default=False,
    ),
]


@commands.command(cls=DiscreetCommand, epilog=examples("sense-memory keys show"))
def show(context: typer.Context) -> None:
    """Print whose key it is, where it is kept, and whether it was backed up; never the key."""
    from ..io.keys.backup import backup_state

    session = session_of(context)
    profile, found = _located(session)
    public_key = found.public_key or profile.public_key
    if public_key is None:
        public_key = found.open().public_key.hex
    backup = backup_state(replace(profile, public_key=public_key))
    if session.as_json:
        data_json(
            {
                "profile": profile.name,
                "npub": npub_of(public_key),
                "pubkey": public_key,
                "kept": found.where,
                "encrypted": not found.is_stored_plain,
                "backup": _backup_fields(backup),
            }
        )
        return
    how = "unencrypted" if found.is_stored_plain else "encrypted"
    rows: Sequence[tuple[str, str]] = (
        ("profile", profile.name),
        ("npub", npub_of(public_key)),
        ("public key", public_key),
        ("kept", f"{found.where} ({how})"),
        ("backup", _backup_words(backup)),
    )
    data_table(["", ""], rows)
    if backup.proven_at is None:
        say(_next_step(profile, backup))


@commands.command(
    cls=DiscreetCommand,
    epilog=examples(
        "sense-memory keys export > key.ncryptsec", "sense-memory keys export key.ncryptsec"
    ),
)
def export(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(help="A new file, mode 0600; left out, it goes to standard output."),
    ] = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Print the secret key under a passphrase (ncryptsec, NIP-49), for other Nostr programs."""
    session = session_of(context)
    refuse_secrets(file, passphrase_file)
    _, identity, was_plain = _opened(session)
    text = _encrypted(identity, "the exported key", passphrase_file, exposed=was_plain)
    if file is not None:
        _create(file, text + "\n")
    if session.as_json:
        printed = text if file is None else None
        where = str(file) if file is not None else None
        data_json({"npub": identity.npub, "ncryptsec": printed, "file": where})
    elif file is None:
        data(text)
    else:
        say(f"wrote the encrypted key of {identity.npub} to {file}")


@commands.command(
    "import",
    cls=DiscreetCommand,
    epilog=examples(
        "sense-memory keys import recovery-kit.txt",
        "sense-memory keys import --relay wss://relay.one < key-file",
    ),
)
def import_(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(help="A recovery kit, or a file with a key; left out: standard input."),
    ] = None,
    relay: Annotated[
        list[str] | None,
        typer.Option(help="A relay where the memories are; may be repeated."),
    ] = None,
    keyring: Annotated[
        bool,
        typer.Option(
            "--keyring", help="Keep the key in the OS keyring, or in a file if there is none."
        ),
    ] = False,
    encrypted: Annotated[
        bool,
        typer.Option("--encrypted", help="Keep the key under a passphrase, asked for each time."),
    ] = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Take a key that exists: nsec, hex, ncryptsec, nostrkey file, 12 words, or a recovery kit.

    It is read from a file or standard input, never from an argument. A recovery kit brings its
    relays along.
    """
    from ..core.clock import SystemClock
    from ..io.keys.backup import note_proven
    from ..io.keys.forms import LockedKey, read_key
    from ..io.keys.kit import read_whereabouts
    from ..io.relay_url import check_relay_url

    session = session_of(context)
    refuse_secrets(file, passphrase_file, *(relay or ()))
    if keyring and encrypted:
        raise CommandError(Code.USAGE, "--keyring and --encrypted exclude each other")
    if session.given_key() is not None:
        raise CommandError(
            Code.USAGE,
            "the key comes from --key-file or the environment; leave that out to import another",
        )
    relays = [check_relay_url(url) for url in relay or ()]
    text, source = _input(file)
    known = read_whereabouts(text)
    old = session.load_profile()
    all_relays = [*old.relays, *relays, *(known.relays if known is not None else ())]
    profile = old.with_relays(tuple(dict.fromkeys(all_relays)))
    storage = Storage(keyring, encrypted, passphrase_file)
    keyed = import_key(profile, text, source, storage)
    kept = keyed.added is not None
    if kept and not old.exists:
        # Where there are relays, the store's own settings say. Without, the kit is all there is.
        local = known.addressing if known is not None and not profile.relays else None
        keyed = replace(keyed, profile=replace(keyed.profile, addressing=local))
    finish(session, old, keyed, imported=True)
    locked = read_key(text)
    if file is not None and known is not None and isinstance(locked, LockedKey):
        # a kit that has just opened is a backup that works
        path = file.expanduser().absolute()
        note_proven(keyed.profile, keyed.public_key, path, locked.text, SystemClock().now())
    if kept and profile.relays:
        say(
            "memories come from the relays when they are asked for; all of them at once: "
            f"sense-memory --profile {profile.name} sync"
        )
    elif not kept:
        say(f"the profile {profile.name!r} has this key already")


@commands.command(
    cls=DiscreetCommand,
    epilog=examples("sense-memory keys backup", "sense-memory keys backup /media/usb/agent.txt"),
)
def backup(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="A new file; left out: sense-memory-recovery-PROFILE.txt in this folder."
        ),
    ] = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Write a recovery kit: the key under a passphrase, the relays, and how to start again."""
    session = session_of(context)
    refuse_secrets(file, passphrase_file)
    write_kit(session, file, passphrase_file)


def write_kit(
    session: Session, file: Path | None = None, passphrase_file: Path | None = None
) -> None:
    """Write a recovery kit, and say where it is and what to do with it."""
    from ..core.clock import SystemClock
    from ..io.keys.backup import backup_state, note_made
    from ..io.keys.kit import RecoveryKit

    profile, identity, was_plain = _opened(session)
    path = (file or Path(f"sense-memory-recovery-{profile.name}.txt")).expanduser().absolute()
    if path.exists():
        raise CommandError(Code.ERROR, f"{path} exists already and is not overwritten")
    text = _encrypted(identity, "the recovery kit", passphrase_file, exposed=was_plain)
    now = SystemClock().now()
    kit = RecoveryKit(
        profile.name,
        identity.npub,
        text,
        profile.relays,
        profile.addressing,
        profile.database,
        now,
    )
    _create(path, kit.text(path.name))
    profile = profile.belonging_to(identity)
    note_made(profile, identity.public_key_hex, path, text, now)
    state = backup_state(profile)
    if session.as_json:
        fields = {"profile": profile.name, "npub": identity.npub, "kit": str(path)}
        data_json({**fields, "backup": _backup_fields(state)})
    else:
        data(str(path))
    if not profile.relays:
        say(f"this profile has no relay: the kit brings back the key; copy {profile.database} too")
    say(
        "keep the kit and its passphrase in two places, and prove that it works: "
        f"sense-memory --profile {profile.name} keys verify-backup {path}"
    )


@commands.command(
    "verify-backup",
    cls=DiscreetCommand,
    epilog=examples("sense-memory keys verify-backup sense-memory-recovery-default.txt"),
)
def verify_backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A recovery kit, or a file with an ncryptsec.")],
    passphrase_file: PassphraseFile = None,
) -> None:
    """Prove a recovery kit: open it with its passphrase and compare the key with the profile's."""
    from ..core.clock import SystemClock
    from ..io import private_files
    from ..io.keys.backup import backup_state, note_proven
    from ..io.keys.forms import LockedKey, read_key
    from ..io.keys.found import unlock

    session = session_of(context)
    refuse_secrets(file, passphrase_file)
    profile, found = _located(session)
    path = file.expanduser().absolute()
    key = read_key(private_files.read(path, "recovery kit").text)
    if not isinstance(key, LockedKey):
        raise CommandError(
            Code.ERROR, f"{path} holds a key without a passphrase, which is no recovery kit"
        )
    public_key = unlock(key, str(path), passphrase_file).public_key.hex
    own = found.public_key or profile.public_key or found.open().public_key.hex
    if public_key != own:
        raise CommandError(
            Code.ERROR,
            f"{path} holds another key ({npub_of(public_key)}) than the profile "
            f"{profile.name!r} ({npub_of(own)}); it cannot bring this agent back",
        )
    profile = replace(profile, public_key=own)
    note_proven(profile, own, path, key.text, SystemClock().now())
    state = backup_state(profile)
    if session.as_json:
        fields = {"profile": profile.name, "npub": npub_of(own), "kit": str(path)}
        data_json({**fields, "backup": _backup_fields(state)})
    else:
        data(f"{path} opens, and holds the key of the profile {profile.name!r}")


commands.command(
    cls=DiscreetCommand,
    epilog=examples(
        "sense-memory keys rotate --dry-run",
        "sense-memory keys rotate && sense-memory keys backup",
        "sense-memory keys rotate --key new-recovery-kit.txt",
    ),
)(rotate)


def _located(session: Session) -> tuple["Profile", "FoundKey"]:
    """The profile, and its key as it lies there: not opened, and never made."""
    from ..io.keys.kept import find_kept

    profile = session.load_profile()
    given = session.given_key()
    if given is not None:
        return replace(profile, public_key=None), given
    if not profile.exists:
        raise CommandError(Code.ERROR, no_profile(session))
    kept = find_kept(profile.key)
    if kept is None:
        raise CommandError(
            Code.LOCKED,
            f"the key of the profile {profile.name!r} is missing: nothing is at {profile.key}; "
            f"bring it back with: sense-memory --profile {profile.name} keys import",
        )
    return profile, kept


def _opened(session: Session) -> tuple["Profile", "Identity", bool]:
    """The profile, its key, and whether the key lies somewhere unencrypted."""
    profile, found = _located(session)
    return profile, session.identity(profile), found.is_stored_plain


def _encrypted(
    identity: "Identity", what: str, passphrase_file: Path | None, *, exposed: bool
) -> str:
    from ..io.keys import passphrase

    chosen = passphrase.chosen(what, passphrase_file)
    if len(chosen.text) < SHORT_PASSPHRASE:
        say(f"the passphrase has fewer than {SHORT_PASSPHRASE} characters: it can be guessed")
    return identity.ncryptsec(chosen.text, exposed=exposed)


def _create(path: Path, text: str) -> None:
    from ..io import private_files

    try:
        private_files.create(path.expanduser(), text)
    except FileExistsError:
        raise CommandError(Code.ERROR, f"{path} exists already and is not overwritten") from None


def _input(file: Path | None) -> tuple[str, str]:
    """The text to import, and where it is from. A file that is not encrypted must be private."""
    from ..io import private_files
    from ..io.keys.given import find_in_file

    if file is not None:
        path = file.expanduser()
        find_in_file(path)
        return private_files.read(path, "key file").text, str(path)
    if sys.stdin is not None and sys.stdin.isatty():
        return read_secret("secret key (or ncryptsec, or words)"), "standard input"
    try:
        return read_stdin("secret key").decode("utf-8-sig"), "standard input"
    except UnicodeDecodeError as error:
        raise CommandError(
            Code.USAGE, f"standard input is not UTF-8 text (byte {error.start})"
        ) from None


def _backup_fields(state: "BackupState") -> dict[str, Any]:
    return {
        "level": state.level.value,
        "kit": state.kit,
        "made_at": iso(state.made_at),
        "proven_at": iso(state.proven_at),
    }


def _backup_words(state: "BackupState") -> str:
    if state.proven_at is not None:
        return f"{state.level} on {local_time(state.proven_at)}: {state.kit}"
    if state.made_at is not None:
        return f"{state.level}, on {local_time(state.made_at)}: {state.kit}"
    return state.level.value


def _next_step(profile: "Profile", state: "BackupState") -> str:
    command = f"sense-memory --profile {profile.name} keys"
    if state.kit is not None:
        return f"prove that the backup opens: {command} verify-backup {state.kit}"
    return f"nobody can replace this key; back it up: {command} backup"
