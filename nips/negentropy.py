"""Negentropy Protocol V1, the comparison of two sets that NIP-77 carries.

Supported: both sides of it. Two people hold sets of (timestamp, id); after a few messages one
of them, the initiator, knows which ids only it has and which only the other has. What is equal
costs next to nothing: ranges are compared by fingerprint and divided where they differ.

Messages are the same, byte for byte, as those of the reference implementation by Doug Hoyte, but
where it loses differences: see `Negentropy._end_early`. Nothing here trusts the other side with
more than the contents of its own set.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Final, TypeAlias

from nips.errors import ReconciliationError

__all__ = [
    "MAX_MESSAGE",
    "MAX_NEED",
    "MAX_ROUNDS",
    "MIN_FRAME_LIMIT",
    "PROTOCOL_VERSION",
    "Negentropy",
    "Step",
    "Storage",
]

# "The current protocol version is 1, represented by the byte 0x61."
PROTOCOL_VERSION: Final = 0x61

MIN_FRAME_LIMIT: Final = 4096
"""Bytes; a smaller limit could leave no room for progress."""
MAX_MESSAGE: Final = 2**21
"""Bytes of a message that are looked at: twice the largest frame of any relay in use."""
MAX_ROUNDS: Final = 1024
"""Messages read. Nothing against a million items takes 536, with frames of 60,000 bytes."""
MAX_NEED: Final = 1_000_000
"""Ids the other side may say that it has; as many as the largest relays compare."""

_ID_BYTES: Final = 32
_FINGERPRINT_BYTES: Final = 16
_VARINT_BYTES: Final = 10
"""Digits of seven bits in a number of 64."""

# "Items may not use the max uint64 value (2**64 - 1) as a timestamp: it is reserved as a special
# "infinity" value."
_INFINITY: Final = 2**64 - 1
_MODULUS_MASK: Final = 2**256 - 1

_SKIP: Final = 0
_FINGERPRINT: Final = 1
_ID_LIST: Final = 2

# Choices of the reference implementation, which the protocol leaves open.
_BUCKETS: Final = 16
_RESERVE: Final = 200
"""Bytes of a frame kept free for what ends a message that is full."""

_Bound: TypeAlias = tuple[int, bytes]
"""A place in the order of all items: timestamp and the first bytes of an id, zeros after them."""

_ZERO: Final[_Bound] = (0, b"")
_END: Final[_Bound] = (_INFINITY, b"")


def _varint(number: int) -> bytes:
    # "base-128 digits, most significant digit first, with as few digits as possible. Bit eight
    # (the high bit) is set on each byte except the last."
    digits = [number & 127]
    while number := number >> 7:
        digits.append(number & 127 | 128)
    return bytes(reversed(digits))


def _hashed(total: int, count: int) -> bytes:
    """The fingerprint of `count` ids with that sum."""
    # "Compute the addition mod 2**256 of the element IDs (interpreted as 32-byte little-endian
    # unsigned integers)", "Concatenate with the number of elements in the Range, encoded as a
    # Varint", "Hash with SHA-256", "Take the first 16 bytes"
    data = (total & _MODULUS_MASK).to_bytes(32, "little") + _varint(count)
    return sha256(data).digest()[:_FINGERPRINT_BYTES]


_OF_NOTHING: Final = _hashed(0, 0)


class Storage:
    """A set of items that no longer changes, in the order both sides agree on.

    Args:
        items: pairs of a timestamp (0..2**64-2; of an event, its `created_at`) and an id (32
            bytes). Equal pairs count once.

    Raises:
        ReconciliationError: a timestamp or id out of its range, or one id with two timestamps.
    """

    __slots__ = ("_items", "_sums", "ids")

    def __init__(self, items: Iterable[tuple[int, bytes]]) -> None:
        # "sorting their items according to timestamp, ascending. If two timestamps are
        # equivalent, then items are sorted lexically by ID"
        self._items = sorted(set(items))
        if any(len(identifier) != _ID_BYTES for _, identifier in self._items):
            raise ReconciliationError("an id has 32 bytes")
        if self._items and not 0 <= self._items[0][0] <= self._items[-1][0] < _INFINITY:
            raise ReconciliationError("a timestamp is a whole number in 0..2**64-2")
        self.ids = frozenset(identifier for _, identifier in self._items)
        if len(self.ids) != len(self._items):
            raise ReconciliationError("one id stands at two timestamps")
        numbers = (int.from_bytes(identifier, "little") for _, identifier in self._items)
        # With the sums of all beginnings, that of any range is one subtraction.
        self._sums = list(accumulate(numbers, initial=0))

    def __len__(self) -> int:
        return len(self._items)

    def part(self, begin: int, end: int) -> "Storage":
        """The set of the items in a range of the order."""
        if (begin, end) == (0, len(self._items)):
            return self
        one = Storage(())
        one._items = self._items[begin:end]
        one._sums = self._sums[begin : end + 1]
        one.ids = frozenset(identifier for _, identifier in one._items)
        return one

    def fingerprint(self, begin: int = 0, end: int | None = None) -> bytes:
        """Digest (16 bytes) of the ids in a range of the order, by default of all."""
        if end is None:
            end = len(self._items)
        return _hashed(self._sums[end] - self._sums[begin], end - begin)

    def item(self, index: int) -> tuple[int, bytes]:
        """Timestamp and id at a place in the order."""
        return self._items[index]

    def ids_of(self, begin: int, end: int) -> Sequence[bytes]:
        """The ids in a range of the order."""
        return [identifier for _, identifier in self._items[begin:end]]

    def find(self, timestamp: int, prefix: bytes, begin: int) -> int:
        """The first place, from `begin` on, that is not below a bound."""
        # A prefix sorts right before all that begin with it, as if zeros followed.
        return bisect_left(self._items, (timestamp, prefix), begin)

    def bound_before(self, index: int) -> tuple[int, bytes]:
        """The shortest bound that parts the item at `index` (1 or more) from the one before."""
        # "If these records' timestamps differ, then the length should be 0, otherwise it should
        # be the byte-length of their common ID-prefix plus 1."
        (earlier, last), (timestamp, first) = self._items[index - 1], self._items[index]
        if earlier != timestamp:
            return timestamp, b""
        common = next(n for n in range(_ID_BYTES) if first[n] != last[n])
        return timestamp, first[: common + 1]


@dataclass(frozen=True, slots=True)
class Step:
    """What one message of the other side led to.

    Attributes:
        output: the message to send back; None if there is nothing more to ask, which only an
            initiator comes to.
        have: ids that only this side has, as far as not reported before; an initiator's.
        need: ids that only the other side has, as far as not reported before; an initiator's.
    """

    output: bytes | None
    have: tuple[bytes, ...] = ()
    need: tuple[bytes, ...] = ()


class Negentropy:
    """One side of one comparison. Whoever calls `initiate` is the initiator.

    Args:
        storage: this side's set.
        frame_limit: longest message to write, in bytes, `MIN_FRAME_LIMIT` or more; 0 for any
            length. Written in hexadecimal, a message is twice as long.
        max_rounds: messages to read before giving up.
        max_need: ids of the other side to collect before giving up.

    Raises:
        ReconciliationError: `frame_limit` is out of its range.
    """

    def __init__(
        self,
        storage: Storage,
        frame_limit: int = 0,
        *,
        max_rounds: int = MAX_ROUNDS,
        max_need: int = MAX_NEED,
    ) -> None:
        if frame_limit and frame_limit < MIN_FRAME_LIMIT:
            raise ReconciliationError(f"a frame limit is 0, or {MIN_FRAME_LIMIT} bytes and more")
        self._storage = storage
        self._frame_limit = frame_limit
        self._rounds_left = max_rounds
        self._max_need = max_need
        self._is_initiator = False
        # Ids turn up again in later rounds where frames are limited; each is reported once.
        self._had: set[bytes] = set()
        self._needed: set[bytes] = set()

    def initiate(self) -> bytes:
        """The first message.

        Raises:
            ReconciliationError: it was made before.
        """
        if self._is_initiator:
            raise ReconciliationError("a comparison has one first message")
        self._is_initiator = True
        output = _Output(self._frame_limit)
        output.add(self._split(output, 0, len(self._storage), _END))
        return bytes(output.data)

    def reconcile(self, message: bytes) -> Step:
        """Read a message of the other side and answer it.

        Raises:
            ReconciliationError: the message is malformed, too long, of another version, names
                more ids than `max_need`, or is the last of `max_rounds`.
        """
        if self._rounds_left <= 0:
            raise ReconciliationError("the comparison takes too many rounds")
        self._rounds_left -= 1
        if not message and self._is_initiator:
            # One relay in use says so when it has nothing more to say.
            return Step(None)
        reader = _Reader(message)
        version = reader.take(1)[0]
        if version != PROTOCOL_VERSION:
            return self._answer_version(version)
        found = _Found([], [])
        output = self._answer(reader, found)
        is_over = self._is_initiator and len(output) == 1
        return Step(None if is_over else output, tuple(found.have), tuple(found.need))

    def _answer_version(self, version: int) -> Step:
        # "If a server receives a message with a protocol version that it cannot handle, it
        # should reply with a single byte containing the highest protocol version it supports"
        if self._is_initiator or not 0x60 <= version <= 0x6F:
            raise ReconciliationError("the other side speaks another version of the protocol")
        return Step(bytes([PROTOCOL_VERSION]))

    def _answer(self, reader: "_Reader", found: "_Found") -> bytes:
        storage = self._storage
        output = _Output(self._frame_limit)
        start, lower = _ZERO, 0
        while reader.has_more():
            end = reader.bound()
            mode = reader.varint()
            upper = storage.find(*end, lower)
            part, is_exact = b"", False
            if mode == _SKIP:
                output.skip(end)
            elif mode == _FINGERPRINT:
                theirs = reader.take(_FINGERPRINT_BYTES)
                if self._is_equal(theirs, lower, upper, start):
                    output.skip(end)
                else:
                    if is_exact := theirs == _OF_NOTHING:
                        output.add(output.skipped())
                    part = output.skipped() + self._split(output, lower, upper, end)
            elif mode != _ID_LIST:
                raise ReconciliationError("a range of an unknown mode")
            elif self._is_initiator:
                self._compare(reader.ids(), lower, upper, found)
                output.skip(end)
            else:
                reader.ids()
                upper = self._list(output, lower, upper, end)
            if output.has_no_room_for(part):
                self._end_early(output, lower if is_exact else upper)
                break
            output.add(part)
            start, lower = end, upper
        return bytes(output.data)

    def _end_early(self, output: "_Output", begin: int) -> None:
        """End a full message with one fingerprint of all that is left; the next one goes on.

        The reference implementation leaves out of it what we have in the range that found no
        room, and in what was skipped before. So it differs from what the other side has there,
        who divides it, unless they have nothing at all there: then they find no difference, and
        ours is never mentioned. They have nothing only where their own last message ended with
        the fingerprint of nothing. There `begin` is where that range begins, and we are exact.

        The same thing the other way round: the fingerprint of nothing, at the end of a message
        of the reference implementation, may stand for a range in which it has something. So
        `_is_equal` does not believe it.
        """
        rest = self._storage.fingerprint(begin)
        output.add(output.bound(_END) + _varint(_FINGERPRINT) + rest)

    def _is_equal(self, theirs: bytes, lower: int, upper: int, start: _Bound) -> bool:
        """Whether both sides hold the same in a range.

        That both hold nothing is not believed of a fingerprint: see `_end_early`. To ask for a
        list instead costs a few bytes.
        """
        if theirs != self._storage.fingerprint(lower, upper):
            return False
        return theirs != _OF_NOTHING or start[0] == _INFINITY

    def _compare(self, theirs: Sequence[bytes], lower: int, upper: int, found: "_Found") -> None:
        """Note what is on one side only."""
        listed = frozenset(theirs)
        ours = self._storage.ids_of(lower, upper)
        _report([one for one in ours if one not in listed], found.have, self._had)
        # An id of ours in a range where it does not belong is no news, and no need.
        everywhere = self._storage.ids
        _report([one for one in theirs if one not in everywhere], found.need, self._needed)
        if len(self._needed) > self._max_need:
            raise ReconciliationError(f"the other side names more than {self._max_need} ids")

    def _list(self, output: "_Output", lower: int, upper: int, end: _Bound) -> int:
        """Write our ids in a range, as many as fit; where the list ends in our order."""
        start = output.skipped()
        # The reference implementation does not count what comes before the ids.
        room = output.room_for_ids()
        if room is not None and upper - lower > room:
            upper = lower + room
            end = self._storage.item(upper)
        ids = self._storage.ids_of(lower, upper)
        head = output.bound(end) + _varint(_ID_LIST) + _varint(len(ids))
        output.add(start + head + b"".join(ids))
        return upper

    def _split(self, output: "_Output", lower: int, upper: int, end: _Bound) -> bytes:
        """A range as fingerprints of its parts, or as a list if there is little in it."""
        storage, count = self._storage, upper - lower
        if count < _BUCKETS * 2:
            ids = b"".join(storage.ids_of(lower, upper))
            return output.bound(end) + _varint(_ID_LIST) + _varint(count) + ids
        parts = []
        size, larger = divmod(count, _BUCKETS)
        for number in range(_BUCKETS):
            following = lower + size + (number < larger)
            bound = end if following == upper else storage.bound_before(following)
            fingerprint = storage.fingerprint(lower, following)
            parts.append(output.bound(bound) + _varint(_FINGERPRINT) + fingerprint)
            lower = following
        return b"".join(parts)


@dataclass(frozen=True, slots=True)
class _Found:
    """What one message shows to be on one side only."""

    have: list[bytes]
    need: list[bytes]


def _report(ids: Sequence[bytes], found: list[bytes], reported: set[bytes]) -> None:
    """Add to what was found what was not reported before."""
    for identifier in ids:
        if identifier not in reported:
            reported.add(identifier)
            found.append(identifier)


class _Output:
    """A message in the making."""

    __slots__ = ("_frame_limit", "_last", "_skipped", "data")

    def __init__(self, frame_limit: int) -> None:
        self.data = bytearray([PROTOCOL_VERSION])
        self._frame_limit = frame_limit
        self._last = 0
        self._skipped: _Bound | None = None

    def add(self, part: bytes) -> None:
        self.data += part

    def has_no_room_for(self, part: bytes) -> bool:
        """Whether the message would be full with this part."""
        size = len(self.data) + len(part)
        return bool(self._frame_limit) and size > self._frame_limit - _RESERVE

    def room_for_ids(self) -> int | None:
        """How many ids may be added to the message as it is; None for any number."""
        if not self._frame_limit:
            return None
        free = self._frame_limit - _RESERVE - len(self.data)
        return max(0, free // _ID_BYTES + 1)

    def skip(self, end: _Bound) -> None:
        """Nothing to say up to there; said only if something follows."""
        # "If the last Range doesn't end at the special infinity value, an implicit Skip to
        # infinity Range is appended."
        self._skipped = end

    def skipped(self) -> bytes:
        """The one range for all that was skipped."""
        if self._skipped is None:
            return b""
        end, self._skipped = self._skipped, None
        return self.bound(end) + _varint(_SKIP)

    def bound(self, bound: _Bound) -> bytes:
        timestamp, prefix = bound
        # "The infinity timestamp is encoded as 0. All other values are encoded as 1 + offset,
        # where offset is the difference between this timestamp and the previously encoded
        # timestamp. The initial offset starts at 0 and resets at the beginning of each message."
        if timestamp == _INFINITY:
            encoded = 0
        else:
            encoded = 1 + timestamp - self._last
            self._last = timestamp
        return _varint(encoded) + _varint(len(prefix)) + prefix


class _Reader:
    """A message of the other side."""

    __slots__ = ("_data", "_last", "_lowest", "_position")

    def __init__(self, data: bytes) -> None:
        if len(data) > MAX_MESSAGE:
            raise ReconciliationError(f"a message of {len(data)} bytes, over {MAX_MESSAGE}")
        self._data = data
        self._position = 0
        self._last = 0
        self._lowest = (0, bytes(_ID_BYTES))

    def has_more(self) -> bool:
        return self._position < len(self._data)

    def take(self, count: int) -> bytes:
        begin = self._position
        self._position = begin + count
        if self._position > len(self._data):
            raise ReconciliationError("a message ends in the middle of something")
        return self._data[begin : self._position]

    def varint(self) -> int:
        number = 0
        for digit in self._data[self._position : self._position + _VARINT_BYTES]:
            self._position += 1
            number = number << 7 | digit & 127
            if digit < 128:
                return number
        raise ReconciliationError("a number in a message is too long, or has no end")

    def bound(self) -> _Bound:
        encoded, length = self.varint(), self.varint()
        if length > _ID_BYTES:
            raise ReconciliationError("the bound of a range is longer than an id")
        prefix = self.take(length)
        if encoded == 0 or self._last == _INFINITY:
            self._last = _INFINITY
        else:
            self._last += encoded - 1
            if self._last >= _INFINITY:
                raise ReconciliationError("a timestamp in a message is out of range")
        # "ranges in a message are always encoded in ascending order, and ranges never overlap"
        padded = (self._last, prefix.ljust(_ID_BYTES, b"\0"))
        if padded < self._lowest:
            raise ReconciliationError("the ranges of a message are out of order")
        self._lowest = padded
        return self._last, prefix

    def ids(self) -> list[bytes]:
        count = self.varint()
        # Checked before anything of that size is made.
        raw = self.take(count * _ID_BYTES)
        return [raw[n : n + _ID_BYTES] for n in range(0, len(raw), _ID_BYTES)]
