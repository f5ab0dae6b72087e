"""§1: an event is checked before it is opened, and what is inside before it is believed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from nostr_sdk import (
    Event as SignedEvent,
    EventBuilder,
    Keys,
    Kind,
    Nip44Version,
    Tag,
    Timestamp,
    nip44_decrypt,
    nip44_encrypt,
)

from .addresses import address_of

RECORD_KIND = 30078
DELETION_KIND = 5
MESSAGE_KIND = 4
LARGEST_PLAINTEXT = 65_408
DEEPEST = 16
BUCKETS = (512, 2_560, 10_240, 40_960)

_HEX = {"id": 64, "pubkey": 64, "sig": 128}


class UnreadableError(ValueError):
    """An event or a plaintext breaks a rule, which the text names."""


class NewerError(UnreadableError):
    """What a newer release wrote, or what stands elsewhere: it is kept, untouched (S-1.3)."""


@dataclass(frozen=True)
class Outside:
    """An event whose outside was checked: nothing in it is believed yet."""

    id: str
    created_at: int
    address: str  # for a message `4:` and its id, for a deletion request empty
    kind: int
    content: str
    tags: tuple[tuple[str, ...], ...]


def checked(event: object, pubkey: str, *, kind: int = RECORD_KIND) -> Outside:
    """Return the outside of one event of `pubkey` (S-1.2), or raise `UnreadableError`."""
    if not isinstance(event, dict):
        raise UnreadableError("an event is a JSON object")
    for field, length in _HEX.items():
        text = event.get(field)
        if not isinstance(text, str) or re.fullmatch(f"[0-9a-f]{{{length}}}", text) is None:
            raise UnreadableError(f"{field} is not {length} lower-case hex digits")
    date, number, content, tags = (event.get(f) for f in ("created_at", "kind", "content", "tags"))
    if type(date) is not int or not 0 <= date < 2**33:
        raise UnreadableError("created_at is no second before 2^33")
    if type(number) is not int or not 0 <= number < 2**16:
        raise UnreadableError("kind is no 16-bit number")
    if not isinstance(content, str):
        raise UnreadableError("content is no text")
    if not isinstance(tags, list) or not all(
        isinstance(tag, list) and tag and all(isinstance(part, str) for part in tag) for tag in tags
    ):
        raise UnreadableError("tags are no lists of texts")
    if event["pubkey"] != pubkey:
        raise UnreadableError("another author")
    if number != kind:
        raise UnreadableError(f"kind {number} where {kind} was asked for")
    names = [tag[1] if len(tag) > 1 else "" for tag in tags if tag and tag[0] == "d"]
    if kind == RECORD_KIND and len(names) != 1:
        raise UnreadableError(f"{len(names)} d tags")
    if kind == MESSAGE_KIND and ["p", pubkey] not in [tag[:2] for tag in tags]:
        raise UnreadableError("a message to somebody else")
    signed = SignedEvent.from_json(json.dumps(event))
    if not signed.verify_id():
        raise UnreadableError("the id is not that of the event")
    if not signed.verify_signature():
        raise UnreadableError("the signature is not the author's")
    return Outside(
        id=event["id"],
        created_at=date,
        address={RECORD_KIND: names[0] if names else "", MESSAGE_KIND: f"4:{event['id']}"}.get(
            kind, ""
        ),
        kind=number,
        content=content,
        tags=tuple(tuple(tag) for tag in tags),
    )


def opened(outside: Outside, keys: Keys) -> dict[str, Any]:
    """Return the one JSON object that is sealed in an event (S-1.1, S-1.4)."""
    return parsed(nip44_decrypt(keys.secret_key(), keys.public_key(), outside.content))


def parsed(plaintext: str) -> dict[str, Any]:
    """Return the JSON object that a plaintext is; padding is white space behind it."""
    size = len(plaintext.encode("utf-8", "surrogatepass"))
    if size > LARGEST_PLAINTEXT:
        raise UnreadableError(f"{size} bytes of plaintext")
    try:
        body = json.loads(plaintext, parse_constant=_no_constant)
    except json.JSONDecodeError:
        raise UnreadableError("the plaintext is no JSON") from None
    if not isinstance(body, dict):
        raise UnreadableError("the plaintext is no JSON object")
    _check(body, 1)
    return body


def belongs(path: str, outside: Outside, pubkey: str, keys: tuple[str, ...]) -> bool:
    """Return whether the path inside belongs to the address outside (S-1.3)."""
    if outside.kind == MESSAGE_KIND:
        return path.startswith("sense-journal/") or "/sense-journal/" in path
    return outside.address in address_of(path, pubkey, keys)


def sealed(
    plaintext: str,
    tags: list[list[str]],
    created_at: int,
    keys: Keys,
    *,
    padded: bool,
    kind: int = RECORD_KIND,
) -> dict[str, Any]:
    """Return a signed event (S-1.1, S-7.1), its plaintext padded (S-2.7) or not."""
    if padded:
        plaintext = padded_to_bucket(plaintext)
    content = nip44_encrypt(keys.secret_key(), keys.public_key(), plaintext, Nip44Version.V2)
    event = (
        EventBuilder(Kind(kind), content)
        .tags([Tag.parse(tag) for tag in tags])
        .custom_created_at(Timestamp.from_secs(created_at))
        .finalize(keys)
    )
    made: dict[str, Any] = json.loads(event.as_json())
    return made


def padded_to_bucket(plaintext: str) -> str:
    """Return a plaintext with trailing spaces up to the next size (S-2.7)."""
    size = len(plaintext.encode())
    room = next((bucket for bucket in BUCKETS if size <= bucket), size)
    return plaintext + " " * (room - size)


def _no_constant(name: str) -> object:
    raise UnreadableError(f"{name} is no JSON")


def _check(part: object, depth: int) -> None:
    if isinstance(part, dict | list) and depth > DEEPEST:
        raise UnreadableError(f"nested deeper than {DEEPEST}")
    if isinstance(part, float) and part in {float("inf"), float("-inf")}:
        raise UnreadableError("a number beyond what a double holds")
    if isinstance(part, str) and any("\ud800" <= char <= "\udfff" for char in part):
        raise UnreadableError("a lone surrogate")
    if isinstance(part, dict):
        for key, value in part.items():
            _check(key, depth)
            _check(value, depth - 2 if (depth, key) == (1, "_sync") else depth + 1)
    elif isinstance(part, list):
        for value in part:
            _check(value, depth + 1)
