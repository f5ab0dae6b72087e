"""vanish: everything of this identity off one relay, for good."""

import dataclasses
from typing import TYPE_CHECKING, Annotated

import typer

from . import completing
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .output import data_json, say
from .relay_commands import existing_profile
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.vanished import Vanished

NIP = 62


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=examples("sense-memory vanish wss://relay.one"))(vanish)


def vanish(
    context: typer.Context,
    relay: Annotated[
        str,
        typer.Argument(
            help="Exactly as the relay spells its own URL.",
            show_default=False,
            autocompletion=completing.relays,
        ),
    ],
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask for the URL to be typed again.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Public; for the people who run the relay.")] = "",
) -> None:
    """Ask one relay to delete everything of this identity, and use it no more (NIP-62).

    It cannot be taken back: the relay may refuse this identity for ever. Memories here and on
    other relays stay. To stop using a relay and leave what it holds, see: sense-memory relays rm
    """
    from ..io.relay_url import check_relay_url, is_same_relay

    session = session_of(context)
    profile = existing_profile(session)
    relay = check_relay_url(relay)
    twin = next((url for url in profile.relays if is_same_relay(url, relay)), relay)
    if twin != relay:
        raise CommandError(Code.USAGE, f"name the relay exactly: it is used here as {twin}")
    _warn(relay, [url for url in profile.relays if url != relay])
    if not yes:
        confirm(relay, "nothing was sent")
    done = run(_vanish(session, relay, reason))
    if done.accepted is not False:
        profile.with_relays([url for url in profile.relays if url != relay]).save()
    _report(session, done)


def _warn(relay: str, others: list[str]) -> None:
    say(f"{relay} will be asked to delete everything of this identity, deletions included")
    say("it cannot be taken back, and the relay may refuse this identity for ever")
    say(
        f"not touched: this machine and {', '.join(others)}"
        if others
        else "no other relay has a copy: everything will be on this machine alone"
    )
    say("other machines with this key must leave the relay too: sense-memory relays rm")


async def _vanish(session: Session, relay: str, reason: str) -> "Vanished":
    from ..core.clock import SystemClock
    from ..io.relay_greeting import fetch_greeting

    greeting = await fetch_greeting(relay, SystemClock(), 5)
    if greeting.information is not None and NIP not in greeting.information.supported_nips:
        say(f"{relay} does not say that it knows such requests (NIP-62); it may ignore this one")
    # without relays, so that nothing else goes anywhere
    async with session.opened(with_relays=False) as store:
        return await store.vanish(relay, reason)


def _report(session: Session, done: "Vanished") -> None:
    if session.as_json:
        data_json(dataclasses.asdict(done))
    said = f" ({done.said})" if done.said else ""
    if done.accepted is False:
        raise CommandError(
            Code.ERROR, f"{done.relay} refused{said}; it stays in the profile, nothing has changed"
        )
    if done.accepted is None:
        raise CommandError(
            Code.ERROR,
            f"{done.relay} did not answer{said}: it may have deleted everything or nothing. The "
            "profile uses it no more; repeat this to be sure",
        )
    if done.is_gone is False:
        raise CommandError(
            Code.ERROR,
            f"{done.relay} said OK{said} and still shows records: it may not know such requests. "
            "The profile uses it no more",
        )
    say(
        f"{done.relay} said OK{said}; "
        + ("it shows nothing any more" if done.is_gone else "it does not say what it still holds")
        + "; the profile uses it no more"
    )
