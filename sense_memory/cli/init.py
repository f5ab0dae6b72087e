"""init: a key, a file and relays under a name."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from .discreet import DiscreetCommand
from .examples import examples
from .exits import Code, CommandError
from .key_storage import has_already, keep_new, npub_of
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
    import_key: Annotated[
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
) -> None:
    """Make a profile: a new key, or an imported one, and the relays to use.

    A profile that exists keeps its key; relays given are added to it.
    """
    from ..core.records.store_settings import Addressing
    from ..io.relay_url import check_relay_url

    session = session_of(context)
    if relay and local:
        raise CommandError(Code.USAGE, "--relay and --local exclude each other")
    if import_key and session.key_file is not None:
        raise CommandError(Code.USAGE, "--import-key and --key-file exclude each other")
    if addressing not in (None, *Addressing):
        raise CommandError(Code.USAGE, f"--addressing is blinded or plain, got {addressing!r}")
    _refuse_another_key_file(session)
    relays = [check_relay_url(url) for url in relay or ()]
    old = session.load_profile()
    profile = old.with_relays(() if local else tuple(dict.fromkeys([*old.relays, *relays])))
    if addressing is not None:
        if old.database.exists() and old.addressing != addressing:
            raise CommandError(
                Code.USAGE,
                f"the file of the profile {old.name!r} is {old.addressing or 'undecided'} already; "
                "that is decided before its first use",
            )
        profile = replace(profile, addressing=Addressing(addressing))
    profile, identity, kept = _with_key(session, profile, import_key=import_key, keyring=keyring)
    if kept and import_key and addressing is None:
        profile = replace(profile, addressing=None)  # its store, if it has one, says
    finish(session, old, profile, identity, kept=kept, imported=import_key)
    if kept and import_key and addressing is None:
        say(
            "if this key has memories on its relays, they go on as they are, plain or blinded; "
            "a new store is blinded: relays will see no names"
        )


def finish(
    session: Session,
    old: "Profile",
    profile: "Profile",
    identity: "Identity",
    *,
    kept: bool,
    imported: bool,
) -> None:
    """Write the profile down and say what it is.

    Args:
        session: The options before the command.
        old: The profile as it was.
        profile: As it is to be.
        identity: Its key.
        kept: Whether the key was put into its place just now.
        imported: Whether it is from elsewhere.
    """
    existed = old.exists
    profile = profile.belonging_to(identity)
    if profile != old or not existed:
        profile.save()
    if kept and not imported:
        run(_make_file(profile, identity))
    _print(session, profile, identity, existed=existed, kept=kept)
    if kept and not imported:
        say(
            "back up this key: nobody can replace it, or read anything without it "
            f"(sense-memory --profile {profile.name} keys backup)"
        )
    if not profile.relays:
        say("this profile is local; add a relay with: sense-memory init --relay wss://…")


def _refuse_another_key_file(session: Session) -> None:
    from ..io.profile import load_profile

    own = load_profile(session.profile)
    if own.exists and session.key_file is not None and session.key_file != own.key_file:
        raise CommandError(
            Code.ERROR,
            f"the profile {own.name!r} has its own key, in {own.key}, which is not replaced; "
            "choose another name: sense-memory --profile NAME init …",
        )


def _with_key(
    session: Session, profile: "Profile", *, import_key: bool, keyring: bool
) -> tuple["Profile", "Identity", bool]:
    """The profile that knows its key, the key, and whether it was put there just now."""
    from ..io.identity import Identity

    if session.given_key() is not None:
        if import_key or keyring:
            raise CommandError(
                Code.USAGE,
                "the key comes from --key-file or the environment, and is kept there; leave that "
                "out to keep a key elsewhere",
            )
        identity = session.identity(profile)
        _refuse_another_owner(profile, identity)
        return profile, identity, False
    if import_key:
        return import_into(profile, read_secret("secret key"), "standard input", keyring=keyring)
    own = profile.own_identity()
    if own is not None or not keyring or profile.exists:
        if keyring:
            raise CommandError(
                Code.USAGE,
                f"the profile {profile.name!r} keeps its key already ({profile.key}); --keyring is "
                "for a new key",
            )
        identity = own or profile.own_or_new_identity()
        return profile, identity, identity.is_new
    made = Identity.generate()
    return keep_new(profile, made, keyring=True), made, True


def import_into(
    profile: "Profile", text: str, source: str, *, keyring: bool
) -> tuple["Profile", "Identity", bool]:
    """The profile with a key that somebody typed or piped in. Returns what ``_with_key`` does."""
    from ..io.identity import Identity
    from ..io.keys.forms import OpenKey, read_key
    from ..io.keys.found import unlock

    key = read_key(text)
    identity = Identity(key.secret if isinstance(key, OpenKey) else unlock(key, source))
    if has_already(profile, identity):
        return profile, identity, False
    return keep_new(profile, identity, keyring=keyring), identity, True


def _refuse_another_owner(profile: "Profile", identity: "Identity") -> None:
    if profile.public_key is not None and profile.public_key != identity.public_key_hex:
        raise CommandError(
            Code.ERROR,
            f"the profile {profile.name!r} belongs to {npub_of(profile.public_key)}, the key given "
            f"is {identity.npub}; choose another name: sense-memory --profile NAME init …",
        )


async def _make_file(profile: "Profile", identity: "Identity") -> None:
    """Make the file while it is certain that no relay knows this key: nothing is anywhere else."""
    from ..store import MemoryStore

    async with MemoryStore(identity, path=profile.database, addressing=profile.addressing):
        pass


def _print(
    session: Session, profile: "Profile", identity: "Identity", *, existed: bool, kept: bool
) -> None:
    addressing = profile.addressing.value if profile.addressing else None
    key_file = profile.key.path
    in_file = key_file is not None and key_file.exists()
    if session.as_json:
        data_json(
            {
                "profile": profile.name,
                "npub": identity.npub,
                "pubkey": identity.public_key_hex,
                "key": str(profile.key) if in_file or key_file is None else None,
                "key_file": str(key_file) if in_file else None,
                "database": str(profile.database),
                "relays": list(profile.relays),
                "addressing": addressing,
                "made_profile": not existed,
                "made_key_file": kept and in_file,
            }
        )
        return
    rows: Sequence[tuple[str, str]] = (
        ("profile", profile.name if not existed else f"{profile.name} (existed)"),
        ("npub", identity.npub),
        ("key", str(profile.key) if in_file or key_file is None else "from the environment"),
        ("database", str(profile.database)),
        ("relays", " ".join(profile.relays) or "none"),
        ("addressing", addressing or "as the store's settings say"),
    )
    data_table(["", ""], rows)
