"""How to talk with somebody, as lines of a prompt, what counts most first."""

from collections.abc import Iterator

from ...core.config import RapportConfig
from ...core.prompt import Section, Trust
from ...core.records.rapport import LayerName
from ..rapport.context import Told, corrections, stance_in_words, vector_in_words
from ..rapport.line import one_line
from .candidate import Candidate

ORIGIN = "your own notes on how to talk with"
_LAYERS = {
    LayerName.BASE_TONE: "who they are",
    LayerName.PATTERNS: "what they do when",
    LayerName.ANCHORS: "what counted between you",
}


def manner(told: Told, config: RapportConfig) -> list[Candidate]:
    """What is told of a peer: how far to go, the layers line by line, the numbers, what drifted."""
    name = one_line(told.peer)
    at = told.vector.last_updated
    found = list[Candidate]()

    def add(text: str, why: str, trust: Trust, origin: str, reference: str = "") -> None:
        found.append(
            Candidate(
                Section.RAPPORT, reference, text, origin, trust, 1.0 / (1 + len(found)), why, at
            )
        )

    ours = f"{ORIGIN} {name}"
    add(stance_in_words(told.vector, config), "how far to go with them", Trust.OWN, ours)
    asked, quotes = corrections(told.readings)
    for line in asked:
        add(line, "what they asked for lately", Trust.OWN, ours)
    for layer, line in _lines(told):
        reference = f"rapport/{told.peer}/layer/{layer.value}"
        add(line, f"noted of {_LAYERS[layer]}", Trust.OWN, ours, reference)
    for quote in quotes:
        add(quote, "how they asked for it", Trust.PEER, f"said by {name}")
    add(vector_in_words(told.vector), "where the seven dimensions stand", Trust.OWN, ours)
    if told.drift:
        add(one_line(told.drift), "what has drifted", Trust.OWN, ours)
    return found


def _lines(told: Told) -> Iterator[tuple[LayerName, str]]:
    """The lines of the layers: the first of each, the second of each, and so on."""
    texts = {
        name: [
            line for each in (told.texts.get(name) or "").splitlines() if (line := one_line(each))
        ]
        for name in LayerName
    }
    for rank in range(max(map(len, texts.values()))):
        for name in LayerName:
            if rank < len(texts[name]):
                yield name, texts[name][rank]
