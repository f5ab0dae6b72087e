"""NIP-01: ids, signatures, strict reading, addresses, filters."""

import dataclasses
import json
import random
from typing import Any

import nostr_sdk
import pytest
from hypothesis import given, settings, strategies as st

from nips import nip01
from nips.errors import InvalidEventError, InvalidFrameError
from nips.keys import SecretKey
from nips.nip01 import Address, Event, Filter, KindClass, UnsignedEvent

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TAGS = st.lists(st.lists(TEXT, min_size=1, max_size=4).map(tuple), max_size=4).map(tuple)
EVENTS = st.builds(
    Event,
    st.just("a" * 64),
    st.just("b" * 64),
    st.integers(0, 2**53 - 1),
    st.integers(0, 65535),
    TAGS,
    TEXT,
    st.just("c" * 128),
)


def make(
    secret: SecretKey,
    *,
    kind: int = 1,
    created_at: int = 1_700_000_000,
    content: str = "",
    tags: nip01.Tags = (),
) -> Event:
    unsigned = UnsignedEvent(secret.public_key.hex, created_at, kind, content, tags)
    return nip01.sign(unsigned, secret)


@pytest.fixture
def note(alice: SecretKey) -> Event:
    return make(alice, content="hello", tags=(("d", "x"), ("t", "a", "b")))


# ------------------------------------------------------------------------ ids and signatures


def test_the_escapes_of_the_nip() -> None:
    """The seven characters with an escape of their own, and one of each other kind."""
    raw = nip01.serialize("ab", 1, 2, (), '\n"\\\r\t\b\f/é🦄\x7f\x01')
    assert '[0,"ab",1,2,[],"\\n\\"\\\\\\r\\t\\b\\f/é🦄\x7f\\u0001"]'.encode() == raw


@given(TAGS, TEXT)
def test_serialize_is_the_json_of_the_array(tags: nip01.Tags, content: str) -> None:
    expected = json.dumps([0, "ab", 5, 7, tags, content], separators=(",", ":"), ensure_ascii=False)
    assert expected.encode() == nip01.serialize("ab", 5, 7, tags, content)


def test_sign_and_verify(curve: str, alice: SecretKey, note: Event) -> None:
    assert nip01.verify(note)
    assert alice.public_key.hex == note.pubkey


def test_an_id_of_another_event_is_refused(curve: str, alice: SecretKey) -> None:
    """Id and signature match each other, but not the content."""
    one, two = make(alice, content="one"), make(alice, content="two")
    forged = dataclasses.replace(one, id=two.id, sig=two.sig)
    assert not nip01.verify(forged)


@pytest.mark.parametrize(
    "change",
    [
        {"content": "other"},
        {"created_at": 1},
        {"kind": 2},
        {"tags": ()},
        {"pubkey": "f" * 64},
        {"pubkey": "zz"},
        {"id": "0" * 64},
        {"sig": "0" * 128},
        {"sig": "0" * 126},
        {"sig": "zz"},
        {"sig": " " * 128},
        {"content": "\ud800"},
    ],
)
def test_any_change_is_noticed(note: Event, change: dict[str, Any]) -> None:
    assert not nip01.verify(dataclasses.replace(note, **change))


def test_a_longer_or_shorter_signature_is_refused(curve: str, note: Event) -> None:
    assert not nip01.verify(dataclasses.replace(note, sig=note.sig + "00"))
    assert not nip01.verify(dataclasses.replace(note, sig=note.sig[:-2]))


def test_sign_refuses_another_author(alice: SecretKey, bob: SecretKey) -> None:
    unsigned = UnsignedEvent(alice.public_key.hex, 1, 1, "")
    with pytest.raises(InvalidEventError, match="another author"):
        nip01.sign(unsigned, bob)


def _random_event(rng: random.Random, secret: SecretKey) -> Event:
    alphabet = 'aé🦄"\\\n\t/ \x08\x0c\r{}[]:,\u2028'
    words = ["".join(rng.choices(alphabet, k=rng.randrange(20))) for _ in range(6)]
    tags = (("d", words[0]), ("x", words[1], words[2]), ("y", words[3]))[: rng.randrange(4)]
    return make(
        secret,
        kind=rng.randrange(65536),
        created_at=rng.randrange(2**32),
        content=words[4] + words[5],
        tags=tags,
    )


def test_both_ways_with_nostr_sdk() -> None:
    """Each accepts the other's ids and signatures."""
    rng = random.Random(1)
    for _ in range(40):
        secret = SecretKey.generate()
        ours = _random_event(rng, secret)
        assert nostr_sdk.Event.from_json(ours.to_json()).verify()
        keys = nostr_sdk.Keys.parse(secret.to_hex())
        builder = nostr_sdk.EventBuilder(nostr_sdk.Kind(ours.kind), ours.content)
        builder = builder.tags([nostr_sdk.Tag.parse(list(tag)) for tag in ours.tags])
        builder = builder.custom_created_at(nostr_sdk.Timestamp.from_secs(ours.created_at))
        theirs = Event.from_json(builder.finalize(keys).as_json())
        assert nip01.verify(theirs)
        assert ours.id == theirs.id


