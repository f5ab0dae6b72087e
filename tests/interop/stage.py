"""What a fault is shown on: relays that misbehave, and sound events a client of 0.3.1 could have
written."""

import json
import secrets
import socket
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Self

from nips import nip44
from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from relay_fixtures.quirk_relay import Outgoing
from sense_memory import Identity

from ..integration.raw import publish


class Cheat(QuirkRelay):
    """Puts events of its choice before what it would answer.

    Args:
        forged: JSON values, unchecked.
        quirks: What it does differently beside that.
        heeding: Whether it does so only where the time fits the question.
    """

    def __init__(self, forged: tuple[object, ...], quirks: Quirks, *, heeding: bool) -> None:
        super().__init__(quirks)
        self._forged = forged
        self._heeding = heeding

    def receive_text(self, conn: int, text: str) -> Outgoing:
        """A frame arrived."""
        answers = super().receive_text(conn, text)
        verb, *rest = json.loads(text)
        if verb != "REQ" or 30078 not in rest[1].get("kinds", ()):
            return answers
        chosen = [event for event in self._forged if not self._heeding or _in_time(event, rest[1])]
        return [(conn, json.dumps(["EVENT", rest[0], event])) for event in chosen] + answers


def _in_time(event: object, asked: dict[str, int]) -> bool:
    at = event["created_at"] if isinstance(event, dict) else int(time.time())
    return asked.get("since", 0) <= at <= asked.get("until", at)


@dataclass
class Stage:
    """One identity and the relays of one scenario; an async context manager that ends them.

    Attributes:
        identity: A key that relays may know.
        now: When the scenario began, whole seconds.
    """

    identity: Identity = field(
        default_factory=lambda: Identity.from_hex(Identity.generate().private_key_hex)
    )
    now: int = field(default_factory=lambda: int(time.time()))
    _served: dict[str, Cheat] = field(default_factory=dict)
    _relays: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._relays.aclose()

    async def relay(
        self,
        *stored: Event,
        forged: tuple[object, ...] = (),
        heeding: bool = True,
        **quirks: Any,
    ) -> str:
        """The address of a relay with these habits and events; forged ones are served first."""
        relay = Cheat(forged, Quirks(**quirks), heeding=heeding)
        relay.seed(stored)
        server = await self._relays.enter_async_context(RelayServer(relay))
        self._served[server.url] = relay
        return server.url

    def silence(self, url: str) -> None:
        """Let a relay do what it is asked and say nothing any more."""
        relay = self._served[url]
        relay.quirks = replace(relay.quirks, silent=True)

    async def real_relay(self) -> str:
        """The address of nostr-sdk's relay."""
        relay = await self._relays.enter_async_context(LocalRelay())
        return relay.url

    async def publish(self, url: str, *events: Event) -> None:
        """Send events to a real relay."""
        refused = [ok for ok in await publish(url, *(e.to_dict() for e in events)) if not ok[2]]
        assert not refused, refused

    def dead_relay(self) -> str:
        """An address at which nobody listens."""
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            return f"ws://127.0.0.1:{unused.getsockname()[1]}"

    def memory(self, key: str, value: str, age: int = 0) -> Event:
        """A key-value memory as 0.3.1 writes it, so many seconds old."""
        at = self.now - age
        body = {"type": "sense-memory:kv", "key": key, "value": value, "ts": float(at)}
        secret = SecretKey.from_hex(self.identity.private_key_hex)
        content = nip44.encrypt(
            json.dumps(body),
            nip44.conversation_key(secret, secret.public_key),
            nonce=secrets.token_bytes(32),
        )
        tags = (("d", f"sense-memory/{key}"),)
        unsigned = UnsignedEvent(self.identity.public_key_hex, at, 30078, content, tags)
        return sign(unsigned, secret)
