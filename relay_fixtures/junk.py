"""Frames that are no answer, for clients that ought to notice.

* `forged`: an event of the author asked for, with a signature that is none;
* `foreign`: a sound event, fitting but for its author;
* `wrong_id`: a stored event with another event's id;
* `unasked`: sound events the relay holds and nobody asked for;
* `other_sub`: a stored event for a subscription that does not exist;
* `malformed`: what is no event, no frame or no JSON, in many ways;
* `oversized`: an event of `Quirks.junk_bytes` bytes, and one of as many tags as fit in them;
* `nested`: JSON of that depth.
"""

import json
import random  # noqa: TID251 - seeded by the quirks
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from nips.keys import SecretKey
from nips.nip01 import Event, Filter, UnsignedEvent, sign
from relay_fixtures.quirks import Junk

__all__ = ["Scene", "foreign", "forged", "junk"]

TAG_BYTES = 8
"""What `["a",""],` takes, less or more."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What junk is made to look like a part of.

    Attributes:
        sub_id: the subscription answered.
        wanted: its first filter.
        answer: the events it gets.
        held: all the events the relay could send.
        now: the time, in seconds.
        chance: decides what is left open.
        size: bytes of what is too big, depth of what is too deep.
    """

    sub_id: str
    wanted: Filter
    answer: Sequence[Event]
    held: Sequence[Event]
    now: int
    chance: random.Random
    size: int

    @property
    def kind(self) -> int:
        """A kind that fits."""
        return self.wanted.kinds[0] if self.wanted.kinds else 1

    @property
    def tags(self) -> tuple[tuple[str, ...], ...]:
        """Tags that fit."""
        return tuple((name, values[0]) for name, values in self.wanted.tags.items() if values)

    def frame(self, event: object) -> str:
        """An EVENT for the subscription."""
        return json.dumps(["EVENT", self.sub_id, event], separators=(",", ":"))


def junk(kinds: Iterable[Junk], scene: Scene) -> list[str]:
    """Frames of every kind, in a fixed order."""
    return [frame for kind in sorted(kinds) for frame in _MAKERS[kind](scene)]


def forged(scene: Scene) -> Iterator[str]:
    """An event that fits, under a signature of random digits."""
    author = scene.wanted.authors[0] if scene.wanted.authors else scene.chance.randbytes(32).hex()
    content = scene.chance.randbytes(16).hex()
    fitting = UnsignedEvent(author, scene.now, scene.kind, content, scene.tags)
    yield scene.frame(
        {
            "id": fitting.id,
            "pubkey": author,
            "created_at": fitting.created_at,
            "kind": fitting.kind,
            "tags": [list(tag) for tag in fitting.tags],
            "content": content,
            "sig": scene.chance.randbytes(64).hex(),
        }
    )


def foreign(scene: Scene) -> Iterator[str]:
    """An event that fits, by a key nobody asked for."""
    # Below the order of the curve, and not zero.
    key = SecretKey(b"\x00" + scene.chance.randbytes(30) + b"\x01")
    content = scene.chance.randbytes(16).hex()
    event = UnsignedEvent(key.public_key.hex, scene.now, scene.kind, content, scene.tags)
    yield scene.frame(sign(event, key).to_dict())


def _wrong_id(scene: Scene) -> Iterator[str]:
    for event in scene.answer[:1]:
        yield scene.frame(event.to_dict() | {"id": scene.chance.randbytes(32).hex()})


def _unasked(scene: Scene) -> Iterator[str]:
    asked = {event.id for event in scene.answer}
    for event in scene.held:
        if event.id not in asked and not scene.wanted.matches(event):
            yield scene.frame(event.to_dict())


def _other_sub(scene: Scene) -> Iterator[str]:
    for event in scene.answer[:1]:
        yield json.dumps(["EVENT", scene.sub_id + "-other", event.to_dict()])


def _malformed(scene: Scene) -> Iterator[str]:
    sound = scene.answer[0].to_dict() if scene.answer else _bare(scene)
    broken: tuple[object, ...] = (
        *(None, 7, "text", [], {}),
        *(sound | {name: None} for name in sound),
        *({name: value for name, value in sound.items() if name != gone} for gone in sound),
        sound | {"created_at": 1e300},
        sound | {"created_at": "1700000000"},
        sound | {"created_at": True},
        sound | {"kind": -1},
        sound | {"tags": [["d", 7]]},
        sound | {"tags": [[]]},
        sound | {"tags": "d"},
        sound | {"id": str(sound["id"]).upper()},
        sound | {"sig": "ab"},
        sound | {"content": "\ud800"},
    )
    yield from map(scene.frame, broken)
    text = scene.frame(sound)
    yield text.replace(f'"created_at":{sound["created_at"]}', '"created_at":NaN')
    yield text.replace(f'"created_at":{sound["created_at"]}', '"created_at":' + "9" * 5000)
    yield text[: len(text) // 2]
    yield text.replace('{"id"', '{"content":"another","id"')
    yield from ("", "null", "[]", "[[]]", "{}", '["EVENT"]', '["WHAT"]', '["EOSE"]', '["OK"]')
    yield from ('["OK",7,"yes",null]', '["CLOSED"]', '["AUTH"]', '["NOTICE",{}]', '["COUNT",[]]')


def _oversized(scene: Scene) -> Iterator[str]:
    yield scene.frame(_bare(scene) | {"content": "x" * scene.size})
    yield scene.frame(_bare(scene) | {"tags": [["a", ""]] * (scene.size // TAG_BYTES)})


def _nested(scene: Scene) -> Iterator[str]:
    depth = scene.size
    yield f'["EVENT",{json.dumps(scene.sub_id)},' + "[" * depth + "]" * depth + "]"
    yield '{"a":' * depth + "1" + "}" * depth


def _bare(scene: Scene) -> dict[str, object]:
    """Something of the shape of an event."""
    author = scene.wanted.authors[0] if scene.wanted.authors else "0" * 64
    return {
        "id": "0" * 64,
        "pubkey": author,
        "created_at": scene.now,
        "kind": scene.kind,
        "tags": [],
        "content": "",
        "sig": "0" * 128,
    }


_MAKERS: Mapping[Junk, Callable[[Scene], Iterable[str]]] = {
    "forged": forged,
    "foreign": foreign,
    "wrong_id": _wrong_id,
    "unasked": _unasked,
    "other_sub": _other_sub,
    "malformed": _malformed,
    "oversized": _oversized,
    "nested": _nested,
}
