"""Calls that cannot be right: told, like all that goes wrong, in one line that says what to do."""

from typing import Any

import typer

# typer does not export it, and older ones take it from click
UsageError: Any = typer.BadParameter.__mro__[1]


def told(error: Any) -> str:
    """What was wrong with the call, and where its help is."""
    message = _behind(error) or error.format_message().replace("\n\t", " ").rstrip(".")
    path = error.ctx.command_path if error.ctx is not None else "sense-memory"
    end = "" if message.endswith("?") else "."
    return f"{message[:1].lower()}{message[1:]}{end} See: {path} --help"


def _behind(error: Any) -> str | None:
    """Of an option that all commands have, behind one: where it stands."""
    name = getattr(error, "option_name", None)
    if name is None or error.ctx is None or error.ctx.parent is None:
        return None
    root = error.ctx.find_root()
    for option in root.command.params:
        if name in (*option.opts, *option.secondary_opts):
            value = "" if option.is_flag or option.count else " …"
            command = error.ctx.command_path.removeprefix(root.command_path).strip()
            return f"{name} stands before the command: {root.command_path} {name}{value} {command}"
    return None


def asks_for_help(error: Any) -> bool:
    """Whether a group was called without a command, which prints what it has."""
    return error.ctx is not None and error.format_message() == error.ctx.get_help()
