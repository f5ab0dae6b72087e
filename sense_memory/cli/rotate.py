"""keys rotate: a whole mind to a new key."""

import dataclasses
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import MovedError
from .discreet import refuse_secrets
from .exits import Code, CommandError
from .key_storage import Storage, keep_new, npub_of
from .output import data_json, data_table, say
from .session import Session, no_profile, run, session_of
from .values import read_secret, read_stdin

if TYPE_CHECKING:
    from ..core.config import Config
    from ..core.rotation import RotationReport
    from ..io.identity import Identity
    from ..io.keys.forms import LockedKey
    from ..io.keys.reference import KeyReference
    from ..io.profile import KeyedFile, Profile

STEP = 5.0
"""Seconds between two lines of progress."""
PATIENCE = 12
"""Steps without progress after which the command leaves the rest to a later run."""


def rotate(
    context: typer.Context,
    key: Annotated[
        Path | None,
        typer.Option(
            "--key",
            help="Move to this key, not to a new one: a recovery kit or key file, - for standard "
            "input. For the other machines of the same mind.",
            show_default=False,
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done.")
    ] = False,
    keep_old: Annotated[
        bool, typer.Option("--keep-old", help="Leave the old copies on the relays.")
    ] = False,
    finish: Annotated[
        bool,
        typer.Option(
            "--finish",
            help="Look once more, after all was done, for what was written under the old key.",
        ),
    ] = False,
    vanish: Annotated[
        bool,
        typer.Option(
            "--vanish",
            help="At the end ask the relays to delete all else of the old key, too (NIP-62).",
        ),
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Needed with --vanish, which cannot be taken back.")
    ] = False,
    keyring: Annotated[
        bool, typer.Option("--keyring", help="Keep the new key in the OS keyring.")
    ] = False,
    encrypted: Annotated[
        bool, typer.Option("--encrypted", help="Keep the new key under a passphrase.")
    ] = False,
    passphrase_file: Annotated[
        Path | None,
        typer.Option(
            "--passphrase-file",
            help="A file (mode 0600) with the new key's passphrase, instead of being asked.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Move the whole mind to a new key: when the old one may be known to others.

    Every memory is copied under the new key and read back from two relays (or the only one); then
    both keys say so to each other, and the old copies are given up. Broken off, it goes on with the
    next run. The old key and file stay until you remove them. Who had the old key can read what
    relays kept of the past; nothing takes that back.
    """
    session = session_of(context)
    refuse_secrets(key, passphrase_file)
    if keyring and encrypted:
        raise CommandError(Code.USAGE, "--keyring and --encrypted exclude each other")
    if vanish and keep_old:
        raise CommandError(Code.USAGE, "--vanish and --keep-old exclude each other")
    if vanish and not yes:
        raise CommandError(
            Code.USAGE, "--vanish cannot be taken back; nothing was done, to go on say --yes"
        )
    if session.scope is not None:
        raise CommandError(
            Code.USAGE, "the key is changed for all scopes at once; leave --scope out"
        )
    if dry_run and (finish or vanish):
        raise CommandError(
            Code.USAGE, "--dry-run plans a change of key; leave --finish and --vanish out"
        )
    profile = _own_profile(session)
    if dry_run:
        run(_print_plan(session, keep_old=keep_old))
        return
    before = profile.previous
    if profile.next is None and before is not None and (finish or not before.is_done):
        _refuse_another(key, profile.public_key, passphrase_file)
        change = _Change(profile, before, None, None, keep_old)
    elif finish and profile.next is None:
        raise CommandError(
            Code.ERROR,
            f"the key of the profile {profile.name!r} was not changed; leave --finish out",
        )
    else:
        storage = _storage(profile, keyring, encrypted, passphrase_file)
        change = _begun(session, profile, key, storage, keep_old)
    try:
        report = _carried_out(session, change, passphrase_file, finish=finish)
    except KeyboardInterrupt:
        say(f"broken off; go on with: {_command(session, keep_old=keep_old)}")
        raise
    if vanish and report.is_done:
        run(_vanish(change, passphrase_file))
    _end(session, report, keep_old=keep_old)


# --------------------------------------------------------------------------- whose keys


@dataclass(frozen=True, slots=True)
class _Change:
    """One change of key.

    Attributes:
        profile: As it is now.
        old: The key that is given up, and its file.
        new_key: The key that takes over, if it is open already.
        next: Where it will be; ``None`` once the profile uses it.
        keep_old: Whether old copies stay.
    """

    profile: "Profile"
    old: "KeyedFile"
    new_key: "Identity | None"
    next: "KeyedFile | None"
    keep_old: bool


def _own_profile(session: Session) -> "Profile":
    profile = session.load_profile()
    if session.given_key() is not None:
        raise CommandError(
            Code.USAGE,
            "the key comes from --key-file or the environment, and nothing here can change it "
            "there; leave that out, and bring it into a profile first: sense-memory keys import",
        )
    if not profile.exists:
        raise CommandError(Code.ERROR, no_profile(session))
    return profile


def _storage(
    profile: "Profile", keyring: bool, encrypted: bool, passphrase_file: Path | None
) -> Storage:
    """As was said, else as the old key is kept."""
    from ..io.keys.reference import Keeping

    if not keyring and not encrypted:
        keyring = profile.key.keeping is Keeping.KEYRING
        encrypted = profile.key.keeping in (Keeping.NCRYPTSEC, Keeping.NOSTRKEY)
    return Storage(keyring, encrypted, passphrase_file)


def _begun(
    session: Session, profile: "Profile", key: Path | None, storage: Storage, keep_old: bool
) -> _Change:
    """The change, with its new key in a safe place, and the profile knowing of it."""
    from ..io.profile import KeyedFile

    identity = session.identity(profile)
    old = KeyedFile(profile.key, profile.database, identity.public_key_hex)
    successor = run(_successor(profile, identity))
    # another device may have been first: then what is under way here leads nowhere
    if profile.next is not None and successor in (None, profile.next.public_key):
        given = _refuse_another(key, profile.next.public_key, storage.passphrase_file)
        return _Change(profile, old, given, profile.next, keep_old)
    if successor is not None and key is None:
        raise MovedError(successor, npub_of(successor))
    new, locked = _read(key, storage.passphrase_file) if key is not None else (_generated(), None)
    if successor not in (None, new.public_key_hex):
        raise CommandError(
            Code.LOCKED,
            f"this mind moved to {npub_of(str(successor))}, and {key} holds the key of {new.npub}; "
            "bring the first one here",
        )
    if new.public_key_hex == identity.public_key_hex:
        raise CommandError(
            Code.USAGE, f"the profile {profile.name!r} has this key already; nothing was changed"
        )
    short = new.public_key_hex[:8]
    path = profile.default_key_file.with_name(f"key-{short}")
    reference = (
        _kept_already(path, new) or keep_new(profile, new, storage, locked, path).profile.key
    )
    database = profile.database.with_name(f"memory-{short}.db")
    following = KeyedFile(reference, database, new.public_key_hex)
    profile = replace(profile, public_key=identity.public_key_hex, next=following)
    profile.save()
    say(f"the new key, of {new.npub}, is kept in {reference}")
    return _Change(profile, old, new, following, keep_old)


async def _successor(profile: "Profile", identity: "Identity") -> str | None:
    """The key to which this mind moved, as far as the file knows."""
    from ..store import MemoryStore

    store = MemoryStore.of_profile(profile, identity, with_relays=False, config=_config())
    async with store:
        return store.status().moved_to


def _refuse_another(
    key: Path | None, public_key: str | None, passphrase_file: Path | None
) -> "Identity | None":
    """The key that was given, which must be the one of the change under way; ``None`` if none was.

    Raises:
        CommandError: It is another one.
    """
    if key is None:
        return None
    given = _read(key, passphrase_file)[0]
    if public_key is not None and given.public_key_hex != public_key:
        raise CommandError(
            Code.ERROR, f"a change to {npub_of(public_key)} is under way; it goes on without --key"
        )
    return given


def _generated() -> "Identity":
    from ..io.identity import Identity

    return Identity.generate()


def _read(key: Path, passphrase_file: Path | None) -> "tuple[Identity, LockedKey | None]":
    """A key that somebody has: from a file, or ``-`` for standard input."""
    from ..io.identity import Identity
    from ..io.keys.forms import LockedKey, read_key
    from ..io.keys.found import unlock
    from ..io.keys.given import find_in_file

    if str(key) == "-":
        import sys

        is_terminal = sys.stdin is not None and sys.stdin.isatty()
        text = read_secret("new key") if is_terminal else _piped()
        found, source = read_key(text), "standard input"
    else:
        source = str(key.expanduser())
        found = find_in_file(Path(source)).key
    if isinstance(found, LockedKey):
        return Identity(unlock(found, source, passphrase_file)), found
    return Identity(found.secret), None


def _piped() -> str:
    try:
        return read_stdin("the new key").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(
            Code.USAGE, f"standard input is not UTF-8 text (byte {error.start})"
        ) from None


def _kept_already(path: Path, identity: "Identity") -> "KeyReference | None":
    """Where a run that was broken off has put this very key."""
    from ..io.keys.given import find_in_file
    from ..io.keys.reference import Keeping, KeyReference

    encrypted = path.with_name(path.name + ".ncryptsec")
    for file, keeping in ((path, Keeping.FILE), (encrypted, Keeping.NCRYPTSEC)):
        if file.exists():
            public_key = find_in_file(file).public_key
            if public_key in (None, identity.public_key_hex):
                return KeyReference(keeping, str(file))
    return None


def _open(kept: "KeyedFile", passphrase_file: Path | None) -> "Identity":
    """A key beside the one in use.

    Raises:
        CommandError: It is not where it was.
    """
    from ..io.identity import Identity
    from ..io.keys.forms import LockedKey
    from ..io.keys.found import unlock
    from ..io.keys.kept import find_kept

    found = find_kept(kept.key)
    if found is None:
        raise CommandError(
            Code.LOCKED,
            f"the key of {npub_of(kept.public_key)} is missing: nothing is at {kept.key}",
        )
    if isinstance(found.key, LockedKey):
        identity = Identity(unlock(found.key, found.where, passphrase_file))
    else:
        identity = Identity(found.key.secret)
    if identity.public_key_hex != kept.public_key:
        raise CommandError(
            Code.LOCKED,
            f"{found.where} holds another key ({identity.npub}) than the one of this change "
            f"({npub_of(kept.public_key)}); put the right one back",
        )
    return identity


# --------------------------------------------------------------------------- carry out


def _carried_out(
    session: Session, change: _Change, passphrase_file: Path | None, *, finish: bool
) -> "RotationReport":
    if change.next is not None:
        old_key = session.identity(change.profile)
        new_key = change.new_key or _open(change.next, passphrase_file)
    else:
        old_key = _open(change.old, None)
        new_key = session.identity(change.profile)
    return run(_advance(change, old_key, new_key, finish=finish))


async def _advance(
    change: _Change, old_key: "Identity", new_key: "Identity", *, finish: bool
) -> "RotationReport":
    from ..store import MemoryStore

    profile, following = change.profile, change.next
    old_profile = replace(profile, database=change.old.database)
    database = following.database if following is not None else profile.database
    store = MemoryStore.of_profile(old_profile, old_key, config=_config())
    async with (
        store,
        store.rotation(new_key, database, keep_old=change.keep_old) as rotation,
    ):
        if finish:
            await rotation.once_more()
        copied = given_up = idle = 0
        last: RotationReport | None = None
        while True:
            step = await rotation.advance(STEP)
            copied, given_up = copied + step.copied, given_up + step.given_up
            report = dataclasses.replace(step, copied=copied, given_up=given_up)
            if report.is_new_in_use and following is not None:
                # from here on the old key takes no write: the profile must not use it any more
                profile = _switch(profile, following, change.old)
                following = None
            idle = idle + 1 if report == last else 0
            last = report
            if report.is_done or idle >= PATIENCE:
                if report.is_done and profile.previous is not None:
                    done = replace(profile.previous, is_done=True)
                    replace(profile, previous=done).save()
                return report
            _say_progress(report)


def _switch(profile: "Profile", following: "KeyedFile", old: "KeyedFile") -> "Profile":
    """Let the profile use the new key and file, and name the old ones."""
    switched = replace(
        profile,
        key=following.key,
        database=following.database,
        public_key=following.public_key,
        next=None,
        previous=old,
    )
    switched.save()
    return switched


def _config() -> "Config":
    from ..core.config import Config, RelayConfig

    return Config(relays=RelayConfig(close_timeout=0))


async def _vanish(change: _Change, passphrase_file: Path | None) -> None:
    """Ask every relay to delete all that is left of the old key.

    Raises:
        CommandError: One of them did not.
    """
    from ..core.errors import RelayError
    from ..store import MemoryStore

    failed = []
    old_profile = replace(change.profile, database=change.old.database)
    store = MemoryStore.of_profile(
        old_profile, _open(change.old, passphrase_file), with_relays=False, config=_config()
    )
    async with store:
        for url in change.profile.relays:
            try:
                done = await store.vanish(url)
            except RelayError as error:
                failed.append(str(error))
                continue
            if done.accepted is not True:
                failed.append(f"{url}: {done.said or 'no answer'}")
            elif done.is_gone is False:
                failed.append(f"{url}: it said OK, and still shows what the old key wrote")
            else:
                say(f"{url} was asked to delete all else of the old key")
    if failed:
        raise CommandError(
            Code.ERROR, f"not every relay took the request to vanish: {'; '.join(failed)}"
        )


# ------------------------------------------------------------------------------- words


async def _print_plan(session: Session, *, keep_old: bool) -> None:
    relays = session.load_profile().relays
    async with session.opened(with_relays=False) as store:
        plan = await store.rotation_plan(relays, keep_old=keep_old)
    if session.as_json:
        data_json(dataclasses.asdict(plan))
        return
    rows = [
        ("old key", npub_of(plan.predecessor)),
        ("records", str(plan.memories)),
        ("forgettings", str(plan.forgotten)),
    ]
    if plan.asides:
        rows.append(("of a newer release", f"{plan.asides}, which go over letter by letter"))
    if plan.unreadable:
        rows.append(("unreadable", f"{plan.unreadable}, which stay under the old key"))
    data_table(["", ""], rows)
    for relay in plan.relays:
        pace = f", {_minutes(relay.seconds)} at its first rate" if relay.seconds else ""
        data_table(["", ""], [(relay.url, f"{relay.events} events{pace}")])
    say("nothing was changed; this is what the file knows, and relays may hold more")


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} minutes"


def _command(session: Session, *, keep_old: bool) -> str:
    """What goes on with a change that was broken off."""
    rest = " --keep-old" if keep_old else ""
    return f"sense-memory --profile {session.profile} keys rotate{rest}"


def _say_progress(report: "RotationReport") -> None:
    waiting = "; ".join(report.waiting_for)
    say(
        f"{report.step.value}: {report.copied} copied, {report.given_up} old copies given up"
        + (f", {report.remaining} to go" if report.remaining else "")
        + (f"; waiting for {waiting}" if waiting else "")
    )


def _end(session: Session, report: "RotationReport", *, keep_old: bool) -> None:
    """Say how far it came, and what is to be done by hand."""
    profile = session.load_profile()
    previous = profile.previous
    if session.as_json:
        fields = {**dataclasses.asdict(report), "step": report.step.value}
        old = {"key": str(previous.key), "database": str(previous.database)} if previous else None
        data_json({"npub": npub_of(report.successor), **fields, "kept": old})
    command = f"sense-memory --profile {profile.name} keys"
    if report.is_new_in_use and previous is not None:
        say(f"this profile is {npub_of(report.successor)} now; its memories are in {report.path}")
        say(
            f"kept until you remove them: the old key in {previous.key}, the old file "
            f"{previous.database}"
        )
        say(f"an old recovery kit does not bring this agent back; make a new one: {command} backup")
        say(f"other machines with the old key: {command} rotate --key FILE, with the new kit")
    if report.staying:
        say(
            f"{report.staying} stay under the old key: they do not open, or are too large, or no "
            "relay shows their copies"
        )
    if not report.is_done:
        waiting = "; ".join(report.waiting_for) or "the relays"
        say(f"not finished ({report.step.value}), waiting for {waiting}")
        say(f"go on with: {_command(session, keep_old=keep_old)}")
        raise typer.Exit(Code.QUEUED)
    say(f"done: {report.copied} copied, {report.given_up} old copies given up")
