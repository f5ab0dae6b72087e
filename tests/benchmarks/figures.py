"""What a benchmark measured, as a table for people and as JSON for machines."""

import json
import math
import os
import platform
import sqlite3
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path

LIBRARIES = ("sense-memory", "cryptography", "secp256k1", "coincurve", "nostr-sdk", "websockets")


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a table.

    Attributes:
        name: What was measured.
        median: In ``unit``.
        p99: In ``unit``; ``None`` where the runs are too few for one.
        runs: How many values the median is of.
        unit: ``ms``, ``s``, ``MiB``, …
        ratio: To the peer that ``note`` names, dimensionless.
        aim: What we would like to see, in words; printed beside, never asserted.
        note: What the reader must know to read the figure.
    """

    name: str
    median: float
    unit: str
    p99: float | None = None
    runs: int = 1
    ratio: float | None = None
    aim: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One benchmark's figures.

    Attributes:
        title: What was done.
        figures: The lines.
        remarks: What is true of all of them.
    """

    title: str
    figures: tuple[Figure, ...]
    remarks: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        header = ("", "median", "p99", "runs", "ratio", "aim")
        rows = [header, *(_cells(figure) for figure in self.figures)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(header))]
        lines = [self.title]
        for row, figure in zip(rows, (None, *self.figures), strict=True):
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            note = figure.note if figure else ""
            lines.append("  ".join([*cells, note]).rstrip())
        lines += [f"  * {remark}" for remark in self.remarks]
        return "\n".join(lines)


def _cells(figure: Figure) -> tuple[str, ...]:
    return (
        figure.name,
        f"{_short(figure.median)} {figure.unit}",
        "" if figure.p99 is None else f"{_short(figure.p99)} {figure.unit}",
        str(figure.runs),
        "" if figure.ratio is None else f"{figure.ratio:.2f}×",
        figure.aim,
    )


def _short(value: float) -> str:
    return (
        f"{value:.3f}" if abs(value) < 1 else f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"
    )


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least ``percent`` of all do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def of(
    name: str,
    values: Sequence[float],
    unit: str,
    *,
    ratio: float | None = None,
    aim: str = "",
    note: str = "",
) -> Figure:
    """The figure of some values; a p99 needs a hundred of them."""
    p99 = percentile(values, 99) if len(values) >= 100 else None
    return Figure(name, statistics.median(values), unit, p99, len(values), ratio, aim, note)


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the figures come from."""

    system: str
    processor: str
    cores: int
    load: float
    python: str
    sqlite: str
    libraries: dict[str, str]

    @classmethod
    def here(cls) -> "Machine":
        """This machine, now."""
        libraries = {}
        for name in LIBRARIES:
            try:
                libraries[name] = metadata.version(name)
            except metadata.PackageNotFoundError:
                continue
        return cls(
            f"{platform.system()} {platform.release()} {platform.machine()}",
            _processor(),
            os.cpu_count() or 1,
            round(os.getloadavg()[0], 2),
            platform.python_version(),
            sqlite3.sqlite_version,
            libraries,
        )

    def __str__(self) -> str:
        libraries = ", ".join(f"{name} {version}" for name, version in self.libraries.items())
        return (
            f"{self.processor}, {self.cores} cores (load {self.load}), {self.system}\n"
            f"Python {self.python}, SQLite {self.sqlite}, {libraries}"
        )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def save(path: Path, machine: Machine, tables: Sequence[Table]) -> None:
    """Write everything as JSON."""
    report = {"machine": asdict(machine), "tables": [asdict(table) for table in tables]}
    path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
