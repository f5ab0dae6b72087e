"""mcp: the memory as tools of an agent's host."""

import asyncio
import contextlib
import logging
import signal
import sys
from dataclasses import replace
from importlib.util import find_spec
from typing import Annotated

import typer

from .examples import examples
from .exits import Code, CommandError
from .output import say
from .session import Session, run, session_of

CLOSE_TIMEOUT = 0.5
"""Seconds to deliver what waits, before a host that closed the pipes kills; it is in the file."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "claude mcp add memory -- sense-memory mcp",
            "sense-memory mcp --scope user:alice --read-only",
        )
    )(mcp)


def mcp(
    context: typer.Context,
    scope: Annotated[
        str | None,
        typer.Option(help="The same as before the command.", show_default=False),
    ] = None,
    read_only: Annotated[
        bool,
        typer.Option("--read-only", help="Only recall and search; nothing is written."),
    ] = False,
) -> None:
    """Serve the Model Context Protocol on standard input and output, for a host that starts this.

    Its tools: remember, recall, search, forget. Needs the extra mcp.
    """
    session = session_of(context)
    if scope is not None:
        from ..core.ref import check_scope

        if session.scope not in (None, scope):
            raise CommandError(Code.USAGE, "--scope is given twice, and not the same")
        session = replace(session, scope=check_scope(scope))
    refuse_without_extra()
    # what comes over the pipe is not for a log
    logging.getLogger("mcp").setLevel(logging.ERROR)
    if sys.stdin is not None and sys.stdin.isatty():
        say("waiting for an MCP client on standard input; hosts start this by themselves")
    run(_serve(session, read_only))


def refuse_without_extra() -> None:
    """Say which extra is to be installed, if it is not.

    Raises:
        CommandError: It is not.
    """
    if find_spec("mcp") is None:
        raise CommandError(
            Code.USAGE, "the extra mcp is not installed: pip install 'sense-memory[mcp]'"
        )


async def _serve(session: Session, read_only: bool) -> None:
    from ..adapters.mcp import Access, build_server
    from ..adapters.mcp.stdio import LONGEST_LINE, serve_stdio
    from ..io.standard_pipes import StandardPipes

    with StandardPipes(LONGEST_LINE) as pipes:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):  # Windows ends a process at once
                loop.add_signal_handler(number, pipes.end)
        opened = session.opened(may_create=not read_only, close_timeout=CLOSE_TIMEOUT)
        async with opened as store:
            await serve_stdio(build_server(store, Access(read_only=read_only)), pipes)
