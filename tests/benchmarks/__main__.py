"""Run the benchmarks: ``python -m tests.benchmarks [NAME …] [--json FILE]``."""

import argparse
from pathlib import Path

from . import (
    changes,
    comparing,
    graph,
    imports,
    introspecting,
    latency,
    moving_in,
    opening,
    prompting,
    publishing,
    pyramid,
    pyramid_search,
    restore,
    searching,
    start,
    vectors,
)
from .figures import Machine, save

BENCHMARKS = {
    "imports": imports.run,
    "start": start.run,
    "open": opening.run,
    "latency": latency.run,
    "restore": restore.run,
    "comparing": comparing.run,
    "changes": changes.run,
    "publishing": publishing.run,
    "searching": searching.run,
    "vectors": vectors.run,
    "introspecting": introspecting.run,
    "moving-in": moving_in.run,
    "pyramid": pyramid.run,
    "pyramid_search": pyramid_search.run,
    "graph": graph.run,
    "prompt": prompting.run,
}


def main() -> None:
    """Run what was asked for, or everything."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    if unknown := set(options.names) - BENCHMARKS.keys():
        parser.error(
            f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}"
        )
    machine = Machine.here()
    print(machine, "\n")
    tables = []
    for name in options.names or BENCHMARKS:
        table = BENCHMARKS[name]()
        tables.append(table)
        print(table, "\n", flush=True)
    if options.json:
        save(options.json, machine, tables)


if __name__ == "__main__":
    main()
