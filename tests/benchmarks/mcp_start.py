"""How long a host waits for ``sense-memory mcp``, beside what the protocol's own package takes."""

import statistics
import tempfile

from . import child
from .figures import Figure, Table, of
from .parts import mcp_start

RUNS = 9
BARE = "python -c 'import mcp.server'"
AIM = "≤ 2,000 ms"


def run() -> Table:
    """The import alone and the server, in turn, on a profile with one memory and no relay that
    answers."""
    imported: list[child.Ended] = []
    served: list[child.Ended] = []
    with tempfile.TemporaryDirectory(prefix="sense-memory-mcp-start-") as home:
        for made in (
            ("init", "--local"),
            ("remember", "mood", "curious"),
            ("relays", "add", "ws://127.0.0.1:1"),
        ):
            child.run("-m", "sense_memory", *made, is_quiet=True, SENSE_MEMORY_HOME=home)
        for counted in (False, *[True] * RUNS):  # the first compiles what was never compiled
            bare = child.run("-c", "import mcp.server")
            server = child.run("-m", mcp_start.__name__, SENSE_MEMORY_HOME=home)
            if counted:
                imported.append(bare)
                served.append(server)
    floor = [one.wall * 1000 for one in imported]
    work = [one.cpu * 1000 for one in imported]
    figures: list[Figure] = [of(BARE, floor, "ms"), of(f"{BARE}, processor time", work, "ms")]
    for name, number, aim in (
        ("initialize is answered", "initialized_ms", AIM),
        ("tools/list after it", "listed_ms", AIM),
        ("a memory is recalled", "recalled_ms", ""),
        ("from the end of the pipe to its own", "ended_ms", ""),
    ):
        times = [one.said[number] for one in served]
        ratio = None
        if number != "ended_ms":
            ratio = statistics.median(times) / statistics.median(floor)
        figures.append(of(name, times, "ms", ratio=ratio, aim=aim))
    cpu = [one.cpu * 1000 for one in served]
    ratio = statistics.median(cpu) / statistics.median(work)
    figures.append(of("all of it, processor time", cpu, "ms", ratio=ratio))
    return Table(
        f"mcp_start: sense-memory mcp over its pipes, median of {RUNS}",
        tuple(figures),
        (
            f"ratios are to {BARE}, its processor time where it is processor time",
            "the processor time of the server includes that of the host that asks (about 20 ms)",
        ),
    )
