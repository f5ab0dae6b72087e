"""How much of what answers a question ``graph.search`` finds in a generated graph.

    python -m tests.evals.graph [--seeds 1,2,3] [--model-path FOLDER] [--json FILE]

The graph is told through the public interface over two years, some of it is used meanwhile, and it
is asked about on the last day. Questions are in the words of the edges, or in others
(``graph_world``); what answers them follows from what was told. Recall is the share of the edges
that answer among the first ten found, on average over the questions.

Compared is plain BM25 over the same texts: of every edge its names, its words for type, attitude
and proximity, its description and its notes. And ``meaning alone``: ``graph.search`` with no weight
for recency and salience. Those are not the point of a question here, so what they cost shows.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sense_memory import Config, Identity, Insight, MemoryStore
from sense_memory.core.config import GraphConfig
from sense_memory.core.ports import Encoder
from sense_memory.mind.graph.words import words
from sense_memory.testing import ManualClock

from .baselines import PlainBM25, VectorsAlone
from .graph_world import Asked, Told, World
from .minilm import encoder_of_folder
from .pyramid import Remembering

DEPTH = 10
NOW = 1_750_000_000.0
DAY = 86_400.0
MEANING_ALONE = GraphConfig(meaning_weight=1.0, recency_weight=0.0, salience_weight=0.0)

Rank = Callable[[str], Awaitable[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Line:
    """How one way of searching fared.

    Attributes:
        method: Which.
        own: Recall at ten of questions in the words of the edges, in percent.
        other: Of those in other words.
        milliseconds: Per question.
    """

    method: str
    own: float
    other: float
    milliseconds: float

    def beside(self, other: "Line") -> str:
        """It, and how it compares."""
        return (
            f"{self.method:<44} {self.own:6.1f} (x{self.own / max(other.own, 0.1):4.2f}) "
            f"{self.other:6.1f} (x{self.other / max(other.other, 0.1):4.2f}) "
            f"{self.milliseconds:7.1f}"
        )


class Stored:
    """A world in a store, told in the order of its days."""

    def __init__(self, world: World, path: Path) -> None:
        self.world = world
        self._path = path
        self._identity = Identity.generate()
        self._clock = ManualClock(NOW - 701 * DAY)
        self.numbers: dict[str, int] = {}

    def store(
        self, encoder: Encoder | None = None, graph: GraphConfig | None = None
    ) -> MemoryStore:
        """The store, on the day on which it stands."""
        config = replace(Config(), graph=graph or GraphConfig())
        return MemoryStore(
            self._identity, path=self._path, config=config, clock=self._clock, encoder=encoder
        )

    async def tell(self) -> None:
        """Tell and use everything."""
        ids: dict[int, str] = {}
        events = [(told.days, told, False) for told in self.world.edges]
        events += [(days, told, True) for told in self.world.edges for days in told.uses]
        async with self.store() as store:
            for days, told, is_use in sorted(events, key=lambda event: (-event[0], event[2])):
                self._clock.advance(NOW - days * DAY - self._clock.now())
                if is_use:
                    await store.graph.edge(ids[told.number])
                else:
                    ids[told.number] = await self._relate(store, told)
            self._clock.advance(NOW - self._clock.now())
        self.numbers = {name: number for number, name in ids.items()}

    async def _relate(self, store: MemoryStore, told: Told) -> str:
        edge = await store.graph.relate(
            told.start,
            told.end,
            told.word,
            description=told.description,
            attitude=told.attitude,
            proximity=told.proximity,
        )
        if told.note:
            await store.graph.note(edge, told.note, lifetime="forever")
        return edge.id

    def memories(self) -> list[Insight]:
        """The texts of the edges, for what is compared with it."""
        return [
            Insight("graph", "edges", str(told.number), _text(told)) for told in self.world.edges
        ]

    def searching(self, store: MemoryStore) -> Rank:
        """``graph.search``."""

        async def rank(question: str) -> list[int]:
            found = await store.graph.search(question, edges=DEPTH)
            return [self.numbers[hit.found.id] for hit in found.edges]

        return rank


def _text(told: Told) -> str:
    attitude, proximity = words(told.type, told.attitude, told.proximity)
    names = [end.partition(":")[2] for end in (told.start, told.end)]
    said = (*names, told.type, told.word, attitude, proximity, told.description, told.note)
    return " ".join(said).replace("_", " ")


async def measured(method: str, questions: Sequence[Asked], rank: Rank) -> Line:
    """How a way of searching fares."""
    shares: Mapping[bool, list[float]] = {False: [], True: []}
    spent = 0.0
    for question in questions:
        began = time.perf_counter()
        found = await rank(question.text)
        spent += time.perf_counter() - began
        hits = len(question.answers.intersection(found[:DEPTH]))
        shares[question.is_paraphrase].append(hits / min(len(question.answers), DEPTH))
    own, other = (100 * statistics.fmean(shares[one]) for one in (False, True))
    return Line(method, own, other, 1000 * spent / len(questions))


async def compared(seed: int, encoder: Encoder | None) -> list[Line]:
    """All ways of searching one world, plain BM25 first."""
    world = World(seed)
    with tempfile.TemporaryDirectory() as folder:
        stored = Stored(world, Path(folder) / "graph.db")
        await stored.tell()
        memories = stored.memories()
        plain = PlainBM25(memories, with_names=False)

        async def bm25(question: str) -> list[int]:
            return [int(key) for key in plain.rank(question)[:DEPTH]]

        lines = [await measured("plain BM25", world.questions, bm25)]
        ways: list[tuple[str, Encoder | None, GraphConfig | None]] = [
            ("graph.search, meaning alone", None, MEANING_ALONE),
            ("graph.search", None, None),
        ]
        if encoder is not None:
            vectors = await VectorsAlone.of(memories, encoder)

            async def nearest(question: str) -> list[int]:
                return [int(key) for key in (await vectors.rank(question))[:DEPTH]]

            lines.append(await measured("vectors of the same texts", world.questions, nearest))
            async with stored.store(encoder) as store:
                await store.graph.embed()
            ways += [
                ("graph.search with vectors, meaning alone", encoder, MEANING_ALONE),
                ("graph.search with vectors", encoder, None),
            ]
        for method, one, config in ways:
            async with stored.store(one, config) as store:
                lines.append(await measured(method, world.questions, stored.searching(store)))
        return lines


async def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", default="1,2,3", metavar="N,N")
    parser.add_argument("--model-path", type=Path, metavar="FOLDER", help="an encoder's model")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the numbers are written")
    options = parser.parse_args()
    folder = options.model_path
    encoder = None if folder is None else Remembering(encoder_of_folder(folder))
    if encoder is None:
        print("an encoder was not run; --model-path FOLDER (all-MiniLM-L6-v2) runs one")
    print(
        f"{'recall@10, and against plain BM25':<44} {'own words':>15} {'other words':>15}      ms"
    )
    every: dict[int, list[Line]] = {}
    for seed in map(int, options.seeds.split(",")):
        every[seed] = await compared(seed, encoder)
        print(f"seed {seed}: {len(World(seed).questions)} questions")
        for line in every[seed]:
            print(line.beside(every[seed][0]))
    if options.json is not None:
        said = {seed: [asdict(line) for line in lines] for seed, lines in every.items()}
        options.json.write_text(json.dumps(said, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