def test_both_ways_with_pynostr() -> None:
    pytest.importorskip("pynostr")
    from pynostr.event import Event as PynostrEvent
    from pynostr.key import PrivateKey as PynostrKey

    rng = random.Random(2)
    for _ in range(40):
        secret = SecretKey.generate()
        ours = _random_event(rng, secret)
        read = PynostrEvent.from_dict(ours.to_dict())
        assert read.verify()
        assert ours.id == read.id
        theirs = PynostrEvent(
            ours.content, ours.pubkey, ours.created_at, ours.kind, [list(t) for t in ours.tags]
        )
        theirs.sign(PynostrKey.from_hex(secret.to_hex()).hex())
        assert nip01.verify(Event.from_dict(theirs.to_dict()))


# ---------------------------------------------------------------------------- strict reading


@given(EVENTS)
def test_event_round_trip(event: Event) -> None:
    assert event == Event.from_json(event.to_json())
    assert event == Event.from_dict(event.to_dict())
    assert event.to_dict() == json.loads(event.to_json())


def test_unknown_fields_are_ignored(note: Event) -> None:
    assert note == Event.from_dict(note.to_dict() | {"seen_on": ["wss://x"]})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "A" * 64),
        ("id", "a" * 63),
        ("id", "a" * 64 + "\n"),
        ("id", None),
        ("pubkey", 5),
        ("pubkey", "g" * 64),
        ("sig", "a" * 127),
        ("sig", "a" * 130),
        ("created_at", -1),
        ("created_at", 2**53),
        ("created_at", 1.0),
        ("created_at", True),
        ("created_at", "1"),
        ("kind", -1),
        ("kind", 65536),
        ("kind", True),
        ("kind", None),
        ("tags", None),
        ("tags", {}),
        ("tags", "ab"),
        ("tags", ["ab"]),
        ("tags", [[]]),
        ("tags", [["a", 1]]),
        ("tags", [["a", None]]),
        ("tags", [["a", "\ud800"]]),
        ("tags", [["a", ["b"]]]),
        ("content", None),
        ("content", 1),
        ("content", "\udfff"),
    ],
)
def test_malformed_fields(note: Event, field: str, value: object) -> None:
    obj = note.to_dict()
    obj[field] = value
    with pytest.raises(InvalidEventError):
        Event.from_dict(obj)
    del obj[field]
    with pytest.raises(InvalidEventError):
        Event.from_dict(obj)


@pytest.mark.parametrize("obj", [None, [], "x", 1, {}])
def test_not_an_event(obj: object) -> None:
    with pytest.raises(InvalidEventError):
        Event.from_dict(obj)


@pytest.mark.parametrize("text", ["", "{", "NaN", "[" * 100_000, "9" * 10_000, '{"id":NaN}'])
def test_not_json(text: str) -> None:
    with pytest.raises(InvalidEventError) as caught:
        Event.from_json(text)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    "fields",
    [
        ("A" * 64, 1, 1, "", ()),
        ("a" * 64, -1, 1, "", ()),
        ("a" * 64, 1, 70000, "", ()),
        ("a" * 64, 1, 1, "\ud800", ()),
        ("a" * 64, 1, 1, "", ((),)),
        ("a" * 64, 1, 1, "", (("a", "\ud800"),)),
    ],
)
def test_unsigned_events_are_checked(fields: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidEventError):
        UnsignedEvent(*fields)


def test_events_are_frozen(note: Event) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        note.content = "other"  # type: ignore[misc]


# ------------------------------------------------------------------------ tags and addresses


def test_tags() -> None:
    event = Event("", "p", 1, 1, (("a",), ("a", "1"), ("a", "2", "3"), ("b", "")), "", "")
    assert event.tag("a") == "1"
    assert event.tag("b") == ""
    assert event.tag("c") is None
    assert event.tags_named("a") == (("a",), ("a", "1"), ("a", "2", "3"))
    assert event.d == ""


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (0, KindClass.REPLACEABLE),
        (1, KindClass.REGULAR),
        (3, KindClass.REPLACEABLE),
        (5, KindClass.REGULAR),
        (1000, KindClass.REGULAR),
        (9999, KindClass.REGULAR),
        (10000, KindClass.REPLACEABLE),
        (19999, KindClass.REPLACEABLE),
        (20000, KindClass.EPHEMERAL),
        (22242, KindClass.EPHEMERAL),
        (29999, KindClass.EPHEMERAL),
        (30000, KindClass.ADDRESSABLE),
        (30078, KindClass.ADDRESSABLE),
        (39999, KindClass.ADDRESSABLE),
        (40000, KindClass.REGULAR),
    ],
)
def test_kind_classes(kind: int, expected: KindClass) -> None:
    assert expected == nip01.kind_class(kind)


