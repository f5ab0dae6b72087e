"""mcp: the memory as tools of an agent's host."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .examples import examples
from .exits import Code, CommandError
from .output import data_json, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    import socket

    from ..adapters.mcp import Access
    from ..adapters.mcp.token import Token
    from ..adapters.web.address import Address
    from ..store import MemoryStore

CLOSE_TIMEOUT = 0.5
"""Seconds to deliver what waits, before a host that closed the pipes kills; it is in the file."""
CLOSE_TIMEOUT_HTTP = 2
"""The same where nobody is about to kill: a container has ten seconds, also to answer."""


class Dialect(StrEnum):
    """Another server's tools."""

    SERVER_MEMORY = "server-memory"


@dataclass(frozen=True, slots=True)
class Offer:
    """What is served.

    Attributes:
        session: Whose memories.
        access: What clients may do to them.
        dialect: Whose tools; ``None`` is our own.
    """

    session: Session
    access: "Access"
    dialect: Dialect | None

    def server(self, store: "MemoryStore") -> Any:
        """The server of a store that is open."""
        if self.dialect is Dialect.SERVER_MEMORY:
            from ..adapters.mcp.server_memory import build_server_memory

            return build_server_memory(store, self.access)
        from ..adapters.mcp import build_server

        return build_server(store, self.access)

    def store(self, close_timeout: float) -> "contextlib.AbstractAsyncContextManager[MemoryStore]":
        """The store, open while this is entered."""
        return self.session.opened(
            may_create=not self.access.read_only, close_timeout=close_timeout
        )


@dataclass(frozen=True, slots=True)
class Door:
    """Where it is served over HTTP.

    Attributes:
        address: Where to listen.
        names: Other names of this host that it may be called by.
        token_file: The token that a client has to show, if it is in a file of its own.
    """

    address: "Address"
    names: tuple[str, ...]
    token_file: Path | None

    @classmethod
    def parse(cls, address: str, names: Sequence[str], token_file: Path | None) -> "Door":
        """As it was typed."""
        from ..adapters.web.address import Address, check_name

        checked = tuple(check_name(name) for name in names)
        return cls(Address.parse(address), checked, token_file)

    def token(self, session: Session) -> "Token":
        """The token; one that is made is kept with the profile."""
        from ..adapters.mcp.token import find_token

        kept = session.load_profile().folder / "mcp-token"
        return find_token(self.token_file, kept)

    def listen(self) -> "socket.socket":
        """Take the address.

        Raises:
            CommandError: It cannot be had.
        """
        try:
            return self.address.listen()
        except OSError as error:
            why = error.strerror or str(error)
            raise CommandError(Code.ERROR, f"cannot listen at {self.address}: {why}") from None


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "claude mcp add memory -- sense-memory mcp",
            "sense-memory mcp --scope user:alice --read-only",
            "sense-memory mcp --http 8000",
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
        typer.Option("--read-only", help="Only tools that read; nothing is written."),
    ] = False,
    no_forget: Annotated[
        bool,
        typer.Option("--no-forget", help="No tools that delete."),
    ] = False,
    most_forgets: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many times an hour clients may delete, all together; 20 unless said.",
            show_default=False,
        ),
    ] = None,
    compat: Annotated[
        Dialect | None,
        typer.Option(help="Offer the tools of another server instead.", show_default=False),
    ] = None,
    http: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT",
            help="Serve over HTTP, with a token; port 0 takes any that is free.",
            show_default=False,
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            help="The token of --http, in a file of mode 0600; else $SENSE_MEMORY_MCP_TOKEN, else "
            "one is made and kept with the profile.",
            show_default=False,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name that --http may be called by, such as a proxy's.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve the Model Context Protocol, by which an agent uses its memory itself.

    On standard input and output, for a host that starts this; or over HTTP, for any number of
    hosts. Needs the extra mcp.
    """
    session = _scoped(session_of(context), scope)
    if http is None and (token_file is not None or allow_host):
        raise CommandError(Code.USAGE, "--token-file and --allow-host belong to --http")
    if most_forgets is not None and (no_forget or read_only):
        raise CommandError(
            Code.USAGE, "--most-forgets has no meaning where nothing is deleted at all"
        )
    refuse_without_extra()
    from ..adapters.mcp.access import Access
    from ..adapters.web.quiet import quieten

    limits = {} if most_forgets is None else {"most_forgets": most_forgets}
    access = Access(read_only=read_only, may_forget=not no_forget, **limits)
    offer = Offer(session, access, compat)
    quieten()
    if http is not None:
        run(_serve_http(offer, Door.parse(http, allow_host or [], token_file)))
        return
    if sys.stdin is not None and sys.stdin.isatty():
        say("waiting for an MCP client on standard input; hosts start this by themselves")
    run(_serve_pipes(offer))


def _scoped(session: Session, scope: str | None) -> Session:
    if scope is None:
        return session
    from ..core.ref import check_scope

    if session.scope not in (None, scope):
        raise CommandError(Code.USAGE, "--scope is given twice, and not the same")
    return replace(session, scope=check_scope(scope))


def refuse_without_extra() -> None:
    """Say which extra is to be installed, if it is not.

    Raises:
        CommandError: It is not.
    """
    if find_spec("mcp") is None:
        raise CommandError(
            Code.USAGE, "the extra mcp is not installed: pip install 'sense-memory[mcp]'"
        )


def _when_told_to_end(end: Callable[[], None]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows ends a process at once
            asyncio.get_running_loop().add_signal_handler(number, end)


async def _serve_pipes(offer: Offer) -> None:
    from ..adapters.mcp.stdio import LONGEST_LINE, serve_stdio
    from ..io.standard_pipes import StandardPipes

    with StandardPipes(LONGEST_LINE) as pipes:
        _when_told_to_end(pipes.end)
        async with offer.store(CLOSE_TIMEOUT) as store:
            await serve_stdio(offer.server(store), pipes)


async def _serve_http(offer: Offer, door: Door) -> None:
    from ..adapters.mcp.http import PATH, HttpService

    async with offer.store(CLOSE_TIMEOUT_HTTP) as store:
        token = door.token(offer.session)
        with door.listen() as listener:
            address = door.address.at(listener)
            service = HttpService(offer.server(store), token, address, names=door.names)
            _when_told_to_end(service.end)
            _announce(offer.session, address, f"http://{address}{PATH}", token)
            await service.serve(listener)


def _announce(session: Session, address: "Address", url: str, token: "Token") -> None:
    say(f"serving MCP at {url} to whoever shows the token in {token.where}")
    if not address.is_loopback:
        say(
            "other machines can reach this, and whoever is on the way can read it: put a proxy "
            "with TLS before it, and name the proxy's host with --allow-host"
        )
    if session.as_json:
        data_json({"url": url, "token_file": str(token.path) if token.path is not None else None})
