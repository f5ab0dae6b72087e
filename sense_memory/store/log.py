"""What changed when, as the records themselves remember it."""

from typing import Any

from ..core.log_entry import LogEntry
from ..core.ref import Ref
from ..io.repository import Repository
from ..wire import merge
from ..wire.body import Body
from ..wire.canonical import dumps, normalised
from ..wire.history import Trace, traces
from ..wire.schema import Schema
from ..wire.schemas import schema_of
from ..wire.stamp import Dot

PREFIX = "sense-memory:"

_Write = tuple[Trace, Ref[Any], Body]


async def log(
    repository: Repository, scope: str, since: float | None, limit: int | None
) -> list[LogEntry]:
    """The writes that the records of a scope remember, newest first."""
    found: list[_Write] = [
        (trace, ref, body)
        for ref, body in await repository.bodies(scope)
        for trace in traces(body, schema_of(ref.kind))
        if since is None or trace.at >= since
    ]
    # what records say is made only of those that are told: it costs the most
    newest = sorted(found, key=_order, reverse=True)[:limit]
    return [
        LogEntry(
            trace.at,
            trace.dot.device,
            trace.dot.device == repository.device,
            trace.word,
            type_of(ref.kind),
            ref.name,
            trace.fields,
            _text(body, schema_of(ref.kind)),
        )
        for trace, ref, body in newest
    ]


def _order(write: _Write) -> tuple[Dot, str, str]:
    """By the whole stamp: writes of one millisecond have an order too."""
    trace, ref, _ = write
    return trace.dot, type_of(ref.kind), ref.name


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
