"""Vectors of texts, by several encoders beside each other."""

import array
import base64
import binascii
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

from ...core.records.conversation import Turn, conversation_in, is_turn_name
from ...core.records.embedding import (
    BYTES_PER_NUMBER,
    EMBEDDING_D_TAG_PREFIX,
    Embedding,
    Vector,
    embedded,
    embedding_name,
)
from ...core.records.graph import Edge, Node, Note, is_id as is_edge_id, is_node_key, is_note_name
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Observation, Summary, is_id
from ...core.ref import Ref
from ..body import Policy
from ..body_json import STAR
from ..schema import Owner, Schema, number, text

_SHA256 = re.compile(r"[0-9a-f]{64}")


def _encode(record: Embedding) -> dict[str, Any]:
    fields: dict[str, Any] = {"key": record.key}
    for vector in record.vectors[:1]:
        fields |= {
            "embedding": base64.b64encode(vector.numbers).decode(),
            "model": vector.encoder,
            "dim": vector.dimension,
            "text_sha256": vector.text_sha256,
            "created_at": vector.created_at,
        }
    return fields


def _decode(name: str, fields: Mapping[str, Any], written_at: float) -> Embedding:
    found = []
    for version in (fields, *fields.get(STAR, ())):
        try:
            found.append(_vector(version, written_at))
        except (KeyError, TypeError, ValueError, OverflowError):
            continue  # what is damaged is as good as absent: it can be computed again
    return Embedding(name, tuple(found))


def _vector(fields: Mapping[str, Any], written_at: float) -> Vector:
    given = fields["embedding"]
    numbers = _packed(given) if isinstance(given, list) else _unpacked(text(given))
    dimension, rest = divmod(len(numbers), BYTES_PER_NUMBER)
    if not dimension or rest or fields.get("dim", dimension) != dimension:
        raise ValueError("the numbers of a vector do not add up")
    sha256 = text(fields.get("text_sha256", ""))
    return Vector(
        text(fields["model"]),
        sha256 if _SHA256.fullmatch(sha256) else "",
        numbers,
        number(fields.get("created_at", written_at)),
    )


def _packed(given: list[Any]) -> bytes:
    """The form of the v2 design: a list of numbers."""
    numbers = array.array("f", [number(one) for one in given])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _unpacked(given: str) -> bytes:
    try:
        return base64.b64decode(given, validate=True)
    except binascii.Error as error:
        raise ValueError("a vector is no base64") from error


def _owner(ref: Ref[Any]) -> Ref[Any]:
    kind, name = embedded(ref.name)
    return Ref(kind, name, ref.scope)


_NAMED: Mapping[type[Any], Callable[[str], bool]] = {
    Observation: is_id,
    Summary: is_id,
    Node: is_node_key,
    Edge: is_edge_id,
    Note: is_note_name,
    Turn: is_turn_name,
}
"""What records are called that have a vector, if not by a key of their own choice."""


def _is_name(name: str) -> bool:
    kind, rest = embedded(name)
    if kind in _NAMED:
        return _NAMED[kind](rest)
    return bool(rest) and rest.count("/") == (2 if kind is PersonaMemory else 0)


def _group(name: str) -> str:
    """The vectors of what was said are filed by conversation, as it is itself."""
    kind, rest = embedded(name)
    return conversation_in(rest) if kind is Turn and "/" in rest else ""


EMBEDDING = Schema(
    record=Embedding,
    type="sense-memory:embedding",
    root=EMBEDDING_D_TAG_PREFIX,
    fields={
        "key": Policy.IDENTITY,
        "embedding": Policy.VERSION,
        "model": Policy.VERSION,
        "dim": Policy.VERSION,
        "text_sha256": Policy.VERSION,
        "created_at": Policy.VERSION,
    },
    alive="embedding",
    encode=_encode,
    decode=_decode,
    name=lambda fields: text(fields.get("key")),
    is_name=_is_name,
    group=_group,
    # two devices with different encoders each keep their own, and neither undoes the other's work
    told_apart_by="model",
    owner=Owner(
        (PersonaMemory, Memory, *_NAMED),
        _owner,
        lambda ref: Ref(Embedding, embedding_name(ref.kind, ref.name), ref.scope),
    ),
    is_cache=True,
)
