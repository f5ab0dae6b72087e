"""Authors that sign and a client that talks JSON, for relays under test."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from nips.nip42 import auth_event
from relay_fixtures.quirk_relay import QuirkRelay
from relay_fixtures.quirks import Quirks

NOW = 1_700_000_000


@dataclass(frozen=True)
class Author:
    key: SecretKey = field(default_factory=SecretKey.generate)

    @property
    def pubkey(self) -> str:
        return self.key.public_key.hex

    def event(self, kind=1, content="hello", tags=(), created_at=NOW) -> Event:
        return sign(UnsignedEvent(self.pubkey, created_at, kind, content, tuple(tags)), self.key)

    def data(self, d="thing", content="", created_at=NOW) -> Event:
        return self.event(30078, content, (("d", d),), created_at)

    def rivals(self, d="thing", created_at=NOW) -> tuple[Event, Event]:
        """Two versions of one second, the one with the lower id first."""
        pair = (self.data(d, "one", created_at), self.data(d, "two", created_at))
        low, high = sorted(pair, key=lambda event: event.id)
        return low, high

    def deletion(self, *, e=(), a=(), created_at=NOW) -> Event:
        return self.event(5, "", [*(("e", x) for x in e), *(("a", x) for x in a)], created_at)

    def address(self, d="thing") -> str:
        return f"30078:{self.pubkey}:{d}"

    def auth(self, url: str, challenge: str, created_at=NOW) -> Event:
        return sign(auth_event(self.pubkey, created_at, url, challenge), self.key)


class Client:
    """One connection to a sans-I/O relay. Every method returns the frames it heard, parsed."""

    def __init__(self, relay: QuirkRelay) -> None:
        self.relay = relay
        self.conn, greeting = relay.connect()
        self.greeting = self._mine(greeting)

    def _mine(self, frames):
        return [json.loads(text) for conn, text in frames if conn == self.conn]

    def send(self, *frame):
        return self._mine(self.relay.receive_text(self.conn, json.dumps(frame)))

    def publish(self, event: Event):
        """The OK without its verb and id: (accepted, message)."""
        [*_before, ok] = [f for f in self.send("EVENT", event.to_dict()) if f[0] != "EVENT"]
        assert ok[:2] == ["OK", event.id]
        return tuple(ok[2:])

    def read(self, *filters, sub="s"):
        """Contents of the stored events, by a subscription that is closed again."""
        frames = self.send("REQ", sub, *(filters or ({"kinds": [1, 30078]},)))
        assert frames[-1][:2] == ["EOSE", sub], frames
        self.send("CLOSE", sub)
        return [frame[2]["content"] for frame in frames[:-1]]


@pytest.fixture
def now() -> int:
    """The time of every relay made by `connect`."""
    return NOW


@pytest.fixture
def alice() -> Author:
    return Author()


@pytest.fixture
def bob() -> Author:
    return Author()


@pytest.fixture
def connect() -> Callable[..., Client]:
    """Makes a client of a new relay with the given quirks, or another one of a given relay."""

    def make(relay: QuirkRelay | None = None, **quirks) -> Client:
        return Client(relay or QuirkRelay(Quirks(**quirks), clock=lambda: NOW))

    return make
