"""What is spoiled: one sound message of every kind, as relays and devices of ours send them."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from nips import nip01, nip09, nip40, nip44, nip70, nip78
from nips.keys import SecretKey
from nips.nip01 import Address, Event, UnsignedEvent
from sense_memory.core.errors import MalformedRecordError
from sense_memory.core.records.store_settings import Addressing, BlindingKey
from sense_memory.wire import body_json, codec, deletion
from sense_memory.wire.address import key_id, write_address
from sense_memory.wire.canonical import loads_object
from sense_memory.wire.naming import Naming

from .mutation import mutated

GOLDEN: Final = Path(__file__).resolve().parents[1] / "golden"
NOW: Final = 1_700_000_000

SUB: Final = "%%%%%QUESTION%%%"
"""Stands for the id of the open question; as long as one."""
LIVE: Final = "%%%%%%%LIVE%%%%%"
"""Stands for the id of the live question."""
WRITE: Final = "%WRITE%".center(64, "%")
"""Stands for the id of the event that waits for an OK."""
PROOF: Final = "%PROOF%".center(64, "%")
"""Stands for the id of the event that proves who we are."""


@dataclass(frozen=True, slots=True)
class Plaintext:
    """What stands, or is said to stand, at an address."""

    address: str
    text: str


class Me:
    """An identity, the same one for the same seed, and how its store names things."""

    def __init__(self, seed: int) -> None:
        self.secret = SecretKey.from_bytes(sha256(f"fuzz {seed}".encode()).digest())
        self.pubkey = self.secret.public_key.hex
        self.key = BlindingKey(sha256(b"blinding").digest())
        file_key = BlindingKey(sha256(b"file").digest())
        self.naming = Naming(self.pubkey, file_key, Addressing.PLAIN, {key_id(self.key): self.key})
        self._conversation = nip44.conversation_key(self.secret, self.secret.public_key)

    def sealed(self, plaintext: str, choose: random.Random) -> str:
        """The plaintext for nobody but us; the same bytes for the same state of `choose`."""
        return nip44.encrypt(plaintext, self._conversation, nonce=choose.randbytes(32))

    def signed(
        self,
        content: str,
        tags: Sequence[tuple[str, ...]],
        *,
        kind: int = nip78.KIND,
        at: int = NOW,
    ) -> Event:
        """An event of ours."""
        return nip01.sign(UnsignedEvent(self.pubkey, at, kind, content, tuple(tags)), self.secret)


def plaintexts(me: Me) -> list[Plaintext]:
    """Every kind of record and tombstone, as the frozen examples of the wire format have them."""
    found: list[Plaintext] = []
    for file in sorted(GOLDEN.glob("*.json")):
        golden = json.loads(file.read_text("utf-8"))
        text = golden["plaintext"]
        path = codec.path_inside(text) or json.loads(text)["path"]
        found += [
            Plaintext(write_address(path, addressing, [me.key], me.pubkey), text)
            for addressing in Addressing
        ]
    found += [
        Plaintext(
            "sense-memory/user_timezone",
            '{"type":"sense-memory:kv","key":"user_timezone","value":"v","ts":1700000007.5}',
        ),
        Plaintext(
            "sense-journal/1700000000.5", '{"type":"sense-memory:journal","content":"dear","ts":1}'
        ),
        Plaintext(
            "sense-memory/persona/people/facts/v",
            '{"type":"sense-memory:persona","domain":"people","facet":"facts","key":"v",'
            '"value":"text","themes":["a"],"access_count":3,"confidence":0.5,"superseded_by":"w"}',
        ),
        Plaintext(
            "sense-memory/user_timezone",
            deletion.write_moved("sense-memory/user_timezone", Addressing.PLAIN),
        ),
        Plaintext(
            "sense-memory/user_timezone",
            '{"forgotten":[{"del":[["forget","0000000000000000","a"]],"path":"sense-memory/a",'
            '"vv":{"a":"0000000000000000"}},{"del":[["dissolve","0000000000000000","b"]],'
            '"path":"sense-memory/b","vv":{"b":"0000000000000000"}}]}',
        ),
    ]
    return found


def rehashed(text: str) -> str:
    """The plaintext with the hash that belongs to what it says now.

    Without it, whatever is changed in the visible part makes it a plain writer's edit, and nothing
    ever comes as far as ``_sync``.
    """
    try:
        data = loads_object(text)
        sync = data.pop("_sync", None)
        if isinstance(sync, dict):
            data["_sync"] = {**sync, "h": body_json._hash(data)}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    except (MalformedRecordError, ValueError, RecursionError):
        return text


def frames(me: Me, choose: random.Random, spoiled: int = 400) -> list[str]:
    """Frames of every kind. Events of ours come sound, and sound outside with spoiled contents."""
    bodies = plaintexts(me)
    events = [me.signed(me.sealed(one.text, choose), [("d", one.address)]) for one in bodies]
    texts = [one.text for one in bodies]
    for _ in range(spoiled):
        one = choose.choice(bodies)
        # as many bytes as every reader of NIP-44 takes
        octets = rehashed(mutated(choose, one.text, texts)).encode("utf-8", "surrogatepass")
        text = octets[:60_000].decode("utf-8", "ignore")
        content = me.sealed(text, choose) if text else ""
        events.append(me.signed(content, [("d", one.address)], at=NOW + choose.randrange(99)))
    events += _odd_events(me, choose, bodies)
    stranger = SecretKey.from_bytes(sha256(b"stranger").digest())
    foreign = UnsignedEvent(stranger.public_key.hex, NOW, nip78.KIND, "x", (("d", "x"),))
    events.append(nip01.sign(foreign, stranger))
    found = [json.dumps(["EVENT", sub, one.to_dict()]) for one in events for sub in (SUB, LIVE)]
    return found + _other_frames() * (len(found) // 40)


def _odd_events(me: Me, choose: random.Random, bodies: Sequence[Plaintext]) -> list[Event]:
    """Events that are really ours and yet odd."""
    first = bodies[0]
    content = me.sealed(first.text, choose)
    d = ("d", first.address)
    found = [
        me.signed(content, tags, at=at)
        for tags in (
            [],
            [("d",)],
            [("d", "")],
            [d, d],
            [d, ("d", "x")],
            [d, nip70.TAG],
            [d, nip40.expiration_tag(0)],
            [d, ("expiration", "9" * 5_000)],
            [("", "\x00")] * 50 + [d],
            [("d", "é" * 300)],
            [("a",), ("e", ""), ("-", "-"), d],
        )
        for at in (0, NOW, 2**33 - 1, 2**53 - 1)
    ]
    address = Address(nip78.KIND, me.pubkey, first.address)
    for text in ("", first.text, *(one.text for one in bodies if '"del"' in one.text)):
        sealed = me.sealed(text, choose) if text else ""
        found += [
            me.signed(sealed, tags, kind=nip09.KIND, at=NOW + 5)
            for tags in (
                [("a", str(address)), ("k", "30078")],
                [("a", f"{nip78.KIND}:{me.pubkey}:")],
                [("a", ":::"), ("a", "30078"), ("a", f"{'9' * 5_000}:{me.pubkey}:x"), ("e", "x")],
                [("a", str(address))] * 60,
                [],
            )
        ]
    return found


def _other_frames() -> list[str]:
    frames: list[list[object]] = [
        ["EOSE", SUB],
        ["EOSE", SUB, ["finish"]],
        ["EOSE", LIVE, ["more", 1]],
        ["EOSE", "stray"],
        ["OK", WRITE, True, ""],
        ["OK", WRITE, False, "rate-limited: slow down"],
        ["OK", WRITE, False, "auth-required: who are you"],
        ["OK", "", False, "invalid: no"],
        ["OK", PROOF, True, ""],
        ["OK", PROOF, False, "restricted: not you"],
        ["CLOSED", SUB, "auth-required: who are you"],
        ["CLOSED", SUB, "error: no"],
        ["CLOSED", LIVE, "rate-limited: too many"],
        ["AUTH", "challenge"],
        ["NOTICE", "maintenance"],
        ["COUNT", SUB, {"count": 5}],
        ["NEG-MSG", SUB, "6100000200"],
        ["NEG-ERR", SUB, "blocked: too many", 500],
        ["EVENT", SUB, {}],
    ]
    return [json.dumps(frame) for frame in frames]
