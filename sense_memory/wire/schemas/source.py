"""Fields that may name any record of the mind: what something was learned from, or is as well."""

from typing import Any

from ...core.records.conversation import ConversationHead
from ...core.records.journal import JournalEntry
from ...core.records.kv import Memory
from ...core.records.rapport import Checkpoint, Layer, LayerVersion, Reading
from ...core.records.reference import REFERABLE, referent
from ...core.ref import Ref
from ..schema import OnceForgotten, Reference

_NOTED: frozenset[type] = frozenset(
    (Memory, JournalEntry, Checkpoint, Reading, Layer, LayerVersion, ConversationHead)
)
"""What nothing else names, or only what is filed with it: to forget one of these takes no reading
of a whole scope, and so it stays, unless one is named here."""


def _meant(ref: Ref[Any], text: str) -> Ref[Any] | None:
    """The record that a text names, in the same scope."""
    return referent(text, ref.scope)


LEARNED_FROM = Reference(REFERABLE, OnceForgotten.CASCADE, _meant, noted=_NOTED, is_source=True)
"""It is forgotten with what it was learned from."""
ELSEWHERE = Reference(REFERABLE, OnceForgotten.UNLINK, _meant, noted=_NOTED)
"""The same person or thing, as another part of the mind knows it."""
