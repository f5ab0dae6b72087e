"""A conversation that is ended from outside: the terminal is closed, or the process told to end."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType


@contextlib.contextmanager
def like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM, and SIGHUP when a terminal is closed, do what Ctrl-C does.

    Whoever closes the window has not said that what was talked about is to be lost.
    """

    def end(number: int, _: FrameType | None) -> None:
        if number != signal.SIGTERM:
            unplug()
        signal.raise_signal(signal.SIGINT)

    with contextlib.ExitStack() as restored:
        # Windows has no SIGHUP
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
            if number is not None:
                restored.callback(signal.signal, number, signal.signal(number, end))
        yield


def unplug() -> None:
    """Say nothing to anybody from now on: a terminal that is gone raises at every word."""
    # it stays open until the process ends
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
