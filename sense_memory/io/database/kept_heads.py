"""The heads of buckets that are read again and again, kept in memory."""

from collections import OrderedDict
from dataclasses import dataclass

from ..rows import Head
from .engine import Engine
from .sql import BEHIND, HEAD
from .stored import head_of

KEPT_HEADS = 16_384
"""Heads kept in memory, of the buckets that are read again and again."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The heads of a bucket by address, as of a sequence number of the file; -1 for before all."""

    seq: int
    heads: dict[str, Head]


class KeptHeads:
    """The heads of one bucket after another, for jobs of the thread that reads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def of(self, bucket: str) -> list[Head]:
        """The heads of one bucket; once it was looked into twice, only what is new is read.

        Whoever writes a head gives it the highest number of the file. So what was there, with what
        has a higher number since, is the bucket, unless heads have left it: then it is smaller.
        """
        kept = self._kept.pop(bucket, None)
        is_new = kept is None
        count, last, found = self._since(bucket, kept or _Kept(-1, {}))
        if len(found) != count:
            count, last, found = self._since(bucket, _Kept(-1, {}))
        # who looks once needs no more
        keeps = not is_new and len(found) <= KEPT_HEADS
        self._kept[bucket] = _Kept(last, found) if keeps else _Kept(-1, {})
        while sum(len(one.heads) for one in self._kept.values()) > KEPT_HEADS:
            self._kept.popitem(last=False)
        return list(found.values())

    def _since(self, bucket: str, kept: "_Kept") -> tuple[int, int, dict[str, Head]]:
        """How many heads a bucket has, the file's highest number, and what was kept with the new.

        One statement, since another process may commit between two.
        """
        # the plus keeps SQLite from walking through the whole bucket by its index
        column = "bucket" if kept.seq < 0 else "+bucket"
        rows = self._engine.rows(
            "SELECT * FROM (SELECT (SELECT count(*) FROM head WHERE bucket >= ?1 AND bucket < ?2), "
            "(SELECT coalesce(max(seq), 0) FROM head)) "
            f"LEFT JOIN (SELECT {HEAD} FROM head "
            f"WHERE {column} >= ?1 AND {column} < ?2 AND seq > ?3)",
            [bucket, bucket + BEHIND, kept.seq],
        )
        new = {row[2]: head_of(row[2:]) for row in rows if row[2] is not None}
        return rows[0][0], rows[0][1], kept.heads | new
