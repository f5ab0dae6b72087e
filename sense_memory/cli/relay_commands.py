"""relays list, add, rm, test, exposure: where the encrypted copies go."""

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import completing
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .exposure import exposure
from .output import data, data_json, data_table, iso, local_time, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.relay_probe import RelayProbe
    from ..io.file_report import FileReport, RelayReport
    from ..io.profile import Profile

commands = typer.Typer(
    help="The relays of a profile: where the encrypted copies go.\n\n"
    "Example: sense-memory relays test wss://relay.example, then "
    "sense-memory relays add wss://relay.example",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="relays")


Urls = Annotated[list[str], typer.Argument(help="wss://…, or ws:// on this machine.")]


@commands.command(
    "list", epilog=examples("sense-memory relays list", "sense-memory --json relays list")
)
def list_(context: typer.Context) -> None:
    """Print the relays, and how far each was read and written when it was last reached."""
    session = session_of(context)
    profile = existing_profile(session)
    report = _report(profile)
    known = report.relays if report is not None else ()
    others = [relay.url for relay in known if relay.url not in profile.relays]
    urls = [*profile.relays, *others]
    relays = [report.relay(url) if report is not None else None for url in urls]
    if session.as_json:
        for url, relay in zip(urls, relays, strict=True):
            data_json({**_to_json(url, relay), "in_profile": url in profile.relays})
    elif urls:
        rows = [_row(url, relay) for url, relay in zip(urls, relays, strict=True)]
        data_table(["relay", "verdict", "read", "waiting"], rows)
    for url in others:
        say(f"{url} is not in the profile: this identity's own relay list names it, or it was once")
    if not urls:
        say("this profile is local; add a relay with: sense-memory relays add wss://…")


@commands.command(epilog=examples("sense-memory relays add wss://relay.one wss://relay.two"))
def add(
    context: typer.Context,
    urls: Urls,
    yes: Annotated[
        bool, typer.Option("--yes", help="Even a relay that was asked to delete everything.")
    ] = False,
) -> None:
    """Add relays; the next command copies everything to them."""
    from ..io.relay_url import check_relay_url, is_same_relay

    session = session_of(context)
    profile = existing_profile(session)
    wanted = list(dict.fromkeys(map(check_relay_url, urls)))
    new = [url for url in wanted if url not in profile.relays]
    for url in wanted:
        twin = next((old for old in profile.relays if is_same_relay(old, url) and old != url), None)
        if twin is not None:
            raise CommandError(
                Code.USAGE, f"{url} is another spelling of {twin}, which is used already"
            )
    report = _report(profile)
    for url, at in report.vanished if report is not None else ():
        if url in new and not yes:
            raise CommandError(
                Code.ERROR,
                f"{url} was asked to delete everything of this identity ({local_time(at)}); it may "
                "refuse everything. To use it all the same, say --yes",
            )
    if new:
        profile = profile.with_relays([*profile.relays, *new])
        profile.save()
    for url in wanted:
        say(f"{url}: {'added' if url in new else 'was there already'}")
    if new:
        say("everything is copied there with the next command, or now with: sense-memory sync")
    _print_relays(session, profile)


@commands.command(epilog=examples("sense-memory relays rm wss://relay.two"))
def rm(
    context: typer.Context,
    url: Annotated[
        str,
        typer.Argument(help="Exactly as relays list prints it.", autocompletion=completing.relays),
    ],
    yes: Annotated[
        bool, typer.Option("--yes", help="Even if memories are then only on this machine.")
    ] = False,
) -> None:
    """Use a relay no more. What it holds stays there, as ciphertext.

    Writes that it has not taken are dropped from its queue; the memories themselves stay here and
    on the other relays. To have a relay delete everything, see: sense-memory vanish
    """
    from ..io.relay_url import is_same_relay

    session = session_of(context)
    profile = existing_profile(session)
    report = _report(profile)
    relay = report.relay(url) if report is not None else None
    if url not in profile.relays and relay is None:
        near = next((old for old in profile.relays if is_same_relay(old, url)), None)
        raise CommandError(
            Code.USAGE,
            f"the profile {profile.name!r} does not use {url}"
            + (f"; do you mean {near}?" if near else "; see: sense-memory relays list"),
        )
    rest = [other for other in profile.relays if other != url]
    lost = _only_here(profile, rest) if report is not None else 0
    if lost and not yes:
        where = f"the other relays ({', '.join(rest)})" if rest else "a relay, since it is the last"
        raise CommandError(
            Code.ERROR,
            f"{lost} records are not known to be on {where}; without {url} they are only on this "
            "machine. Run sense-memory sync first, or say --yes",
        )
    profile.with_relays(rest).save()
    if report is not None:
        run(_drop(profile, report.owner, url))
    unsent = relay.waiting + relay.parked + relay.dead if relay is not None else 0
    if unsent:
        say(f"{unsent} writes that {url} had not taken are no longer meant for it")
    say(f"{url}: not used any more; what it holds stays there, as ciphertext")
    if lost:
        say(f"{lost} records are now only on this machine, as far as is known")
    _print_relays(session, profile.with_relays(rest))


