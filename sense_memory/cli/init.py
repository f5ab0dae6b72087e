"""init: a key, a file and relays under a name."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from .examples import examples
from .exits import Code, CommandError
from .output import data_json, data_table, say
from .session import Session, run, session_of
from .values import read_secret

if TYPE_CHECKING:
    from ..io.identity import Identity
    from ..io.profile import Profile


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory init --relay wss://relay.one --relay wss://relay.two",
            "sense-memory init --import-key --relay wss://relay.one < key-file",
        )
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
            "--import-key", help="Read an existing key (nsec or hex) from standard input."
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
    existed = old.exists
    identity, made_key = _key(session, old, import_key)
    if made_key and import_key and addressing is None:
        profile = replace(profile, addressing=None)  # its store, if it has one, says
    if profile != old or not existed:
        profile.save()
    if made_key and not import_key:
        run(_make_file(profile, identity))
    _print(session, profile, identity, existed=existed, made_key=made_key)
    if made_key and not import_key:
        say(f"back up {profile.key_file}: nobody can replace this key, or read anything without it")
    if made_key and import_key and addressing is None:
        say(
            "if this key has memories on its relays, they go on as they are, plain or blinded; "
            "a new store is blinded: relays will see no names"
        )
    if not profile.relays:
        say("this profile is local; add a relay with: sense-memory init --relay wss://…")


def _refuse_another_key_file(session: Session) -> None:
    from ..io.profile import load_profile

    own = load_profile(session.profile)
    if own.exists and session.key_file is not None and session.key_file != own.key_file:
        raise CommandError(
            Code.ERROR,
            f"the profile {own.name!r} has its own key, in {own.key_file}, which is not replaced; "
            "choose another name: sense-memory --profile NAME init …",
        )


def _key(session: Session, profile: "Profile", import_key: bool) -> tuple["Identity", bool]:
    """The profile's key, and whether it was written just now."""
    from ..io.identity import Identity

    if session.key_file is not None:
        return Identity.from_file(session.key_file), False
    if (given := Identity.from_environment()) is not None:
        if import_key:
            raise CommandError(Code.USAGE, "the key in the environment wins; unset it to import")
        say("the key comes from the environment; a key file is safer, since children inherit these")
        return given, False
    if import_key:
        imported = Identity.from_text(read_secret("secret key (nsec or hex)"))
        if not profile.key_file.exists():
            imported.save(profile.key_file)
            return imported, True
        there = Identity.from_file(profile.key_file)
        if there.public_key_hex != imported.public_key_hex:
            raise CommandError(
                Code.ERROR,
                f"the profile {profile.name!r} has another key already ({there.npub}), which is "
                "not overwritten; choose another name: sense-memory --profile NAME init …",
            )
        return there, False
    identity = profile.identity()
    return identity, identity.is_new


async def _make_file(profile: "Profile", identity: "Identity") -> None:
    """Make the file while it is certain that no relay knows this key: nothing is anywhere else."""
    from ..store import MemoryStore

    async with MemoryStore(identity, path=profile.database, addressing=profile.addressing):
        pass


def _print(
    session: Session, profile: "Profile", identity: "Identity", *, existed: bool, made_key: bool
) -> None:
    addressing = profile.addressing.value if profile.addressing else None
    if session.as_json:
        data_json(
            {
                "profile": profile.name,
                "npub": identity.npub,
                "pubkey": identity.public_key_hex,
                "key_file": str(profile.key_file) if profile.key_file.exists() else None,
                "database": str(profile.database),
                "relays": list(profile.relays),
                "addressing": addressing,
                "made_profile": not existed,
                "made_key_file": made_key,
            }
        )
        return
    rows: Sequence[tuple[str, str]] = (
        ("profile", profile.name if not existed else f"{profile.name} (existed)"),
        ("npub", identity.npub),
        ("key file", str(profile.key_file) if profile.key_file.exists() else "none"),
        ("database", str(profile.database)),
        ("relays", " ".join(profile.relays) or "none"),
        ("addressing", addressing or "as the store's settings say"),
    )
    data_table(["", ""], rows)
