"""How much of what answers a question ``pyramid.search`` finds in conversations that were imported.

    python -m tests.evals.pyramid PATH_TO_locomo-dev.json [--model-path FOLDER] [--json FILE]

Each session of LoCoMo is a conversation of another program, whose messages are 30 seconds apart
(the data set has no times of turns). It is imported with ``import_items``, which observes it by
rules, sentence by sentence, and summarised with ``refresh``. Each of the five dialogues is a store
of its own; its questions are asked verbatim on the day after its last session, when time counts
most, or a year later.

Recall is the share of a question's evidence among the first k hits, on average over the questions.
An observation stands for the turn that it was made of. A summary takes a place and stands for
nothing; the columns with a plus let it stand for the turns of which it has a whole observation in
its text, which is more than one hit of any other way of searching stands for.

Compared are plain BM25 over the turns, ``persona_search`` with a memory a turn, and
``pyramid.search`` with an observation a turn: what a model that leaves nothing out would come near
to. Of ten sentences fewer than ten turns are found, but what is read is shorter: words a hit are in
the last column.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sense_memory import Config, Identity, MemoryStore, Observation, PyramidHit
from sense_memory.core.config import EmbeddingConfig
from sense_memory.core.items import Said
from sense_memory.core.llm import Role
from sense_memory.core.ports import Encoder, TextKind
from sense_memory.core.records.conversation import (
    imported_conversation,
    message_and_part,
    turn_of_origin,
    turn_origin,
)
from sense_memory.core.records.persona import VALID_STATES
from sense_memory.testing import ManualClock

from .baselines import PlainBM25
from .locomo_facts import WHERE
from .locomo_turns import Asked, Session, load
from .minilm import encoder_of_folder

DEPTHS = (5, 10, 20)
SOURCE = "locomo"
BETWEEN = 30.0
"""Seconds between two turns of a session."""
DAY = 86_400.0
CASES = ((0.0, "a day later", DAY), (0.3, "a day later", DAY), (0.3, "a year later", 365 * DAY))
"""Weights of time, and how long after the last session a question is asked."""


@dataclass(frozen=True, slots=True)
class Found:
    """A hit.

    Attributes:
        turn: The turn that it stands for; ``None`` for a summary.
        quoted: The turns that a summary quotes.
        words: How many it has.
    """

    turn: str | None
    quoted: frozenset[str]
    words: int


Rank = Callable[[Asked], Awaitable[Sequence[Found]]]


@dataclass(frozen=True, slots=True)
class Line:
    """How one way of searching fared; shares in percent.

    Attributes:
        method: Which.
        recall: By depth.
        with_summaries: The same where a summary stands for what it quotes.
        milliseconds: Per question.
        words: Per hit.
    """

    method: str
    recall: Mapping[int, float]
    with_summaries: Mapping[int, float]
    milliseconds: float
    words: float

    def __str__(self) -> str:
        shares = [*self.recall.values(), *self.with_summaries.values()]
        cells = [f"{share:6.1f}" for share in shares]
        return "  ".join(
            [f"{self.method:<52}", *cells, f"{self.milliseconds:6.1f}", f"{self.words:6.1f}"]
        )


class Remembering:
    """An encoder that makes the vector of a text once: questions are asked in several ways."""

    def __init__(self, encoder: Encoder) -> None:
        self.id = encoder.id
        self._encoder = encoder
        self._made: dict[tuple[str, TextKind], NDArray[np.float32]] = {}

    async def encode(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        """One vector per text, as rows."""
        unknown = [text for text in dict.fromkeys(texts) if (text, kind) not in self._made]
        if unknown:
            rows = await self._encoder.encode(unknown, kind)
            self._made |= {(text, kind): row for text, row in zip(unknown, rows, strict=True)}
        return np.stack([self._made[text, kind] for text in texts])


class Dialogue:
    """One dialogue, and who says what in it.

    Attributes:
        sessions: Oldest first.
        questions: About it.
        last: When the last session was, seconds since the epoch.
        keys: Message id to the turn's key.
    """

    def __init__(self, sessions: Sequence[Session], questions: Sequence[Asked]) -> None:
        self.sessions = sessions
        self.questions = questions
        self.last = max(session.at for session in sessions)
        self.items = [item for session in sessions for item in _items(session)]
        turns = (turn.key for session in sessions for turn in session.turns)
        self.keys = {item.id: key for item, key in zip(self.items, turns, strict=True)}

    def key_of(self, observation: Observation) -> str | None:
        """The turn that an observation was made of."""
        name = turn_of_origin(observation.origin)
        return None if name is None else self.keys[message_and_part(name.rpartition("/")[2])[0]]


def _items(session: Session) -> Iterator[Said]:
    source = session.turns[0].source or ""
    speakers = list(dict.fromkeys(turn.value.partition(": ")[0] for turn in session.turns))
    for number, turn in enumerate(session.turns):
        speaker, _, text = turn.value.partition(": ")
        role = Role.USER if speaker == speakers[0] else Role.ASSISTANT
        at = session.at + BETWEEN * number
        yield Said(SOURCE, source, source, role, text, at, turn.key, speaker)


def dialogues(path: Path) -> list[Dialogue]:
    """Each by itself."""
    sessions, questions = load(path)
    names = dict.fromkeys(session.scope for session in sessions)
    return [
        Dialogue(
            [session for session in sessions if session.scope == name],
            [question for question in questions if question.scope == name],
        )
        for name in names
    ]


class Stored:
    """A dialogue in a store of its own.

    Args:
        dialogue: Which.
        path: Where its file is.
        encoder: Makes vectors, if there is one.
    """

    def __init__(self, dialogue: Dialogue, path: Path, encoder: Encoder | None) -> None:
        self.dialogue = dialogue
        self._path = path
        self._encoder = encoder
        self._identity = Identity.generate()
        self._clock = ManualClock(dialogue.last)
        self.observed: dict[str, Observation] = {}

    def store(self, *, by_meaning: bool = True, later: float = 0.0) -> MemoryStore:
        """The store, so many seconds after the last session."""
        self._clock.advance(self.dialogue.last + later - self._clock.now())
        # vectors are made all at once
        config = Config(embedding=EmbeddingConfig(remember_timeout=0))
        return MemoryStore(
            self._identity,
            path=self._path,
            config=config,
            clock=self._clock,
            encoder=self._encoder if by_meaning else None,
        )

    async def by_rules(self) -> None:
        """Import it and summarise it."""
        async with self.store() as store:
            report = await store.import_items(self.dialogue.items)
            if report.messages != len(self.dialogue.items):
                raise RuntimeError(f"of {len(self.dialogue.items)}: {report}")
            await store.pyramid.refresh()
            await self._know(store)

    async def by_turns(self) -> None:
        """Observe each turn as it was said."""
        async with self.store() as store:
            for item in self.dialogue.items:
                await store.pyramid.observe(
                    f"{item.speaker}: {item.text}",
                    at=item.at,
                    origin=turn_origin(imported_conversation(SOURCE, item.conversation), item.id),
                )
            if self._encoder is not None:
                await store.pyramid.embed()
            await self._know(store)

    async def _know(self, store: MemoryStore) -> None:
        self.observed = {one.input: one for one in await store.pyramid.observations()}

    async def by_memories(self) -> None:
        """Remember each turn."""
        async with self.store() as store:
            for session in self.dialogue.sessions:
                self._clock.advance(session.at - self._clock.now())
                await store.persona_remember_many(session.turns)
            if self._encoder is not None:
                await store.persona_embed()

    def found(self, hit: PyramidHit) -> Found:
        """What a hit stands for."""
        piece = hit.found
        text = piece.text or ""
        count = len(text.split())
        if isinstance(piece, Observation):
            return Found(self.dialogue.key_of(piece), frozenset(), count)
        said = (one for one in self.observed.values() if _bare(one.text) in text)
        keys = (self.dialogue.key_of(one) for one in said)
        return Found(None, frozenset(key for key in keys if key is not None), count)


def _bare(text: str) -> str:
    """What was said, without by whom."""
    return text.partition(": ")[2] or text


def pyramid_search(stored: Stored, store: MemoryStore, weight: float) -> Rank:
    """``pyramid.search`` of a store."""

    async def rank(question: Asked) -> list[Found]:
        hits = await store.pyramid.search(question.text, max(DEPTHS), time_weight=weight)
        return [stored.found(hit) for hit in hits]

    return rank


def persona_search(store: MemoryStore) -> Rank:
    """``persona_search`` of a store."""

    async def rank(question: Asked) -> list[Found]:
        some = await store.persona_search(question.text, max(DEPTHS), states=VALID_STATES)
        return [Found(one.key, frozenset(), len(one.value.split())) for one in some]

    return rank


def plain_bm25(dialogue: Dialogue) -> Rank:
    """BM25 over the turns."""
    turns = [turn for session in dialogue.sessions for turn in session.turns]
    baseline = PlainBM25(turns, with_names=False)
    words = {turn.key: len(turn.value.split()) for turn in turns}

    async def rank(question: Asked) -> list[Found]:
        best = baseline.rank(question.text)[: max(DEPTHS)]
        return [Found(key, frozenset(), words[key]) for key in best]

    return rank


class Table:
    """Collects how ways of searching fare, dialogue by dialogue."""

    def __init__(self) -> None:
        self._strict: dict[str, dict[int, list[float]]] = {}
        self._kind: dict[str, dict[int, list[float]]] = {}
        self._spent: dict[str, list[float]] = {}
        self._words: dict[str, list[int]] = {}

    async def measure(self, method: str, dialogue: Dialogue, rank: Rank) -> None:
        """All questions of a dialogue."""
        strict = self._strict.setdefault(method, {depth: [] for depth in DEPTHS})
        kind = self._kind.setdefault(method, {depth: [] for depth in DEPTHS})
        for question in dialogue.questions:
            began = time.perf_counter()
            hits = await rank(question)
            self._spent.setdefault(method, []).append(time.perf_counter() - began)
            self._words.setdefault(method, []).extend(hit.words for hit in hits)
            for depth in DEPTHS:
                turns = {hit.turn for hit in hits[:depth]}
                quoted = frozenset[str]().union(*(hit.quoted for hit in hits[:depth]))
                strict[depth].append(_share(question, turns))
                kind[depth].append(_share(question, turns | quoted))

    def lines(self) -> list[Line]:
        """In the order in which the ways were measured first."""
        return [
            Line(
                method,
                _percent(found),
                _percent(self._kind[method]),
                1000 * statistics.fmean(self._spent[method]),
                statistics.fmean(self._words[method]),
            )
            for method, found in self._strict.items()
        ]


def _share(question: Asked, turns: set[str | None]) -> float:
    return len(question.evidence & turns) / len(question.evidence)


def _percent(found: Mapping[int, Sequence[float]]) -> dict[int, float]:
    return {depth: 100 * statistics.fmean(shares) for depth, shares in found.items()}


PLAIN = "plain BM25 over turns"


async def compared(some: Sequence[Dialogue], folder: Path, encoder: Encoder | None) -> list[Line]:
    """All ways of searching all dialogues."""
    table = Table()
    for number, dialogue in enumerate(some):
        await table.measure(PLAIN, dialogue, plain_bm25(dialogue))
        memories = Stored(dialogue, folder / f"memories-{number}.db", encoder)
        await memories.by_memories()
        turns = Stored(dialogue, folder / f"turns-{number}.db", encoder)
        await turns.by_turns()
        rules = Stored(dialogue, folder / f"rules-{number}.db", encoder)
        await rules.by_rules()
        for by_meaning in (False, True) if encoder else (False,):
            suffix = ", vectors" if by_meaning else ""
            async with memories.store(by_meaning=by_meaning, later=DAY) as store:
                method = f"persona_search, a memory a turn{suffix}"
                await table.measure(method, dialogue, persona_search(store))
            for stored, what in ((turns, "an observation a turn"), (rules, "imported, by rules")):
                for weight, when, later in CASES:
                    async with stored.store(by_meaning=by_meaning, later=later) as store:
                        method = f"{what}, time {weight}, {when}{suffix}"
                        await table.measure(method, dialogue, pyramid_search(stored, store, weight))
        print(f"{dialogue.sessions[0].scope}: {len(rules.observed):,} observed", flush=True)
    return table.lines()


def main() -> int:
    """Measure and print; 1 if plain BM25 finds more at the usual weight of time."""
    parser = argparse.ArgumentParser(prog="python -m tests.evals.pyramid", description=__doc__)
    parser.add_argument("path", type=Path, help=WHERE)
    parser.add_argument("--model-path", type=Path, metavar="FOLDER", help="an encoder's model")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    try:
        some = dialogues(options.path)
    except (OSError, ValueError) as error:
        print(f"{error}. {WHERE}.", file=sys.stderr)
        return 2
    folder = options.model_path
    encoder = Remembering(encoder_of_folder(folder)) if folder else None
    asked = sum(len(one.questions) for one in some)
    print(f"LoCoMo: {asked} questions over {sum(len(one.items) for one in some):,} turns")
    with tempfile.TemporaryDirectory(prefix="sense-memory-pyramid-") as directory:
        lines = asyncio.run(compared(some, Path(directory), encoder))
    heads = [f"@{depth}" for depth in DEPTHS] + [f"+@{depth}" for depth in DEPTHS]
    print("  ".join([" " * 52, *(f"{head:>6}" for head in (*heads, "ms", "words"))]))
    for line in lines:
        print(line)
    if encoder is None:
        print("an encoder was not run; --model-path FOLDER (all-MiniLM-L6-v2) runs one")
    if options.json:
        options.json.write_text(json.dumps([*map(asdict, lines)], indent=1) + "\n", "utf-8")
    (plain,) = (line for line in lines if line.method == PLAIN)
    worse = [
        f"{line.method} @{depth}"
        for line in lines
        for depth in DEPTHS
        if line.recall[depth] < plain.recall[depth]
    ]
    for said in worse:
        print(f"worse than {PLAIN}: {said}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
