"""How much of what answers a question a search finds, and what it costs to hand it to a model.

    python -m tests.evals.retrieval PATH_TO_locomo-dev.json [--model-path FOLDER] [--json FILE]

Everything goes through the public interface: memories are stored with ``persona_remember_many`` by
a store in a file whose clock stands at the date of each session, and found with ``persona_search``
in all states, since the questions are asked long after. How a turn becomes a memory is in
``locomo_turns``. Recall is the share of a question's evidence among the first k memories, or among
those that fit in a budget of tokens, on average over the questions; what is compared with ranks the
same memories. The second set, ``made_up_facts``, is no chat.

Weights of search were chosen on these five conversations. ``--leave-one-out`` says what they would
be if one had not been there, and how that one then fares.
"""

import argparse
import asyncio
import itertools
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sense_memory import Config, Identity, Insight, MemoryStore, SearchConfig
from sense_memory.core.config import EmbeddingConfig
from sense_memory.core.ports import Encoder
from sense_memory.core.records.persona import VALID_STATES
from sense_memory.testing import ManualClock

from . import made_up_facts
from .baselines import PlainBM25, SeedScoring, VectorsAlone
from .locomo_facts import WHERE
from .locomo_turns import Asked, Session, load
from .minilm import encoder_of_folder

DEPTHS = (1, 5, 10, 20)
BUDGETS = (250, 500, 1_000)
DEEPEST = 150
"""Memories that a search is asked for: more than fit in the largest budget."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
"""Words, digits and punctuation: 3.7 % more than o200k counts on this data."""

Rank = Callable[[Asked], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Line:
    """How one way of searching fared; all shares in percent.

    Attributes:
        method: Which.
        recall: By depth.
        within: By budget in tokens.
        by_category: Recall at ``deep``, by category of question.
        milliseconds: Per question.
    """

    method: str
    recall: Mapping[int, float]
    within: Mapping[int, float]
    by_category: Mapping[str, float]
    milliseconds: float

    def __str__(self) -> str:
        cells = [*self.recall.values(), *self.within.values(), *self.by_category.values()]
        return "  ".join([f"{self.method:<34}", *(f"{cell:6.1f}" for cell in cells)])


class Library:
    """The memories of some scopes: in a store, and at hand for what is compared with it."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        self.sessions = sessions
        self.memories: dict[str, list[Insight]] = {}
        for session in sessions:
            self.memories.setdefault(session.scope, []).extend(session.turns)
        self.tokens = {
            (scope, memory.key): len(_TOKEN.findall(memory.value))
            for scope, memories in self.memories.items()
            for memory in memories
        }
        self.identity = Identity.generate()
        self.clock = ManualClock(min(session.at for session in sessions))

    async def fill(self, path: Path, encoder: Encoder | None) -> None:
        """Store everything, each session at its date."""
        async with self.store(path, Config(), encoder) as store:
            for session in self.sessions:
                self.clock.advance(session.at - self.clock.now())
                await store.scope(session.scope).persona_remember_many(session.turns)
            if encoder is not None:
                for scope in self.memories:
                    await store.scope(scope).persona_embed()

    def store(self, path: Path, config: Config, encoder: Encoder | None = None) -> MemoryStore:
        """The store, which nobody else has."""
        # vectors are made all at once afterwards
        config = replace(config, embedding=EmbeddingConfig(remember_timeout=0))
        return MemoryStore(
            self.identity, path=path, config=config, clock=self.clock, encoder=encoder
        )


async def measured(
    method: str, library: Library, questions: Sequence[Asked], rank: Rank, deep: int = 10
) -> tuple[Line, list[float]]:
    """How a way of searching fares, and its recall at ``deep`` for each question."""
    found: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
    within: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
    by_category: dict[str, list[float]] = {}
    spent = 0.0
    for question in questions:
        began = time.perf_counter()
        keys = await rank(question)
        spent += time.perf_counter() - began
        for depth in DEPTHS:
            found[depth].append(_share(keys[:depth], question))
        for budget in BUDGETS:
            within[budget].append(_share(_fitting(keys, budget, question, library), question))
        by_category.setdefault(str(question.category), []).append(found[deep][-1])
    line = Line(
        method,
        {depth: 100 * statistics.fmean(shares) for depth, shares in found.items()},
        {budget: 100 * statistics.fmean(shares) for budget, shares in within.items()},
        {name: 100 * statistics.fmean(shares) for name, shares in sorted(by_category.items())},
        1000 * spent / len(questions),
    )
    return line, found[deep]


