"""Vectors of texts: a cache that travels with them, so that no device computes what one has.

A vector lies near another one when what the two texts mean does. Which model made it and from
exactly which text is written beside it: a vector of another model, or of a text that has changed
since, is of no use, and is replaced when somebody asks for it.
"""

from dataclasses import dataclass
from typing import Any

from .conversation import Turn
from .graph import Edge, Node, Note
from .kv import Memory
from .persona import PersonaMemory
from .pyramid import Observation, Summary
from .reference import FORMS

EMBEDDING_D_TAG_PREFIX = "sense-memory/embed/"
BYTES_PER_NUMBER = 4
"""A little-endian IEEE 754 single."""


@dataclass(frozen=True, slots=True)
class Vector:
    """What one encoder made of one text.

    Attributes:
        encoder: Which encoder, with all that its vectors depend on.
        text_sha256: SHA-256 of the UTF-8 of the text, 64 hex digits; ``""`` if nobody wrote it
            down, and the vector is of no use.
        numbers: Little-endian singles, one after the other.
        created_at: Seconds since the epoch.
    """

    encoder: str
    text_sha256: str
    numbers: bytes
    created_at: float

    @property
    def dimension(self) -> int:
        """How many numbers it has."""
        return len(self.numbers) // BYTES_PER_NUMBER


@dataclass(frozen=True, slots=True)
class Embedding:
    """The vectors of one record's text, one by each encoder, newest first.

    What of it is damaged is left out: it can be computed again.

    Attributes:
        key: What the record is called: ``persona/{domain}/{facet}/{key}``, ``pyramid/obs/{id}``,
            ``pyramid/summary/{id}``, ``graph/node/{key}``, ``graph/edge/{id}``,
            ``graph/note/{target}/{id}``, ``stream/{conversation}/turn/{id}``, or a flat memory's
            key, which has no slash.
        vectors: A writer gives one; those of other encoders stay beside it.
    """

    key: str
    vectors: tuple[Vector, ...]

    def of(self, encoder: str) -> Vector | None:
        """What an encoder made of it, if it did."""
        return next((vector for vector in self.vectors if vector.encoder == encoder), None)


_PREFIXES = {
    kind: FORMS[kind].prefix
    for kind in (PersonaMemory, Observation, Summary, Node, Edge, Note, Turn)
}
"""What has a vector is called as by references; a key-value memory's key is enough here."""


def embedding_name(kind: type[Any], name: str) -> str:
    """What the embedding of a record is called."""
    return _PREFIXES.get(kind, "") + name


def embedded(name: str) -> tuple[type[Any], str]:
    """The class and the name of the record whose embedding has a name."""
    for kind, prefix in _PREFIXES.items():
        if name.startswith(prefix):
            return kind, name.removeprefix(prefix)
    return Memory, name
