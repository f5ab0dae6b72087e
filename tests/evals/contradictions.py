"""Does a newer fact replace an older one, and nothing else? On generated facts, by the public API.

    python -m tests.evals.contradictions [--seed N] [--count N] [--show] [--write FILE]

Stores facts that hold beside one another and facts that replace one another, all in one store, and
counts how many of the first were retired (there must be none) and how many of the second were
superseded (at least 95 %) and are found after the newer one. Each set is told by itself: one whose
sentences the rules were written with at hand, and one in other words, written afterwards, which
says more about sentences that nobody has thought of.

Exit code 1 when one of these numbers of the first set is missed, or a fact of either is retired.
"""

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from sense_memory import Identity, Insight, MemoryStore, PersonaMemory
from sense_memory.testing import ManualClock

from . import contradiction_facts, contradiction_other_words
from .contradiction_facts import Update

SETS = ("at hand", "in other words")
LEAST = 0.95
HOUR = 3_600.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the facts.

    Attributes:
        additive: How many hold beside one another.
        retired: Those of them that were superseded, each with what superseded it.
        updates: How many replace another one.
        superseded: How many of those were.
        suggested: How many were only suggested.
        before: How many of the newer ones a search for the question finds before the older one.
        first: How many of them it finds first of all.
        missed: Relation, older and newer value of those that were not superseded.
    """

    additive: int
    retired: tuple[tuple[str, str], ...]
    updates: int
    superseded: int
    suggested: int
    before: int
    first: int
    missed: tuple[tuple[str, str, str], ...]

    @property
    def is_good(self) -> bool:
        """None was retired, and at least 95 % of the others were superseded and rank behind."""
        least = LEAST * self.updates
        return not self.retired and min(self.superseded, self.before) >= least


async def run(
    additive: Sequence[Insight], updates: Sequence[Update], rng: random.Random
) -> Outcome:
    """Store all of it, in one store, the older one of each pair first, and look."""
    steps: list[tuple[float, Insight]] = [(rng.random(), insight) for insight in additive]
    for update in updates:
        one, other = sorted((rng.random(), rng.random()))
        steps += [(one, update.old), (other, update.new)]
    steps.sort(key=lambda step: step[0])
    clock = ManualClock()
    async with MemoryStore(Identity.generate(), clock=clock) as store:
        for _, insight in steps:
            clock.advance(HOUR / 4)
            await store.persona_remember_many([insight])
        clock.advance(HOUR)
        memories = {_name(memory): memory for memory in await store.persona_recall()}
        suggestions = await store.persona_suggestions()
        suggested = {frozenset(one.names) for one in suggestions if one.kind == "contradiction"}
        before, first = await _ranks(store, updates)
    retired = [
        (insight.value, _value(memories, memories[_full(insight)]))
        for insight in additive
        if memories[_full(insight)].superseded_by is not None
    ]
    missed = [
        update
        for update in updates
        if memories[_full(update.old)].superseded_by not in (update.new.key, _full(update.new))
    ]
    names = [frozenset((_full(update.old), _full(update.new))) for update in missed]
    return Outcome(
        len(additive),
        tuple(retired),
        len(updates),
        len(updates) - len(missed),
        sum(pair in suggested for pair in names),
        before,
        first,
        tuple((one.relation, one.old.value, one.new.value) for one in missed),
    )


async def _ranks(store: MemoryStore, updates: Sequence[Update]) -> tuple[int, int]:
    before = first = 0
    for update in updates:
        found = [_name(memory) for memory in await store.persona_search(update.question, 50)]
        new, old = _full(update.new), _full(update.old)
        first += found[:1] == [new]
        before += new in found and (old not in found or found.index(new) < found.index(old))
    return before, first


def _value(memories: dict[str, PersonaMemory], memory: PersonaMemory) -> str:
    by = memory.superseded_by or ""
    name = by if "/" in by else f"{memory.domain}/{memory.facet}/{by}"
    return memories[name].value if name in memories else "?"


def _name(memory: PersonaMemory) -> str:
    return f"{memory.domain}/{memory.facet}/{memory.key}"


def _full(insight: Insight) -> str:
    return f"{insight.domain}/{insight.facet}/{insight.key}"


def facts(name: str, seed: int, count: int) -> tuple[list[Insight], list[Update]]:
    """The additive facts and the updates of one set."""
    rng = random.Random(seed)
    if name == SETS[0]:
        updates = contradiction_facts.updates(rng, count)
        return contradiction_facts.additive(rng, count), updates
    updates = contradiction_other_words.updates(rng, count)
    return contradiction_other_words.additive(rng, count), updates


def report(name: str, outcome: Outcome, *, show: bool) -> None:
    """Print what became of a set."""
    print(f"{name}:")
    print(f"  additive facts retired       {len(outcome.retired)} of {outcome.additive}")
    for label, number in (
        ("updates superseded", outcome.superseded),
        ("  only suggested", outcome.suggested),
        ("newer one found before older", outcome.before),
        ("newer one found first of all", outcome.first),
    ):
        part = 100 * number / outcome.updates
        print(f"  {label:<28} {number} of {outcome.updates} ({part:.1f} %)")
    if show:
        for retired, by in outcome.retired:
            print(f"    retired: {retired!r} by {by!r}")
        for relation, old, new in outcome.missed:
            print(f"    missed ({relation}): {old!r} -> {new!r}")
    elif outcome.missed:
        by_relation = Counter(relation for relation, _, _ in outcome.missed)
        print(f"  missed, by relation: {dict(by_relation.most_common())}")


def main() -> int:
    """Run both sets; the exit code says whether they are as they should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500, help="of each kind")
    parser.add_argument("--show", action="store_true", help="what was missed or retired")
    parser.add_argument("--write", type=Path, help="write the facts and the outcome as JSON")
    given = parser.parse_args()
    written: dict[str, object] = {"seed": given.seed}
    good = True
    for name in SETS:
        additive, updates = facts(name, given.seed, given.count)
        outcome = asyncio.run(run(additive, updates, random.Random(given.seed)))
        report(name, outcome, show=given.show)
        written[name] = {
            "additive": [asdict(one) for one in additive],
            "updates": [asdict(one) for one in updates],
            "outcome": asdict(outcome),
        }
        good &= not outcome.retired and (outcome.is_good or name != SETS[0])
    if given.write:
        given.write.write_text(json.dumps(written, indent=1, ensure_ascii=False))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
