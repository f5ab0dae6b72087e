"""What a search across all rooms finds of what one room's own search finds.

    python -m tests.evals.across PATH_TO_locomo-dev.json [--model-path FOLDER]

The turns of LoCoMo and the made-up facts, each asked for in the room that holds them and across all
rooms: first alone in a store, then together with the others, where the questions of one are
answered beside everything else. Across, where only one room holds anything, must find what that
room finds. Recall@10 and @5 on average over the questions, %; what says the same as something that
is shown counts as found with it.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from sense_memory import Config, Identity, MemoryStore
from sense_memory.core.config import EmbeddingConfig
from sense_memory.core.ports import Encoder
from sense_memory.testing import ManualClock

from . import made_up_facts
from .locomo_facts import WHERE
from .locomo_turns import Asked, Session, load
from .minilm import encoder_of_folder

DEPTHS = (5, 10)
TOLERANCE = 0.05
"""Percentage points within which two are the same: the order of equals may differ."""
LASTING = 36_500.0
"""Half-life in days, so that nothing has faded when it is asked for."""

Find = Callable[[MemoryStore, str], Awaitable[Sequence[str]]]


async def as_memories(store: MemoryStore, sessions: Sequence[Session], clock: ManualClock) -> None:
    """Each turn a memory, at its date."""
    for session in sessions:
        clock.advance(max(0.0, session.at - clock.now()))
        lasting = [replace(one, halflife_days=LASTING) for one in session.turns]
        await store.scope(session.scope).persona_remember_many(lasting)


async def as_turns(store: MemoryStore, sessions: Sequence[Session]) -> None:
    """Each turn a message of the session's conversation."""
    for session in sessions:
        said = store.scope(session.scope).conversation(session.turns[0].source or "")
        for number, turn in enumerate(session.turns):
            speaker, _, text = turn.value.partition(": ")
            await said.add("user", text, speaker=speaker, at=session.at + number)


async def memories_alone(store: MemoryStore, query: str) -> list[str]:
    """What memories answer."""
    found = await store.persona_search(query, max(DEPTHS))
    return [one.value for one in found]


async def everything(store: MemoryStore, query: str) -> list[str]:
    """What all rooms answer."""
    return [one.text for one in await store.search(query, limit=max(DEPTHS))]


async def recall(
    name: str, store: MemoryStore, questions: Sequence[Asked], texts: dict[tuple[str, str], str],
    find: Find,
) -> dict[int, float]:  # fmt: skip
    """Print and return recall by depth, in percent."""
    shares: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
    for question in questions:
        found = await find(store.scope(question.scope), question.text)
        wanted = {_said(texts[question.scope, key]) for key in question.evidence}
        for depth in DEPTHS:
            had = {_said(text) for text in found[:depth]}
            shares[depth].append(len(wanted & had) / len(wanted))
    means = {depth: 100 * statistics.fmean(some) for depth, some in shares.items()}
    print(f"{name:<52}" + "".join(f"  @{depth} {mean:5.1f}" for depth, mean in means.items()))
    sys.stdout.flush()
    return means


def _said(text: str) -> str:
    return " ".join(text.split()).casefold()


async def measured(path: Path, locomo: Path, encoder: Encoder | None) -> int:
    """Measure and print; how many comparisons lost something."""
    sessions, questions = load(locomo)
    facts, about_facts = made_up_facts.facts()
    facts = [replace(one, halflife_days=LASTING) for one in facts]
    texts = {
        (session.scope, turn.key): turn.value for session in sessions for turn in session.turns
    }
    scopes = sorted({session.scope for session in sessions})
    texts |= {(scope, one.key): one.value for scope in scopes for one in facts}
    asked_facts = [replace(one, scope=scopes[0]) for one in about_facts if one.evidence]
    lost = 0
    config = Config(embedding=EmbeddingConfig(remember_timeout=0))

    def store(name: str, clock: ManualClock) -> MemoryStore:
        return MemoryStore(
            Identity.generate(), path=path / name, config=config, clock=clock, encoder=encoder
        )

    async def embed(there: MemoryStore) -> None:
        for scope in scopes if encoder is not None else ():
            await there.scope(scope).persona_embed()

    clock = ManualClock(sessions[0].at)
    async with store("memories.db", clock) as there:
        await as_memories(there, sessions, clock)
        await embed(there)
        own = await recall(
            "LoCoMo as memories, persona_search", there, questions, texts, memories_alone
        )
        all_ = await recall("LoCoMo as memories, search", there, questions, texts, everything)
        lost += any(all_[depth] < own[depth] - TOLERANCE for depth in DEPTHS)
        await there.scope(scopes[0]).persona_remember_many(facts)
        await embed(there)
        await recall(
            "… facts beside them, persona_search", there, asked_facts, texts, memories_alone
        )
        await recall("… facts beside them, search", there, asked_facts, texts, everything)
    clock = ManualClock(sessions[-1].at)
    async with store("turns.db", clock) as there:
        await as_turns(there, sessions)
        await recall("LoCoMo as turns, search", there, questions, texts, everything)
        for scope in scopes:
            await there.scope(scope).persona_remember_many(facts)
        await embed(there)
        await recall("… with facts beside them, search", there, questions, texts, everything)
        await recall("… the facts, search", there, asked_facts, texts, everything)
        await recall("… the facts, persona_search", there, asked_facts, texts, memories_alone)
    return lost


def main() -> int:
    """Measure and print; 1 if a search across all rooms loses what the only one finds."""
    parser = argparse.ArgumentParser(prog="python -m tests.evals.across", description=__doc__)
    parser.add_argument("path", type=Path, help=WHERE)
    parser.add_argument("--model-path", type=Path, metavar="FOLDER", help="an encoder's model")
    options = parser.parse_args()
    encoder = None if options.model_path is None else encoder_of_folder(options.model_path)
    with tempfile.TemporaryDirectory(prefix="sense-memory-across-") as directory:
        lost = asyncio.run(measured(Path(directory), options.path, encoder))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
