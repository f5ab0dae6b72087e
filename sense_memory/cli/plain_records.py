"""export jsonl and import jsonl: every record as plain text, whatever its type is."""

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import export, import_
from .confirming import confirm
from .examples import examples
from .exits import Code, CommandError
from .output import data, data_json, number_of, say
from .session import Session, run, session_of
from .values import standard_input

if TYPE_CHECKING:
    from ..core.event_import import LineProblem
    from ..core.record_import import RecordImport

WORD = "plaintext"
"""What is typed to let plain text be written."""


def ask(yes: bool, where: str) -> None:
    """Say what plain text means, and let it be wanted.

    Raises:
        CommandError: It is not, or nobody is there to say so.
    """
    if not yes:
        say(f"{where} will be plaintext, readable by anybody who has it")
        confirm(WORD, "nothing was written")


def add_to(exports: typer.Typer, imports: typer.Typer) -> None:
    """Add the commands to their groups."""
    exports.command(
        "jsonl",
        epilog=examples(
            "sense-memory export jsonl memories.jsonl",
            "sense-memory export jsonl --all-scopes --yes - | jq -r .type | sort | uniq -c",
        ),
    )(export_jsonl)
    imports.command(
        "jsonl",
        epilog=examples(
            "sense-memory import jsonl memories.jsonl",
            "sense-memory import jsonl memories.jsonl --overwrite",
        ),
    )(import_jsonl)


def export_jsonl(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="A new file, mode 0600; - is standard output.")] = "-",
    *,
    all_scopes: Annotated[
        bool, typer.Option("--all-scopes", help="The records of every user, project or tenant.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Write every readable record as plain text, one JSON object a line.

    Anybody who has the file can read it. It needs no key: import jsonl takes it into any store.
    A backup that tells a thief nothing is: sense-memory export events
    """
    session = session_of(context)
    target = None if file == "-" else Path(file).expanduser()
    if target is not None and target.exists() and not force:
        raise CommandError(Code.USAGE, f"{target} exists; choose another name, or say --force")
    ask(yes, str(target) if target is not None else "what is printed")
    records, left_out = run(_export(session, target, all_scopes=all_scopes))
    if session.as_json and target is not None:
        data_json({"file": str(target), "records": records, "left_out": left_out})
    say(f"wrote {number_of(records, 'record')} to {target or 'standard output'}, as plaintext")
    if left_out:
        say(
            f"{left_out} could not be read, or not in whole: a newer release wrote them, or a key "
            "is missing; the last line says so"
        )


async def _export(session: Session, target: Path | None, *, all_scopes: bool) -> tuple[int, int]:
    records = left_out = 0
    async with session.opened(with_relays=False) as store:
        with contextlib.nullcontext() if target is None else export.new_file(target) as out:
            async for line in store.export_jsonl(all_scopes=all_scopes):
                if out is None:
                    data(line)
                else:
                    print(line, file=out)
                said = json.loads(line)
                if "fields" in said:
                    records += 1
                else:
                    left_out = said["unreadable"] + said["in_part"]
    return records, left_out


def import_jsonl(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="What export jsonl wrote; - is standard input.")],
    *,
    overwrite: Annotated[
        bool,
        typer.Option("--overwrite", help="Let the file count where something else is said here."),
    ] = False,
) -> None:
    """Take records that export jsonl wrote, here or in a store of another key.

    What says something else here stays and is named, and what was forgotten here since stays
    forgotten. A line that cannot be taken is named, and the others are.
    """
    session = session_of(context)
    source = None if file == "-" else Path(file).expanduser()
    if source is not None and not source.is_file():
        raise CommandError(Code.USAGE, f"there is no file {source}")
    report = run(_import(session, source, overwrite=overwrite))
    if session.as_json:
        _print_json(source, report)
    else:
        _print(report)
    if report.lines and report.rejected == report.lines:
        raise CommandError(Code.ERROR, "no line was usable")


async def _import(session: Session, source: Path | None, *, overwrite: bool) -> "RecordImport":
    from ..io.event_file import read_lines

    async with session.opened(may_create=True) as store:
        if source is None:
            lines = read_lines(standard_input("records, one a line"))
            report = await store.import_jsonl(lines, overwrite=overwrite)
        else:
            with source.open("rb") as file:
                report = await store.import_jsonl(read_lines(file), overwrite=overwrite)
        # what is new should not wait for the next command on this machine
        await store.sync()
        return report


def _print(report: "RecordImport") -> None:
    say(
        f"{number_of(report.lines, 'record')}: {report.taken} new, {report.known} known, "
        f"{report.overwritten} overwritten, {report.differing} that say something else here, "
        f"{report.forgotten} forgotten here since, {report.rejected} unusable"
    )
    _print_lines(report.problems)
    _print_lines(report.differences)
    if report.differing:
        say("to let the file count for these: --overwrite")
    if report.left_out:
        say(f"whoever wrote the file could not read {report.left_out} of its records in whole")


def _print_lines(problems: "tuple[LineProblem, ...]") -> None:
    for problem in problems[: import_.MOST_SHOWN]:
        say(f"line {problem.line}: {problem.why}")
    if len(problems) > import_.MOST_SHOWN:
        say(f"and {len(problems) - import_.MOST_SHOWN} more; --json names them")


def _print_json(source: Path | None, report: "RecordImport") -> None:
    data_json(
        {
            "file": str(source) if source is not None else None,
            "lines": report.lines,
            "taken": report.taken,
            "known": report.known,
            "overwritten": report.overwritten,
            "differing": report.differing,
            "forgotten": report.forgotten,
            "rejected": report.rejected,
            "left_out": report.left_out,
            "problems": [{"line": p.line, "why": p.why} for p in report.problems],
            "differences": [{"line": p.line, "why": p.why} for p in report.differences],
        }
    )
