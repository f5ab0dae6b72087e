"""How long a person, or a shell script, waits for a command that does next to nothing."""

import statistics
import tempfile

from . import child
from .figures import Figure, Table, of
from .parts import first_answer

RUNS = 15
BARE = "python -c pass"
TYPER = "python -c 'import typer'"
COMMANDS = ("--version", "--help", "recall mood", "remember mood curious", "status")
FIRST_ANSWER = ("-m", first_answer.__name__, "-m", "sense_memory", "mcp")
AIM = "≤ 300 ms"


def run() -> Table:
    """The bare interpreter, Typer alone and each command in turn, on a profile of one memory."""
    programs: dict[str, tuple[str, ...]] = {BARE: ("-c", "pass"), TYPER: ("-c", "import typer")}
    programs |= {one: ("-m", "sense_memory", *one.split()) for one in COMMANDS}
    runs: dict[str, list[child.Ended]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory(prefix="sense-memory-start-") as home:
        for made in (("init", "--local"), ("remember", "mood", "curious")):
            child.run("-m", "sense_memory", *made, is_quiet=True, SENSE_MEMORY_HOME=home)
        for arguments in programs.values():  # compiles what was never compiled
            child.run(*arguments, is_quiet=True, SENSE_MEMORY_HOME=home)
        for _ in range(RUNS):
            for name, arguments in programs.items():
                ended = child.run(*arguments, is_quiet=True, SENSE_MEMORY_HOME=home)
                runs[name].append(ended)
        answers = [
            child.run(*FIRST_ANSWER, SENSE_MEMORY_HOME=home).said["answered_ms"]
            for _ in range(RUNS // 3)
        ]
    figures: list[Figure] = []
    for name, times in runs.items():
        wall = [one.wall * 1000 for one in times]
        cpu = [one.cpu * 1000 for one in times]
        for label, values, bare in (
            (name, wall, [one.wall * 1000 for one in runs[BARE]]),
            (f"{name}, processor time", cpu, [one.cpu * 1000 for one in runs[BARE]]),
        ):
            ratio = statistics.median(values) / statistics.median(bare)
            aim = AIM if name in COMMANDS and values is wall else ""
            figures.append(of(label, values, "ms", ratio=ratio, aim=aim))
    figures.append(of("mcp: its first answer", answers, "ms", aim="≤ 2,000 ms"))
    return Table(
        f"start: whole processes, median of {RUNS}",
        tuple(figures),
        ("ratios are to the bare interpreter; processor time is user and system, of all threads",),
    )
