"""How far what was found is to be believed, in the words that prompts have for it."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ...core.about import AboutLine
from ...core.found import Found, Room
from ...core.prompt import Trust
from ...mind.prompt.frame import WHOSE
from ...mind.prompt.trust import provenance, said_in
from ...mind.told import Told
from ...store import MemoryStore
from ...store.graph.learning import READ

Sourced: TypeAlias = Found | AboutLine | Told

MADE = "summed up"
"""Of what was made of much: whoever wants to know whose that is looks at what it was made of."""
_CONVERSATION, _MEMORY = "conversation ", "the memory "
_OWN = frozenset((Room.JOURNAL, Room.LAYER))
_MADE = frozenset((Room.SUMMARY, Room.TOPIC))
_HOPS = 8


async def whose(store: MemoryStore, found: Iterable[Sourced]) -> list[str]:
    """Of each in order: ``yours``, ``told to you``, ``imported``, ``of unknown source``.

    Args:
        store: Where it was found. What was learned from a memory is believed as far as that is.
        found: With what is said of its source.
    """
    there = list(found)
    sources = {one.source.removeprefix(_MEMORY) for one in there if one.source.startswith(_MEMORY)}
    known = await _sources_of(store, sources)
    return [_of(one, known) for one in there]


async def _sources_of(store: MemoryStore, names: set[str]) -> Mapping[str, str]:
    """Where memories come from, by reference, and those which they come from."""
    known = dict[str, str]()
    for _ in range(_HOPS):
        asked = [name for name in sorted(names) if name.count("/") == 2]
        read = await store.persona_named(asked) if asked else []
        known |= {f"persona/{one.name}": one.source for one in read}
        further = {one.source for one in read if one.source.startswith("persona/")} - known.keys()
        if not further:
            break
        names = {one.removeprefix("persona/") for one in further}
    return known


def _of(one: Sourced, known: Mapping[str, str]) -> str:
    if one.room in _MADE or (one.room is Room.NODE and one.source == READ):
        return MADE
    if one.room in _OWN:
        return WHOSE[Trust.OWN]
    if one.source.startswith(_CONVERSATION):
        return WHOSE[said_in(one.source.removeprefix(_CONVERSATION)).trust]
    source = one.source
    if source.startswith(_MEMORY):
        source = f"persona/{source.removeprefix(_MEMORY)}"
    return WHOSE[provenance(source, known.get).trust]
