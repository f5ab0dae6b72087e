"""How long a program waits for the package."""

import statistics

from . import child
from .figures import Figure, Table, of

RUNS = 15
PROGRAMS = {
    "import sense_memory": ("-c", "import sense_memory"),
    "import MemoryStore": ("-c", "from sense_memory import MemoryStore"),
}
"""Each to the arguments of the interpreter."""


def run() -> Table:
    """The bare interpreter and each program, in turn."""
    for arguments in PROGRAMS.values():
        child.run(*arguments)  # compiles what was never compiled
    bare: list[float] = []
    took: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(RUNS):
        bare.append(child.run("-c", "pass").wall * 1000)
        for name, arguments in PROGRAMS.items():
            took[name].append(child.run(*arguments).wall * 1000)
    figures: list[Figure] = [of("bare interpreter", bare, "ms")]
    figures += [
        of(
            name,
            times,
            "ms",
            ratio=statistics.median(times) / statistics.median(bare),
            aim="≤ 300 ms",
            note="ratio: to the bare interpreter",
        )
        for name, times in took.items()
    ]
    return Table(f"imports: with the bare interpreter, median of {RUNS}", tuple(figures))
