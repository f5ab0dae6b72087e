"""Asking before something is done that cannot be taken back."""

import sys

from .exits import Code, CommandError
from .output import printable


def confirm(word: str, nothing: str) -> None:
    """Let a word be typed.

    Args:
        word: Which.
        nothing: What did not happen if it is not: ``"nothing was sent"``.

    Raises:
        CommandError: It was not, or nobody is there to type it.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise CommandError(Code.USAGE, f"{nothing}; to go on without a terminal, say --yes")
    print(f"type {printable(word)} to go on: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip() != word:
        raise CommandError(Code.ERROR, f"that is something else; {nothing}")
