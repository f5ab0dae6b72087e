"""What a conversation's prompt costs turn by turn, and how much of what answers is in it.

    python -m tests.evals.prompting PATH_TO_locomo-dev.json [--model FOLDER] [--peer FOLDER]
        [--json FILE]

Each dialogue of LoCoMo is one conversation, its turns 30 seconds apart within a session, kept with
``conversation.add`` at their dates.

Cost: when so many turns were said, ``prompt`` is asked with the next turn as its message; counted
are the tokens of everything before the message, and of the message. The slope is that of the line
through the costs from turn 50 on (least squares), on average over the dialogues.

Evidence: once everything was said, each question is the message, verbatim, under each budget; its
share is how many of the turns that hold its evidence stand in the prompt whole. ``retrieval`` says
which questions and turns. What a prompt shows counts as used, so questions are not quite
independent of each other; for the compared they are.

Compared are plain BM25 over lines and the last lines, as many as fit, without a frame around them;
the last ten; the full history; and with ``--peer`` ``streetai-memory``, with the same vectors, in
which any piece of a turn stands for it (``streetai_memory`` says how it is run). All tokens are
counted by the package, which over-counts English by some per cent.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from sense_memory import Identity, MemoryStore
from sense_memory.core.ports import Encoder, TextKind
from sense_memory.mind.token_count import token_count
from sense_memory.testing import ManualClock

from .locomo_facts import WHERE
from .locomo_turns import CATEGORIES
from .minilm import encoder_of_folder
from .prompt_ways import ByBM25, EverySaid, LastSaid, Ours, Street, Way, cost, line
from .pyramid import DAY, Dialogue, Remembering, dialogues
from .streetai_memory import StreetAI

AT = (16, 50, 100, 300)
"""Turns said before the message whose prompt is shown."""
FLAT_FROM, FLAT_STEP = 50, 10
BUDGETS = (500, 1_000, 2_000)
AIM_SLOPE, AIM_SHARE, AIM_BUDGET = 1.0, 85.0, 1_000
LAST = 10
BY_WORDS, WITH_VECTORS = "ours, words alone", "ours, with vectors"


@dataclass(frozen=True, slots=True)
class Cost:
    """What prompts of one way cost.

    Attributes:
        way: Which.
        tokens: By turns said, memory and message, on average over the dialogues.
        slope: Tokens a turn, from turn 50 on.
        saved: By turns said, in percent of the full history.
    """

    way: str
    tokens: Mapping[int, float]
    slope: float
    saved: Mapping[int, float]

    def __str__(self) -> str:
        cells = [f"{count:8.0f}" for count in self.tokens.values()]
        cells += [f"{share:6.0f} %" for share in self.saved.values()]
        return "  ".join([f"{self.way:<34}", *cells, f"{self.slope:7.2f}"])


@dataclass(frozen=True, slots=True)
class Share:
    """How much of what answers is in the prompts of one way; shares in percent.

    Attributes:
        way: Which.
        within: By budget.
        tokens: What the prompts cost, by budget, on average.
        by_category: At ``AIM_BUDGET``, by category of question.
        milliseconds: Per prompt.
    """

    way: str
    within: Mapping[int, float]
    tokens: Mapping[int, float]
    by_category: Mapping[int, float]
    milliseconds: float

    def __str__(self) -> str:
        cells = [f"{share:7.1f}" for share in self.within.values()]
        cells += [f"{count:7.0f}" for count in self.tokens.values()]
        cells += [f"{share:7.1f}" for share in self.by_category.values()]
        return "  ".join([f"{self.way:<34}", *cells, f"{self.milliseconds:7.1f}"])


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Of the line through some points by least squares; 0 where there is no line."""
    if len({x for x, _ in points}) < 2:
        return 0.0
    return statistics.linear_regression(*zip(*points, strict=True)).slope


async def costs(way: Way, dialogue: Dialogue, budget: int | None) -> dict[int, int]:
    """What a prompt costs, by how many turns were said before."""
    wanted = {*AT, *range(FLAT_FROM, max(AT) + 1, FLAT_STEP)}
    found = {}
    for number, item in enumerate(dialogue.items[: max(AT) + 1]):
        if number in wanted:
            texts = await way.prompt(item.text, budget)
            found[number] = cost(texts) + token_count(item.text)
        await way.add(item)
    return found


