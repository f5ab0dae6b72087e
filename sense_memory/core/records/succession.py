"""That a mind goes on under another key, as both keys say."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Succession:
    """One per identity and direction: where its memories went, or where they came from.

    Each key keeps such a record under itself, with the other key's signed consent inside: so
    nobody who holds one of the keys alone can say that they belong together.

    Attributes:
        predecessor: The public key that was given up, 64 hex digits.
        successor: The one that took its place.
        proof: A signed event of the key that does not keep this record, as JSON.
    """

    predecessor: str
    successor: str
    proof: str
