"""Numbers from 0 to 1 as bars and courses, where standard output can show them."""

from collections.abc import Sequence

from .output import is_unicode

EIGHTHS = " ▏▎▍▌▋▊▉█"
STEPS = "▁▂▃▄▅▆▇█"


def bar(value: float, cells: int = 10) -> str:
    """A bar of so many cells; in plain characters where there are no others.

    Args:
        value: 0–1; what is more is shown as 1.
        cells: How long 1 is.
    """
    value = min(1.0, max(0.0, value))
    if not is_unicode():
        return ("#" * round(value * cells)).ljust(cells, ".")
    eighths = round(value * cells * 8)
    return (EIGHTHS[8] * (eighths // 8) + EIGHTHS[eighths % 8].strip()).ljust(cells)


def course(values: Sequence[float | None]) -> str:
    """A character a value, its height between 0 and 1; a gap where there is none.

    Where such characters cannot be shown it is a digit, in tenths.
    """
    steps = STEPS if is_unicode() else "0123456789"
    last = len(steps) - 1
    return "".join(
        " " if value is None else steps[min(last, int(value * len(steps)))] for value in values
    )
