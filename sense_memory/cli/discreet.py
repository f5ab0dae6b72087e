"""Commands that do not repeat arguments they cannot make sense of: one may be a secret key.

Whoever types ``keys import nsec1…`` has a key in the history of the shell. The error should not
put it into a log as well.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from typer.core import TyperCommand, TyperGroup

from .exits import Code, CommandError
from .usage import UsageError

_KEY = re.compile(r"(nsec|ncryptsec)1[a-z0-9]{20}", re.IGNORECASE)
_OPTION = re.compile(r"--?[a-z][a-z-]{0,24}")


class DiscreetCommand(TyperCommand):
    """A command whose usage errors do not repeat what was typed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments apart."""
        typed = tuple(args)
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            if not _repeats(error, typed):
                raise
            raise _refusal(ctx) from None


class DiscreetGroup(TyperGroup):
    """A group that does not repeat a command it does not have."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments apart."""
        typed = tuple(args)
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            if not _repeats(error, typed):
                raise
            raise _refusal(ctx) from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command."""
        try:
            return super().resolve_command(ctx, args)
        except UsageError:
            raise _refusal(ctx, meant=get_close_matches(args[0], self.commands, 1)) from None


def refuse_pasted_keys(arguments: Sequence[str]) -> None:
    """Refuse to look at a call that has a key in it: as a name it would be stored and shown.

    Raises:
        CommandError: One of them holds an nsec or ncryptsec.
    """
    if any(holds_key(argument) for argument in arguments):
        raise _is_in_history()


def holds_key(text: str) -> bool:
    """Whether there is an nsec or ncryptsec in it."""
    return _KEY.search(text) is not None


def refuse_secrets(*given: object) -> None:
    """Refuse a key that was pasted where a file or a word belongs, without repeating it.

    Raises:
        CommandError: One of them looks like a key.
    """
    from ..io.keys.reference import looks_secret

    if any(one is not None and looks_secret(str(one)) for one in given):
        raise _is_in_history()


def _is_in_history() -> CommandError:
    return CommandError(
        Code.USAGE,
        "a secret key was given as an argument, and is in your shell's history now; a key comes "
        "from a file or standard input",
    )


def _repeats(error: Exception, typed: tuple[str, ...]) -> bool:
    """Whether an error shows something that was typed, be it behind an equals sign."""
    said = str(getattr(error, "message", error))
    pieces = {*typed, *(word.partition("=")[2] for word in typed)} - {""}
    return any(piece in said and not _OPTION.fullmatch(piece) for piece in pieces)


def _refusal(context: Any, meant: Sequence[str] = ()) -> CommandError:
    path = context.command_path
    hint = f" Did you mean '{path} {meant[0]}'?" if meant else ""
    return CommandError(
        Code.USAGE,
        f"'{path}' was not called as it can be; what was typed is not repeated, in case a key is "
        f"in it (a key is never an argument: it comes from a file or standard input).{hint} See: "
        f"{path} --help",
    )