@commands.command(
    "test",
    epilog=examples(
        "sense-memory relays test wss://relay.one wss://relay.two",
        "sense-memory --json relays test wss://relay.one | jq .fitness",
    ),
)
def try_(
    context: typer.Context,
    urls: Annotated[
        list[str] | None,
        typer.Argument(
            help="Left out: the profile's own relays.",
            show_default=False,
            autocompletion=completing.relays,
        ),
    ] = None,
) -> None:
    """Try relays with a throw-away key: what they take, show, replace and delete.

    About fifty small events of a random key are sent to each, and deleted again. No memory and no
    key of yours is involved.
    """
    from ..core.relay_probe import Fitness
    from ..io.relay_url import check_relay_url

    session = session_of(context)
    wanted = [check_relay_url(url) for url in urls or ()]
    if not wanted:
        wanted = list(existing_profile(session).relays)
    if not wanted:
        raise CommandError(Code.USAGE, "there is no relay to test: name one")
    found = run(_try(dict.fromkeys(wanted)))
    for probe in found:
        _print_probe(session, probe)
    if any(probe.fitness is Fitness.UNUSABLE for probe in found):
        raise typer.Exit(Code.ERROR)


async def _try(urls: dict[str, None]) -> "list[RelayProbe]":
    from ..core.clock import SystemClock
    from ..io.probe import probe

    say(f"trying {', '.join(urls)} …")
    return await asyncio.gather(*(probe(url, clock=SystemClock()) for url in urls))


def _print_probe(session: Session, probe: "RelayProbe") -> None:
    if session.as_json:
        fields = dataclasses.asdict(probe)
        data_json({**fields, "fitness": probe.fitness.value, "verdict": probe.verdict})
        return
    data(f"{probe.url}: {probe.verdict}")
    if probe.latency is not None:
        data_table(["", ""], _facts(probe))


def _facts(probe: "RelayProbe") -> list[tuple[str, str]]:
    """What was seen, in words; a question that could not be answered says so."""
    software = " ".join(filter(None, (probe.name, probe.software)))
    return [
        ("connects", f"in {1000 * (probe.latency or 0):.0f} ms"),
        ("information (NIP-11)", software or ("yes" if probe.serves_information else "none")),
        ("answers at most", f"{probe.page_limit} events" if probe.page_limit else "not said"),
        ("asks who we are (NIP-42)", _auth(probe)),
        ("takes records", _word(probe.writes)),
        ("shows them after", _seconds(probe.shows_after)),
        ("largest record", f"{probe.largest_bytes:,} bytes" if probe.largest_bytes else "–"),
        ("an update replaces", _word(probe.replaces)),
        ("the newest stays", _word(probe.newest_wins)),
        ("deletes by id", _word(probe.deletes_by_id)),
        ("deletes by address", _word(probe.deletes_by_address)),
        ("shows deletion requests", _word(probe.serves_deletions)),
        ("deleted events can come back", _word(probe.resurrects)),
        ("can be written again after", _word(probe.writes_again)),
        ("writes at once", f"{probe.burst_accepted} of {probe.burst_sent}"),
        ("until is exclusive", _word(probe.until_exclusive)),
        ("heeds expiration (NIP-40)", _word(probe.expires)),
        ("says when that is all (NIP-67)", _word(probe.hints_completeness)),
        ("protected events (NIP-70)", probe.protected.value if probe.protected else "–"),
        ("negentropy (NIP-77)", _word(probe.negotiates)),
        ("test records left there", "–" if probe.left_behind is None else str(probe.left_behind)),
    ]


