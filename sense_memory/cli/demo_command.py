"""demo: see it work, without a key and without a network."""

import typer

from .examples import examples
from .session import session_of


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=examples("sense-memory demo"))(demo)


def demo(context: typer.Context) -> None:
    """Three devices, a crash, two models, one relay that cannot read: all here, in seconds."""
    from .demo import run_demo

    run_demo(as_json=session_of(context).as_json)
