"""export: what the store holds, as files."""

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import typer

from .examples import examples
from .exits import Code, CommandError
from .output import data_json, number_of, say
from .session import Session, run, session_of

commands = typer.Typer(
    help="Write what the store holds to a file.\n\n"
    "Example: sense-memory export events backup.jsonl",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@commands.callback()
def _group() -> None:
    """Write what the store holds to a file."""


@commands.command(
    epilog=examples(
        "sense-memory export events backup.jsonl",
        "sense-memory export events - | gzip > backup.jsonl.gz",
    )
)
def events(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="A new file, mode 0600; - is standard output.")] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Write every signed event, one JSON object a line: the copy that needs no relay.

    It is ciphertext, as relays hold it. With the key, import events brings all of it back.
    """
    session = session_of(context)
    target = None if file == "-" else Path(file).expanduser()
    if target is not None and target.exists() and not force:
        raise CommandError(Code.USAGE, f"{target} exists; choose another name, or say --force")
    count = run(_events(session, target))
    where = target or "standard output"
    say(f"wrote {number_of(count, 'event')} to {where}; ciphertext, useless without the key")
    if session.as_json and target is not None:
        data_json({"file": str(target), "events": count})


async def _events(session: Session, target: Path | None) -> int:
    import sys

    count = 0
    async with session.opened(with_relays=False) as store:
        with contextlib.nullcontext(sys.stdout) if target is None else new_file(target) as out:
            async for line in store.export_events():
                print(line, file=out)
                count += 1
            out.flush()
    return count


@contextlib.contextmanager
def new_file(target: Path) -> Iterator[IO[str]]:
    """A file that only its owner can read, in place once it is whole."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:  # of the file that is wanted, which is the one that somebody knows
        raise type(error)(error.errno, error.strerror, str(target)) from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