def _share(keys: Iterable[str], question: Asked) -> float:
    return len(question.evidence.intersection(keys)) / len(question.evidence)


def _fitting(keys: Sequence[str], budget: int, question: Asked, library: Library) -> Sequence[str]:
    costs = itertools.accumulate(library.tokens[question.scope, key] for key in keys)
    return [key for key, cost in zip(keys, costs, strict=True) if cost <= budget]


def searching(store: MemoryStore, limit: int = DEEPEST) -> Rank:
    """``persona_search`` of a store."""

    async def rank(question: Asked) -> list[str]:
        scope = store.scope(question.scope)
        found = await scope.persona_search(question.text, limit, states=VALID_STATES)
        return [memory.key for memory in found]

    return rank


def comparing(library: Library, make: Callable[[list[Insight]], PlainBM25 | SeedScoring]) -> Rank:
    """A baseline over the memories of each scope."""
    baselines = {scope: make(memories) for scope, memories in library.memories.items()}

    async def rank(question: Asked) -> list[str]:
        return baselines[question.scope].rank(question.text)[:DEEPEST]

    return rank


async def compared(
    library: Library,
    questions: Sequence[Asked],
    path: Path,
    folder: Path | None,
    *,
    names: bool,
    deep: int,
) -> list[Line]:
    """All ways of searching, each on the same memories and questions."""
    encoder = encoder_of_folder(folder) if folder is not None else None
    await library.fill(path, encoder)
    lines = []

    async def measure(method: str, rank: Rank) -> None:
        line, _ = await measured(method, library, questions, rank, deep)
        lines.append(line)
        print(line, flush=True)

    _print_header(questions, deep)
    await measure("plain BM25", comparing(library, lambda some: PlainBM25(some, with_names=names)))
    await measure("the v2 design's scoring, 3/2/1", comparing(library, SeedScoring))
    product = Config(search=SearchConfig(relevance_weight=1.0))
    async with library.store(path, Config()) as store:
        await measure("persona_search", searching(store))
    async with library.store(path, product) as store:
        await measure("persona_search × relevance", searching(store))
    if encoder is None:
        print("an encoder was not run; --model-path FOLDER (all-MiniLM-L6-v2) runs one")
        return lines
    alone = {
        scope: await VectorsAlone.of(memories, encoder)
        for scope, memories in library.memories.items()
    }

    async def by_vectors(question: Asked) -> list[str]:
        return (await alone[question.scope].rank(question.text))[:DEEPEST]

    await measure(f"{folder.name if folder else ''} alone", by_vectors)
    async with library.store(path, Config(), encoder) as store:
        await measure(f"persona_search with {folder.name if folder else ''}", searching(store))
    return lines


def _print_header(questions: Sequence[Asked], deep: int) -> None:
    categories = sorted({str(question.category) for question in questions})
    heads = [f"@{depth}" for depth in DEPTHS] + [f"{budget}t" for budget in BUDGETS]
    heads += [f"{name[:3]}@{deep}" for name in categories]
    print("  ".join([" " * 34, *(f"{head:>6}" for head in heads)]))


def lost_against(plain: Line, ours: Line) -> list[str]:
    """The categories of questions in which plain BM25 finds more."""
    return [name for name, share in plain.by_category.items() if ours.by_category[name] < share]


def lost_depths(plain: Line, ours: Line) -> list[str]:
    """The depths at which plain BM25 finds more."""
    return [f"@{depth}" for depth, share in plain.recall.items() if ours.recall[depth] < share]


