"""Fields that may name any record of the mind: what something was learned from, or is as well."""

from typing import Any

from ...core.records.conversation import ConversationHead
from ...core.records.graph import Node
from ...core.records.journal import JournalEntry
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Topic
from ...core.records.rapport import Checkpoint, Layer, LayerVersion, Reading
from ...core.records.reference import REFERABLE, referent
from ...core.ref import Ref
from ..schema import OnceForgotten, Reference

_NOTED: frozenset[type] = frozenset(
    (Memory, JournalEntry, Checkpoint, Reading, Layer, LayerVersion, ConversationHead)
)
"""What nothing else names, or only what is filed with it: to forget one of these takes no reading
of a whole scope, and so it stays, unless one is named here."""

_ANEW: frozenset[type] = frozenset(
    (Memory, PersonaMemory, Checkpoint, Layer, ConversationHead, Node, Topic)
)
"""What people, and not hashes, give a name."""


def _meant(ref: Ref[Any], text: str) -> Ref[Any] | None:
    """The record that a text names, in the same scope."""
    return referent(text, ref.scope)


ORIGIN_ON = "origin_on"
LEARNED_FROM = Reference(
    REFERABLE,
    OnceForgotten.CASCADE,
    _meant,
    grounds=ORIGIN_ON,
    noted=_NOTED,
    is_source=True,
    anew=_ANEW,
)
"""It is forgotten with what it was learned from; it says in ``ORIGIN_ON`` on what of that it was
written, so that it stays where a forgetting arrives that is older."""
ELSEWHERE = Reference(REFERABLE, OnceForgotten.UNLINK, _meant, noted=_NOTED)
"""The same person or thing, as another part of the mind knows it."""
