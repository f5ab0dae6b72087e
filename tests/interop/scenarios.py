"""What devices may do to one record, by chance: the steps of a vector that nobody wrote."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

DEVICES = ("k3f7a2c2e4", "b77d2ma5zq", "z9a8b7c6d5", "mq2w3e4r5t", "mzzzzzzzzz")
ORIGIN = {"origin": "o"}
FIRST = 1_700_000_000_000
PUBKEY = "f86c44a2de95d9149b51c6a29afeabba264c18e2fa7c49de93424a0c56947785"


@dataclass
class Chance:
    """What is said next, by one seed."""

    of: random.Random
    _said: dict[str, tuple[str, Callable[[], dict[str, Any]]]] = field(init=False)

    def __post_init__(self) -> None:
        self._said = {
            "kv": ("zone", self._kv),
            "journal": ("1.0-abcd", lambda: {"content": self.one("ab"), "ts": self.one([1, 2.5])}),
            "settings": ("", self._settings),
            "persona": ("people/facts/ada", self._persona),
            "observation": ("3a35", self._observation),
            "topic": ("ada", self._topic),
            "embedding": ("zone", self._embedding),
            "node": ("person:ada", self._node),
        }

    def one(self, several: Any) -> Any:
        """Any of them."""
        return self.of.choice(several)

    def some(self, *several: str) -> list[str]:
        """Any number of them."""
        return self.of.sample(several, self.of.randint(0, len(several)))

    def vector(self) -> dict[str, Any]:
        """A record and what up to nine steps did to it, each of who had seen what it had seen."""
        record = self.one(sorted(self._said))
        name, said = self._said[record]
        steps: list[dict[str, Any]] = []
        own: dict[str, int] = {}
        for number in range(self.of.randint(2, 9)):
            device = self.one(DEVICES)
            seen = {other for other in range(number) if self.of.random() < 0.5}
            seen |= {own[device]} if device in own else set()
            stamp = f"{(FIRST + number * 1000) << 16:016x}"
            how = self.of.choices(("forget", "amend", "put"), (20, 35, 45))[0] if seen else "put"
            what = self.one(["forget", "dissolve"]) if how == "forget" else said()
            steps.append({"device": device, "stamp": stamp, "seen": sorted(seen), how: what})
            own[device] = number
        return {
            "what": "body",
            "record": record,
            "name": name,
            "scope": "",
            "addressing": "plain",
            "pubkey": PUBKEY,
            "blinding_keys": [],
            "steps": steps,
            "plaintext": "",
            "padded_bytes": 0,
        }

    def plain(self, record: str) -> dict[str, Any]:
        """What a plain writer's body says of such a record."""
        return {"type": f"sense-memory:{record}", **self._said[record][1]()}

    def _kv(self) -> dict[str, Any]:
        return {"key": "zone", "value": self.one("abc"), "ts": self.one([1, 2.5])}

    def _settings(self) -> dict[str, Any]:
        addressing = self.one(["plain", "blinded"])
        return {"addressing": addressing, "format": 1, "keys": self.some("k1", "k2", "k3")}

    def _persona(self) -> dict[str, Any]:
        return {
            "domain": "people",
            "facet": "facts",
            "key": "ada",
            "value": self.one("ab"),
            "relevance": self.one([1, 0.5]),
            "halflife_days": 30,
            "last_accessed": self.one([1, 2, 3]),
            "last_reinforced": 1,
            "access_count": self.one(range(7)),
            "connections": self.some("x", "y", "z"),
            "contradicts": [],
            "superseded_by": self.one([None, "q"]),
            "themes": self.some("t", "u"),
            "source": self.one(["", "s"]),
            "confidence": 1,
            "created_at": self.one([1, 1, 1, 1, 5]),
        }

    def _observation(self) -> dict[str, Any]:
        said = {"text": self.one("ab"), "v": 1, "attempts": self.one([0, 1, 2]), "timestamp": 1.5}
        return {**said, **self.one([{}, {"topic": "t"}, {"topic": "u"}]), **self.one([{}, ORIGIN])}

    def _topic(self) -> dict[str, Any]:
        said = {"name": self.one(["Ada", "Bob"]), "v": 1, "of": self.one(["", "1"])}
        told = self.one([{}, {"description": "d"}, {"description": "e"}])
        made = {"inputs": self.some("obs/a", "obs/b"), "writer": self.one("mr")}
        return {**said, **told, **made}

    def _embedding(self) -> dict[str, Any]:
        return {
            "key": "zone",
            "embedding": self.one(["AACAPw==", "AAAAQA=="]),
            "model": self.one("mno"),
            "dim": 1,
            "text_sha256": "0" * 64,
            "created_at": self.one([1, 2, 3]),
        }

    def _node(self) -> dict[str, Any]:
        said = {
            "name": self.one(["Ada", "A"]),
            "confidence": 0.5,
            "ttl_policy": "decay",
            "includes": self.some("source:a", "source:b"),
            "inputs": self.some("person:ada/a", "person:ada/b"),
            "access_count": self.one([0, 1, 2]),
            "created_at": self.one([1, 1, 2]),
            "updated_at": self.one([1, 2, 3]),
            "salience": self.one([0.5, 0.6]),
            "last_accessed_at": self.one([None, 5, 6]),
            "last_recall_interval": 0,
            "decay_gradient": 1,
            "revived": False,
        }
        said |= {name: [] for name in ("mentions", "produced", "groups", "references")}
        told = {"digest": self.one("de"), "of": "1", "digested_at": 1, "writer": "rules"}
        return {**said, **self.one([{}, told])}
