"""hook HOST EVENT: what hosts call, as ``install`` wrote it into their files.

A hook must not be in its host's way. Standard output is the host's: the one answer to the beginning
of a session, and else nothing, or ``{}`` for Cursor, which reads JSON after every hook. What goes
wrong is one line on standard error and exit code 1: for all of these hosts 2 would mean that the
agent has to go on, or may not, and any other says that the hook failed.
"""

from typing import Annotated

import typer

from ...core.errors import SenseMemoryError
from ..examples import examples
from ..exits import Code, CommandError
from ..install.hosts import COMPACT, END, HOSTS, START, STOP
from ..output import data, say
from ..session import Session, run, session_of
from .heard import Heard, heard

EVENTS = (START, COMPACT, STOP, END)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        hidden=True,
        epilog=examples(
            "sense-memory hook claude-code start < event.json",
            "sense-memory hook codex stop < event.json",
        ),
    )(hook)


def hook(
    context: typer.Context,
    host: Annotated[str, typer.Argument(metavar="HOST", help="claude-code, codex or cursor.")],
    event: Annotated[str, typer.Argument(metavar="EVENT", help=f"One of {', '.join(EVENTS)}.")],
) -> None:
    """Answer a host whose session begins, is compacted, has an answer or ends.

    Hosts call it, with JSON on standard input; install writes that into their files. No relay is
    waited for: what was learned goes out with the next command that has to do with relays.
    """
    session = session_of(context)
    try:
        answer = _answer(session, host, event)
    except (CommandError, SenseMemoryError) as error:
        # whatever code it has elsewhere
        raise CommandError(Code.ERROR, f"hook {host} {event}: {error}") from None
    except OSError as error:
        why = f"{error.filename or ''}: {error.strerror or type(error).__name__}"
        raise CommandError(Code.ERROR, f"hook {host} {event}: {why}") from None
    if answer:
        data(answer)


def _answer(session: Session, host: str, event: str) -> str:
    """What the host is told."""
    if host not in HOSTS or event not in EVENTS:
        raise CommandError(
            Code.ERROR, f"there are {', '.join(HOSTS)}, each with {', '.join(EVENTS)}"
        )
    said = heard()
    if said.is_of_cursor and host != "cursor":
        return ""  # it calls the hooks of Claude Code too; its own are for it
    if event == START:
        return run(_opening(session, host))
    run(_capture(session, host, said))
    return "{}" if host == "cursor" else ""


async def _opening(session: Session, host: str) -> str:
    from .opening import as_answer, opening

    async with session.opened(with_relays=False) as store:
        return as_answer(host, await opening(store))


async def _capture(session: Session, host: str, said: Heard) -> None:
    from .capture import capture

    if said.transcript is None:
        say("the host keeps no transcript of this session, so nothing is learned from it")
        return
    if not said.transcript.exists():
        say(f"nothing was said yet: there is no {said.transcript}")
        return
    if said.transcript.is_dir():  # as an import reads one: whatever sessions are below it
        raise CommandError(
            Code.ERROR, f"the host's transcript_path is the folder {said.transcript}, and no file"
        )
    async with session.opened(with_relays=False) as store:
        for problem in (await capture(store, host, said.transcript))[:1]:
            say(f"{problem.place}: {problem.why}")
