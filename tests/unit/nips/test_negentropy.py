"""Negentropy: the reference's bytes, the exact difference, and no other error than our own."""

import contextlib
import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from nips import negentropy
from nips.errors import ReconciliationError
from nips.negentropy import MIN_FRAME_LIMIT, Negentropy, Step, Storage
from tests.unit.nips import vectors

Item = tuple[int, bytes]

VERSION = b"\x61"
NOTHING = hashlib.sha256(bytes(32) + b"\0").digest()[:16]


def id_of(number: int) -> bytes:
    return hashlib.sha256(f"item-{number}".encode()).digest()


def items_of(numbers: range, *, at: int = 1_700_000_000) -> list[Item]:
    return [(at + number, id_of(number)) for number in numbers]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A whole comparison: every message in order, and what the initiator learnt."""

    messages: list[bytes]
    have: list[bytes]
    need: list[bytes]


def exchange(initiator: Negentropy, responder: Negentropy) -> Exchange:
    done = Exchange([initiator.initiate()], [], [])
    while True:
        answer = responder.reconcile(done.messages[-1])
        assert answer.output is not None
        assert (answer.have, answer.need) == ((), ())
        step = initiator.reconcile(answer.output)
        done.messages.append(answer.output)
        done.have.extend(step.have)
        done.need.extend(step.need)
        if step.output is None:
            return done
        done.messages.append(step.output)


# ------------------------------------------------------------------- byte for byte the same


def _rule(text: str) -> Callable[[int], int]:
    """``i%5==0``, ``1700000000+i//10`` and the like, from the vector file."""
    if text == "none":
        return lambda _: False
    if "%" in text:
        divisor, remainder = map(int, text.removeprefix("i%").split("=="))
        return lambda i: i % divisor == remainder
    start, grows, step = text.partition("+i")
    divisor = int(step.removeprefix("//") or 1)
    return lambda i: int(start) + (i // divisor if grows else 0)


@pytest.mark.parametrize("name", ["empty", "small", "mid", "same", "framed"])
def test_the_messages_of_the_reference_implementation(name: str) -> None:
    case: dict[str, Any] = vectors.load_json("negentropy-golden.json")["cases"][name]
    timestamp = _rule(case["ts"])

    def side(number: int, letter: str) -> Negentropy:
        skips = _rule(case[f"{letter}_skips"])
        numbers = (i for i in range(case["n"][number]) if not skips(i))
        storage = Storage((timestamp(i), id_of(i)) for i in numbers)
        return Negentropy(storage, case["frame"][number])

    done = exchange(side(0, "A"), side(1, "B"))
    lines = "".join(f"{message.hex()}\n" for message in done.messages)
    assert done.messages[0].hex().startswith(case["first"])
    assert [len(message) for message in done.messages][:8] == case["lens"][:8]
    assert hashlib.sha256(lines.encode()).hexdigest() == case["sha"]
    assert len(done.messages) == 2 * case["rounds"]
    assert (len(done.have), len(done.need)) == (case["have"], case["need"])


def test_messages_written_out() -> None:
    """From the text of the protocol, so that this check runs where the vectors are not."""
    nobody, one = Storage([]), Storage([(5, b"\x11" * 32)])
    assert Negentropy(nobody).initiate() == VERSION + b"\0\0" + b"\2" + b"\0"
    assert Negentropy(one).initiate() == VERSION + b"\0\0" + b"\2" + b"\1" + b"\x11" * 32
    answer = Negentropy(one).reconcile(VERSION + b"\0\0\2\0").output
    assert answer == VERSION + b"\0\0" + b"\2" + b"\1" + b"\x11" * 32
    # 32 items are compared by 16 fingerprints of two
    items = [(300 * number, bytes([number]) * 32) for number in range(32)]
    first = Negentropy(Storage(items)).initiate()
    expected = VERSION
    for number in range(0, 32, 2):
        last = number == 30
        # the first bound is 1 + 600, then always 600 further on; the last is infinity
        bound = b"\0" if last else b"\x84\x59"
        total = sum(int.from_bytes(identifier, "little") for _, identifier in items[number:][:2])
        digest = hashlib.sha256((total % 2**256).to_bytes(32, "little") + b"\2").digest()[:16]
        expected += bound + b"\0" + b"\1" + digest
    assert first == expected


def test_a_long_exchange_stays_as_it_was() -> None:
    """Frozen when the vectors passed: frames that fill up, uneven parts, equal timestamps."""
    rng = random.Random(77)
    pool = [(1_700_000_000 + n // 4, rng.randbytes(32)) for n in range(3_001)]
    ours = [item for n, item in enumerate(pool) if n % 9 and not 2_000 < n < 2_400]
    theirs = [item for n, item in enumerate(pool) if n % 11 and not 500 < n < 1_000]
    done = exchange(Negentropy(Storage(ours), 4_096), Negentropy(Storage(theirs), 5_000))
    digest = hashlib.sha256(b"".join(done.messages)).hexdigest()
    assert (len(done.messages), len(done.have), len(done.need)) == (40, 612, 574)
    assert digest == "639dc5e272348cca198dad3a39f0dfefd00ece5ddbe64d2e2da3b02a36fb2452"


def test_a_list_that_just_fits_and_one_that_does_not() -> None:
    """122 ids: the first that makes a message of 4,096 bytes full still goes in."""
    wanted = VERSION + b"\0\0\2\0"
    items = sorted(items_of(range(123), at=0))
    whole = Negentropy(Storage(items[:122]), MIN_FRAME_LIMIT).reconcile(wanted).output
    ids = b"".join(identifier for _, identifier in items[:122])
    assert whole == VERSION + b"\0\0\2\x7a" + ids + b"\0\0\1" + NOTHING
    storage = Storage(items)
    part = Negentropy(storage, MIN_FRAME_LIMIT).reconcile(wanted).output
    last = b"\x7b\x20" + items[122][1]
    assert part == VERSION + last + b"\2\x7a" + ids + b"\0\0\1" + storage.fingerprint(122)


def test_bounds_among_equal_timestamps_are_as_short_as_can_be() -> None:
    head = b"\xaa\xbb"
    items = [(7, head + bytes([number]) + b"\xcc" * 29) for number in range(32)]
    first = Negentropy(Storage(items)).initiate()
    bounds = [first[n : n + 5] for n in range(1, 1 + 22 * 15, 22)]
    assert bounds[0] == b"\x08\x03" + head + b"\x02"
    assert bounds[1:] == [b"\x01\x03" + head + bytes([n]) for n in range(4, 32, 2)]


def test_the_fingerprint_of_the_protocol() -> None:
    items = sorted(items_of(range(200)))
    storage = Storage(items)
    for begin, end in [(0, 0), (0, 1), (5, 5), (3, 140), (0, 200)]:
        total = sum(int.from_bytes(identifier, "little") for _, identifier in items[begin:end])
        count = end - begin
        # 128 and more need two digits of base 128
        digits = bytes([count]) if count < 128 else bytes([count >> 7 | 128, count & 127])
        data = (total % 2**256).to_bytes(32, "little") + digits
        assert storage.fingerprint(begin, end) == hashlib.sha256(data).digest()[:16]
    assert storage.fingerprint() == storage.fingerprint(0, 200)


# ------------------------------------------------------------------------- the exact difference

LIMITS = st.sampled_from([0, MIN_FRAME_LIMIT, MIN_FRAME_LIMIT + 1, 5000, 20_000])


def _drawn(seed: int, size: int, span: int, runs: list[tuple[str, int]]) -> tuple[set[Item], ...]:
    """Two sets: stretches of the order that both, one or neither side holds."""
    rng = random.Random(seed)
    pool = iter(sorted({(rng.randrange(span), rng.randbytes(32)) for _ in range(size)}))
    ours: set[Item] = set()
    theirs: set[Item] = set()
    for who, length in runs:
        for _, item in zip(range(length), pool, strict=False):
            both = who == "both" or (who == "mixed" and rng.random() < 0.8)
            if both or who == "ours" or (who == "mixed" and rng.random() < 0.5):
                ours.add(item)
            if both or item not in ours:
                theirs.add(item)
    return ours, theirs


@given(
    st.integers(0, 2**32),
    st.sampled_from([1, 3, 1000, 10**9]),
    st.lists(
        st.tuples(st.sampled_from(["both", "ours", "theirs", "mixed"]), st.integers(1, 500)),
        max_size=8,
    ),
    LIMITS,
    LIMITS,
)
@settings(max_examples=150, deadline=None)
def test_any_two_sets_come_down_to_their_difference(
    seed: int, span: int, runs: list[tuple[str, int]], our_limit: int, their_limit: int
) -> None:
    ours, theirs = _drawn(seed, 2_500, span, runs)
    done = exchange(Negentropy(Storage(ours), our_limit), Negentropy(Storage(theirs), their_limit))
    have = {identifier for _, identifier in ours - theirs}
    need = {identifier for _, identifier in theirs - ours}
    assert set(done.have) == have
    assert set(done.need) == need
    assert len(done.have) == len(have), "an id was reported twice"
    assert len(done.need) == len(need), "an id was reported twice"
    for number, message in enumerate(done.messages):
        limit = their_limit if number % 2 else our_limit
        assert not limit or len(message) <= limit


def test_equal_sets_need_one_message_each() -> None:
    items = items_of(range(5_000))
    done = exchange(Negentropy(Storage(items)), Negentropy(Storage(reversed(items))))
    assert len(done.messages) == 2
    assert done.messages[1] == VERSION
    assert len(done.messages[0]) < 400


def test_a_few_differences_among_many_cost_little() -> None:
    ours, theirs = items_of(range(20_000)), items_of(range(5, 20_001))
    done = exchange(Negentropy(Storage(ours)), Negentropy(Storage(theirs)))
    assert (len(done.have), len(done.need)) == (5, 1)
    assert sum(map(len, done.messages)) < 5_000


def test_a_few_differences_among_very_many_take_two_rounds() -> None:
    """2 × 100,000 items, 100 on each side alone: fingerprints, their parts, and lists."""
    ours = items_of(range(100_100))
    theirs = [one for n, one in enumerate(ours) if n % 1_001] + items_of(range(100_100, 100_200))
    done = exchange(Negentropy(Storage(ours)), Negentropy(Storage(theirs)))
    assert (len(done.have), len(done.need)) == (100, 100)
    assert len(done.messages) == 4 + 2, "two rounds find where, the third one lists"
    assert sum(map(len, done.messages)) < 300_000


def test_timestamps_up_to_the_greatest() -> None:
    ours = [(0, id_of(1)), (2**64 - 2, id_of(2)), (2**63, id_of(3))]
    theirs = [(2**64 - 2, id_of(4)), (0, id_of(1)), *items_of(range(10, 80))]
    done = exchange(Negentropy(Storage(ours)), Negentropy(Storage(theirs)))
    assert set(done.have) == {id_of(2), id_of(3)}
    assert len(done.need) == 71


# ------------------------------------------------- where the reference loses a difference


def test_an_initiator_with_nothing_does_not_believe_that_there_is_nothing() -> None:
    """A full message of the reference may end with the fingerprint of nothing while its author
    has something there: it leaves out the range that found no room."""
    ours, theirs = Storage(items_of(range(5), at=1)), Storage(items_of(range(200, 240), at=0))
    initiator = Negentropy(ours)
    initiator.initiate()
    # up to 50 there is nothing to say; from there on, they say, there is nothing
    step = initiator.reconcile(VERSION + b"\x33\0\0" + b"\0\0\1" + NOTHING)
    assert step == Step(VERSION + b"\x33\0\0" + b"\0\0\2\0")
    assert step.output is not None
    answer = Negentropy(theirs).reconcile(step.output).output
    assert answer is not None
    assert set(initiator.reconcile(answer).need) == theirs.ids


def test_a_responder_with_nothing_does_not_believe_that_there_is_nothing() -> None:
    responder = Negentropy(Storage(items_of(range(5), at=1)))
    answer = responder.reconcile(VERSION + b"\x33\0\0" + b"\0\0\1" + NOTHING).output
    assert answer == VERSION + b"\x33\0\0" + b"\0\0\2\0"


def test_behind_the_end_there_really_is_nothing() -> None:
    """A list that fills a message is followed by the fingerprint of what comes after infinity."""
    initiator = Negentropy(Storage(items_of(range(5), at=1)))
    initiator.initiate()
    step = initiator.reconcile(VERSION + b"\0\0\2\0" + b"\0\0\1" + NOTHING)
    assert step.output is None
    assert len(step.have) == 5


@pytest.mark.parametrize("skipped", [False, True])
def test_what_found_no_room_is_not_left_out_for_one_who_has_nothing(skipped: bool) -> None:
    """Whoever has nothing in a range would take the fingerprint of the rest for its own."""
    ours = Storage(items_of(range(1_000), at=10_000))
    initiator = Negentropy(ours, MIN_FRAME_LIMIT)
    initiator.initiate()
    # 930 ranges of one second that differ, each answered by an empty list; then the long one
    differing = b"".join(b"\2\0\1" + bytes([n % 256]) * 16 for n in range(930))
    equal = b"\x81\0\0\0" if skipped else b""
    step = initiator.reconcile(VERSION + differing + equal + b"\0\0\1" + NOTHING)
    assert step.output is not None
    assert len(step.output) <= MIN_FRAME_LIMIT
    # the split into sixteen had no room
    assert step.output.endswith(b"\2\0\2\0" + equal + b"\0\0\1" + ours.fingerprint())


def test_a_full_message_ends_as_those_of_the_reference_otherwise() -> None:
    ours = Storage(items_of(range(1_000), at=10_000))
    initiator = Negentropy(ours, MIN_FRAME_LIMIT)
    initiator.initiate()
    differing = b"".join(b"\2\0\1" + bytes([n % 256]) * 16 for n in range(930))
    # all that stands before 10900 differs, and finds no room; of what follows, nothing is said
    bound = (10_900 - 930 + 1).to_bytes(2)
    bound = bytes([bound[0] << 1 | bound[1] >> 7 | 128, bound[1] & 127])
    step = initiator.reconcile(VERSION + differing + bound + b"\0\1" + b"x" * 16)
    assert step.output is not None
    assert step.output.endswith(b"\2\0\2\0" + b"\0\0\1" + ours.fingerprint(900))


# ------------------------------------------------------------------------------- hostile input


def varint(number: int) -> bytes:
    digits = [number & 127]
    while number := number >> 7:
        digits.insert(0, number & 127 | 128)
    return bytes(digits)


@pytest.fixture(params=["initiator", "responder"])
def victim(request: pytest.FixtureRequest) -> Negentropy:
    one = Negentropy(Storage(items_of(range(100))))
    if request.param == "initiator":
        one.initiate()
    return one


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (b"\0\0\2\0", "version"),
        (b"\x50", "version"),
        (b"\x70", "version"),
        (VERSION + b"\0", "no end"),
        (VERSION + b"\x81", "no end"),
        (VERSION + b"\0\0", "no end"),
        (VERSION + b"\0\0\2", "no end"),
        (VERSION + b"\x81" * 10 + b"\0\0\0", "too long"),
        (VERSION + b"\0" + b"\xff" * 4_000, "too long"),
        (VERSION + b"\0\0\1" + b"x" * 15, "middle"),
        (VERSION + b"\0\0\2\1" + b"x" * 31, "middle"),
        (VERSION + b"\0\0\2" + varint(2**63) + b"x" * 32, "middle"),
        (VERSION + b"\0\0\2" + b"\xff" * 9 + b"\x7f" + b"x" * 32, "middle"),
        (VERSION + b"\0\x20" + b"x" * 31, "middle"),
        (VERSION + b"\0\x21" + b"x" * 33 + b"\0", "longer than an id"),
        (VERSION + b"\0" + varint(2**60) + b"\0", "longer than an id"),
        (VERSION + b"\0\0\3", "unknown mode"),
        (VERSION + b"\0\0" + varint(2**40), "unknown mode"),
        (VERSION + b"\6\1b\0" + b"\1\1a\0", "out of order"),
        (VERSION + b"\6\2aa\0" + b"\1\1a\0", "out of order"),
        (VERSION + varint(2**64) + b"\0\0", "out of range"),
        (VERSION + varint(2**64 - 1) + b"\0\0" + b"\2\0\0", "out of range"),
        (VERSION + b"\xff" * 9 + b"\x7f" + b"\0\0", "out of range"),
        (bytes([*VERSION]) + bytes(negentropy.MAX_MESSAGE), "bytes, over"),
    ],
    ids=range(24),
)
def test_malformed_messages(victim: Negentropy, message: bytes, complaint: str) -> None:
    with pytest.raises(ReconciliationError, match=complaint) as caught:
        victim.reconcile(message)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_what_looks_odd_and_is_allowed(victim: Negentropy) -> None:
    for message in (
        VERSION,
        # a second range that ends where the first one did
        VERSION + b"\6\1a\0" + b"\1\2a\0\0",
        # anything behind infinity is still infinity
        VERSION + b"\0\0\0" + b"\5\0\0" + b"\0\0\0",
        # the greatest timestamp there is
        VERSION + varint(2**64 - 1) + b"\0\0",
    ):
        victim.reconcile(message)


def test_an_empty_message_is_an_end_for_an_initiator_only() -> None:
    initiator = Negentropy(Storage([]))
    initiator.initiate()
    assert initiator.reconcile(b"") == Step(None)
    with pytest.raises(ReconciliationError):
        Negentropy(Storage([])).reconcile(b"")


@pytest.mark.parametrize("version", [0x60, 0x62, 0x6F])
def test_other_versions(version: int) -> None:
    message = bytes([version]) + b"whatever"
    assert Negentropy(Storage([])).reconcile(message).output == VERSION
    initiator = Negentropy(Storage([]))
    initiator.initiate()
    with pytest.raises(ReconciliationError, match="version"):
        initiator.reconcile(message)


def _listing(ids: list[bytes]) -> bytes:
    return VERSION + b"\0\0\2" + varint(len(ids)) + b"".join(ids)


def test_ids_are_reported_once_and_ours_are_never_needed() -> None:
    ours = items_of(range(50))
    initiator = Negentropy(Storage(ours))
    initiator.initiate()
    new, known = id_of(1_000), ours[7][1]
    first = initiator.reconcile(_listing([new, new, known]))
    assert first.need == (new,)
    assert len(first.have) == 49
    again = initiator.reconcile(_listing([new]))
    assert again.need == ()
    assert again.have == (known,)
    # one of ours, in a range where it does not belong
    assert initiator.reconcile(VERSION + b"\2\0\2\1" + ours[9][1]).need == ()


def test_a_responder_learns_nothing() -> None:
    step = Negentropy(Storage(items_of(range(50)))).reconcile(_listing([id_of(1_000)]))
    assert (step.have, step.need) == ((), ())


def test_an_endless_other_side_is_left() -> None:
    initiator = Negentropy(Storage([]), max_rounds=3, max_need=5)
    initiator.initiate()
    assert len(initiator.reconcile(_listing([id_of(n) for n in range(5)])).need) == 5
    assert initiator.reconcile(_listing([id_of(n) for n in range(5)])).need == ()
    with pytest.raises(ReconciliationError, match="more than 5 ids"):
        initiator.reconcile(_listing([id_of(6)]))
    with pytest.raises(ReconciliationError, match="rounds"):
        initiator.reconcile(VERSION)


def test_misuse() -> None:
    with pytest.raises(ReconciliationError, match="frame limit"):
        Negentropy(Storage([]), MIN_FRAME_LIMIT - 1)
    with pytest.raises(ReconciliationError, match="frame limit"):
        Negentropy(Storage([]), -1)
    one = Negentropy(Storage([]))
    one.initiate()
    with pytest.raises(ReconciliationError, match="first message"):
        one.initiate()


@pytest.mark.parametrize(
    "items",
    [
        [(0, b"x" * 31)],
        [(0, b"x" * 33)],
        [(0, b"")],
        [(-1, b"x" * 32)],
        [(2**64 - 1, b"x" * 32)],
        [(1, b"x" * 32), (2, b"x" * 32)],
    ],
    ids=range(6),
)
def test_what_cannot_be_stored(items: list[Item]) -> None:
    with pytest.raises(ReconciliationError):
        Storage(items)


def test_equal_items_count_once() -> None:
    items = items_of(range(10))
    storage = Storage([*items, *items])
    assert len(storage) == 10
    assert storage.fingerprint() == Storage(items).fingerprint()


def _spoiled(rng: random.Random, message: bytes) -> bytes:
    data = bytearray(message)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[at:] = b""
            case 1:
                data[at:at] = rng.randbytes(rng.randrange(1, 8))
            case 2:
                data[at : at + rng.randrange(1, 40)] = b""
            case _:
                for n in range(at, min(len(data), at + 3)):
                    data[n] ^= 1 << rng.randrange(8)
    return bytes(data)


def test_spoiled_messages_end_in_an_answer_or_in_our_error() -> None:
    rng = random.Random(5)
    items = [item for item in items_of(range(320)) if item[0] % 7]
    storage = Storage(items_of(range(300)))
    whole = exchange(
        Negentropy(storage, MIN_FRAME_LIMIT), Negentropy(Storage(items), MIN_FRAME_LIMIT)
    )
    answered = refused = 0
    while answered + refused < 3_000:
        side = Negentropy(storage, MIN_FRAME_LIMIT)
        if rng.random() < 0.5:
            side.initiate()
        message = VERSION + _spoiled(rng, rng.choice(whole.messages))[1:]
        try:
            step = side.reconcile(message)
        except ReconciliationError:
            refused += 1
        else:
            answered += 1
            assert step.output is None or len(step.output) <= MIN_FRAME_LIMIT
    assert answered > 100
    assert refused > 100


@given(st.binary(max_size=200), st.booleans())
def test_any_message(message: bytes, initiates: bool) -> None:
    side = Negentropy(Storage(items_of(range(40))))
    if initiates:
        side.initiate()
    with contextlib.suppress(ReconciliationError):
        side.reconcile(VERSION + message)
    with contextlib.suppress(ReconciliationError):
        side.reconcile(message)
