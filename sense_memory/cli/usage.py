"""Calls that cannot be right: told, like all that goes wrong, in one line that says what to do."""

from typing import Any

import typer

# typer does not export it, and older ones take it from click
UsageError: Any = typer.BadParameter.__mro__[1]


def told(error: Any) -> str:
    """What was wrong with the call, and where its help is."""
    message = error.format_message().replace("\n\t", " ").rstrip(".")
    path = error.ctx.command_path if error.ctx is not None else "sense-memory"
    end = "" if message.endswith("?") else "."
    return f"{message[:1].lower()}{message[1:]}{end} See: {path} --help"


def asks_for_help(error: Any) -> bool:
    """Whether a group was called without a command, which prints what it has."""
    return error.ctx is not None and error.format_message() == error.ctx.get_help()
