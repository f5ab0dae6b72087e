"""Where a peer stands and what they asked for, in sentences."""

from ...core.records.rapport import Direction, RapportVector, Reading
from .context import ASKED
from .line import one_line
from .poles import POLES

_AWAY = 0.1
"""How far from the middle a dimension must be to be told."""


def vector_sentence(peer: str, vector: RapportVector) -> str:
    """How one talks with a peer: ``How you talk with ada: rather playful (humor 0.72)``."""
    told = [
        f"rather {POLES[name][value > 0.5]} ({name} {value:.2f})"
        for name, value in vector.items()
        if abs(value - 0.5) >= _AWAY
    ]
    return f"How you talk with {one_line(peer)}: {', '.join(told) or 'nothing stands out yet'}"


def asked_for(peer: str, reading: Reading) -> str:
    """What a peer asked to be otherwise in a session; ``""`` if nothing."""
    said = []
    for one in reading.corrections:
        wanted = "another manner"
        if one.dimension in ASKED and one.direction is not None:
            lower, higher = ASKED[one.dimension]
            wanted = lower if one.direction is Direction.LOWER else higher
        quote = one_line(one.quote)
        said.append(f"{wanted} (“{quote}”)" if quote else wanted)
    return f"{one_line(peer)} asked for {'; '.join(said)}" if said else ""
