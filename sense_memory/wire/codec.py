"""Plaintext of a record in, body out; and the other way round. No keys here, no sockets."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ..core.errors import (
    AddressMismatchError,
    InputError,
    MalformedRecordError,
    TooLargeError,
    UnknownSchemaError,
)
from ..core.records.store_settings import Addressing, BlindingKey
from ..core.ref import Ref
from . import body_json, merge, references
from .address import entry_at, is_address_of, path_of, ref_at
from .body import OF_ELEMENTS, Body, Policy
from .canonical import loads_object
from .schema import Schema, number
from .schemas import JOURNAL, SCHEMAS, schema_of
from .stamp import Dot, hlc_seconds

PADDED_BYTES = (512, 2_560, 10_240, 40_960)
"""Sizes that plaintexts of a blinded store grow to."""

SIBLING = 3
"""What a sibling is written as: its field, its value, its dots."""

_by_type = {schema.type: schema for schema in SCHEMAS}


@dataclass(frozen=True, slots=True)
class Opened:
    """A decoded event: what it is about and what it says."""

    ref: Ref[Any]
    schema: Schema[Any]
    body: Body
    record: Any
    """As a reader sees it; ``None`` where nothing stands."""
    plain_dot: Dot | None = None
    """Set where a writer without ``_sync`` made it."""


def plaintext(ref: Ref[Any], body: Body, addressing: Addressing, max_bytes: int) -> str:
    """The text to encrypt, padded with trailing spaces in a blinded store.

    Raises:
        TooLargeError: It is longer than ``max_bytes`` of UTF-8.
    """
    schema = schema_of(ref.kind)
    text = body_json.write(body, schema, _unmerged_fields(ref, body, schema))
    size = len(text.encode())
    if size > max_bytes:
        raise TooLargeError(size, max_bytes)
    if addressing is Addressing.PLAIN:
        return text
    target = next((limit for limit in PADDED_BYTES if size <= limit), size)
    return text + " " * (target - size)


def _unmerged_fields(ref: Ref[Any], body: Body, schema: Schema[Any]) -> dict[str, Any]:
    """The fields that are part of the path, and the cached ones."""
    names = [name for name, policy in schema.fields.items() if policy is Policy.IDENTITY]
    if not names:
        return {}
    if not body.is_alive:
        return {"key": ref.name} if names == ["key"] else {}
    record = record_of(ref, body, schema)
    encoded = schema.encode(record)
    newest = hlc_seconds(max(body.known.values()))
    return {**{name: encoded[name] for name in names}, **schema.cached(record, newest)}


def record_of(ref: Ref[Any], body: Body, schema: Schema[Any]) -> Any:
    """The record as a reader sees it.

    Raises:
        MalformedRecordError: The fields do not make a record.
    """
    try:
        fields = merge.visible(body, schema)
        written_at = hlc_seconds(max(body.fields[schema.alive]).t)
        return schema.decode(ref.name, fields, written_at)
    except (InputError, KeyError, TypeError, ValueError) as error:
        raise MalformedRecordError(
            f"the fields of a {schema.type} record do not fit ({type(error).__name__})"
        ) from None


def opened(
    text: str, *, d: str, created_at: int, event_id: str, keys: list[BlindingKey], public_key: str
) -> Opened:
    """Decode a plaintext that came from address ``d``, which for kind 4 is ``4:`` and the id.

    Raises:
        MalformedRecordError: It is no record.
        UnknownSchemaError: It is one of a type or version this release does not know.
        AddressMismatchError: It says that it lives elsewhere, or at a blinded address that none of
            the keys makes; it may belong to a key that has not arrived yet.
    """
    data = loads_object(text)
    is_entry = entry_at(d) is not None
    if is_entry and data.get("type") != JOURNAL.type:
        raise MalformedRecordError("a message that is no journal entry")
    path = body_json.path_in(data)
    if path is None:
        path = _entrys_path(data, created_at, event_id) if is_entry else _plain_path(data, d)
    found = ref_at(path)
    if found is None:
        raise UnknownSchemaError("no record type of this release lives at this path")
    ref, schema = found
    # a message has no address of its own: any journal path may be inside
    is_here = schema is JOURNAL if is_entry else is_address_of(d, path, keys, public_key)
    if not is_here:
        raise AddressMismatchError("the path inside the record is not the address it was found at")
    if data.get("type") not in (schema.type, body_json.FORGOTTEN_TYPE):
        raise UnknownSchemaError(f"a record at a {schema.type} path has another type")
    dot = body_json.plain_writer_dot(created_at, event_id)
    body = body_json.read(data, schema, plain_dot=dot, plain_path=path)
    record = record_of(ref, body, schema) if body.is_alive else None
    return Opened(ref, schema, body, record, dot if dot.device in body.known else None)


@dataclass(frozen=True, slots=True)
class Newer:
    """What a record of a newer release says, as far as this one can read it.

    Attributes:
        ref: What it is about.
        record: As a reader sees it; ``None`` where nothing stands.
        created_at: Its date, seconds since the epoch.
    """

    ref: Ref[Any]
    record: Any
    created_at: int


def newer(
    text: str, *, d: str, created_at: int, keys: list[BlindingKey], public_key: str
) -> Newer | None:
    """Read the fields that a newer release shares with this one; ``None`` if it shares none.

    It merges by rules that are not known here, so it is shown and nothing else.
    """
    try:
        data = loads_object(text)
    except MalformedRecordError:
        return None
    path = body_json.path_in(data)
    found = ref_at(path) if path is not None else None
    if path is None or found is None or not body_json.is_newer(data):
        return None
    if not is_address_of(d, path, keys, public_key):
        return None
    ref, schema = found
    if data.get("type") == body_json.FORGOTTEN_TYPE:
        return Newer(ref, None, created_at)
    try:
        fields = {
            name: tuple(map(str, data[name])) if policy in OF_ELEMENTS else data[name]
            for name, policy in schema.fields.items()
            if policy not in merge.NEVER_MERGED and name in data
        }
        return Newer(ref, schema.decode(ref.name, fields, float(created_at)), created_at)
    except (InputError, KeyError, TypeError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class Skimmed:
    """What a first look at a plaintext tells.

    Attributes:
        path: Where it says that it lives.
        says: Whether it may have something in the fields that were asked for, or siblings.
    """

    path: str
    says: bool


def skimmed(text: str, d: str, fields: Collection[str]) -> Skimmed | None:
    """Look at a plaintext from address ``d`` without making a record of it; ``None`` if unusable.

    What it says is neither checked against its address nor against a version of ``_sync``: who is
    told that it says nothing of some fields must need nothing else of it.
    """
    try:
        data = loads_object(text)
    except MalformedRecordError:
        return None
    sync = data.get("_sync")
    siblings = sync.get("x") if isinstance(sync, dict) else None
    says = bool(siblings) or any(data.get(name, []) not in (None, []) for name in fields)
    return Skimmed(body_json.path_in(data) or d, says)


def naming(
    text: str, *, d: str, schema: Schema[Any], keys: list[BlindingKey], public_key: str
) -> tuple[Ref[Any], frozenset[Ref[Any]]] | None:
    """Which record of a type a plaintext from address ``d`` is, and which others it may name.

    All that its body names is among them; no body is made of it. ``None`` of what must be decoded
    to tell that, or to tell what is wrong with it.
    """
    try:
        data = loads_object(text)
    except MalformedRecordError:
        return None
    path = body_json.path_in(data)
    if path is None or body_json.is_newer(data) or not is_address_of(d, path, keys, public_key):
        return None
    found = ref_at(path)
    siblings = data["_sync"].get("x", ())
    if found is None or found[1] is not schema or not _are_siblings(siblings):
        return None
    return found[0], references.targets_said(found[0], data, siblings, schema)


def _are_siblings(listed: object) -> bool:
    return isinstance(listed, (list, tuple)) and all(
        isinstance(one, list) and len(one) == SIBLING and isinstance(one[0], str) for one in listed
    )


def may_be_below(text: str, d: str, prefix: str) -> bool:
    """Whether a plaintext from address ``d`` may be of a path that begins so, seldom by parsing it.

    Never false for one that ``opened`` reads: a path is its address, or stands in the text as it
    is, unless something there is escaped.
    """
    if prefix in text or d.startswith(prefix):
        return True
    return "\\" in text and (path_inside(text) or "").startswith(prefix)


def path_inside(text: str | None) -> str | None:
    """The path that a plaintext says it has; ``None`` if it says nothing."""
    try:
        return body_json.path_in(loads_object(text or ""))
    except MalformedRecordError:
        return None


def _entrys_path(data: dict[str, Any], created_at: int, event_id: str) -> str:
    """The path of a journal entry of kind 4 that says none; the same on every device."""
    try:
        ts = number(data.get("ts", created_at))
    except (TypeError, ValueError):
        raise MalformedRecordError("the time of a journal entry is no number") from None
    return f"{JOURNAL.root}{ts}-{event_id[:4]}"


def _plain_path(data: dict[str, Any], d: str) -> str:
    """Where a body without a path stands: at its address, if its fields agree."""
    schema = _by_type.get(str(data.get("type")))
    if schema is None:
        raise UnknownSchemaError("the record has no path and no type of this release")
    try:
        name = schema.name(data)
    except TypeError:
        raise MalformedRecordError("the names inside the record are no text") from None
    if name is None:
        return d
    if d != schema.root + name:
        raise AddressMismatchError(
            "the names inside the record are not the address it was found at"
        )
    return d


__all__ = [
    "Opened",
    "Skimmed",
    "may_be_below",
    "naming",
    "opened",
    "path_inside",
    "path_of",
    "plaintext",
    "record_of",
    "skimmed",
]
