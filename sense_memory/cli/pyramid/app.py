"""The command group ``pyramid``, to which each file of this package adds its own."""

from typing import Annotated

import typer

commands = typer.Typer(
    help="What was observed: single facts, by topic, and what they add up to in summaries of ten, "
    "and of ten times ten.\n\nExample: sense-memory pyramid observe 'Tom prefers tea'",
    no_args_is_help=True,
    rich_markup_mode=None,
)

TopicArgument = Annotated[str, typer.Argument(help="The topic's name.", show_default=False)]
IdArgument = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="The observation's id, or the beginning of it: 6 hex digits or more.",
        show_default=False,
    ),
]
ParallelOption = Annotated[
    int | None,
    typer.Option("--parallel", help="How much is asked of a model at once.", show_default="10"),
]
YesOption = Annotated[
    bool,
    typer.Option("--yes", help="Do not ask first, however much is to be asked of the model."),
]
SyncOption = Annotated[bool, typer.Option("--sync", help="Read the relays first.")]
