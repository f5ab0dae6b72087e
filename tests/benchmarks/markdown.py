"""Tables that README shows: made here, and put where README says, never written by hand."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .figures import Machine

WIDTH = 110
"""Characters in a line of README's text."""
README = Path(__file__).resolve().parents[2] / "README.md"


@dataclass(frozen=True, slots=True)
class Page:
    """A table and what is said of it.

    Attributes:
        name: Of the marks in README between which it stands.
        columns: The heads of the columns.
        rows: The cells, row by row; the first of each says what it is about.
        remark: What stands below the table; its lines are broken there.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remark: str

    def __str__(self) -> str:
        lines = [_line(self.columns), f"|{'---|' * len(self.columns)}"]
        lines += [_line(row) for row in self.rows]
        return "\n".join([*lines, "", textwrap.fill(self.remark, WIDTH)])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def marks(name: str) -> tuple[str, str]:
    """Where a table begins and ends in README."""
    return f"<!-- {name} -->", f"<!-- /{name} -->"


def inside(text: str, name: str) -> str:
    """What stands between the marks.

    Raises:
        ValueError: They are not there, or not once each and in order.
    """
    begin, end = marks(name)
    if not (text.count(begin) == text.count(end) == 1 and text.index(begin) < text.index(end)):
        raise ValueError(f"README needs {begin} and {end} once each, in this order")
    return text.partition(begin)[2].partition(end)[0]


def replaced(text: str, page: Page) -> str:
    """README with another table between its marks."""
    begin, end = marks(page.name)
    return text.replace(f"{begin}{inside(text, page.name)}{end}", f"{begin}\n{page}\n\n{end}")


def rows_in(text: str, name: str) -> list[tuple[str, ...]]:
    """The cells of the table between the marks, without its heads."""
    lines = [line for line in inside(text, name).splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]


def machine_line(machine: Machine) -> str:
    """Where figures come from, in a line; without what names the machine."""
    system = machine.system.partition(" ")[0]
    return (
        f"{machine.processor}, {machine.cores} cores (load {machine.load:g}), {system}, "
        f"Python {machine.python}, SQLite {machine.sqlite}"
    )


def number(value: float, unit: str) -> str:
    """A figure as people write it: with two digits that mean something, or more."""
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 1 else 2 if abs(value) >= 0.1 else 3
    return f"{value:,.{digits}f} {unit}"
