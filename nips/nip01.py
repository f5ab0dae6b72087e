"""NIP-01: Basic protocol flow description — events, kinds, addresses and filters.

Supported: ids, signatures, strict reading of events, kind classes, which of two versions
survives, filters and their matching. The messages that carry them are in `nips.messages`.

Not supported: uppercase hexadecimal, lone surrogates, integers of 2**53 and more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Final, Self, TypeAlias

from nips import _json
from nips._hex import is_hex32, is_hex64
from nips.errors import InvalidEventError, InvalidFrameError
from nips.keys import PublicKey, SecretKey

__all__ = [
    "Address",
    "Event",
    "Filter",
    "KindClass",
    "Tags",
    "UnsignedEvent",
    "event_id",
    "kind_class",
    "serialize",
    "sign",
    "supersedes",
    "verify",
]

Tags: TypeAlias = tuple[tuple[str, ...], ...]

_MAX_KIND: Final = 65535
_quote = _json.quote


# ------------------------------------------------------------------------- kinds and addresses


class KindClass(StrEnum):
    """What a relay does with a newer event of the same author and kind."""

    REGULAR = "regular"
    REPLACEABLE = "replaceable"
    EPHEMERAL = "ephemeral"
    ADDRESSABLE = "addressable"


def kind_class(kind: int) -> KindClass:
    """Class of a kind (0..65535). Kinds in no range of NIP-01 count as regular."""
    # NIP-01: "for kind n such that 10000 <= n < 20000 || n == 0 || n == 3, events are
    # replaceable"
    if 10000 <= kind < 20000 or kind in {0, 3}:
        return KindClass.REPLACEABLE
    if 20000 <= kind < 30000:
        return KindClass.EPHEMERAL
    if 30000 <= kind < 40000:
        return KindClass.ADDRESSABLE
    return KindClass.REGULAR


@dataclass(frozen=True, slots=True)
class Address:
    """What stays the same while versions of a replaceable event come and go.

    Attributes:
        kind: 0..65535.
        pubkey: author, 64 lower-case hexadecimal digits.
        d: value of the `d` tag; empty for kinds that are replaceable without one.
    """

    kind: int
    pubkey: str
    d: str

    def __str__(self) -> str:
        # NIP-01: ["a", "<kind integer>:<32-bytes lowercase hex of a pubkey>:<d tag value>"]
        return f"{self.kind}:{self.pubkey}:{self.d}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the value of an `a` tag. The `d` part may itself hold colons.

        Raises:
            InvalidEventError: another shape, a kind out of range, a malformed public key.
        """
        parts = text.split(":", 2)
        if len(parts) != 3:
            raise InvalidEventError("an address is kind:pubkey:d")
        kind, pubkey, d = parts
        if not (kind.isascii() and kind.isdigit() and len(kind) <= 5 and int(kind) <= _MAX_KIND):
            raise InvalidEventError("the kind of an address is a number in 0..65535")
        if kind != str(int(kind)):
            raise InvalidEventError("the kind of an address has no leading zeros")
        if not is_hex32(pubkey):
            raise InvalidEventError("the author of an address is 64 lower-case hex digits")
        return cls(int(kind), pubkey, d)


# ------------------------------------------------------------------------------ event ids


def serialize(
    pubkey: str, created_at: int, kind: int, tags: Sequence[Sequence[str]], content: str
) -> bytes:
    """The bytes whose SHA-256 is the id of an event.

    Raises:
        InvalidEventError: a string with half a surrogate pair, which UTF-8 cannot spell.
    """
    # NIP-01: "Whitespace, line breaks or other unnecessary formatting should not be included
    # in the output JSON." Put together by hand: a quarter of the time of a JSON encoder.
    # Control characters without an escape of their own in NIP-01 come out as \u00xx, as in
    # every implementation, though "all other characters must be included verbatim".
    tag_list = ",".join(["[" + ",".join(map(_quote, tag)) + "]" for tag in tags])
    text = f"[0,{_quote(pubkey)},{created_at},{kind},[{tag_list}],{_quote(content)}]"
    try:
        # NIP-01: "UTF-8 should be used for encoding."
        return text.encode()
    except UnicodeEncodeError:
        raise InvalidEventError("an event holds a lone surrogate") from None