def cost_of(
    name: str, found: Sequence[Mapping[int, int]], full: Sequence[Mapping[int, int]]
) -> Cost:
    """The figures of one way.

    Args:
        name: Of the way.
        found: Of each dialogue, cost by turns said.
        full: The same of the full history.
    """
    tokens, of_full = (
        {at: statistics.fmean(one[at] for one in some) for at in AT} for some in (found, full)
    )
    slopes = [slope([(x, y) for x, y in one.items() if x >= FLAT_FROM]) for one in found]
    saved = {at: 100 * (1 - tokens[at] / of_full[at]) for at in AT}
    return Cost(name, tokens, statistics.fmean(slopes), saved)


class Evidence:
    """Collects how much of what answers is in the prompts of one way."""

    def __init__(self, way: str) -> None:
        self._way = way
        self._within: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
        self._tokens: dict[int, list[int]] = {budget: [] for budget in BUDGETS}
        self._by_category: dict[int, list[float]] = {}
        self._spent: list[float] = []

    async def ask(self, way: Way, dialogue: Dialogue) -> None:
        """All questions of a dialogue, of which everything was said."""
        items = {dialogue.keys[item.id]: item for item in dialogue.items}
        for question in dialogue.questions:
            for budget in BUDGETS:
                began = time.perf_counter()
                texts = await way.prompt(question.text, budget)
                self._spent.append(time.perf_counter() - began)
                found = [way.has(texts, items[key]) for key in question.evidence]
                self._within[budget].append(statistics.fmean(found))
                self._tokens[budget].append(cost(texts))
                if budget == AIM_BUDGET:
                    category = self._by_category.setdefault(int(question.category), [])
                    category.append(statistics.fmean(found))

    def share(self) -> Share:
        """The figures."""
        return Share(
            self._way,
            {budget: 100 * statistics.fmean(some) for budget, some in self._within.items()},
            {budget: statistics.fmean(some) for budget, some in self._tokens.items()},
            {
                name: 100 * statistics.fmean(some)
                for name, some in sorted(self._by_category.items())
            },
            1000 * statistics.fmean(self._spent),
        )


@dataclass(frozen=True, slots=True)
class Compared:
    """A way, and what of it is measured.

    Attributes:
        name: Of the way.
        make: Gives it empty, for one dialogue, in a folder.
        budget: Under which its cost is measured; ``None`` is its own.
        has_cost: Whether that is.
        has_evidence: Whether questions are asked.
    """

    name: str
    make: Callable[[Dialogue, Path], AbstractAsyncContextManager[Way]]
    budget: int | None = None
    has_cost: bool = True
    has_evidence: bool = True


FULL = Compared("the full history", lambda *_: nullcontext(EverySaid()), has_evidence=False)


@asynccontextmanager
async def _ours(encoder: Encoder | None, dialogue: Dialogue, folder: Path) -> AsyncIterator[Ours]:
    """An empty conversation, on the day after the dialogue."""
    clock = ManualClock(dialogue.last + DAY)
    path = folder / f"{len(list(folder.iterdir()))}.db"
    async with MemoryStore(Identity.generate(), path=path, clock=clock, encoder=encoder) as store:
        yield Ours(store.conversation("locomo"))


@asynccontextmanager
async def _street(
    street: StreetAI, encoder: Encoder, decays: bool, dialogue: Dialogue, folder: Path
) -> AsyncIterator[Street]:
    """An empty memory, which knows the vectors of all that it will be given."""
    said = [piece for item in dialogue.items for piece in street.pieces(line(item))]
    asked = [item.text for item in dialogue.items] + [one.text for one in dialogue.questions]
    for texts, kind in ((said, TextKind.DOCUMENT), (asked, TextKind.QUERY)):
        street.know(dict(zip(texts, await encoder.encode(texts, kind), strict=True)))
    path = folder / f"{len(list(folder.iterdir()))}.db"
    yield Street(street.memory(path, decays=decays))


def ways(encoder: Encoder | None, street: StreetAI | None) -> Iterator[Compared]:
    """Everything that can be measured, the full history first."""
    yield FULL
    yield Compared(BY_WORDS, partial(_ours, None))
    if encoder is not None:
        yield Compared(WITH_VECTORS, partial(_ours, encoder))
        few = partial(_ours, encoder)
        yield Compared(f"ours in {BUDGETS[0]}", few, BUDGETS[0], has_evidence=False)
        if street is not None:
            yield Compared("streetai-memory", partial(_street, street, encoder, True))
            undecayed = partial(_street, street, encoder, False)
            yield Compared("streetai-memory, decay off", undecayed, has_cost=False)
    yield Compared("plain BM25", lambda *_: nullcontext(ByBM25()), has_cost=False)
    yield Compared(f"the last {LAST} turns", lambda *_: nullcontext(LastSaid(LAST)))
    yield Compared("the last turns that fit", lambda *_: nullcontext(EverySaid()), has_cost=False)


