"""All record types, one row each; a new type is a row here and a dataclass in ``core.records``."""

from typing import Any

from ...core.ref import R
from ..schema import Schema
from .bootstrap import KEY, SETTINGS
from .conversation import CONVERSATION, TURN, WEIGHTS
from .device import DEVICE
from .embedding import EMBEDDING
from .graph import EDGE, NODE, NOTE
from .introspection import DISMISSAL, INTROSPECTION
from .journal import JOURNAL
from .kv import KV
from .persona import PERSONA
from .pyramid import OBSERVATION, SUMMARY, TOPIC
from .rapport import CHECKPOINT, LAYER, LAYER_VERSION, READING
from .succession import SUCCESSION

__all__ = [
    "CHECKPOINT",
    "CONVERSATION",
    "DEVICE",
    "DISMISSAL",
    "EDGE",
    "EMBEDDING",
    "INTROSPECTION",
    "JOURNAL",
    "KEY",
    "KV",
    "LAYER",
    "LAYER_VERSION",
    "NODE",
    "NOTE",
    "OBSERVATION",
    "OF_STORE",
    "PERSONA",
    "READING",
    "SCHEMAS",
    "SETTINGS",
    "SUCCESSION",
    "SUMMARY",
    "TOPIC",
    "TURN",
    "WEIGHTS",
    "schema_of",
]

SCHEMAS: tuple[Schema[Any], ...] = (
    SETTINGS,
    KEY,
    DEVICE,
    SUCCESSION,
    PERSONA,
    CHECKPOINT,
    READING,
    LAYER,
    LAYER_VERSION,
    OBSERVATION,
    SUMMARY,
    TOPIC,
    CONVERSATION,
    TURN,
    WEIGHTS,
    NODE,
    EDGE,
    NOTE,
    DISMISSAL,
    INTROSPECTION,
    EMBEDDING,
    JOURNAL,
    KV,
)
"""In the order in which a path is matched: the longer root first, then by the form of the name."""
OF_STORE = tuple(schema for schema in SCHEMAS if schema.is_of_store)
"""What a store keeps about itself; all else is the mind."""

_by_record = {schema.record: schema for schema in SCHEMAS}


def schema_of(kind: type[R]) -> Schema[R]:
    """The row of a record class."""
    return _by_record[kind]
