"""One way to write JSON, so that equal content is equal bytes on every device.

Keys sorted, no white space, nothing escaped that need not be, integral numbers without a fraction.
"""

import json
import math
import re
from typing import Any, NoReturn, TypeAlias

from ..core.errors import MalformedRecordError

Json: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None

MAX_DEPTH = 16
SIBLING_LEVELS = 3
"""How much deeper a value stands in ``_sync.x``, as a sibling, than in its field."""
"""Brackets that may be open at once in a body."""

_encoder = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False
)


def dumps(value: object) -> str:
    """The canonical text of a JSON value whose numbers went through ``normalised``."""
    return _encoder.encode(value)


def normalised(value: Any) -> Any:
    """The value with integral floats as integers, so that 1 and 1.0 are one number."""
    kind = type(value)
    if kind is float:
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if kind is dict:
        return {key: normalised(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [normalised(item) for item in value]
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("number out of range")
    return number


_decoder = json.JSONDecoder(parse_constant=_refuse)
_careful_decoder = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
_may_overflow = re.compile(r"[0-9.][eE]\+?[0-9]{3}").search


def loads_object(text: str) -> dict[str, Any]:
    """Parse a plaintext that must be one JSON object.

    Raises:
        MalformedRecordError: Anything else, nesting beyond 16 levels included.
    """
    text = text.rstrip(" ")  # the padding of a blinded store
    depth = _depth(text) if text.count("[") + text.count("{") > MAX_DEPTH else 0
    if depth > MAX_DEPTH + SIBLING_LEVELS:
        raise MalformedRecordError(f"the plaintext nests deeper than {MAX_DEPTH} levels")
    try:
        decoder = _careful_decoder if _may_overflow(text) else _decoder
        value = decoder.decode(text)
    except (ValueError, RecursionError) as error:
        raise MalformedRecordError("the plaintext is not JSON") from _without_text(error)
    if type(value) is not dict:
        raise MalformedRecordError("the plaintext is not a JSON object")
    if "\\ud" in text or "\\uD" in text:
        # half of a surrogate pair can be escaped in JSON, but not be written again as UTF-8
        try:
            dumps(value).encode()
        except UnicodeEncodeError:
            raise MalformedRecordError("the plaintext holds a lone surrogate") from None
    if depth > MAX_DEPTH and _depth_of({**value, "_sync": None}) > MAX_DEPTH:
        raise MalformedRecordError(f"the plaintext nests deeper than {MAX_DEPTH} levels")
    return value


def _without_text(error: Exception) -> Exception | None:
    """A JSONDecodeError carries the whole document; a plaintext must not travel in a traceback."""
    return None if isinstance(error, json.JSONDecodeError) else error


def _depth(text: str) -> int:
    deepest = depth = 0
    in_string = escaped = False
    for c in text:
        if in_string:
            if escaped:
                escaped = False
            elif c == "\\":
                escaped = True
            elif c == '"':
                in_string = False
        elif c == '"':
            in_string = True
        elif c in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif c in "]}":
            depth -= 1
    return deepest


def _depth_of(value: object) -> int:
    """The same of a parsed value; only of one that is known not to be much deeper."""
    if isinstance(value, dict):
        return 1 + max(map(_depth_of, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth_of, value), default=0)
    return 0
