"""Key-value memories as the persona memories of the domain ``flat``."""

from .kv import Memory
from .persona import PersonaMemory

FLAT = "flat"
FLAT_FACET = "facts"


def as_persona(record: PersonaMemory | Memory) -> PersonaMemory:
    """The memory; a key-value memory as one of the domain ``flat``.

    That one is pinned: its uses are not counted, so nothing could keep it from fading.
    """
    if isinstance(record, PersonaMemory):
        return record
    return PersonaMemory(
        FLAT,
        FLAT_FACET,
        record.key,
        record.value,
        last_accessed=record.created_at,
        last_reinforced=record.created_at,
        created_at=record.created_at,
        pinned=True,
    )