def test_addresses_of_events() -> None:
    tags = (("d", "a:b"), ("d", "second"))
    author = "a" * 64

    def at(kind: int) -> Address | None:
        return Event("", author, 1, kind, tags, "", "").address

    assert at(30078) == Address(30078, author, "a:b")
    assert at(10002) == Address(10002, author, "")
    assert at(1) is None
    assert at(22242) is None


@given(st.integers(0, 65535), TEXT)
def test_address_round_trip(kind: int, d: str) -> None:
    address = Address(kind, "a" * 64, d)
    assert address == Address.parse(str(address))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        f"1:{'a' * 64}",
        f"x:{'a' * 64}:",
        f"-1:{'a' * 64}:",
        f"01:{'a' * 64}:",
        f"65536:{'a' * 64}:",
        f"١:{'a' * 64}:",
        f"{'9' * 9999}:{'a' * 64}:",
        f"1:{'A' * 64}:",
        "1::",
    ],
)
def test_bad_addresses(text: str) -> None:
    with pytest.raises(InvalidEventError):
        Address.parse(text)


def test_supersedes() -> None:
    """Newer wins; in the same second the lowest id does."""
    old = Event("b" * 64, "", 1, 30078, (), "", "")
    new = dataclasses.replace(old, id="c" * 64, created_at=2)
    low = dataclasses.replace(old, id="a" * 64)
    assert nip01.supersedes(new, old)
    assert not nip01.supersedes(old, new)
    assert nip01.supersedes(low, old)
    assert not nip01.supersedes(old, low)
    assert not nip01.supersedes(old, old)


# ---------------------------------------------------------------------------------- filters

IDS = st.sampled_from(["a" * 64, "b" * 64, "c" * 64])
WORDS = st.sampled_from(["", "x", "y", "z"])
FILTERS = st.builds(
    Filter,
    ids=st.lists(IDS, max_size=2).map(tuple),
    authors=st.lists(IDS, max_size=2).map(tuple),
    kinds=st.lists(st.integers(0, 3), max_size=2).map(tuple),
    tags=st.dictionaries(
        st.sampled_from("dtX"), st.lists(WORDS, min_size=1, max_size=2).map(tuple), max_size=2
    ),
    since=st.none() | st.integers(0, 5),
    until=st.none() | st.integers(0, 5),
    limit=st.none() | st.integers(0, 5),
)
SMALL_EVENTS = st.builds(
    Event,
    IDS,
    IDS,
    st.integers(0, 5),
    st.integers(0, 3),
    st.lists(
        st.tuples(st.sampled_from("dtX"), WORDS) | st.tuples(st.sampled_from("dtX")), max_size=3
    ).map(tuple),
    st.just(""),
    st.just(""),
)


@given(FILTERS, SMALL_EVENTS)
@settings(max_examples=300)
def test_matching_is_what_the_json_says(one: Filter, event: Event) -> None:
    """An independent reading of NIP-01, on the JSON forms."""
    want, have = one.to_dict(), event.to_dict()
    expected = True
    for key, wanted in want.items():
        if key.startswith("#"):
            values = {tag[1] for tag in event.tags if tag[0] == key[1:] and len(tag) > 1}
            expected &= not values.isdisjoint(wanted)  # type: ignore[arg-type]
        elif key == "since":
            expected &= have["created_at"] >= wanted  # type: ignore[operator]
        elif key == "until":
            expected &= have["created_at"] <= wanted  # type: ignore[operator]
        elif key != "limit":
            name = {"ids": "id", "authors": "pubkey", "kinds": "kind"}[key]
            expected &= have[name] in wanted  # type: ignore[operator]
    assert expected == one.matches(event)


@given(FILTERS)
def test_filter_round_trip(one: Filter) -> None:
    obj = one.to_dict()
    assert one == Filter.from_dict(obj)
    assert one == Filter.from_dict(json.loads(json.dumps(obj)))
    assert all(value != [] for value in obj.values())
    assert isinstance(hash(one), int)


def test_empty_lists_are_never_written() -> None:
    assert Filter(tags={"d": ()}).to_dict() == {}
    assert Filter(tags={"d": ()}, limit=0).to_dict() == {"limit": 0}
    assert Filter(tags={"d": ()}).matches(Event("", "", 0, 0, (), "", ""))


@pytest.mark.parametrize(
    "obj",
    [
        None,
        [],
        {"ids": []},
        {"ids": ["a"]},
        {"ids": "a" * 64},
        {"authors": ["A" * 64]},
        {"kinds": []},
        {"kinds": [True]},
        {"kinds": [1.0]},
        {"kinds": [65536]},
        {"#d": []},
        {"#d": [1]},
        {"#d": "x"},
        {"#d": ["\ud800"]},
        {"#e": ["x"]},
        {"#p": ["x"]},
        {"#dd": ["x"]},
        {"#1": ["x"]},
        {"#é": ["x"]},
        {"search": "x"},
        {"since": -1},
        {"until": 1.5},
        {"limit": True},
        {"limit": None},
        {"limit": 2**53},
    ],
)
def test_bad_filters(obj: object) -> None:
    with pytest.raises(InvalidFrameError):
        Filter.from_dict(obj)
