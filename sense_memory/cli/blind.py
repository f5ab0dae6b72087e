"""blind: hide the names of all memories from the relays, or show them again."""

import dataclasses
from typing import TYPE_CHECKING, Annotated

import typer

from .examples import examples
from .exits import Code
from .output import data_json, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.status import AddressingReport

STEP = 5.0
"""Seconds between two lines of progress."""
PATIENCE = 12
"""Steps without progress after which the command leaves the rest to a later run."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=examples("sense-memory blind", "sense-memory blind --undo"))(blind)


def blind(
    context: typer.Context,
    undo: Annotated[
        bool,
        typer.Option(
            "--undo", help="Back to plain names, which relays and the published client can read."
        ),
    ] = False,
) -> None:
    """Hide the names and sizes of all memories from the relays.

    Each memory is copied to an address that says nothing; the old one is given up once the relays
    have shown the copy. Broken off, it goes on with the next run. What relays have seen before,
    they have seen.
    """
    session = session_of(context)
    report = run(_move(session, "plain" if undo else "blinded"))
    _remember_in_profile(session, report.addressing)
    if session.as_json:
        data_json(dataclasses.asdict(report))
    if report.waiting:
        say(
            f"{report.waiting} old addresses wait until the relays have shown the copies; run the "
            "command again later"
        )
        raise typer.Exit(Code.QUEUED)
    say(f"this store is {report.addressing} now: {report.withdrawn} old addresses were given up")


async def _move(session: Session, addressing: str) -> "AddressingReport":
    copied = withdrawn = idle = 0
    async with session.opened() as store:
        while True:
            step = await store.change_addressing(addressing, timeout=STEP)
            copied, withdrawn = copied + step.copied, withdrawn + step.withdrawn
            report = dataclasses.replace(step, copied=copied, withdrawn=withdrawn)
            idle = 0 if step.copied or step.withdrawn else idle + 1
            if not step.waiting or idle >= PATIENCE:
                return report
            say(f"{copied} copied, {withdrawn} given up, {step.waiting} waiting for the relays")


def _remember_in_profile(session: Session, addressing: str) -> None:
    """A new file of this profile must not begin as the store was before."""
    from ..core.records.store_settings import Addressing

    profile = session.load_profile()
    if profile.addressing is not None and profile.addressing != addressing:
        dataclasses.replace(profile, addressing=Addressing(addressing)).save()
