"""install: give a host the memory, as tools and as hooks, and take it back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..confirming import confirm
from ..examples import examples
from ..exits import Code, CommandError
from ..mcp import refuse_without_extra
from ..output import data, data_json, say
from ..session import no_profile, session_of
from . import receipts
from .change import Change, adding, undoing
from .hosts import HOSTS, Host
from .program import Program, program_of

_OF_A_PROJECT = "these files name a path of this machine: others need one of their own"


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory install claude-code --dry-run",
            "sense-memory install claude-code",
            "sense-memory --profile work --scope project:site install codex --project",
            "sense-memory install cursor --undo",
        )
    )(install)


def install(
    context: typer.Context,
    host: Annotated[str, typer.Argument(metavar="HOST", help="claude-code, codex or cursor.")],
    *,
    project: Annotated[
        bool,
        typer.Option("--project", help="Into the files of the project in this folder."),
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take out what this put in, and nothing else.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would change.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first.")] = False,
) -> None:
    """Give a host the memory: tools for its agents, and hooks around their sessions.

    The hooks tell a new session what is known, and learn from each what is said, before it is
    compacted and after each answer. What would change is shown first. What is in the files already
    stays, the host's own memory too; a copy of each stands beside it, NAME.before-sense-memory.
    """
    session = session_of(context)
    found = _host(host)
    folder = Path.cwd() if project else None
    if undo:
        program = Program(("sense-memory",), ())  # of the files only their places matter
        changes = _undoing(found, program, folder)
    else:
        if not session.load_profile().exists:
            raise CommandError(Code.ERROR, no_profile(session))
        program = program_of(session)
        if program.words[1:2] not in (("--from",), ("run",)):
            refuse_without_extra()
        changes = _adding(found, program, folder)
    for change in changes:
        for sentence in (*change.kept, *change.remarks):
            say(f"{change.file}: {sentence}")
    changed = [one for one in changes if one.is_one]
    if not session.as_json:
        for change in changed:
            data(change.diff.removesuffix("\n"))
    if not dry_run and (changed or any(one.is_undone for one in changes)):
        if changed and not yes:
            confirm("yes", "nothing was changed")
        write(changes)
    if session.as_json:
        _print_json(found, changed, undo=undo, is_done=bool(changed) and not dry_run)
    _tell(found, program, changes, undo=undo, dry_run=dry_run, project=project)


def _host(name: str) -> Host:
    try:
        return HOSTS[name]
    except KeyError:
        known = ", ".join(HOSTS)
        raise CommandError(
            Code.USAGE, f"there is no host {name[:40]!r} here; there are {known}"
        ) from None


def _adding(host: Host, program: Program, folder: Path | None) -> list[Change]:
    known = receipts.load()
    return [adding(one, known.get(one.path)) for one in host.files(program, folder)]


def _undoing(host: Host, program: Program, folder: Path | None) -> list[Change]:
    known = receipts.load()
    return [undoing(one, known.get(one.path)) for one in host.files(program, folder)]


def write(changes: Sequence[Change]) -> None:
    """Write the files; what is to be known of them comes first, for this may be broken off.

    Raises:
        CommandError: One of them was written by somebody else meanwhile, or cannot be written.
        LockedError: Somebody else installs at this moment.
        StorageError: The folder of the receipts cannot be written to.
    """
    with receipts.alone():
        known = receipts.load()
        for change in changes:
            change.check()
            if change.receipt is not None:
                known[change.file] = change.receipt
        receipts.save(known)
        for change in changes:
            change.write()
            if change.is_undone and known.pop(change.file, None) is not None:
                receipts.save(known)


def _print_json(host: Host, changed: Sequence[Change], *, undo: bool, is_done: bool) -> None:
    data_json(
        {
            "host": host.name,
            "undo": undo,
            "done": is_done,
            "files": [{"path": str(one.file), "diff": one.diff} for one in changed],
        }
    )


def _tell(
    host: Host,
    program: Program,
    changes: Sequence[Change],
    *,
    undo: bool,
    dry_run: bool,
    project: bool,
) -> None:
    kept = any(one.kept for one in changes)
    if not any(one.is_one for one in changes):
        if undo:
            said = f"there is nothing in {host.title}'s files that this put there"
            say(f"{said} and that is as it was: take out by hand what stays" if kept else said)
        elif kept:
            say(f"nothing was changed; for {host.title} to have it as asked, take out what stays")
        else:
            say(f"{host.title} has it already; nothing was changed")
        return
    if dry_run:
        say("nothing was changed")
        return
    if undo and kept:
        say(f"the rest is out of {host.title}'s files again: take out by hand what stays there")
        return
    if undo:
        say(f"it is out of {host.title}'s files again; what it learned stays here")
        return
    where = " --project" if project else ""
    say(f"{host.title} has it; take it out with: sense-memory install {host.name}{where} --undo")
    for sentence in (*host.notes, *program.notes, *([_OF_A_PROJECT] if project else [])):
        say(sentence)
