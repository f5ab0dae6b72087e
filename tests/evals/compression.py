"""How much of what is known fits into a prompt, and what is left of it.

    python -m tests.evals.compression PATH_TO_locomo-dev.json [--json FILE]

The facts of each conversation are remembered through the public interface and written down by
``persona_compress``: a scope for each conversation, a key of who and the first words of the fact.
Beside it stand the values as they are, a line each, as ``domain/facet/key: value``. Of the words of
a fact that say something (a search's stop words do not), the share that stands in its text is what
is left of it.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sense_memory import (
    Compression,
    CompressionConfig,
    Config,
    Identity,
    Insight,
    Limits,
    MemoryStore,
    parse_compressed,
)
from sense_memory.mind import text
from sense_memory.mind.token_count import token_count
from sense_memory.testing import ManualClock

from . import locomo_facts

BUDGETS = (250, 500, 1_000, 2_000)
AMPLE = 1_000_000
KEY_WORDS = 4
_SPACE = re.compile(r"(?<![:,]) ")
METHODS = {
    "values as they are": None,
    "basic": Limits(full_compression=False),
    "full": Limits(),
    "full, a line a memory": Limits(),
}


@dataclass(frozen=True, slots=True)
class Row:
    """How one way of writing facts down fared, on average over the conversations.

    Attributes:
        method: Which.
        tokens: For all facts of a conversation.
        per_memory: Tokens for one of them, with its share of the headers.
        fitting: How many facts are in a budget, by budget in tokens.
        hyphenated: Tokens, were words joined by hyphens as in the v2 design's example.
        left: Percent of the words that say something.
        milliseconds: To write 500 tokens, reading the memories included.
    """

    method: str
    tokens: float
    per_memory: float
    fitting: dict[int, float]
    hyphenated: float
    left: float
    milliseconds: float

    def __str__(self) -> str:
        fitting = "".join(f"{count:>9.1f}" for count in self.fitting.values())
        spent = f"{self.milliseconds:>8.0f}" if self.milliseconds else " " * 8
        return (
            f"{self.method:<24}{self.tokens:>9,.0f}{self.per_memory:>9.1f}{fitting}"
            f"{self.left:>8.1f}{spent}"
        )


def conversations(path: Path) -> dict[str, list[Insight]]:
    """The facts of each conversation, by names that somebody might give them."""
    found: dict[str, list[Insight]] = defaultdict(list)
    keys: dict[str, set[str]] = defaultdict(set)
    for fact in locomo_facts.load(path):
        name = fact.source.split()[0] if fact.source else ""
        who = fact.themes[0].lower() if fact.themes else ""
        said = [word for word in text.content_of(text.words(fact.value)) if word != who]
        key = "-".join((who, *said[:KEY_WORDS]))
        while key in keys[name]:
            key += "-again"
        keys[name].add(key)
        found[name].append(replace(fact, key=key))
    return found


async def measure(method: str, facts: dict[str, list[Insight]], limits: Limits | None) -> Row:
    """Write all facts down in one way."""
    config = Config(compression=CompressionConfig(grouped=method == "full", memory_tokens=200))
    clock = ManualClock()
    made: list[tuple[Compression, dict[int, int]]] = []
    spent: list[float] = []
    async with MemoryStore(Identity.generate(), clock=clock, config=config, limits=limits) as root:
        for name, insights in facts.items():
            store = root.scope(name)
            await store.persona_remember_many(insights)
            began = time.perf_counter()
            await store.persona_compress()
            spent.append((time.perf_counter() - began) * 1_000)
            fitting = {
                budget: len((await store.persona_compression(budget=budget)).included)
                for budget in BUDGETS
            }
            whole = await store.persona_compression(budget=AMPLE)
            parts = sum(len(line.parts) for line in parse_compressed(whole.text))
            if parts != len(insights):
                raise RuntimeError(f"{parts} of {len(insights)} facts are read back")
            made.append((whole, fitting))
    left = [
        _left(f"{each.subject} {each.text}", insight.value)
        for (whole, _), insights in zip(made, facts.values(), strict=True)
        for each in whole.included
        for insight in insights
        if insight.key == each.key
    ]
    return Row(
        method,
        statistics.mean(whole.tokens for whole, _ in made),
        sum(whole.tokens for whole, _ in made) / sum(map(len, facts.values())),
        {budget: statistics.mean(fitting[budget] for _, fitting in made) for budget in BUDGETS},
        statistics.mean(token_count(_SPACE.sub("-", whole.text)) for whole, _ in made),
        100 * statistics.mean(left),
        statistics.median(spent),
    )


def as_they_are(facts: dict[str, list[Insight]]) -> Row:
    """The values, a line each, as many as fit."""
    totals: list[int] = []
    fitting: dict[int, list[int]] = defaultdict(list)
    for insights in facts.values():
        costs = [
            token_count(f"{one.domain}/{one.facet}/{one.key}: {one.value}") + 1 for one in insights
        ]
        totals.append(sum(costs))
        for budget in BUDGETS:
            fitting[budget].append(_fitting(costs, budget))
    return Row(
        "values as they are",
        statistics.mean(totals),
        sum(totals) / sum(map(len, facts.values())),
        {budget: statistics.mean(counts) for budget, counts in fitting.items()},
        statistics.mean(totals),
        100.0,
        0.0,
    )


def _fitting(costs: Sequence[int], budget: int) -> int:
    spent = 0
    for count, cost in enumerate(costs):
        spent += cost
        if spent > budget:
            return count
    return len(costs)


def _left(said: str, value: str) -> float:
    """The share of the words of a value that are in a text, each in one of its forms."""
    wanted = {text.tokens(word)[0] for word in text.content_of(text.words(value))}
    there = set(text.tokens(said))
    return len(wanted & there) / len(wanted) if wanted else 1.0


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.evals.compression", description=__doc__)
    parser.add_argument("path", type=Path, help="locomo-dev.json")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    try:
        facts = conversations(options.path)
    except (OSError, ValueError) as error:
        print(f"{error}. {locomo_facts.WHERE}.", file=sys.stderr)
        return 1
    count = sum(map(len, facts.values()))
    print(f"{count:,} facts of {len(facts)} conversations; on average over these:\n")
    budgets = "".join(f"{f'in {budget:,}':>9}" for budget in BUDGETS)
    print(f"{'':<24}{'tokens':>9}{'each':>9}{budgets}{'% left':>8}{'ms':>8}")
    rows = []
    for method, limits in METHODS.items():
        row = as_they_are(facts) if limits is None else asyncio.run(measure(method, facts, limits))
        rows.append(row)
        print(row, flush=True)
    full = rows[-2]
    more = 100 * (full.hyphenated / full.tokens - 1)
    print(f"\nwith hyphens for spaces: {full.hyphenated:,.0f} tokens, {more:.0f} % more than full")
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
