"""init: a key, a file and relays under a name."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from . import questions
from .discreet import DiscreetCommand, refuse_secrets
from .examples import examples
from .exits import Code, CommandError
from .key_storage import Keyed, Storage, import_key, is_there, keep_new, npub_of
from .output import data_json, data_table, say
from .session import Session, run, session_of
from .values import read_secret

if TYPE_CHECKING:
    from ..io.identity import Identity
    from ..io.profile import Profile


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        cls=DiscreetCommand,
        epilog=examples(
            "sense-memory init",
            "sense-memory init --relay wss://relay.one --relay wss://relay.two",
            "sense-memory init --import-key --relay wss://relay.one < key-file",
        ),
    )(init)


def init(
    context: typer.Context,
    relay: Annotated[
        list[str] | None,
        typer.Option(help="A relay to keep encrypted copies on; may be repeated."),
    ] = None,
    local: Annotated[
        bool, typer.Option("--local", help="Use no relays: everything stays on this machine.")
    ] = False,
    imports: Annotated[
        bool,
        typer.Option(
            "--import-key",
            help="Read an existing key from standard input: nsec, hex, ncryptsec or words.",
        ),
    ] = False,
    keyring: Annotated[
        bool,
        typer.Option(
            "--keyring", help="Keep the key in the OS keyring, or in a file if there is none."
        ),
    ] = False,
    addressing: Annotated[
        str | None,
        typer.Option(
            help="blinded (relays see no names; the default) or plain (as the published client)."
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Ask nothing: no relays, hidden names, a backup later.")
    ] = False,
) -> None:
    """Make a profile: a new key, or an imported one, and the relays to use.

    A profile that exists keeps its key; relays given are added to it. At a terminal it asks what
    was not said: at most where copies go, whether names are hidden there, and for a backup.
    """
    from ..core.records.store_settings import Addressing
    from ..io.relay_url import check_relay_url

    session = session_of(context)
    refuse_secrets(addressing, *(relay or ()))
    if relay and local:
        raise CommandError(Code.USAGE, "--relay and --local exclude each other")
    if imports and session.key_file is not None:
        raise CommandError(Code.USAGE, "--import-key and --key-file exclude each other")
    if addressing not in (None, *Addressing):
        raise CommandError(Code.USAGE, f"--addressing is blinded or plain, got {addressing!r}")
    _refuse_another_key_file(session)
    relays = [check_relay_url(url) for url in relay or ()]
    old = session.load_profile()
    asks = not (relay or local or imports or yes or session.as_json)
    asks = asks and questions.somebody_is_there()
    if asks and not old.exists:
        relays = questions.relays_to_use()
        if relays and addressing is None and session.given_key() is None:
            addressing = Addressing.BLINDED if questions.hides_names() else Addressing.PLAIN
    profile = old.with_relays(() if local else tuple(dict.fromkeys([*old.relays, *relays])))
    if addressing is not None:
        if old.database.exists() and old.addressing != addressing:
            raise CommandError(
                Code.USAGE,
                f"the file of the profile {old.name!r} is {old.addressing or 'undecided'} already; "
                "that is decided before its first use",
            )
        profile = replace(profile, addressing=Addressing(addressing))
    keyed = _with_key(session, profile, imports=imports, keyring=keyring)
    is_from_elsewhere = session.given_key() is not None and not old.exists
    is_from_elsewhere |= keyed.added is not None and imports
    undecided = is_from_elsewhere and addressing is None
    if undecided:
        # the store of a key that was made elsewhere, if it has one, says
        keyed = replace(keyed, profile=replace(keyed.profile, addressing=None))
    finish(session, old, keyed, imported=imports)
    if asks and _has_no_backup(session) and questions.backs_up_now():
        from .keys import write_kit

        write_kit(session)
    elif keyed.added is not None and not imports:
        say(
            "back up this key: nobody can replace it, or read anything without it "
            f"(sense-memory --profile {profile.name} keys backup)"
        )
    if undecided:
        say(
            "if this key has memories on its relays, they go on as they are, plain or blinded; "
            "a new store is blinded: relays will see no names"
        )


def finish(session: Session, old: "Profile", keyed: Keyed, *, imported: bool) -> None:
    """Write the profile down and say what it is.

    Args:
        session: The options before the command.
        old: The profile as it was.
        keyed: As it is to be.
        imported: Whether its key is from elsewhere.
    """
    existed = old.exists
    profile = replace(keyed.profile, public_key=keyed.public_key)
    if profile != old or not existed:
        profile.save()
    made = keyed.added if not imported else None
    if made is not None:
        run(_make_file(profile, made))
    _print(session, replace(keyed, profile=profile), existed=existed)
    if not profile.relays:
        say("this profile is local; add a relay with: sense-memory init --relay wss://…")


def _has_no_backup(session: Session) -> bool:
    """Whether the key is kept here, and nowhere else as far as is known."""
    from ..io.keys.backup import BackupLevel, backup_state

    if session.given_key() is not None:
        return False
    return backup_state(session.load_profile()).level is BackupLevel.NEVER


def _refuse_another_key_file(session: Session) -> None:
    from ..io.profile import load_profile

    own = load_profile(session.profile)
    if own.exists and session.key_file is not None and session.key_file != own.key_file:
        raise CommandError(
            Code.ERROR,
            f"the profile {own.name!r} has its own key, in {own.key}, which is not replaced; "
            "choose another name: sense-memory --profile NAME init …",
        )


def _with_key(session: Session, profile: "Profile", *, imports: bool, keyring: bool) -> Keyed:
    """The profile with its key, which is made if it has none."""
    from ..io.identity import Identity

    if session.given_key() is not None:
        if imports or keyring:
            raise CommandError(
                Code.USAGE,
                "the key comes from --key-file or the environment, and is kept there; leave that "
                "out to keep a key elsewhere",
            )
        given = session.identity(profile).public_key_hex
        _refuse_another_owner(profile, given)
        return Keyed.before(profile, given)
    if imports:
        text = read_secret("secret key")
        return import_key(profile, text, "standard input", Storage(keyring=keyring))
    if keyring and (profile.exists or is_there(profile)):
        raise CommandError(
            Code.USAGE,
            f"the profile {profile.name!r} keeps its key already ({profile.key}); --keyring is for "
            "a new key",
        )
    if keyring:
        return keep_new(profile, Identity.generate(), Storage(keyring=True))
    if profile.public_key is not None and is_there(profile):
        return Keyed.before(profile, profile.public_key)  # without asking for its passphrase
    identity = profile.own_or_new_identity()
    if identity.is_new:
        return Keyed.now(profile, identity)
    return Keyed.before(profile, identity.public_key_hex)


def _refuse_another_owner(profile: "Profile", public_key: str) -> None:
    if profile.public_key is not None and profile.public_key != public_key:
        raise CommandError(
            Code.ERROR,
            f"the profile {profile.name!r} belongs to {npub_of(profile.public_key)}, the key given "
            f"is {npub_of(public_key)}; choose another name: sense-memory --profile NAME init …",
        )


async def _make_file(profile: "Profile", identity: "Identity") -> None:
    """Make the file while it is certain that no relay knows this key: nothing is anywhere else."""
    from ..store import MemoryStore

    async with MemoryStore(identity, path=profile.database, addressing=profile.addressing):
        pass


def _print(session: Session, keyed: Keyed, *, existed: bool) -> None:
    profile = keyed.profile
    addressing = profile.addressing.value if profile.addressing else None
    key_file = profile.key.path
    in_file = key_file is not None and key_file.exists()
    key = str(profile.key) if in_file or key_file is None else None
    if session.as_json:
        data_json(
            {
                "profile": profile.name,
                "npub": npub_of(keyed.public_key),
                "pubkey": keyed.public_key,
                "key": key,
                "key_file": str(key_file) if in_file else None,
                "database": str(profile.database),
                "relays": list(profile.relays),
                "addressing": addressing,
                "made_profile": not existed,
                "made_key_file": keyed.added is not None and in_file,
            }
        )
        return
    rows: Sequence[tuple[str, str]] = (
        ("profile", profile.name if not existed else f"{profile.name} (existed)"),
        ("npub", npub_of(keyed.public_key)),
        ("key", key or "from the environment"),
        ("database", str(profile.database)),
        ("relays", " ".join(profile.relays) or "none"),
        ("addressing", addressing or "as the store's settings say"),
    )
    data_table(["", ""], rows)
