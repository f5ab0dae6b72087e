"""What is believed, each thing once: of lines that say the same of one source, one is shown."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ...core.records.conversation import conversation_in, turn_of_origin
from ...core.records.graph import Edge
from ...core.records.persona import PersonaMemory
from ...mind.text import says_the_same, words
from ...mind.told import origins
from ..context import Context
from .collecting import Line, everything
from .whom import Whom

Words: TypeAlias = tuple[str, ...]


async def believed(context: Context, who: Whom, *, past: bool) -> list[Line]:
    """What is believed, room by room, the newest first; with ``past`` also what was.

    What was learned from a line, or beside a memory, and says the same is no line of its own: it
    stands behind that one, and behind a memory that was superseded it is not believed either.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    every = await everything(context, who)
    leading = _Leading(every)
    return [one for one in every if (past or one.told.holds) and not leading.is_behind(one)]


async def beside(context: Context, who: Whom, line: Line) -> list[Line]:
    """What was learned beside a memory in the same conversation, and says the same.

    What was learned from the memory itself is not among it: that follows anyway.
    """
    every = await everything(context, who)
    reference = line.told.reference
    return [one for one in every if reference not in origins(one.record) and _is_beside(line, one)]


class _Leading:
    """Which lines others may stand behind."""

    def __init__(self, every: Sequence[Line]) -> None:
        leading = [one for one in every if one.told.holds or _is_superseded(one)]
        self._named: Mapping[str, Line] = {one.told.reference: one for one in reversed(leading)}
        # by conversation and words: a thousand lines are not to be compared with each other
        self._said = defaultdict[tuple[str, Words], list[tuple[int, Line]]](list)
        for place, one in enumerate(leading):
            for said in _leads(one):
                self._said[said].append((place, one))

    def is_behind(self, line: Line) -> bool:
        """Whether a line stands behind another one, and that not behind it."""
        seen = [line.told.reference]
        leader = self._leader(line)
        while leader is not None and leader.told.reference not in seen:
            seen.append(leader.told.reference)
            leader = self._leader(leader)
        return len(seen) > 1 and leader is None

    def _leader(self, line: Line) -> Line | None:
        named = (self._named.get(source) for source in origins(line.record))
        found = [
            *(one for one in named if one is not None and _says_the_same(one, line)),
            *self._beside(line),
        ]
        return next((one for one in found if line.told.holds or not one.told.holds), None)

    def _beside(self, line: Line) -> list[Line]:
        """The memories beside which a line was read, in their order."""
        found = {place: one for said in _follows(line) for place, one in self._said.get(said, ())}
        return [found[place] for place in sorted(found)]


def _is_superseded(line: Line) -> bool:
    record = line.record
    return isinstance(record, PersonaMemory) and line.former is None and bool(record.superseded_by)


def _says_the_same(leader: Line, line: Line) -> bool:
    return any(
        says_the_same(one, other) for one in _texts(leader) for other in _texts(line) if other
    )


def _texts(line: Line) -> tuple[str, ...]:
    """What a line says, as it is told, and as it was learned."""
    record = line.record
    if line.former is None and isinstance(record, PersonaMemory):
        return (line.told.text, record.value)
    return (line.told.text, record.shown) if isinstance(record, Edge) else (line.told.text,)


def _is_beside(leader: Line, line: Line) -> bool:
    """Whether a line was read in the conversation of a memory, and says it word for word."""
    return not _leads(leader).isdisjoint(_follows(line))


def _leads(leader: Line) -> frozenset[tuple[str, Words]]:
    """In which conversation a line must have been read, and what it must say, to be beside this."""
    memory = leader.record
    if not isinstance(memory, PersonaMemory) or leader.former is not None:
        return frozenset()
    said = tuple(words(memory.value))
    return frozenset((one, said) for one in _conversations((memory.source,)))


def _follows(line: Line) -> frozenset[tuple[str, Words]]:
    """In which conversations a line was read, with what it says."""
    if isinstance(line.record, PersonaMemory):
        return frozenset()
    there = _conversations(origins(line.record))
    # what was read nowhere is not worth reading
    texts = {tuple(words(text)) for text in _texts(line)} if there else set[Words]()
    return frozenset((one, said) for one in there for said in texts)


def _conversations(sources: Iterable[Any]) -> frozenset[str]:
    """The conversations whose turns some references name."""
    turns = (turn_of_origin(one) for one in sources)
    return frozenset(conversation_in(one) for one in turns if one is not None)