def event_id(
    pubkey: str, created_at: int, kind: int, tags: Sequence[Sequence[str]], content: str
) -> str:
    """The id of an event: 64 lower-case hexadecimal digits.

    Raises:
        InvalidEventError: a string with half a surrogate pair.
    """
    # NIP-01: "To obtain the event.id, we sha256 the serialized event."
    return sha256(serialize(pubkey, created_at, kind, tags, content)).hexdigest()


def _check_created_at(value: object) -> int:
    if not _json.is_count(value):
        raise InvalidEventError("created_at is a whole number of seconds in 0..2**53-1")
    return value


def _check_kind(value: object) -> int:
    # NIP-01: "kind": <integer between 0 and 65535>. A bool is an int in Python, not in JSON.
    if type(value) is not int or not 0 <= value <= _MAX_KIND:
        raise InvalidEventError("kind is a whole number in 0..65535")
    return value


def _check_content(value: object) -> str:
    if not isinstance(value, str) or _json.has_surrogate(value):
        raise InvalidEventError("content is a string of Unicode characters")
    return value


def _check_tags(tags: Sequence[Sequence[object]]) -> None:
    for tag in tags:
        if not tag:
            raise InvalidEventError("a tag has at least a name")
        for item in tag:
            if not isinstance(item, str) or _json.has_surrogate(item):
                raise InvalidEventError("a tag holds strings of Unicode characters only")


# ----------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class UnsignedEvent:
    """An event before its signature.

    Attributes:
        pubkey: author, 64 lower-case hexadecimal digits.
        created_at: seconds since 1970, 0..2**53-1.
        kind: 0..65535.
        content: any text without lone surrogates.
        tags: non-empty tuples of strings.

    Raises:
        InvalidEventError: a field is out of its range.
    """

    pubkey: str
    created_at: int
    kind: int
    content: str
    tags: Tags = ()

    def __post_init__(self) -> None:
        if not is_hex32(self.pubkey):
            raise InvalidEventError("pubkey is 64 lower-case hexadecimal digits")
        _check_created_at(self.created_at)
        _check_kind(self.kind)
        _check_content(self.content)
        _check_tags(self.tags)

    @property
    def id(self) -> str:
        """The id this event will have: 64 lower-case hexadecimal digits."""
        return event_id(self.pubkey, self.created_at, self.kind, self.tags, self.content)


