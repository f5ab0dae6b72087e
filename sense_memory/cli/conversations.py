"""conversations list, show, forget: what was said, verbatim."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import delivery
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .freshness import found_somewhere, refreshed
from .output import data, data_json, data_table, iso, local_time, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.conversation import ConversationStatus
    from ..core.records.conversation import Turn
    from ..store import MemoryStore

commands = typer.Typer(
    help="What was said in conversations, verbatim: imported ones, and those that were held here."
    "\n\nExample: sense-memory conversations list",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add_to(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(commands, name="conversations")


ConversationArgument = Annotated[
    str,
    typer.Argument(
        help="Which, as `conversations list` prints it: its id, the beginning of it, or its title.",
        show_default=False,
    ),
]
MOST_NAMED = 5
SyncOption = Annotated[bool, typer.Option("--sync", help="Read the relays first.")]


@commands.command(
    "list",
    epilog=examples(
        "sense-memory conversations list",
        "sense-memory --json conversations list | jq -r 'select(.turns > 100) | .id'",
    ),
)
def list_(context: typer.Context, sync: SyncOption = False) -> None:
    """Print each conversation: how many turns it has, when the last was, what it is called.

    The one with the newest turn comes first.
    """
    run(_list(session_of(context), sync))


async def _list(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.conversations()
    if session.as_json:
        for one in found:
            data_json(_fields(one))
    else:
        columns = ["conversation", "turns", "the last", "title", "from"]
        data_table(columns, [_row(one) for one in found])
    if not found:
        say("there are no conversations here; to take some over: sense-memory import --help")


@commands.command(
    epilog=examples(
        "sense-memory conversations show chatgpt-0123456789abcdef01234567 --last 20",
        "sense-memory --json conversations show standup | jq -r .text",
    )
)
def show(
    context: typer.Context,
    conversation: ConversationArgument,
    last: Annotated[
        int | None,
        typer.Option("--last", min=1, help="Only the last so many turns.", show_default=False),
    ] = None,
    sync: SyncOption = False,
) -> None:
    """Print what was said in a conversation, oldest first."""
    run(_show(session_of(context), conversation, last, sync))


async def _show(session: Session, conversation: str, last: int | None, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        handle = store.conversation(await _named(session, store, conversation))

        async def read() -> "list[Turn]":
            found = await (handle.turns() if last is None else handle.recent(last))
            if not found:
                await handle.status()  # one that is not there is no empty one
            return found

        turns = await found_somewhere(session, store, read)
    for number, turn in enumerate(turns):
        if session.as_json:
            data_json(_turn_fields(turn))
        else:
            data(f"{'' if number == 0 else chr(10)}{_heading(turn)}\n{turn.text}")


@commands.command(
    epilog=examples(
        "sense-memory conversations forget chatgpt-0123456789abcdef01234567",
        "sense-memory conversations forget standup --turn 0123456789abcdef0123456789abcdef",
    )
)
def forget(
    context: typer.Context,
    conversation: ConversationArgument,
    turn: Annotated[
        str | None,
        typer.Option(
            "--turn",
            help="Only this one, as `--json conversations show` prints it.",
            show_default=False,
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask for the name to be typed again.")
    ] = False,
) -> None:
    """Forget a conversation, here and on every relay; it cannot be taken back.

    What was observed in it goes with it, and what was summarised of that is made anew.
    """
    run(_forget(session_of(context), conversation, turn, yes))


async def _forget(session: Session, called: str, turn: str | None, yes: bool) -> None:
    async with session.opened() as store:
        conversation = await _named(session, store, called)
        if not yes:
            what = f"every turn of {conversation}" if turn is None else f"the turn {turn}"
            say(f"{what}, and what was observed in it, will be gone on every device")
            confirm(conversation if turn is None else turn, "nothing was forgotten")
        handle = store.conversation(conversation)
        before = store.status()
        if turn is None:
            event_id = await found_somewhere(session, store, handle.forget)
        else:
            event_id = await found_somewhere(session, store, lambda: handle.delete(turn))
        done = await delivery.delivered(store, before)
    what = conversation if turn is None else f"the turn {turn} of {conversation}"
    fields = {"conversation": conversation, "turn": turn, "event_id": event_id}
    delivery.report_forgotten(session, f"forgot {what}", fields, done)


async def _named(session: Session, store: "MemoryStore", called: str) -> str:
    """The id of the conversation that is meant, which is looked for on the relays, too.

    Raises:
        CommandError: There is none, or several could be meant; they are named.
    """
    wanted = called.strip()

    async def find() -> list[str]:
        there = await store.conversations()
        if any(one.id == wanted for one in there):
            return [wanted]
        found = [one.id for one in there if wanted and one.id.startswith(wanted)]
        found = found or [one.id for one in there if wanted and one.title.strip() == wanted]
        if not found:
            await store.conversation(wanted).status()  # it says that there is none
        return found

    found = await found_somewhere(session, store, find)
    if len(found) > 1:
        named = ", ".join(found[:MOST_NAMED])
        more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        raise CommandError(
            Code.USAGE, f"{len(found)} conversations could be meant by {called!r}: {named}{more}"
        )
    return found[0]


def _row(one: "ConversationStatus") -> tuple[str, ...]:
    last = local_time(one.last) if one.last is not None else ""
    return one.id, str(one.turns), last, one.title, one.origin


def _fields(one: "ConversationStatus") -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "origin": one.origin,
        "turns": one.turns,
        "first": iso(one.first),
        "last": iso(one.last),
    }


def _heading(turn: "Turn") -> str:
    """Who says it, and when."""
    who = f"{turn.speaker} ({turn.role})" if turn.speaker else str(turn.role)
    return who if turn.at is None else f"{local_time(turn.at)}  {who}"


def _turn_fields(turn: "Turn") -> dict[str, Any]:
    return {
        "id": turn.id,
        "role": turn.role.value,
        "speaker": turn.speaker,
        "at": iso(turn.at),
        "text": turn.text,
    }
