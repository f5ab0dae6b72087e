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
        frames: Every frame of this log, sound or not, in order.
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
    """Goes through a log once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        magic, _, size, _, *salts, first, second = struct.unpack(">8I", data[:_HEADER])
        # §4.1: the magic number is "0x377f0682 or 0x377f0683"; its last bit is the byte order in
        # which the words are summed up
        self._is_swapped = (magic & 1 == 1) != (sys.byteorder == "big")
        self._is_sound = magic | 1 == _MAGIC and (first, second) == self._sums((0, 0), data[:24])
        self._start = (first, second)
        self._salts = tuple(salts)
        self._page_size = size
        if not self._is_sound:
            self._guess()

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
        torn: tuple[int, _Sums] | None = None
        cut_off = 0
        for at in range(_HEADER, len(self._data) - step + 1, step):
            number, pages, *salts, first, second = struct.unpack_from(">6I", self._data, at)
            if not _are_near(tuple(salts), self._salts):
                sums = None  # an earlier log left it behind, unless one of ours follows
                continue
            frames.append(Frame(number, pages, self._data[at + _FRAME : at + step]))
            if sums is not None:
                before, sums = sums, self._after(sums, at)
                if sums != (first, second) or tuple(salts) != self._salts:
                    torn, sums = (at, before), None
            if sums is None and pages:
                cut_off += 1
        return Log(tuple(frames), self._damage(cut_off, torn))

    def _damage(self, cut_off: int, torn: "tuple[int, _Sums] | None") -> str | None:
        if not self._is_sound and cut_off:
            return "the header of its write-ahead log does not verify"
        # One transaction may have been under way when the process died. Where two commits lie
        # behind the break, the first was on disk before the second was begun.
        if cut_off > 1:
            return f"its write-ahead log breaks off before {cut_off} commits"
        if torn is not None and self._is_one_bit_off(*torn):
            return "a bit of its write-ahead log has changed"
        return None

    def _after(self, sums: "_Sums", at: int) -> "_Sums":
        """The checksum after one more frame."""
        # §4.2: "The checksum values ... are computed ... over the first 8 bytes of the frame header
        # and the page data"
        page = self._data[at + _FRAME : at + _FRAME + self._page_size]
        return self._sums(sums, self._data[at : at + 8] + page)

    def _sums(self, sums: "_Sums", data: bytes) -> "_Sums":
        words = array("I", data)
        if self._is_swapped:
            words.byteswap()
        first, second = sums
        # §4.2: "s0 += x[i] + s1; s1 += x[i+1] + s0;"
        pairs = iter(words)
        for even, odd in zip(pairs, pairs, strict=True):
            first = (first + even + second) & _MASK
            second = (second + odd + first) & _MASK
        return first, second

    def _is_one_bit_off(self, at: int, before: "_Sums") -> bool:
        """Whether a frame verifies once some bit of it is turned round.

        A frame that was only half written differs from a sound one in thousands.
        """
        *_, s0, s1, first, second = struct.unpack_from(">6I", self._data, at)
        found = self._after(before, at)
        if found == (first, second):
            return (s0, s1) != self._salts
        changed = [(found[0] ^ first).bit_count(), (found[1] ^ second).bit_count()]
        if sum(changed) == 1:
            return True
        wanted = ((first - found[0]) & _MASK, (second - found[1]) & _MASK)
        # what one more in a word adds to the sums, from the last pair of words to the first
        even, odd = (1, 1), (0, 1)
        for _ in range((8 + self._page_size) // 8):
            if _is_bit_of(wanted, even) or _is_bit_of(wanted, odd):
                return True
            even, odd = _one_pair_on(even), _one_pair_on(odd)
        return False


_Sums = tuple[int, int]


def _are_near(salts: tuple[int, ...], ours: tuple[int, ...]) -> bool:
    return sum((a ^ b).bit_count() for a, b in zip(salts, ours, strict=True)) <= _FEW_BITS


def _is_bit_of(wanted: _Sums, of_one: _Sums) -> bool:
    """Whether a bit more or less in a word adds so much to the sums."""
    return any(
        wanted == ((sign * of_one[0] << bit) & _MASK, (sign * of_one[1] << bit) & _MASK)
        for bit in range(32)
        for sign in (1, -1)
    )


def _one_pair_on(sums: _Sums) -> _Sums:
    first = (sums[0] + sums[1]) & _MASK
    return first, (sums[1] + first) & _MASK
