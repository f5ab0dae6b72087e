"""The groups ``export`` and ``import``, with the forms that go both ways."""

import typer

from . import export, import_, markdown_pages, plain_records

plain_records.add_to(export.commands, import_.commands)
markdown_pages.add_to(export.commands, import_.commands)


def add_to(app: typer.Typer) -> None:
    """Add the groups."""
    app.add_typer(export.commands, name="export")
    app.add_typer(import_.commands, name="import")
