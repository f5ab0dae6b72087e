"""The command group ``rapport``, to which each file of this package adds its own."""

from typing import Annotated

import typer

commands = typer.Typer(
    help="How the agent talks with each peer: what their sessions were like, and what that adds "
    "up to.\n\nExample: sense-memory rapport show vergel",
    no_args_is_help=True,
    rich_markup_mode=None,
)

PeerArgument = Annotated[str, typer.Argument(help="With whom.", show_default=False)]
