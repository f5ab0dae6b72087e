"""JSON as strangers send it: one way to read it, one kind of failure."""

import json
from json.encoder import encode_basestring
from typing import Final, NoReturn, TypeGuard

__all__ = ["MAX_INT", "dump", "has_surrogate", "is_count", "load", "quote"]

MAX_INT: Final = 2**53
"""First integer that a JSON reader with double precision numbers cannot tell from the next."""


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse_constant)
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)

quote: Final = encode_basestring
"""A string as a JSON literal, non-ASCII characters verbatim."""


def load(text: str) -> object:
    """Read one JSON value.

    Raises:
        ValueError: for anything else: bad syntax, NaN, numbers of thousands of digits and
            nesting deeper than the interpreter follows. The message holds no input.
    """
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None
    except ValueError:
        # JSONDecodeError keeps the whole document; drop it here.
        raise ValueError("not JSON") from None


def dump(value: object) -> str:
    """Write one JSON value without spaces, non-ASCII characters verbatim."""
    return _ENCODER.encode(value)


def is_count(value: object) -> TypeGuard[int]:
    """Whether `value` is an integer in 0..2**53-1; True and 1.0 are not."""
    return type(value) is int and 0 <= value < MAX_INT


def has_surrogate(text: str) -> bool:
    r"""Whether `text` holds half a surrogate pair (JSON's ``"\ud800"``), which is no Unicode."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
