"""The two record types that a store needs before it can name any other."""

from collections.abc import Mapping
from typing import Any

from ...core.records.store_settings import Addressing, BlindingKey, Settings
from ..body import Policy
from ..schema import Schema

SETTINGS = Schema(
    record=Settings,
    type="sense-memory:settings",
    root="sense-memory/v1/settings",
    # "blinded" comes before "plain": devices that disagree leak nothing
    fields={"addressing": Policy.CAUTIOUS, "format": Policy.REGISTER, "keys": Policy.SET},
    alive="addressing",
    encode=lambda settings: {
        "addressing": settings.addressing.value,
        "format": settings.format,
        "keys": settings.keys,
    },
    decode=lambda _name, fields, _at: Settings(
        Addressing(fields["addressing"]), fields.get("format", 1), tuple(fields.get("keys", ()))
    ),
    name=lambda _fields: "",
    is_name=lambda name: not name,
    is_of_store=True,
)


def _key(_name: str, fields: Mapping[str, Any], _at: float) -> BlindingKey:
    key = bytes.fromhex(fields["key"])
    if len(key) != 32:
        raise ValueError("a blinding key has 32 bytes")
    return BlindingKey(key, fields.get("generation", 0))


KEY = Schema(
    record=BlindingKey,
    type="sense-memory:key",
    root="sense-memory/v1/key/",
    fields={"key": Policy.REGISTER, "generation": Policy.REGISTER},
    alive="key",
    encode=lambda key: {"key": key.key.hex(), "generation": key.generation},
    decode=_key,
    name=lambda _fields: None,
    is_name=lambda name: len(name) == 16,
    is_of_store=True,
)
