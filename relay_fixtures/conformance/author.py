"""Who writes the events of an examination: a new key for every case."""

import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from nips.nip42 import auth_event

__all__ = ["DATA", "DELETION", "NOTE", "Author", "clock"]

NOTE = 1
DELETION = 5
DATA = 30078


def clock() -> float:
    """The time in seconds: a relay under examination has no other clock than ours."""
    return time.time()  # noqa: TID251 - this package has no clock port


def _now() -> int:
    return int(clock())


@dataclass(frozen=True, slots=True)
class Author:
    """A key that nobody has used before.

    Attributes:
        key: its secret.
        now: the time of its making, in seconds; events are dated relative to it.
    """

    key: SecretKey = field(default_factory=SecretKey.generate)
    now: int = field(default_factory=_now)

    @property
    def pubkey(self) -> str:
        """The public key, 64 hexadecimal digits."""
        return self.key.public_key.hex

    def event(
        self,
        kind: int = NOTE,
        content: str | None = None,
        tags: Iterable[Sequence[str]] = (),
        *,
        after: int = 0,
    ) -> Event:
        """A signed event, `after` seconds later than `now`; without content, a random one."""
        text = secrets.token_hex(4) if content is None else content
        rows = tuple(map(tuple, tags))
        return sign(UnsignedEvent(self.pubkey, self.now + after, kind, text, rows), self.key)

    def data(self, d: str = "thing", content: str | None = None, *, after: int = 0) -> Event:
        """A version of the addressable event `d`."""
        return self.event(DATA, content, [("d", d)], after=after)

    def deletion(self, *, e: Iterable[str] = (), a: Iterable[str] = (), after: int = 0) -> Event:
        """A deletion request for events and addresses."""
        tags = [*(("e", value) for value in e), *(("a", value) for value in a)]
        return self.event(DELETION, "", tags, after=after)

    def address(self, d: str = "thing") -> str:
        """The value of an `a` tag that means the addressable event `d`."""
        return f"{DATA}:{self.pubkey}:{d}"

    def auth(self, url: str, challenge: str) -> Event:
        """The answer to a challenge, as of this moment."""
        return sign(auth_event(self.pubkey, _now(), url, challenge), self.key)
