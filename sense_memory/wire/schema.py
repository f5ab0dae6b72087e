"""A record type on the wire, as one row of data."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from ..core.ref import R
from .body import Policy


def number(value: object) -> float:
    """A field from outside that must be a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a number is needed")
    try:
        converted = float(value)
    except OverflowError:
        converted = math.inf
    if not math.isfinite(converted):
        raise ValueError("a finite number is needed")
    return converted


def text(value: object) -> str:
    """A field from outside that must be text."""
    if not isinstance(value, str):
        raise TypeError("text is needed")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema(Generic[R]):
    """Everything the codec, the merge and the repository need to know of a record type.

    Attributes:
        record: The class.
        type: What its bodies say in ``type``.
        root: What its paths start with; the name follows.
        fields: Field to merge policy, in the seed's spelling.
        alive: The field whose live dots mean that the record stands.
        encode: Record to fields (those of policy ``IDENTITY`` included, ``CACHED`` too).
        decode: Name, fields and the time of the living value (seconds since the epoch) to record.
            Fields other than ``alive`` may be absent, as plain writers and a forgetting leave
            them; their defaults follow from the time alone, so that all devices agree.
        name: Fields to name, for bodies of plain writers, which carry no path; ``None`` where
            the fields do not tell it.
        is_name: Whether a path's end can be a name of this type.
        cached: The fields of policy ``CACHED``, from the record and the time of its newest write,
            so that they are the same on every device.
        is_of_store: It is the store's own, not the mind's: it has no scope, and an address of its
            own kind in every store.
        counter: The field of policy ``COUNTER`` that counts uses, if uses are counted.
        used: What so many more uses, the last one at that time, make of a record.
    """

    record: type[R]
    type: str
    root: str
    fields: Mapping[str, Policy]
    alive: str
    encode: Callable[[R], dict[str, Any]]
    decode: Callable[[str, Mapping[str, Any], float], R]
    name: Callable[[Mapping[str, Any]], str | None]
    is_name: Callable[[str], bool]
    cached: Callable[[R, float], dict[str, Any]] = field(default=lambda _record, _at: {})
    is_of_store: bool = False
    counter: str | None = None
    used: Callable[[R, int, float], R] = field(default=lambda record, _count, _at: record)