@dataclass(frozen=True, slots=True)
class Event:
    """A signed event.

    Built by `sign` and `from_dict`. The constructor checks nothing, `verify` checks id and
    signature; a frozen event stays as verified as it was.

    Attributes:
        id: SHA-256 of the serialized event, 64 lower-case hexadecimal digits.
        pubkey: author, 64 lower-case hexadecimal digits.
        created_at: seconds since 1970, as claimed by the author.
        kind: 0..65535.
        tags: non-empty tuples of strings.
        content: any text.
        sig: BIP-340 signature of the id, 128 lower-case hexadecimal digits.
    """

    id: str
    pubkey: str
    created_at: int
    kind: int
    tags: Tags
    content: str
    sig: str

    @classmethod
    def from_dict(cls, obj: object) -> Self:
        """Take an event from parsed JSON. Unknown fields are ignored.

        Raises:
            InvalidEventError: not an object, a field missing, of the wrong type or out of
                range. Id and signature are checked for their shape only; see `verify`.
        """
        if not isinstance(obj, dict):
            raise InvalidEventError("an event is a JSON object")
        get = obj.get
        identifier, pubkey, sig = get("id"), get("pubkey"), get("sig")
        if not is_hex32(identifier):
            raise InvalidEventError("id is 64 lower-case hexadecimal digits")
        if not is_hex32(pubkey):
            raise InvalidEventError("pubkey is 64 lower-case hexadecimal digits")
        if not is_hex64(sig):
            raise InvalidEventError("sig is 128 lower-case hexadecimal digits")
        tags = get("tags")
        # NIP-01: "Each tag is an array of one or more strings"
        if not isinstance(tags, list) or not all(isinstance(tag, list) for tag in tags):
            raise InvalidEventError("tags is an array of arrays")
        _check_tags(tags)
        return cls(
            identifier,
            pubkey,
            _check_created_at(get("created_at")),
            _check_kind(get("kind")),
            tuple(map(tuple, tags)),
            _check_content(get("content")),
            sig,
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Take an event from JSON text.

        Raises:
            InvalidEventError: not JSON, or not an event; see `from_dict`.
        """
        try:
            obj = _json.load(text)
        except ValueError:
            raise InvalidEventError("an event is JSON") from None
        return cls.from_dict(obj)

    def to_dict(self) -> dict[str, object]:
        """The event as a JSON object, in the field order of NIP-01."""
        return {
            "id": self.id,
            "pubkey": self.pubkey,
            "created_at": self.created_at,
            "kind": self.kind,
            "tags": [list(tag) for tag in self.tags],
            "content": self.content,
            "sig": self.sig,
        }

    def to_json(self) -> str:
        """The event as JSON text without spaces."""
        tags = ",".join(["[" + ",".join(map(_quote, tag)) + "]" for tag in self.tags])
        return (
            f'{{"id":{_quote(self.id)},"pubkey":{_quote(self.pubkey)},'
            f'"created_at":{self.created_at},"kind":{self.kind},"tags":[{tags}],'
            f'"content":{_quote(self.content)},"sig":{_quote(self.sig)}}}'
        )

    def tag(self, name: str) -> str | None:
        """First value of the first tag called `name`; None if there is none with a value."""
        for tag in self.tags:
            if tag[0] == name and len(tag) > 1:
                return tag[1]
        return None

    def tags_named(self, name: str) -> Tags:
        """Every tag called `name`, whole."""
        return tuple(tag for tag in self.tags if tag[0] == name)

    @property
    def d(self) -> str:
        """Value of the `d` tag; empty if there is none."""
        return self.tag("d") or ""

    @property
    def address(self) -> Address | None:
        """The address this event is a version of; None if its kind is not replaceable."""
        match kind_class(self.kind):
            case KindClass.ADDRESSABLE:
                return Address(self.kind, self.pubkey, self.d)
            case KindClass.REPLACEABLE:
                return Address(self.kind, self.pubkey, "")
            case _:
                return None


def sign(unsigned: UnsignedEvent, secret_key: SecretKey) -> Event:
    """Sign an event.

    Raises:
        InvalidEventError: the event names another author than the key's.
    """
    if unsigned.pubkey != secret_key.public_key.hex:
        raise InvalidEventError("the event names another author than the signing key")
    payload = serialize(
        unsigned.pubkey, unsigned.created_at, unsigned.kind, unsigned.tags, unsigned.content
    )
    digest = sha256(payload).digest()
    return Event(
        digest.hex(),
        unsigned.pubkey,
        unsigned.created_at,
        unsigned.kind,
        unsigned.tags,
        unsigned.content,
        secret_key.sign(digest).hex(),
    )


def verify(event: Event) -> bool:
    """Whether the id is the event's own and its author signed it. Never raises."""
    try:
        payload = serialize(event.pubkey, event.created_at, event.kind, event.tags, event.content)
        signature = bytes.fromhex(event.sig)
        public = PublicKey(event.pubkey)
    except ValueError:
        return False
    digest = sha256(payload)
    # Without this line a relay could serve one event's signature under another's text.
    if digest.hexdigest() != event.id:
        return False
    return public.verify(digest.digest(), signature)


def supersedes(a: Event, b: Event) -> bool:
    """Whether `a` replaces `b`. The caller knows that they share an address."""
    if a.created_at != b.created_at:
        return a.created_at > b.created_at
    # NIP-01: "In case of replaceable events with the same timestamp, the event with the lowest
    # id (first in lexical order) should be retained, and the other discarded."
    return a.id < b.id


# ---------------------------------------------------------------------------------- filters


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on events, all of which must hold. An empty one is no condition.

    Attributes:
        ids: event ids, any of them.
        authors: public keys, any of them.
        kinds: any of them.
        tags: letter of a tag (without ``#``) to values, any of them: ``{"d": ("a", "b")}``.
        since: lowest `created_at`, included.
        until: highest `created_at`, included.
        limit: at most that many stored events, newest first; no condition of `matches`.
    """

    ids: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    kinds: tuple[int, ...] = ()
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    since: int | None = None
    until: int | None = None
    limit: int | None = None

    def to_dict(self) -> dict[str, object]:
        """The filter as a JSON object.

        An empty list is left out: relays differ on whether it means nothing or everything.
        """
        obj: dict[str, object] = {}
        if self.ids:
            obj["ids"] = list(self.ids)
        if self.authors:
            obj["authors"] = list(self.authors)
        if self.kinds:
            obj["kinds"] = list(self.kinds)
        for name, values in self.tags.items():
            if values:
                obj["#" + name] = list(values)
        if self.since is not None:
            obj["since"] = self.since
        if self.until is not None:
            obj["until"] = self.until
        if self.limit is not None:
            obj["limit"] = self.limit
        return obj

    @classmethod
    def from_dict(cls, obj: object) -> Self:
        """Take a filter from parsed JSON.

        Raises:
            InvalidFrameError: not an object, an unknown key, an empty list, a value of the
                wrong type or out of range.
        """
        if not isinstance(obj, dict):
            raise InvalidFrameError("a filter is a JSON object")
        # NIP-01: "The ids, authors, #e and #p filter lists MUST contain exact 64-character
        # lowercase hex values."
        tags: dict[str, tuple[str, ...]] = {}
        for key, value in obj.items():
            if len(key) == 2 and key[0] == "#" and key[1].isascii() and key[1].isalpha():
                tags[key[1]] = _hex_list(value) if key[1] in "ep" else _text_list(value)
            elif key not in {"ids", "authors", "kinds", "since", "until", "limit"}:
                raise InvalidFrameError("a filter holds an unknown key")
        return cls(
            ids=_hex_list(obj["ids"]) if "ids" in obj else (),
            authors=_hex_list(obj["authors"]) if "authors" in obj else (),
            kinds=_kind_list(obj["kinds"]) if "kinds" in obj else (),
            tags=tags,
            since=_number(obj, "since"),
            until=_number(obj, "until"),
            limit=_number(obj, "limit"),
        )

    def matches(self, event: Event) -> bool:
        """Whether `event` meets every condition; `limit` is none."""
        if self.ids and event.id not in self.ids:
            return False
        if self.authors and event.pubkey not in self.authors:
            return False
        if self.kinds and event.kind not in self.kinds:
            return False
        # NIP-01: "an event matches a filter if since <= created_at <= until holds."
        if self.since is not None and event.created_at < self.since:
            return False
        if self.until is not None and event.created_at > self.until:
            return False
        # NIP-01: "the event and filter condition values must have at least one item in common."
        return all(
            any(tag[0] == name and len(tag) > 1 and tag[1] in values for tag in event.tags)
            for name, values in self.tags.items()
            if values
        )


def _text_list(value: object) -> tuple[str, ...]:
    # NIP-01: filter lists "are JSON arrays with one or more values".
    if not isinstance(value, list) or not value:
        raise InvalidFrameError("a filter list is an array of one or more values")
    if not all(isinstance(item, str) and not _json.has_surrogate(item) for item in value):
        raise InvalidFrameError("a tag filter holds strings of Unicode characters only")
    return tuple(value)


def _hex_list(value: object) -> tuple[str, ...]:
    items = _text_list(value)
    if not all(map(is_hex32, items)):
        raise InvalidFrameError("ids and keys in a filter are 64 lower-case hex digits")
    return items


def _kind_list(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        raise InvalidFrameError("a filter list is an array of one or more values")
    if not all(type(item) is int and 0 <= item <= _MAX_KIND for item in value):
        raise InvalidFrameError("kinds in a filter are whole numbers in 0..65535")
    return tuple(value)


def _number(obj: Mapping[str, object], key: str) -> int | None:
    if key not in obj:
        return None
    value = obj[key]
    if not _json.is_count(value):
        raise InvalidFrameError("since, until and limit are whole numbers in 0..2**53-1")
    return value
