"""ui: look into the mind, in a browser."""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from html import escape
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from .demo_relay import can_run_relay, demo_relays
from .ended_from_outside import like_ctrl_c
from .examples import examples
from .exits import Code, CommandError
from .output import data, data_json, say
from .session import Session, run, session_of

if TYPE_CHECKING:
    from ..ui.demo.demo_mind import Demo
    from ..ui.mind import Mind


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples("sense-memory ui --demo", "sense-memory ui", "sense-memory ui --no-open")
    )(ui)


def ui(
    context: typer.Context,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="Show a made-up mind: no key, nothing is kept."),
    ] = False,
    write: Annotated[
        bool,
        typer.Option("--write", help="Let the page change what is remembered."),
    ] = False,
    no_open: Annotated[
        bool,
        typer.Option("--no-open", help="Only print the address; it opens no browser."),
    ] = False,
) -> None:
    """Look into the mind, on a page for this machine's browser alone.

    The address has a token, and is good until this ends (Ctrl-C). Nothing counts as used by being
    looked at, and nothing can be changed without --write. Needs the extra ui.
    """
    session = session_of(context)
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise CommandError(
            Code.USAGE, "the extra ui is not installed: pip install 'sense-memory[ui]'"
        )
    if demo and session.scope is not None:
        raise CommandError(Code.USAGE, "--demo shows a mind of its own, which has no scopes")
    from ..adapters.web.quiet import quieten

    quieten()
    # until it is served, too: what a demo keeps in files and processes is to be gone
    with like_ctrl_c():
        run(_serve(session, demo=demo, write=write, should_open=not no_open))


async def _serve(session: Session, *, demo: bool, write: bool, should_open: bool) -> None:
    from ..adapters.web.address import Address
    from ..ui.border import Pass
    from ..ui.service import UiService

    async with _shown(session, demo=demo, write=write) as mind:
        asked = Address.parse("0")
        with asked.listen() as listener:
            own = Pass(asked.at(listener).port)
            service = UiService(mind, own)
            await service.read_ahead()
            for number in (signal.SIGTERM, signal.SIGINT):
                with contextlib.suppress(NotImplementedError):  # Windows ends a process at once
                    asyncio.get_running_loop().add_signal_handler(number, service.end)
            say("Ctrl-C ends this, and the address with it")
            if session.as_json:
                data_json({"url": own.url})
            else:
                data(own.url, at_once=True)
            with _opening_page(own.url) if should_open else contextlib.nullcontext() as page:
                if page is not None:
                    # Some browsers are waited for until they are closed: neither the page nor the
                    # end of this does
                    Thread(target=webbrowser.open, args=(page.as_uri(),), daemon=True).start()
                await service.serve(listener)


@asynccontextmanager
async def _shown(session: Session, *, demo: bool, write: bool) -> "AsyncIterator[Mind]":
    from ..ui.mind import Mind

    if demo:
        async with _made_up() as made:
            yield Mind(made.store, made.clock, write, is_made_up=True)
        return
    from ..core.clock import SystemClock
    from ..io.keys.backup import backup_state

    profile = session.load_profile()
    backup = partial(backup_state, profile) if profile.exists else None
    async with session.opened() as store:
        yield Mind(store, SystemClock(), write, backup)


@asynccontextmanager
async def _made_up() -> "AsyncIterator[Demo]":
    from ..ui.demo.demo_mind import demo_mind, demo_mind_on

    if can_run_relay():
        say("making up a mind: fourteen months, three devices, three relays on this machine")
        async with demo_relays() as relays, demo_mind_on(relays) as made:
            yield made
    else:
        say(
            "making up a mind: fourteen months, on no relay, for which it takes: "
            "pip install 'sense-memory[nostr-sdk]'"
        )
        async with demo_mind() as made:
            yield made


@contextlib.contextmanager
def _opening_page(url: str) -> Iterator[Path | None]:
    """A file that leads to the page: an address in the arguments of a browser is seen by all users.

    ``None`` where there is no browser that would not take this terminal over.
    """
    has_display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if not has_display and sys.platform not in ("win32", "darwin"):
        yield None
        return
    handle, name = tempfile.mkstemp(prefix="sense-memory-", suffix=".html")  # 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(
                '<!doctype html><meta charset="utf-8"><title>sense-memory</title>'
                f'<meta http-equiv="refresh" content="0;url={escape(url)}">'
            )
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
