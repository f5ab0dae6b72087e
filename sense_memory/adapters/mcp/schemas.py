"""JSON schemas of our own classes, without what tells a model nothing."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter


def schema_of(kind: type, *, whole: bool = True) -> dict[str, Any]:
    """The JSON schema of a dataclass, as short as it can be said.

    Args:
        kind: The class; none of its fields leads back to it.
        whole: Whether what may be left out is told of, too.
    """
    schema = TypeAdapter(kind).json_schema()
    return _terse(schema, schema.get("$defs", {}), whole)


def _terse(schema: dict[str, Any], named: Mapping[str, Any], whole: bool) -> dict[str, Any]:
    """Without titles, docstrings, names of parts, and ways to say that something is left out."""
    if "$ref" in schema:
        return _terse(named[schema["$ref"].rpartition("/")[2]], named, whole)
    kept = {
        word: value
        for word, value in schema.items()
        if word not in ("title", "$defs") and not (word == "default" and not value)
    }
    if "properties" in kept:
        kept.pop("description", None)
        kept["properties"] = {
            name: _terse(part, named, whole)
            for name, part in kept["properties"].items()
            if whole or name in kept.get("required", ())
        }
    if "items" in kept:
        kept["items"] = _terse(kept["items"], named, whole)
    choices = [one for one in kept.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1:
        del kept["anyOf"]
        kept = {**_terse(choices[0], named, whole), **kept}
    return kept
