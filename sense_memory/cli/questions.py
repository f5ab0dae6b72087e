"""What ``init`` asks at a terminal: three questions at most, each with an answer for Enter."""

import sys

from ..core.errors import InvalidRelayURLError
from .discreet import holds_key
from .exits import Code, CommandError
from .output import say

_WORDS = {"y": True, "yes": True, "n": False, "no": False}


def somebody_is_there() -> bool:
    """Whether a person reads what is asked, and types the answer."""
    return all(one is not None and one.isatty() for one in (sys.stdin, sys.stderr))


def relays_to_use() -> list[str]:
    """Where copies go; none is this machine alone. What is no relay's URL is asked for again."""
    from ..io.relay_url import check_relay_url

    while True:
        typed = _answer(
            "Keep encrypted copies on relays? Their URLs (wss://…), with blanks between; "
            "Enter for this machine alone: "
        )
        if holds_key(typed):
            say("that is a secret key, and no relay's URL; nothing was done with it")
            continue
        try:
            return [check_relay_url(url) for url in typed.replace(",", " ").split()]
        except InvalidRelayURLError as error:
            say(str(error))


def hides_names() -> bool:
    """Whether the relays see no names."""
    return _yes("Hide the names of memories from the relays?", otherwise=True)


def backs_up_now() -> bool:
    """Whether a recovery kit is written at once."""
    return _yes("Back up the key now, in a file under a passphrase?", otherwise=False)


def _yes(question: str, *, otherwise: bool) -> bool:
    choices = "Y/n" if otherwise else "y/N"
    while True:
        typed = _answer(f"{question} [{choices}]: ").lower()
        if not typed:
            return otherwise
        if typed in _WORDS:
            return _WORDS[typed]
        say("type y for yes or n for no")


def _answer(question: str) -> str:
    print(question, end="", file=sys.stderr, flush=True)
    typed = sys.stdin.readline()
    if not typed:
        say("")
        raise CommandError(Code.ERROR, "there was no answer; nothing more was done")
    return typed.strip()
