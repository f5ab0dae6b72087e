"""What a deletion request of ours says inside, so that it carries its own knowledge.

A relay that honours the request drops the tombstone with everything else at the address. The
ciphertext in the request then stands for the tombstone: path, reason and version vector.
"""

from dataclasses import dataclass

from ..core.errors import MalformedRecordError
from ..core.records.store_settings import Addressing
from .body import Body
from .canonical import dumps, loads_object
from .stamp import Dot, hlc, is_hlc

MAX_EVENT_IDS = 50
"""Older versions named in one request; the address covers the rest."""

_PADDED_BYTES = (512, 2_560)


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


def write(tombstone: Body, addressing: Addressing) -> str:
    """The plaintext of a request's content: ``{path, vv, del}``.

    ``vv`` is device to stamp; ``del`` lists each forgetting as ``[why, stamp, device]``.
    """
    marks = sorted([why, dot.t, dot.device] for dot, why in tombstone.marks.items())
    text = dumps({"path": tombstone.path, "vv": dict(tombstone.known), "del": marks})
    return _padded(text, addressing)


def _padded(text: str, addressing: Addressing) -> str:
    if addressing is Addressing.PLAIN:
        return text
    size = len(text.encode())
    return text + " " * (next((n for n in _PADDED_BYTES if size <= n), size) - size)


def read(text: str) -> Body | Moved:
    """The tombstone that a request stands for, or the move.

    Raises:
        MalformedRecordError: The plaintext is none of ours.
    """
    data = loads_object(text)
    if isinstance(moved := data.get("moved"), str):
        return Moved(moved)
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
    return Dot(hlc(created_at), "~5")
