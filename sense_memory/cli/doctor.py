"""doctor: is everything well, and what to do if not."""

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .examples import examples
from .exits import Code
from .output import data_json, data_table, say
from .session import Session, no_profile, run, session_of

if TYPE_CHECKING:
    from ..core.finding import Finding
    from ..io.doctor import Diagnosis
    from ..io.profile import Profile


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory doctor",
            "sense-memory doctor --quiet || notify 'the memory is not well'",
            "sense-memory --json doctor | jq -r .level",
        )
    )(doctor)


def doctor(
    context: typer.Context,
    as_json: Annotated[
        bool, typer.Option("--json", help="The same as sense-memory --json doctor.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print only what is not well.")
    ] = False,
) -> None:
    """Look at key, clock, file and relays; nothing is sent but one question to each relay.

    Ends with 0 if there is no problem (warnings are none), 1 if there is one, 4 if the secret key
    cannot be used.
    """
    session = session_of(context)
    if as_json:
        session = dataclasses.replace(session, as_json=True)
    from ..core.finding import Level

    profile, diagnosis = run(_look(session))
    if session.as_json:
        data_json(_to_json(profile, diagnosis))
    else:
        _print(diagnosis, quiet)
    if not diagnosis.has_key and profile.exists:
        raise typer.Exit(Code.LOCKED)
    if diagnosis.level is Level.PROBLEM:
        raise typer.Exit(Code.ERROR)


async def _look(session: Session) -> "tuple[Profile, Diagnosis]":
    from ..core.clock import SystemClock
    from ..core.errors import InvalidIdentityError
    from ..core.finding import problem
    from ..io.doctor import Diagnosis, examine_profile

    profile = session.load_profile()
    if not profile.exists:
        finding = problem("profile", no_profile(session), "run: sense-memory init")
        return profile, Diagnosis(None, False, (finding,))
    try:
        given = session.given_key()
    except InvalidIdentityError as error:
        finding = problem("key.opens", str(error), "give another key, or none")
        return profile, Diagnosis(profile.public_key, False, (finding,))
    return profile, await examine_profile(profile, given, SystemClock())


def _print(diagnosis: "Diagnosis", quiet: bool) -> None:
    from ..core.finding import Level

    shown = [f for f in diagnosis.findings if not quiet or f.level is not Level.OK]
    data_table(["", "check", "found", "what to do"], [_row(finding) for finding in shown])
    counts = {
        level: sum(finding.level is level for finding in diagnosis.findings) for level in Level
    }
    if not quiet:
        say(f"problems: {counts[Level.PROBLEM]}, warnings: {counts[Level.WARNING]}")


def _row(finding: "Finding") -> tuple[str, ...]:
    where = f"{finding.relay}: " if finding.relay is not None else ""
    return (finding.level.value, finding.check, f"{where}{finding.message}", finding.advice or "")


def _to_json(profile: "Profile", diagnosis: "Diagnosis") -> dict[str, Any]:
    from nips import nip19
    from nips.keys import PublicKey

    key = diagnosis.public_key
    return {
        "profile": profile.name,
        "npub": nip19.encode_npub(PublicKey.from_hex(key)) if key is not None else None,
        "level": diagnosis.level.value,
        "findings": [dataclasses.asdict(finding) for finding in diagnosis.findings],
    }
