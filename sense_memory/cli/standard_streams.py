"""Standard input, output and error of a command that was started without some of them."""

import os
import sys


def open_closed() -> None:
    """Let nothing stand in for each that is closed.

    Its number would else be that of the next file that is opened, and words for nobody would be
    written into a memory's file; what is printed to no standard error goes to standard output.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is not None or _is_open(number):
            continue
        opened = os.open(os.devnull, os.O_RDWR)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