async def measured(
    way: Compared, some: Sequence[Dialogue], folder: Path
) -> tuple[list[dict[int, int]], Share | None]:
    """What its prompts cost, by dialogue, and how much of what answers is in them."""
    found = []
    evidence = Evidence(way.name)
    for dialogue in some:
        async with way.make(dialogue, folder) as one:
            if way.has_cost:
                found.append(await costs(one, dialogue, way.budget))
            if way.has_evidence:
                for item in dialogue.items[max(AT) + 1 if way.has_cost else 0 :]:
                    await one.add(item)
                await evidence.ask(one, dialogue)
    return found, evidence.share() if way.has_evidence else None


async def compared(
    some: Sequence[Dialogue], folder: Path, encoder: Encoder | None, street: StreetAI | None
) -> tuple[list[Cost], list[Share]]:
    """All ways on all dialogues."""
    full: list[dict[int, int]] = []
    of_cost, of_evidence = [], []
    for way in ways(encoder, street):
        began = time.perf_counter()
        found, share = await measured(way, some, folder)
        full = full or found
        if found:
            of_cost.append(cost_of(way.name, found, full))
        if share is not None:
            of_evidence.append(share)
        print(f"{way.name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return of_cost, of_evidence


def missed(of_cost: Sequence[Cost], of_evidence: Sequence[Share], ours: str) -> list[str]:
    """Which aims a way of ours does not reach, in words."""
    said = [
        f"{one.slope:.2f} tokens more a turn; the aim is less than {AIM_SLOPE:g}"
        for one in of_cost
        if one.way == ours and one.slope >= AIM_SLOPE
    ]
    shares = (one.within[AIM_BUDGET] for one in of_evidence if one.way == ours)
    return said + [
        f"{share:.1f} % in {AIM_BUDGET:,} tokens; the aim is {AIM_SHARE:g} %"
        for share in shares
        if share < AIM_SHARE
    ]


def main() -> int:
    """Measure and print; 1 if an aim is not reached."""
    parser = argparse.ArgumentParser(prog="python -m tests.evals.prompting", description=__doc__)
    parser.add_argument("path", type=Path, help=WHERE)
    parser.add_argument("--model", type=Path, metavar="FOLDER", help="an encoder's model")
    parser.add_argument("--peer", type=Path, metavar="FOLDER", help="where streetai-memory is")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    try:
        some = dialogues(options.path)
    except (OSError, ValueError) as error:
        print(f"{error}. {WHERE}.", file=sys.stderr)
        return 2
    encoder = Remembering(encoder_of_folder(options.model)) if options.model else None
    street = StreetAI(options.peer) if options.peer else None
    with tempfile.TemporaryDirectory(prefix="sense-memory-prompting-") as directory:
        of_cost, of_evidence = asyncio.run(compared(some, Path(directory), encoder, street))
    print(f"tokens of memory and message, by turns said before, {len(some)} dialogues")
    heads = [f"{at:8}" for at in AT] + [f"saved@{at}".rjust(8) for at in AT]
    print("  ".join([" " * 34, *heads, "  slope"]))
    print("\n".join(map(str, of_cost)))
    asked = sum(len(one.questions) for one in some)
    print(f"\nevidence in the prompt, {asked} questions, % | tokens it costs | % in {AIM_BUDGET:,}")
    heads = [f"{budget:7}" for budget in BUDGETS] * 2
    heads += [CATEGORIES[name][:7].rjust(7) for name in of_evidence[0].by_category]
    print("  ".join([" " * 34, *heads, "     ms"]))
    print("\n".join(map(str, of_evidence)))
    if encoder is None:
        print("an encoder was not run; --model FOLDER (all-MiniLM-L6-v2) runs one")
    if options.json:
        report = {"cost": [*map(asdict, of_cost)], "evidence": [*map(asdict, of_evidence)]}
        options.json.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    aims = missed(of_cost, of_evidence, WITH_VECTORS if encoder else BY_WORDS)
    for said in aims:
        print(said)
    return 1 if aims else 0


if __name__ == "__main__":
    sys.exit(main())
