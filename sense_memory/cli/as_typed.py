"""What is typed and stays what it is: most of what a command is given needs no conversion."""

from typing import Any, get_args

import typer

HELP = ["-h", "--help"]
"""The options that print what a command does."""
_PLAIN = (str, int, float)


def take_as_typed(command: Any) -> None:
    """Let a command take text as text without converting it.

    Typer has pydantic convert every value, text to text and what nobody gave to nothing too, and
    importing it takes as long as reading a memory. A Typer that does otherwise is left alone.
    """
    asks_for_help = command.get_help_option(typer.Context(command, help_option_names=HELP))
    for parameter in (*command.params, asks_for_help):
        if hasattr(parameter, "_runtime_param"):
            parameter._runtime_param = _AsTyped()  # noqa: SLF001 - it offers no other way


class _AsTyped:
    """In place of what converts a parameter's values, until one comes that needs it."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as Typer would convert it."""
        takes_many = param.multiple or param.nargs == -1
        annotation = param.type_descriptor.annotation
        if value is None:
            return () if takes_many else None
        if takes_many and get_args(annotation) == (str,) and not isinstance(value, str):
            return list(value)
        if annotation in _PLAIN and type(value) is annotation:
            return value
        param._runtime_param = None  # noqa: SLF001 - what it makes for itself then
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
