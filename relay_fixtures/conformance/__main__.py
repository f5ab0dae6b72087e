"""Prints what a relay was seen to do: `python -m relay_fixtures.conformance URL`."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from relay_fixtures.conformance import CASES, examine


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m relay_fixtures.conformance",
        description="What does this relay really do? Publishes small events of throw-away keys.",
    )
    parser.add_argument("url", nargs="?", help="the relay, such as ws://127.0.0.1:7777")
    parser.add_argument("--list", action="store_true", help="print the cases and their questions")
    parser.add_argument("--heavy", action="store_true", help="also what takes hundreds of events")
    parser.add_argument("--only", metavar="CASE", action="append", help="one case; repeatable")
    parser.add_argument("--at-once", type=int, default=4, help="cases side by side (4)")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds to wait (10)")
    options = parser.parse_args(arguments)
    unknown = set(options.only or ()) - {case.name for case in CASES}
    if unknown:
        parser.error(f"no such case: {', '.join(sorted(unknown))}; see --list")
    if options.url is None and not options.list:
        parser.error("which relay?")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine a relay and print one line for each case."""
    options = _parse(arguments)
    if options.list:
        _print([(case.name, case.question + " (heavy)" * case.heavy) for case in CASES])
        return 0
    chosen = [
        case
        for case in CASES
        if (case.name in options.only if options.only else options.heavy or not case.heavy)
    ]
    try:
        findings = asyncio.run(
            examine(options.url, chosen, at_once=options.at_once, patience=options.patience)
        )
    except OSError as error:
        sys.stderr.write(f"cannot examine {options.url}: {error}\n")
        return 1
    _print([(finding.case, finding.answer) for finding in findings])
    return 0


def _print(rows: Sequence[tuple[str, str]]) -> None:
    width = max((len(name) for name, _ in rows), default=0)
    for name, text in rows:
        sys.stdout.write(f"{name:{width}}  {text}\n")


if __name__ == "__main__":
    raise SystemExit(main())
