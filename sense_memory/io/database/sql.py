"""Pieces of SQL that several parts of the database say."""

import json
from collections.abc import Iterable, Iterator, Sequence

from nips import nip04, nip78

from ...wire.naming import BELOW

HEAD = "address, bucket, own, deleted, seq, sum, event"
"""The columns that a ``Head`` is made from."""

KIND_OF_HEAD = (
    f"CASE WHEN h.address >= '4:' AND h.address < '4;' THEN {nip04.KIND} ELSE {nip78.KIND} END"
)
"""The kind of the event of a head ``h``."""

BEHIND = chr(ord(BELOW) + 1)
"""A bucket with this behind it comes after all that are below it."""

AMONG = "IN (SELECT value FROM json_each(?))"
"""Whether something is one of any number of values, which ``as_json`` makes one."""

AT_ONCE = 500
"""Values that one statement is given."""


def in_buckets(buckets: Sequence[str]) -> str:
    """Whether a head is in one of some buckets, or in one below; ``ends`` are its values."""
    return " OR ".join(["(bucket >= ? AND bucket < ?)"] * len(buckets))


def ends(buckets: Sequence[str]) -> list[str]:
    """Where each of some buckets begins and ends."""
    return [end for bucket in buckets for end in (bucket, bucket + BEHIND)]


def marks(values: Sequence[object]) -> str:
    """Places for some values in a statement, in brackets."""
    return f"({','.join('?' * len(values))})"


def at_once(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """Any number of values, as many at once as one statement is given."""
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]


def as_json(values: Iterable[str]) -> str:
    """Any number of values as one parameter, for ``json_each``."""
    return json.dumps(list(values))
