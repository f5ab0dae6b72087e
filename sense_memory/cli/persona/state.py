"""What people are told of the state of a memory."""

from typing import TYPE_CHECKING

from ..output import local_time

if TYPE_CHECKING:
    from ...core.records.persona import PersonaMemory


def state_of(memory: "PersonaMemory") -> str:
    """Its state, and why it is or will be so."""
    said = memory.state
    if memory.superseded_by:
        said += ", superseded"
    elif memory.contradicts:
        said += ", contradicted"
    if memory.pinned:
        return f"{said}, pinned"
    return said if memory.due_at is None else f"{said}, due {local_time(memory.due_at)}"
