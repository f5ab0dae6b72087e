"""The write-ahead log as SQLite leaves it when a process dies: sound, torn at its end, or damaged.

SQLite reads a log up to the first frame that does not verify and drops the rest without a word.
That is right for the last transaction, which may have been half written when the process died, and
nobody was told that it is safe. It is wrong for a frame that was changed afterwards: everything
that was committed from there on would be gone. So we look first.

https://www.sqlite.org/fileformat2.html §4; checksums are those of §4.2.
"""

import struct
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HEADER = 32
_FRAME = 24
_MAGIC = 0x377F0683
_MASK = 0xFFFFFFFF
_FEW_BITS = 3
"""Bits by which a salt may differ and still be ours: another log's salt differs in sixteen."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One page in the log.

    Attributes:
        number: Of the page, from 1.
        pages: Pages of the file after this commit; 0 if it commits nothing.
        data: The page.
    """

    number: int
    pages: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Log:
    """What a write-ahead log holds.

    Attributes:
        frames: Every frame of this log, sound or not, in order; a bit that has changed is turned
            back where it is known which one.
        damage: What happened to it since it was written, or ``None``.
    """

    frames: tuple[Frame, ...]
    damage: str | None


def read(path: Path) -> Log:
    """Read a log that no process is using; one that is not there is empty."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Log((), None)
    if len(data) < _HEADER + _FRAME:
        return Log((), None)
    return _Reader(data).log()


class _Reader:
    """Goes through a log once, and turns back a bit that failing memory turned."""

    def __init__(self, data: bytes) -> None:
        self._data = bytearray(data)
        self._has_changed = False
        self._is_sound = self._is_header_sound() or self._repair_header()
        if not self._is_sound:
            self._guess()

    def _is_header_sound(self) -> bool:
        magic, _, size, _, *salts, first, second = struct.unpack_from(">8I", self._data)
        # §4.1: the magic number is "0x377f0682 or 0x377f0683"; its last bit is the byte order in
        # which the words are summed up
        self._is_swapped = (magic & 1 == 1) != (sys.byteorder == "big")
        self._start = (first, second)
        self._salts = tuple(salts)
        self._page_size = size
        return magic | 1 == _MAGIC and self._start == self._sums((0, 0), self._data[:24])

    def _repair_header(self) -> bool:
        for bit in range(_HEADER * 8):
            self._data[bit // 8] ^= 1 << bit % 8
            if self._is_header_sound():
                self._has_changed = True
                return True
            self._data[bit // 8] ^= 1 << bit % 8
        return False

    def _guess(self) -> None:
        """Salts and page size of a log whose header is damaged: those of its frames."""
        salts = self._data[_HEADER + 8 : _HEADER + 16]
        self._salts = struct.unpack(">2I", salts)
        second = self._data.find(salts, _HEADER + _FRAME)
        end = second - 8 if second >= 0 else len(self._data)
        size = end - _HEADER - _FRAME
        self._page_size = size if 512 <= size <= 65536 and size & (size - 1) == 0 else 4096

    def log(self) -> Log:
        """Every frame, and whether the log is as it was written."""
        step = _FRAME + self._page_size
        frames: list[Frame] = []
        sums = self._start if self._is_sound else None
        cut_off = 0
        for at in range(_HEADER, len(self._data) - step + 1, step):
            if not self._is_ours(at):
                sums = None  # an earlier log left it behind, unless one of ours follows
                continue
            if sums is not None:
                sums = self._verified(sums, at) or self._repaired(sums, at)
            number, pages = struct.unpack_from(">2I", self._data, at)
            frames.append(Frame(number, pages, bytes(self._data[at + _FRAME : at + step])))
            if sums is None and pages:
                cut_off += 1
        return Log(tuple(frames), self._damage(cut_off))

    def _damage(self, cut_off: int) -> str | None:
        if self._has_changed:
            return "a bit of its write-ahead log has changed"
        if not self._is_sound and cut_off:
            return "the header of its write-ahead log does not verify"
        # One transaction may have been under way when the process died. Where two commits lie
        # behind the break, the first was on disk before the second was begun.
        return f"its write-ahead log breaks off before {cut_off} commits" if cut_off > 1 else None

    def _is_ours(self, at: int) -> bool:
        salts: tuple[int, ...] = struct.unpack_from(">2I", self._data, at + 8)
        differing = ((a ^ b).bit_count() for a, b in zip(salts, self._salts, strict=True))
        return bool(sum(differing) <= _FEW_BITS)

    def _verified(self, before: "_Sums", at: int) -> "_Sums | None":
        """The checksum after one more frame, if it is the one that stands in it."""
        after = self._after(before, at)
        *_, s0, s1, first, second = struct.unpack_from(">6I", self._data, at)
        return after if after == (first, second) and (s0, s1) == self._salts else None

    def _after(self, before: "_Sums", at: int) -> "_Sums":
        # §4.2: "The checksum values ... are computed ... over the first 8 bytes of the frame header
        # and the page data"
        page = self._data[at + _FRAME : at + _FRAME + self._page_size]
        return self._sums(before, self._data[at : at + 8] + page)

    def _sums(self, sums: "_Sums", data: bytearray) -> "_Sums":
        words = array("I", bytes(data))
        if self._is_swapped:
            words.byteswap()
        first, second = sums
        # §4.2: "s0 += x[i] + s1; s1 += x[i+1] + s0;"
        pairs = iter(words)
        for even, odd in zip(pairs, pairs, strict=True):
            first = (first + even + second) & _MASK
            second = (second + odd + first) & _MASK
        return first, second

    def _repaired(self, before: "_Sums", at: int) -> "_Sums | None":
        """Turn back the one bit of a frame after which it verifies; the checksum then.

        A frame that was only half written is thousands of bits away from that. For the upper bits
        of a word there may be several such bits; then the frame stays as it is, and the log goes on
        behind it.
        """
        found: dict[int, _Sums] = {}
        for bit in self._suspects(before, at):
            self._data[bit // 8] ^= 1 << bit % 8
            after = self._verified(before, at)
            if after is not None:
                found[bit] = after
            self._data[bit // 8] ^= 1 << bit % 8
        if len(found) == 1:
            (bit,) = found
            self._data[bit // 8] ^= 1 << bit % 8
        self._has_changed |= bool(found)
        return next(iter(found.values()), None)

    def _suspects(self, before: "_Sums", at: int) -> Iterator[int]:
        """Bits of the whole log that may be the one."""
        yield from range((at + 8) * 8, (at + _FRAME) * 8)  # salts and sums
        found = self._after(before, at)
        first, second = struct.unpack_from(">2I", self._data, at + 16)
        wanted = ((first - found[0]) & _MASK, (second - found[1]) & _MASK)
        if wanted == (0, 0):
            return
        is_little = self._is_swapped == (sys.byteorder == "big")
        # What one more in a word adds to the sums, from the last pair of words to the first. The
        # first pair is the frame's number and commit, the others are the page.
        even, odd = (1, 1), (0, 1)
        for pair in range((8 + self._page_size) // 8 - 1, -1, -1):
            place = at if pair == 0 else at + _FRAME + (pair - 1) * 8
            for word, of_one in ((place, even), (place + 4, odd)):
                for bit in _bits_of(wanted, of_one):
                    byte = bit // 8 if is_little else 3 - bit // 8
                    yield (word + byte) * 8 + bit % 8
            even, odd = _one_pair_on(even), _one_pair_on(odd)


_Sums = tuple[int, int]


def _bits_of(wanted: _Sums, of_one: _Sums) -> list[int]:
    """The bits of a word of which one more or less adds so much to the sums."""
    return [
        bit
        for bit in range(32)
        for sign in (1, -1)
        if wanted == ((sign * of_one[0] << bit) & _MASK, (sign * of_one[1] << bit) & _MASK)
    ]


def _one_pair_on(sums: _Sums) -> _Sums:
    first = (sums[0] + sums[1]) & _MASK
    return first, (sums[1] + first) & _MASK
