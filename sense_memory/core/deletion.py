"""What was forgotten, and how far each relay has followed."""

from dataclasses import dataclass

from .receipt import Receipt


@dataclass(frozen=True, slots=True)
class Deletion:
    """Something that was forgotten and is not there again.

    Attributes:
        at: When it was forgotten, seconds since the epoch.
        why: ``forget``: somebody said so; ``dissolve``: it faded away; ``fold``: what it said
            became part of something else.
        receipt: What it was, and how far its forgetting has come at each relay.
    """

    at: float
    why: str
    receipt: Receipt
