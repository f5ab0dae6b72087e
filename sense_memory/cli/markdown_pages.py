"""export markdown and import edited: what is known as pages that people edit."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.edited import EditKind
from ..mind.markdown.comparing import lines_of
from . import delivery, import_
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .freshness import refreshed
from .output import data, data_json, number_of, say
from .plain_records import ask
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..core.edited import AppliedEdits, EditedEntry, EditedFolder, EditProblem

WORD = "yes"
"""What is typed to let what was edited be written."""


def add_to(exports: typer.Typer, imports: typer.Typer) -> None:
    """Add the commands to their groups."""
    exports.command(
        "markdown",
        epilog=examples(
            "sense-memory export markdown ~/my-agents-mind",
            "sense-memory --scope user:alice export markdown alice --yes",
        ),
    )(export_markdown)
    imports.command(
        "edited",
        epilog=examples(
            "sense-memory import edited ~/my-agents-mind --dry-run",
            "sense-memory import edited ~/my-agents-mind --forget-removed",
        ),
    )(import_edited)


def export_markdown(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Where; it is made if it is not there.")],
    *,
    force: Annotated[
        bool, typer.Option("--force", help="Also replace what somebody changed or wrote.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Write what is known as Markdown pages to read and to edit; import edited takes changes back.

    Memories, topics, journal, conversations and how the agent talks with each peer, of one scope.
    Anybody who has the files can read them. An earlier export is written over where nobody changed
    it, and nothing else in the folder is touched.
    """
    session = session_of(context)
    ask(yes, str(folder))
    run(_export(session, folder.expanduser(), force=force))


async def _export(session: Session, folder: Path, *, force: bool) -> None:
    async with session.opened(with_relays=False) as store:
        written = await store.export_markdown(folder, force=force)
    if session.as_json:
        files = [str(path) for path in written.files]
        data_json({"folder": str(folder), "files": files, "entries": written.entries})
    say(
        f"wrote {number_of(written.entries, 'entry', 'entries')} into {folder}, as plaintext; "
        f"edit them, and then: sense-memory import edited {folder}"
    )


def import_edited(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Where export markdown wrote.")],
    *,
    forget_removed: Annotated[
        bool, typer.Option("--forget-removed", help="Forget what was removed from the pages.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what was edited.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Take back what was edited in a folder of export markdown, after showing it.

    What was changed becomes what is known, what was added is new. What was removed stays, unless
    --forget-removed is said. What was changed here since, too, is shown and stays as it is.
    """
    session = session_of(context)
    folder = folder.expanduser()
    edited = run(_edited(session, folder))
    if not session.as_json:
        _print(edited, forget_removed=forget_removed)
    wanted = [EditKind.CHANGED, EditKind.ADDED, *([EditKind.REMOVED] if forget_removed else [])]
    count = sum(one.kind in wanted for one in edited.entries)
    if dry_run or not count:
        if session.as_json:
            data_json(_fields(folder, edited, None))
        say(f"{number_of(count, 'edit')} to be taken; nothing was written")
        if not dry_run:
            _end(edited, ())
        return
    if not yes:
        say(f"to be taken into the store: {number_of(count, 'edit')}")
        confirm(WORD, "nothing was written")
    run(_apply(session, folder, edited, forget_removed=forget_removed))


async def _edited(session: Session, folder: Path) -> "EditedFolder":
    async with session.opened() as store:
        if store.relay_urls:
            await refreshed(store)
        return await store.edited(folder)


async def _apply(
    session: Session, folder: Path, edited: "EditedFolder", *, forget_removed: bool
) -> None:
    async with session.opened() as store:
        before = store.status()
        applied = await store.apply_edits(edited, forget_removed=forget_removed)
        reached = await delivery.delivered(store, before)
    _print_problems(applied.problems)
    said = f"{applied.changed} changed, {applied.added} added, {applied.forgotten} forgotten"
    try:
        delivery.report(session, said, _fields(folder, edited, applied), reached)
    finally:
        _end(edited, applied.problems)


def _end(edited: "EditedFolder", left: "tuple[EditProblem, ...]") -> None:
    """End with an error where something was edited and could not be taken.

    Raises:
        CommandError: There was.
    """
    conflicts = len(edited.of_kind(EditKind.CONFLICT))
    problems = len(edited.problems) + len(left)
    if conflicts or problems:
        raise CommandError(
            Code.ERROR,
            f"{number_of(conflicts, 'conflict')} and {number_of(problems, 'problem')} stay as they "
            "are; correct the files, and import them again",
        )


def _print(edited: "EditedFolder", *, forget_removed: bool) -> None:
    """Show what was edited, as a diff."""
    for entry in edited.entries:
        data(_title(entry, forget_removed=forget_removed))
        for line in lines_of(entry):
            data(line)
    _print_problems(edited.problems)


def _title(entry: "EditedEntry", *, forget_removed: bool) -> str:
    where = f"{entry.file}:{entry.line}" if entry.line else entry.file
    named = f" {entry.name}" if entry.name else ""
    what = {
        EditKind.CHANGED: "changed",
        EditKind.ADDED: "added",
        EditKind.REMOVED: "to be forgotten" if forget_removed else "removed, and stays known",
        EditKind.CONFLICT: "in conflict: changed here and in the file; it stays as it is here",
    }[entry.kind]
    return f"{where}: {entry.type}{named}, {what}".replace("\n", " ")


def _print_problems(problems: "tuple[EditProblem, ...]") -> None:
    for problem in problems[: import_.MOST_SHOWN]:
        where = f"{problem.file}:{problem.line}" if problem.line else problem.file
        say(f"{where}: {problem.why}")
    if len(problems) > import_.MOST_SHOWN:
        say(f"and {len(problems) - import_.MOST_SHOWN} more; --json names them")


def _fields(folder: Path, edited: "EditedFolder", applied: "AppliedEdits | None") -> dict[str, Any]:
    left = applied.problems if applied is not None else ()
    return {
        "folder": str(folder),
        "edits": [asdict(one) for one in edited.entries],
        "problems": [asdict(one) for one in (*edited.problems, *left)],
        "changed": applied.changed if applied is not None else 0,
        "added": applied.added if applied is not None else 0,
        "forgotten": applied.forgotten if applied is not None else 0,
    }
