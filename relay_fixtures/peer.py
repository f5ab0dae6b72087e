"""What a relay knows of one client."""

import random  # noqa: TID251 - seeded by the quirks
from dataclasses import dataclass, field

from nips.nip01 import Filter
from relay_fixtures.comparison import Comparison
from relay_fixtures.junk import Scene

__all__ = ["Peer"]


@dataclass(slots=True)
class Peer:
    """A connection.

    Attributes:
        challenge: what an AUTH has to answer.
        chance: decides what junk looks like.
        challenged: whether the client was told the challenge.
        open: False once the connection is to be cut.
        frames: how many came.
        throttle: seconds for which answers are held back.
        flooded: frames of the flood so far.
        pubkeys: who authenticated.
        subs: open subscriptions.
        scenes: what a flood around a subscription looks like.
        comparisons: open ones, of NIP-77.
    """

    challenge: str
    chance: random.Random
    challenged: bool = False
    open: bool = True
    frames: int = 0
    throttle: float = 0.0
    flooded: int = 0
    pubkeys: set[str] = field(default_factory=set)
    subs: dict[str, tuple[Filter, ...]] = field(default_factory=dict)
    scenes: dict[str, Scene] = field(default_factory=dict)
    comparisons: dict[str, Comparison] = field(default_factory=dict)
