"""JSON schemas of our own classes, without what tells a model nothing.

A model pays for each word of them at every turn. Bounds are checked, and the error names them.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

_UNSAID = frozenset(("title", "$defs", "minimum", "maximum", "minItems", "maxItems"))


def schema_of(kind: type) -> dict[str, Any]:
    """The JSON schema of a dataclass that is taken, as short as it can be said.

    Args:
        kind: The class; none of its fields leads back to it.
    """
    schema = TypeAdapter(kind).json_schema()
    return _terse(schema, schema.get("$defs", {}))


def outline_of(kind: type) -> dict[str, Any]:
    """The JSON schema of a dataclass that is given: what is always there."""
    return {"type": "object", "required": schema_of(kind).get("required", [])}


def _terse(schema: dict[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """Without titles, docstrings, names of parts, and ways to say that something is left out."""
    if "$ref" in schema:
        return _terse(named[schema["$ref"].rpartition("/")[2]], named)
    kept = {
        word: value
        for word, value in schema.items()
        if word not in _UNSAID and not (word == "default" and not value)
    }
    if "properties" in kept:
        kept.pop("description", None)
        kept["properties"] = {
            name: _terse(part, named) for name, part in kept["properties"].items()
        }
    if "items" in kept:
        kept["items"] = _terse(kept["items"], named)
    choices = [one for one in kept.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1:
        del kept["anyOf"]
        kept = {**_terse(choices[0], named), **kept}
    return kept
