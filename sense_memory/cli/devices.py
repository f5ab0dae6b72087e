"""devices list, retire: who else holds this mind."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import InputError
from .delivery import delivered, report
from .examples import examples
from .exits import Code, CommandError
from .freshness import refreshed
from .output import data_json, data_table, iso, local_time, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.device_status import DeviceStatus

commands = typer.Typer(
    help="The devices that share this mind.\n\nExample: sense-memory devices list",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="devices")


@commands.command(
    "list", epilog=examples("sense-memory devices list", "sense-memory --json devices list --sync")
)
def list_(
    context: typer.Context,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print each device: when it last spoke, how much it holds, whether it agrees with this one."""
    run(_list(session_of(context), sync))


async def _list(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.devices()
    if session.as_json:
        for one in found:
            data_json(_fields(one))
    else:
        data_table(["device", "name", "last seen", "records", ""], [_row(one) for one in found])
    if not found:
        say("no device has said anything of itself yet; one does so after some minutes on a relay")
    for one in found:
        if one.is_silent and not one.is_this:
            say(
                f"{one.device.id} was last seen {local_time(one.device.seen_at)}; if it is gone "
                f"for good: sense-memory devices retire {one.device.id}"
            )


@commands.command(epilog=examples("sense-memory devices retire k3f9a1c2e4"))
def retire(
    context: typer.Context,
    device: Annotated[str, typer.Argument(help="Its id, as `devices list` prints it.")],
) -> None:
    """Forget a device that is gone for good; what it wrote stays."""
    run(_retire(session_of(context), device))


async def _retire(session: Session, device: str) -> None:
    async with session.opened() as store:
        before = store.status()
        try:
            event_id = await store.retire_device(device)
        except InputError as error:
            if session.as_json:
                data_json(None)
            raise CommandError(Code.ERROR, str(error)) from None
        delivery = await delivered(store, before)
    fields = {"id": device, "event_id": event_id}
    report(session, f"retired {device} (it is listed again if it comes back)", fields, delivery)


def _fields(one: "DeviceStatus") -> dict[str, Any]:
    return {
        "id": one.device.id,
        "name": one.device.name,
        "seen_at": iso(one.device.seen_at),
        "memories": one.device.count,
        "relays": {url: iso(at) for url, at in sorted(one.device.through.items())},
        "this": one.is_this,
        "silent": one.is_silent,
        "agrees": one.agrees,
    }


def _row(one: "DeviceStatus") -> tuple[str, ...]:
    what = "this device" if one.is_this else "agrees" if one.agrees else "held something else"
    return (
        one.device.id,
        one.device.name,
        local_time(one.device.seen_at),
        str(one.device.count),
        what,
    )
