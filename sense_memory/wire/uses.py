"""Uses of a memory that its own record does not say yet.

A use is no edit: it must not bring a forgotten memory back, and is not worth an event. So devices
count uses apart, each its own, and readers add up what the record lacks. A count stands under the
stamp of its device's first use of that memory, and lives by the rule of all dots: what a forgetting
has covered counts no more.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .body import Body, knows
from .schema import Schema
from .stamp import Dot


@dataclass(frozen=True, slots=True)
class Use:
    """How often one device used one memory.

    Attributes:
        dot: The device, and the stamp under which it counts there.
        count: All its uses, from the beginning.
        at: Seconds since the epoch of the last one.
    """

    dot: Dot
    count: int
    at: float


def place_for_others(address: str) -> str:
    """How a device record names an address: 16 hex digits."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def counted(body: Body, schema: Schema[Any], device: str) -> tuple[Dot, int] | None:
    """The dot under which a device counts in a record, and how far; ``None`` if it does not."""
    values = body.fields.get(schema.counter or "", {})
    return next(
        ((dot, int(count)) for dot, count in values.items() if dot.device == device),  # type: ignore[arg-type]
        None,
    )


def with_uses(record: Any, body: Body, schema: Schema[Any], uses: Iterable[Use]) -> Any:
    """The record with what devices know beyond its body."""
    values = body.fields.get(schema.counter or "", {})
    extra, last = 0, None
    for use in uses:
        said = values.get(use.dot)
        if said is None and knows(body.known, use.dot):
            continue  # forgotten, or told under another dot
        extra += max(0, use.count - (said if isinstance(said, int) else 0))
        last = use.at if last is None else max(last, use.at)
    return record if last is None else schema.used(record, extra, last)
