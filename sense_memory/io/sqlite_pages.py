"""Rows out of the bytes of a SQLite file, whatever state the file is in.

SQLite itself gives up where a page contradicts another one; here each page is read for itself, and
what cannot be read is left out. Rows of tables WITHOUT ROWID lie in the pages that
https://www.sqlite.org/fileformat2.html calls index b-trees (§1.6), those of others in the leaves of
table b-trees; both spill over into chains of overflow pages. Numbers are big-endian. Whoever asks
decides what a row is worth.
"""

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

Value = bytes | int | float | None
"""A column; texts are left as bytes, since they may be no UTF-8 any more."""

HEADER_BYTES = 100
DEFAULT_PAGE_SIZE = 4096
_INTERIOR, _LEAF, _TABLE_LEAF = 2, 10, 13
_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)
_MAX_PAYLOAD = 1 << 20


@dataclass(frozen=True, slots=True)
class Row:
    """A row of some table.

    Attributes:
        values: Its columns.
        start: Where on the page its bytes begin.
        end: Where those that are on the page end.
        payload: Where its columns begin.
        local: Bytes of them on the page.
        size: Bytes of them altogether.
    """

    values: tuple[Value, ...]
    start: int
    end: int
    payload: int
    local: int
    size: int


class Pages:
    """All pages of a file.

    Args:
        data: The file.
        newer: Pages that a write-ahead log holds, by number from 1.
        page_size: Bytes; ``None`` takes what the file says, if it can be.
    """

    def __init__(
        self, data: bytes, newer: Mapping[int, bytes] | None = None, page_size: int | None = None
    ) -> None:
        self._data = data
        self._newer = dict(newer or {})
        self.page_size = page_size or page_size_of(data)
        # §1.6: "Let U be the usable size of a database page ... Let X be the maximum amount of
        # payload that can be stored directly on the b-tree page"; "Table leaf pages: X is U-35";
        # for index pages "X is ((U-12)*64/255)-23". M, the least, "is always ((U-12)*32/255)-23"
        self._most_of_index = (self.page_size - 12) * 64 // 255 - 23
        self._most_of_table = self.page_size - 35
        self._least_local = (self.page_size - 12) * 32 // 255 - 23

    def numbers(self) -> list[int]:
        """The numbers of all pages that there are; a damaged log may name one far beyond."""
        return sorted({*range(1, len(self._data) // self.page_size + 1), *self._newer})

    def page(self, number: int) -> bytes:
        """One page, counted from 1; empty beyond the end."""
        found = self._newer.get(number)
        if found is not None:
            return found
        return self._data[(number - 1) * self.page_size : number * self.page_size]

    def rows(self, page: bytes, number: int) -> Iterator[Row]:
        """The rows that begin on a page."""
        begin = HEADER_BYTES if number == 1 else 0
        if len(page) != self.page_size or page[begin] not in (_INTERIOR, _LEAF, _TABLE_LEAF):
            return
        is_of_table = page[begin] == _TABLE_LEAF
        pointers = begin + (12 if page[begin] == _INTERIOR else 8)
        cells = int.from_bytes(page[begin + 3 : begin + 5])
        for at in range(pointers, min(pointers + 2 * cells, self.page_size - 1), 2):
            cell = int.from_bytes(page[at : at + 2])
            if page[begin] == _INTERIOR:
                cell += 4  # the number of the page to the left
            row = self._row(page, cell, is_of_table)
            if row is not None:
                yield row

    def detours(self, page: bytes, row: Row) -> Iterator[Row]:
        """The same row, had one bit been different in a page number on the way of its payload."""
        size, end = row.size, row.payload + row.local
        before, number = page[row.payload : end], int.from_bytes(page[end : end + 4])
        while len(before) < size:
            for bit in range(32):
                other = number ^ 1 << bit
                values = _record(before + self.chain(other, size - len(before)))
                if values is not None:
                    yield replace(row, values=values)
            if not self.page(number):
                return
            before += self.page(number)[4 : 4 + size - len(before)]
            number = int.from_bytes(self.page(number)[:4])

    def _row(self, page: bytes, start: int, is_of_table: bool) -> Row | None:
        size, at = _varint(page, start)
        if not 0 < size <= _MAX_PAYLOAD:
            return None
        if is_of_table:
            at = _behind_varint(page, at)  # the number of the row
        local = self._local(size, is_of_table)
        payload = page[at : at + local]
        end = at + local
        if local < size:
            # a chain that breaks off leaves a hole, which the asker will notice
            payload = (payload + self.chain(int.from_bytes(page[end : end + 4]), size)).ljust(size)
            payload, end = payload[:size], end + 4
        if end > self.page_size or len(payload) != size:
            return None
        values = _record(payload)
        return None if values is None else Row(values, start, end, at, local, size)

    def _local(self, size: int, is_of_table: bool) -> int:
        """Bytes of a payload that lie on its page."""
        most = self._most_of_table if is_of_table else self._most_of_index
        if size <= most:
            return size
        # §1.6: "Let K be M+((P-M)%(U-4)). ... If P>X and K<=X, then the first K bytes of P are
        # stored on the btree page ... If P>X and K>X then the first M bytes"
        local = self._least_local + (size - self._least_local) % (self.page_size - 4)
        return local if local <= most else self._least_local

    def chain(self, number: int, size: int) -> bytes:
        """So many bytes of a chain of overflow pages, or fewer if it breaks off."""
        parts: list[bytes] = []
        while size > 0 and number >= 2:
            # §1.7: "The first four bytes of each overflow page are a big-endian integer which is
            # the page number of the next page in the chain"
            page = self.page(number)
            part = page[4 : 4 + size]
            parts.append(part)
            size -= len(part) or size
            number = int.from_bytes(page[:4])
        return b"".join(parts)

    def loose_texts(
        self, page: bytes, begin: re.Pattern[bytes], size: int
    ) -> Iterator[tuple[int, bytes]]:
        """Texts on a page that begin like this, with what follows them on overflow pages.

        For rows whose own structure is damaged: a text holds no zero byte, and the number of an
        overflow page begins with one, so it ends where the first one stands.

        Returns:
            Where each begins, and at most ``size`` bytes from there on.
        """
        for match in begin.finditer(page):
            end = page.find(b"\0", match.start())
            text = page[match.start() : end if end >= 0 else len(page)]
            if end >= 0:
                text += self.chain(int.from_bytes(page[end : end + 4]), size - len(text))
            yield match.start(), text[:size]


def page_size_of(data: bytes) -> int:
    """What the header says, if that is a size and the file is made of such pages."""
    # §1.3.2: "The database page size in bytes. Must be a power of two between 512 and 32768
    # inclusive, or the value 1 representing a page size of 65536."
    said = int.from_bytes(data[16:18])
    said = 65536 if said == 1 else said
    if said >= 512 and said & (said - 1) == 0 and len(data) % said == 0:
        return said
    return DEFAULT_PAGE_SIZE


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A variable-length integer and where it ends; a negative one where there is none."""
    value = 0
    for index in range(8):
        if at + index >= len(data):
            return -1, at
        byte = data[at + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    return -1, at


def _behind_varint(data: bytes, at: int) -> int:
    """Where a variable-length integer ends, whatever it says: after nine bytes at most."""
    for index in range(8):
        if data[at + index : at + index + 1] < b"\x80":
            return at + index + 1
    return at + 9


def _record(payload: bytes) -> tuple[Value, ...] | None:
    """The columns of a record (§2.1), or ``None`` if its parts do not add up."""
    header, at = _varint(payload, 0)
    if not 0 < header <= len(payload):
        return None
    body = header
    values: list[Value] = []
    while at < header:
        kind, at = _varint(payload, at)
        size = _size_of(kind)
        if size < 0 or body + size > len(payload):
            return None
        values.append(_value(kind, payload[body : body + size]))
        body += size
    return tuple(values) if at == header and body == len(payload) else None


def _size_of(kind: int) -> int:
    """Bytes that a serial type takes; negative if there is no such type."""
    if 0 <= kind < len(_INTEGER_BYTES):
        return _INTEGER_BYTES[kind]
    if kind == 7:
        return 8
    if kind in (8, 9):
        return 0
    return (kind - 12) // 2 if kind >= 12 else -1


def _value(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind < 7:
        return int.from_bytes(data, signed=True)
    if kind == 7:
        return float(struct.unpack(">d", data)[0])
    return data if kind >= 12 else kind - 8
