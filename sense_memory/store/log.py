"""What changed when, as the records themselves remember it."""

from typing import Any

from ..core.log_entry import LogEntry
from ..core.ref import Ref
from ..io.repository import Repository
from ..wire import merge
from ..wire.body import Body
from ..wire.canonical import dumps, normalised
from ..wire.history import traces
from ..wire.schema import Schema
from ..wire.schemas import schema_of
from ..wire.stamp import Dot

PREFIX = "sense-memory:"


async def log(
    repository: Repository, scope: str, since: float | None, limit: int | None
) -> list[LogEntry]:
    """The writes that the records of a scope remember, newest first."""
    found: list[tuple[Dot, LogEntry]] = []
    for ref, body in await repository.bodies(scope):
        schema = schema_of(ref.kind)
        text = _text(body, schema)
        for trace in traces(body, schema):
            if since is None or trace.at >= since:
                entry = LogEntry(
                    trace.at,
                    trace.dot.device,
                    trace.dot.device == repository.device,
                    trace.word,
                    type_of(ref.kind),
                    ref.name,
                    trace.fields,
                    text,
                )
                found.append((trace.dot, entry))
    # by the whole stamp: writes of one millisecond have an order too
    found.sort(key=lambda pair: (pair[0], pair[1].type, pair[1].name), reverse=True)
    return [entry for _, entry in found[:limit]]


def type_of(kind: type) -> str:
    """What a record class is called in the log."""
    return schema_of(kind).type.removeprefix(PREFIX)


def text_of(ref: Ref[Any], record: object) -> str | None:
    """What a record says, or ``None`` where there is none."""
    if record is None:
        return None
    schema = schema_of(ref.kind)
    return _said(schema.said(schema.encode(record)))


def _text(body: Body, schema: Schema[object]) -> str | None:
    """What a reader sees of what the record says."""
    return _said(schema.said(merge.visible(body, schema))) if body.is_alive else None


def _said(value: object) -> str:
    """A value as text: what is no text as it is written."""
    return value if isinstance(value, str) else dumps(normalised(value))
