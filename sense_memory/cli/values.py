"""Values that were not given as arguments."""

import sys
from typing import BinaryIO

from .exits import Code, CommandError
from .output import say


def standard_input(what: str) -> BinaryIO:
    """Standard input; on a terminal it is said what is awaited."""
    if sys.stdin is None:
        raise CommandError(Code.USAGE, f"{what}: standard input is closed")
    if sys.stdin.isatty():
        say(f"type {what}, then Ctrl-D on a line of its own:")
    return sys.stdin.buffer


def read_stdin(what: str) -> bytes:
    """Standard input to its end; on a terminal it is said what is awaited."""
    return standard_input(what).read()


def value_or_stdin(value: str | None, what: str) -> str:
    """The value, or standard input to its end, without the last line break."""
    if value is not None:
        return value
    try:
        text = read_stdin(what).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(
            Code.USAGE, f"standard input is not UTF-8 text (byte {error.start})"
        ) from None
    return text.removesuffix("\n").removesuffix("\r")


def read_secret(what: str) -> str:
    """A secret from standard input: without echo on a terminal, and never from an argument."""
    if sys.stdin is None:
        raise CommandError(Code.USAGE, f"{what}: standard input is closed")
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass(f"{what}: ", stream=sys.stderr)
    return sys.stdin.readline()