def _auth(probe: "RelayProbe") -> str:
    if probe.auth == "never":
        return "never"
    outcome = {True: "took the proof", False: "refused the proof", None: "no answer to the proof"}
    return f"{probe.auth}, {outcome[probe.auth_accepted]}"


def _word(fact: bool | None) -> str:
    return {True: "yes", False: "no", None: "–"}[fact]


def _seconds(fact: float | None) -> str:
    return "–" if fact is None else f"{fact:.2f} s"


commands.command(
    epilog=examples(
        "sense-memory relays exposure wss://relay.one",
        "sense-memory --json relays exposure wss://relay.one | jq -r '.events[].text'",
    )
)(exposure)


# ------------------------------------------------------------- what stays here


@commands.command(
    epilog=examples(
        "sense-memory relays release-local",
        "sense-memory --scope user:alice relays release-local --yes",
    )
)
def release_local(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
) -> None:
    """Let what is local-only go out: it moves into the scope beside it, and to every relay.

    What a relay has taken cannot be taken back with certainty.
    """
    run(_release_local(session_of(context), yes))


async def _release_local(session: Session, yes: bool) -> None:
    from ..core.local_only import beside, is_local_only, local_only
    from .delivery import delivered, report
    from .receipt import memory_name, ref_fields

    scope = session.scope or ""
    if is_local_only(scope):
        session = dataclasses.replace(session, scope=beside(scope) or None)
    async with session.opened() as store:
        before = store.status()
        if not yes and before.local_only:
            say(
                f"{before.local_only} records of this file are local-only; those of the scope "
                f"{local_only(scope)!r} are about to leave it"
            )
            confirm("release", "nothing left")
        released = await store.release_local()
        delivery = await delivered(store, before)
    for ref in released.left:
        stays = "it stays: its name is taken where it would go, or it is too large there"
        say(f"{memory_name(ref)}: {stays}")
    fields = {"records": released.records, "left": [ref_fields(ref) for ref in released.left]}
    report(session, f"{released.records} records are local-only no more", fields, delivery)


# ----------------------------------------------------------------- the profile


def existing_profile(session: Session) -> "Profile":
    """The profile as it is written down.

    Raises:
        CommandError: There is none.
    """
    from ..io.profile import load_profile

    profile = load_profile(session.profile)  # without --key-file, which must not be written down
    if not profile.exists:
        raise CommandError(
            Code.ERROR,
            f"there is no profile {session.profile!r}; make it with: "
            f"sense-memory --profile {session.profile} init",
        )
    return profile


def _report(profile: "Profile") -> "FileReport | None":
    """What the file says, or ``None`` before there is one."""
    from ..io.file_report import examine

    return examine(profile.database) if profile.database.exists() else None


def _only_here(profile: "Profile", relays: list[str]) -> int:
    from ..io.file_report import alone

    return alone(profile.database, relays)


async def _drop(profile: "Profile", owner: str, url: str) -> None:
    """Let the file forget the relay, so that nothing is queued for it any more."""
    from ..core.config import DatabaseConfig
    from ..io.database import SQLiteDatabase

    database = SQLiteDatabase(profile.database, busy_timeout=DatabaseConfig().busy_timeout)
    await database.open(owner)
    try:
        await database.relays.drop(url)
    finally:
        await database.close()


def _print_relays(session: Session, profile: "Profile") -> None:
    if session.as_json:
        data_json({"profile": profile.name, "relays": list(profile.relays)})


def _to_json(url: str, relay: "RelayReport | None") -> dict[str, Any]:
    return {
        "url": url,
        "verdict": relay.verdict if relay else None,
        "read_at": iso(relay.read_at) if relay else None,
        "waiting": relay.waiting if relay else 0,
        "parked": relay.parked if relay else 0,
        "dead": relay.dead if relay else 0,
    }


def _row(url: str, relay: "RelayReport | None") -> tuple[str, ...]:
    if relay is None or relay.read_at is None:
        return (url, "not read yet", "never", str(relay.waiting) if relay else "everything")
    refused = relay.parked + relay.dead
    waiting = f"{relay.waiting}" + (f", and {refused} refused" if refused else "")
    return (url, relay.verdict or "not read yet", local_time(relay.read_at), waiting)
