"""A JSON schema as every provider takes it."""

from collections.abc import Mapping
from typing import Any

_TAKEN = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf"}
)
_SAID = ("description",)


def portable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with what some providers refuse said in words instead.

    Bounds of numbers, lengths and sizes, patterns and defaults make one or another of them
    answer HTTP 400. Who reads the answer checks them anyhow.
    """
    taken: dict[str, Any] = {}
    words = [str(schema[name]) for name in _SAID if name in schema]
    for name, value in schema.items():
        if name == "properties":
            taken[name] = {key: portable(one) for key, one in value.items()}
        elif name == "items":
            taken[name] = portable(value)
        elif name == "anyOf":
            taken[name] = [portable(one) for one in value]
        elif name in _TAKEN:
            taken[name] = value
        elif name not in (*_SAID, "$schema"):
            words.append(f"({name}: {value})")
    if words:
        taken["description"] = " ".join(words)
    return taken
