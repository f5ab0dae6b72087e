"""A session read by rules: seven scores, what the peer asked for, and how far to believe it."""

from collections.abc import Sequence

from ....core.config import RapportConfig
from ....core.llm import Message
from ....core.rapport import Signals
from ....core.records.rapport import DIMENSIONS, Correction, Score
from ..poles import POLES
from .corrections import corrections_in, last_of_each
from .quoting import sentence_at
from .resilience import Testing
from .tally import Tally
from .turns import turn_of
from .vocabulary import vocabulary

_PEER, _AGENT = 1.0, 0.4
"""What a turn of the peer, and one of the agent, counts: both sides do, the peer's more."""
_FINAL = 2.0
"""What the last turn counts against the first: how it ended outweighs how it was on average."""
_ENOUGH = 120.0
"""Words of the peer from which on there is enough to read."""
_LEAST = 0.1
"""What is left of the confidence at least."""
_ROUNDED = 3


def read(messages: Sequence[Message], config: RapportConfig) -> Signals:
    """What a session shows of how two talk.

    Linear in its length, and the same wherever it is read.

    Args:
        messages: Oldest first; ``user`` is the peer.
        config: ``rules_confidence`` is what it is believed at most.

    Returns:
        All seven dimensions; one of which nothing was seen is in the middle.
    """
    words = vocabulary()
    tallies = {dimension: Tally(dimension) for dimension in DIMENSIONS}
    testing = Testing(tallies["resilience"])
    corrections: list[Correction] = []
    usual = None
    is_asked = False
    size = known = 0.0
    for index, message in enumerate(messages):
        turn = turn_of(message, words, usual, is_asked=is_asked)
        usual = turn.language or usual
        is_asked = turn.questions > 0
        if not turn.tokens:
            continue
        if turn.is_peer:
            size += turn.size
            known += turn.size * (turn.language is not None)
            corrections += corrections_in(turn)
        weight = _PEER if turn.is_peer else _AGENT
        weight *= 1 + (_FINAL - 1) * index / max(1, len(messages) - 1)
        testing.add(index, turn, weight)
        for dimension, tally in tallies.items():
            if dimension != "resilience":
                clues = [clue for clue in turn.clues if clue.dimension == dimension]
                tally.add(index, clues, weight, is_peer=turn.is_peer)
    values = {dimension: tally.value() for dimension, tally in tallies.items()}
    values["resilience"] = testing.value()
    return Signals(
        tuple(_score(tallies[name], value, messages) for name, value in values.items()),
        last_of_each(corrections),
        testing.type,
        _confidence(tallies, size, known, config),
    )


def _score(tally: Tally, value: float, messages: Sequence[Message]) -> Score:
    value = round(value, _ROUNDED)
    is_high = tally.high > tally.low
    _, index, start = tally.best[is_high]
    if not max(tally.high, tally.low):
        return Score(tally.dimension, value, "nothing seen")
    labels = tally.labels[is_high]
    seen = sorted(labels, key=lambda label: (-labels[label], label))[:2]
    signal = f"{POLES[tally.dimension][is_high]}: {', '.join(seen)}"
    quote = sentence_at(messages[index].text, start) if index >= 0 else ""
    return Score(tally.dimension, value, signal, quote)


def _confidence(
    tallies: dict[str, Tally], size: float, known: float, config: RapportConfig
) -> float:
    """Less where there is little text, no language that is known, or signs contradict."""
    text = size / (size + _ENOUGH / 4) if size else 0.0
    language = 0.4 + 0.6 * (known / size) if size else 0.4
    mixed = sum(tally.contradiction for tally in tallies.values()) / len(tallies)
    part = text * language * (1 - 0.5 * mixed)
    return round(config.rules_confidence * max(_LEAST, min(1.0, part)), _ROUNDED)
