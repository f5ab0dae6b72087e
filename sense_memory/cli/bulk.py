"""Many memories at once, in transactions of a few hundred where the store has them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.errors import TooLargeError
from .exits import Code, CommandError
from .jsonl import Lines, NumberedInsight, NumberedMemory
from .progress import Progress
from .sizes import check_sizes

if TYPE_CHECKING:
    from ..core.contradiction import Contradiction
    from ..store import MemoryStore

BATCH = 300


async def remember_memories(
    store: "MemoryStore", lines: Lines, memories: Sequence[NumberedMemory]
) -> None:
    """Store key-value memories; a line that cannot be taken is found before the first is stored."""
    await check_sizes(lines, memories)
    with Progress("remembering", len(memories)) as progress:
        for numbered in memories:
            await store.remember(numbered.memory.key, numbered.memory.value)
            progress.advance(1)


async def remember_insights(
    store: "MemoryStore", lines: Lines, insights: Sequence[NumberedInsight]
) -> "list[Contradiction]":
    """Store persona memories; a line that cannot be taken is found before the first is stored.

    Returns:
        What they contradict.
    """
    await _check_links(store, lines, insights)
    await check_sizes(lines, insights)
    done = 0
    contradicted: list[Contradiction] = []
    with Progress("remembering", len(insights)) as progress:
        for start in range(0, len(insights), BATCH):
            batch = insights[start : start + BATCH]
            try:
                stored = await store.persona_remember_many(
                    [numbered.insight for numbered in batch], explain=True
                )
            except TooLargeError as error:
                # together with what is already known under that key, which only the commit sees
                raise CommandError(
                    Code.USAGE,
                    f"{lines.name}, lines {batch[0].line}-{batch[-1].line}: {error}; none of these "
                    f"lines was stored, the {done} memories before them were",
                ) from None
            contradicted += [one for said in stored for one in said.contradictions]
            done += len(batch)
            progress.advance(len(batch))
    return contradicted


async def _check_links(
    store: "MemoryStore", lines: Lines, insights: Sequence[NumberedInsight]
) -> None:
    if not any(numbered.insight.connections for numbered in insights):
        return
    known = {(m.domain, m.facet, m.key) for m in await store.persona_recall()}
    for numbered in insights:
        known.add(numbered.triple)
        for name in numbered.insight.connections or ():
            target = lines.target(numbered, name)
            if target is not None and (target not in known or target[0] == "flat"):
                raise lines.bad(
                    numbered.line, f"there is no memory {'/'.join(target)} to link with"
                )
