"""The command group ``persona``, to which each file of this package adds its own."""

import typer

commands = typer.Typer(
    help="What the agent knows, by domain, facet and key; it fades unless it is used.\n\n"
    "Example: sense-memory persona remember -d people -f facts vergel 'prefers vanilla JS'",
    no_args_is_help=True,
    rich_markup_mode=None,
)
