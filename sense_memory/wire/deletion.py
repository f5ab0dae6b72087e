"""What a deletion request of ours says inside, so that it carries its own knowledge.

A relay that honours the request drops the tombstone with everything else at the address. The
ciphertext in the request then stands for the tombstone: path, reason and version vector; for all
of them, where one commit forgot several memories and one request names their addresses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import MalformedRecordError
from ..core.records.store_settings import Addressing
from .body import Body
from .canonical import dumps, loads_object
from .stamp import Dot, hlc, is_hlc

MAX_ADDRESSES = 40
"""Addresses named in one request."""
MAX_TAGS = 100
"""Tags of one request: some relays take no more. Versions beyond that the address covers."""
MAX_BYTES = 2_560
"""The plaintext of a request for several memories; one memory takes what it needs. Its payload has
3,536 characters: a relay in use takes no more than 4,096, and would refuse the whole request."""
PLAIN_WRITER = "~5"
"""The device that a plain client's deletion request counts as."""

_PADDED_BYTES = (512, 2_560, 10_240, 40_960)


@dataclass(frozen=True, slots=True)
class Erased:
    """One memory in a request.

    Attributes:
        tombstone: What stands for it.
        addresses: Where it stood, at most 40.
        event_ids: Its older versions, the newest last; never the tombstone's own id.
    """

    tombstone: Body
    addresses: tuple[str, ...]
    event_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """An address was given up; the memory stands at another one.

    Attributes:
        path: Whose address it was.
    """

    path: str


def write_moved(path: str, addressing: Addressing) -> str:
    """The plaintext of a request that gives up an address and forgets nothing: ``{moved}``."""
    return _padded(dumps({"moved": path}), addressing)


def write(tombstones: Sequence[Body], addressing: Addressing) -> str:
    """The plaintext of a request's content: ``{path, vv, del}``.

    ``vv`` is device to stamp; ``del`` lists each forgetting as ``[why, stamp, device]``. For
    several memories it is ``{forgotten: [{path, vv, del}, …]}``, by path.
    """
    said = [_said(tombstone) for tombstone in sorted(tombstones, key=lambda body: body.path)]
    return _padded(dumps(said[0] if len(said) == 1 else {"forgotten": said}), addressing)


def _said(tombstone: Body) -> dict[str, Any]:
    marks = sorted([why, dot.t, dot.device] for dot, why in tombstone.marks.items())
    return {"path": tombstone.path, "vv": dict(tombstone.known), "del": marks}


def batches(erased: Sequence[Erased]) -> Iterator[list[Erased]]:
    """Share memories out over requests, in order: 40 addresses, 100 tags and 2,560 bytes each."""
    batch: list[Erased] = []
    addresses = tags = size = 0
    for one in erased:
        bytes_ = len(dumps(_said(one.tombstone)).encode()) + 20
        wanted = len(one.addresses) + len(one.event_ids)
        if batch and (
            addresses + len(one.addresses) > MAX_ADDRESSES
            or tags + wanted >= MAX_TAGS  # one is left for the kind
            or size + bytes_ > MAX_BYTES
        ):
            yield batch
            batch, addresses, tags, size = [], 0, 0, 0
        batch.append(one)
        addresses += len(one.addresses)
        tags += wanted
        size += bytes_
    if batch:
        yield batch


def named_ids(batch: Sequence[Erased]) -> list[str]:
    """The older versions that fit into one request."""
    room = MAX_TAGS - 1 - sum(len(one.addresses) for one in batch)
    ids = [id_ for one in batch for id_ in one.event_ids]
    return ids[-room:]


def _padded(text: str, addressing: Addressing) -> str:
    if addressing is Addressing.PLAIN:
        return text
    size = len(text.encode())
    return text + " " * (next((n for n in _PADDED_BYTES if size <= n), size) - size)


def read(text: str) -> tuple[Body, ...] | Moved:
    """The tombstones that a request stands for, or the move.

    Raises:
        MalformedRecordError: The plaintext is none of ours.
    """
    data = loads_object(text)
    if isinstance(moved := data.get("moved"), str):
        return Moved(moved)
    several = data.get("forgotten", [data])
    if not isinstance(several, list) or not several or len(several) > MAX_ADDRESSES:
        raise MalformedRecordError("a deletion request's content is malformed")
    return tuple(_tombstone(one) for one in several)


def _tombstone(said: object) -> Body:
    data = said if isinstance(said, dict) else {}
    path, known, marks = (data.get(name) for name in ("path", "vv", "del"))
    if (
        not isinstance(path, str)
        or not isinstance(known, dict)
        or not all(known)
        or not all(map(is_hlc, known.values()))
        or not isinstance(marks, list)
        or not marks
        or not all(_is_mark(mark, known) for mark in marks)
    ):
        raise MalformedRecordError("a deletion request's content is malformed")
    return Body(path, known, {}, {}, {Dot(t, device): why for why, t, device in marks})


def _is_mark(mark: object, known: dict[str, str]) -> bool:
    if not isinstance(mark, list) or len(mark) != 3:
        return False
    why, t, device = mark
    return (
        isinstance(why, str)
        and isinstance(device, str)
        and is_hlc(t)
        and bool(t <= known.get(device, ""))
    )


def plain_writers_dot(created_at: int) -> Dot:
    """What a request without our content counts as; the same on every device."""
    return Dot(hlc(created_at), PLAIN_WRITER)
