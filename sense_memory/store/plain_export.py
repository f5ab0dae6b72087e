"""Records out of a store as plain text, a JSON object a line, whatever their type is.

A line is ``{"type", "name", "scope", "fields", "written_at"}``: the type as bodies name it, the
fields as the type's schema encodes them. So a new record type needs no line here. What is left out
is what can be made again (caches), and what the store notes of itself.
"""

import json
from collections.abc import AsyncIterator
from typing import Any

from ..io.plain_records import Plain
from ..io.repository import Repository
from ..wire import past_values
from ..wire.body import Policy
from ..wire.schema import Schema
from ..wire.schemas import SCHEMAS

LEFT_OUT = "sense-memory:left-out"
"""The type of the last line, if there was something that could not be read."""


def kinds() -> tuple[Schema[Any], ...]:
    """The record types of the mind, in the order in which they are written.

    What others belong to or hang on comes before them.
    """
    return tuple(schema for schema in SCHEMAS if not (schema.is_of_store or schema.is_cache))


async def export(repository: Repository, scope: str, *, all_scopes: bool) -> AsyncIterator[str]:
    """Every readable record, as a line of JSON without line break.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    unreadable, in_part = await repository.unplaced(), 0
    for one in await repository.scopes() if all_scopes else [scope]:
        for schema in kinds():
            found = await repository.readable(schema.record, one)
            unreadable += found.unreadable
            in_part += found.in_part
            for plain in found.records:
                yield _line(plain, schema)
    if unreadable or in_part:
        said = {"type": LEFT_OUT, "unreadable": unreadable, "in_part": in_part}
        yield json.dumps(said)


def _line(plain: Plain, schema: Schema[Any]) -> str:
    fields = fields_of(plain.record, schema)
    if schema.past is not None and plain.former:
        fields[schema.past] = past_values.within_bounds(plain.former)
    said = {
        "type": schema.type,
        "name": plain.ref.name,
        "scope": plain.ref.scope,
        "fields": fields,
        "written_at": plain.written_at,
    }
    return json.dumps(said, ensure_ascii=False, allow_nan=False)


def fields_of(record: Any, schema: Schema[Any]) -> dict[str, Any]:
    """The fields of a record, without those that follow from the others."""
    fields = schema.encode(record)
    return {
        name: value for name, value in fields.items() if schema.fields.get(name) != Policy.CACHED
    }
