"""How long ``import sense_memory`` takes."""

import statistics

from . import child
from .figures import Figure, Table, of

RUNS = 15


def run() -> Table:
    """Bare interpreter and interpreter with import, in turn."""
    child.run("-c", "import sense_memory")  # compiles what was never compiled
    bare: list[float] = []
    whole: list[float] = []
    for _ in range(RUNS):
        bare.append(child.run("-c", "pass").wall * 1000)
        whole.append(child.run("-c", "import sense_memory").wall * 1000)
    ratio = statistics.median(whole) / statistics.median(bare)
    difference = [a - b for a, b in zip(whole, bare, strict=True)]
    figures: list[Figure] = [
        of("bare interpreter", bare, "ms"),
        of(
            "interpreter and import",
            whole,
            "ms",
            ratio=ratio,
            aim="≤ 150 ms",
            note="ratio: to the bare interpreter",
        ),
        of("import alone", difference, "ms"),
    ]
    return Table(f"imports: python -c 'import sense_memory', median of {RUNS}", tuple(figures))
