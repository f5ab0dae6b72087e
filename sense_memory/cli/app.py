"""The commands, and the options that stand before them."""

import functools
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..core.ref import check_scope
from . import completing
from .as_typed import HELP, take_as_typed
from .parts import PartsGroup
from .session import Session

app = typer.Typer(
    cls=PartsGroup,
    help="Memory your agent owns: a fast local file, encrypted copies on relays that cannot "
    "read it.\n\nExample: sense-memory init --relay wss://relay.example, then sense-memory "
    "remember user_timezone America/Vancouver, then sense-memory recall user_timezone",
    epilog="Exit codes: 0 done, 1 error or not found, 2 wrong usage, 3 stored here but no relay "
    "has accepted it yet, 4 the secret key is unusable.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": HELP},
)


@functools.cache
def command() -> Callable[..., Any]:
    """The commands as one, which is put together once in a process."""
    group = typer.main.get_command(app)
    take_as_typed(group)
    return group


def _version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        print(f"sense-memory {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    *,
    profile: Annotated[
        str,
        typer.Option(
            help="Which agent: a key, a file, relays.",
            envvar="SENSE_MEMORY_PROFILE",
            autocompletion=completing.profiles,
        ),
    ] = "default",
    scope: Annotated[
        str | None,
        typer.Option(help="One user, project or tenant, such as user:alice.", show_default=False),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON on standard output; JSON Lines for lists.")
    ] = False,
    key_file: Annotated[
        Path | None,
        typer.Option(
            help="A file with the nsec, mode 0600, instead of the profile's key.",
            show_default=False,
        ),
    ] = None,
    verbose: Annotated[
        int,
        typer.Option("--verbose", "-v", count=True, help="Log to standard error; -vv logs more."),
    ] = 0,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Memory your agent owns."""
    if verbose:
        logging.basicConfig(
            stream=sys.stderr,
            level=logging.DEBUG if verbose > 1 else logging.INFO,
            format="%(levelname)s %(name)s: %(message)s",
        )
        # frames hold nothing but ciphertext, and say nothing of what we do
        logging.getLogger("websockets").setLevel(logging.WARNING)
    if scope is not None:
        check_scope(scope)
    context.obj = Session(
        profile,
        scope,
        as_json,
        # the profile may come to remember it, so it must mean the same from every folder
        key_file.expanduser().absolute() if key_file is not None else None,
    )
