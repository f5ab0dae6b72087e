"""Run the benchmarks: ``python -m tests.benchmarks [NAME …] [--json FILE]``.

``readme`` and ``costs`` print a table for README; with ``--write`` they put it there.
"""

import argparse
from pathlib import Path

from . import (
    changes,
    comparing,
    costs,
    graph,
    imports,
    introspecting,
    latency,
    markdown,
    mcp_start,
    moving_in,
    opening,
    prompting,
    publishing,
    pyramid,
    pyramid_search,
    readme,
    restore,
    searching,
    start,
    vectors,
)
from .figures import Machine, save

BENCHMARKS = {
    "imports": imports.run,
    "start": start.run,
    "mcp_start": mcp_start.run,
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
PAGES = {"readme": readme.run, "costs": costs.run}
"""Tables that README shows; they are made only if somebody asks."""


def main() -> None:
    """Run what was asked for, or everything that is no table for README."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    names = ", ".join((*BENCHMARKS, *PAGES))
    parser.add_argument("names", nargs="*", metavar="NAME", help=names)
    parser.add_argument(
        "--write", action="store_true", help="put the tables of readme and costs into README.md"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    if unknown := set(options.names) - BENCHMARKS.keys() - PAGES.keys():
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are {names}")
    machine = Machine.here()
    print(machine, "\n")
    tables = []
    for name in options.names or BENCHMARKS:
        if name in PAGES:
            _show(PAGES[name](), write=options.write)
            continue
        table = BENCHMARKS[name]()
        tables.append(table)
        print(table, "\n", flush=True)
    if options.json:
        save(options.json, machine, tables)


def _show(page: markdown.Page, *, write: bool) -> None:
    print(page, "\n", flush=True)
    if write:
        text = markdown.README.read_text("utf-8")
        markdown.README.write_text(markdown.replaced(text, page), "utf-8")


if __name__ == "__main__":
    main()