_TUNED = (
    "neighbour_weight",
    "conversation_weight",
    "speaker_weight",
    "date_weight",
    "length_weight",
    "question_weight",
    "relevance_weight",
)
_FACTORS = (0.5, 1.5)


async def left_out(library: Library, questions: Sequence[Asked], path: Path) -> None:
    """Choose each weight on all conversations but one, and try the choice on that one."""
    default = SearchConfig()
    tried: dict[SearchConfig, dict[str, list[float]]] = {}

    async def shares(config: SearchConfig) -> dict[str, list[float]]:
        if config not in tried:
            async with library.store(path, Config(search=config)) as store:
                _, found = await measured("", library, questions, searching(store, max(DEPTHS)))
            tried[config] = {scope: [] for scope in library.memories}
            for question, share in zip(questions, found, strict=True):
                tried[config][question.scope].append(share)
        return tried[config]

    left: list[float] = []
    for scope in library.memories:
        best, least = default, await shares(default)
        for name in _TUNED:
            value = getattr(default, name)
            for factor in _FACTORS:
                config = replace(best, **{name: min(10.0, value * factor)})
                found = await shares(config)
                if _mean_without(scope, found) > _mean_without(scope, least):
                    best, least = config, found
        left += least[scope]
        changed = {n: getattr(best, n) for n in _TUNED if getattr(best, n) != getattr(default, n)}
        of_default = statistics.fmean((await shares(default))[scope])
        print(
            f"without {scope}: {changed or 'the default weights'}; there "
            f"{100 * statistics.fmean(least[scope]):.1f} (default {100 * of_default:.1f})",
            flush=True,
        )
    print(f"recall@10 on what was left out: {100 * statistics.fmean(left):.1f}")


def _mean_without(scope: str, shares: Mapping[str, list[float]]) -> float:
    rest = itertools.chain(*(some for name, some in shares.items() if name != scope))
    return statistics.fmean(rest)


def main() -> int:
    """Measure and print; 1 if plain BM25 finds more anywhere."""
    parser = argparse.ArgumentParser(prog="python -m tests.evals.retrieval", description=__doc__)
    parser.add_argument("path", type=Path, help=WHERE)
    parser.add_argument("--model-path", type=Path, metavar="FOLDER", help="an encoder's model")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--leave-one-out", action="store_true", help="choose weights anew; slow")
    options = parser.parse_args()
    try:
        sessions, questions = load(options.path)
    except (OSError, ValueError) as error:
        print(f"{error}. {WHERE}.", file=sys.stderr)
        return 2
    facts, about_facts = made_up_facts.facts()
    of_facts = [
        Session(made_up_facts.SCOPE, 1_780_000_000.0 + 86_400 * day, tuple(facts[day * 6 :][:6]))
        for day in range((len(facts) + 5) // 6)
    ]
    with tempfile.TemporaryDirectory(prefix="sense-memory-retrieval-") as directory:
        library = Library(sessions)
        path = Path(directory) / "locomo.db"
        if options.leave_one_out:
            asyncio.run(library.fill(path, None))
            asyncio.run(left_out(library, questions, path))
            return 0
        print(f"LoCoMo: {len(questions)} questions over {len(library.tokens)} turns, %")
        lines = asyncio.run(
            compared(library, questions, path, options.model_path, names=False, deep=10)
        )
        others = Library(of_facts)
        print(f"\nno chat: {len(about_facts)} questions over {len(others.tokens)} facts, %")
        path = Path(directory) / "facts.db"
        more = asyncio.run(
            compared(others, about_facts, path, options.model_path, names=True, deep=1)
        )
    if options.json:
        report = {"locomo": [*map(asdict, lines)], "facts": [*map(asdict, more)]}
        options.json.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    worse = lost_against(lines[0], lines[2])
    if worse:
        print(f"worse than plain BM25 on LoCoMo: categories {', '.join(worse)}")
    if depths := lost_depths(more[0], more[2]):
        print(f"worse than plain BM25 on facts: {', '.join(depths)}")
        worse += depths
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
