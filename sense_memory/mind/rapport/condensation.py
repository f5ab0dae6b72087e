"""What the three texts about a peer are condensed from, what they become, and how long they are."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...core.records.rapport import LayerName, RapportVector, Reading

BASE_TONE_SENTENCES = (2, 4)
"""Sentences of a portrait."""
MOST_PATTERNS = 10
"""Lines of patterns at most."""
MOST_ANCHORS = 10
"""Lines of anchors at most."""
TOKENS = {
    LayerName.BASE_TONE: (100, 200),
    LayerName.PATTERNS: (150, 300),
    LayerName.ANCHORS: (50, 100),
}
"""Tokens that a full layer has. Source, of all of these: seed 000."""

BULLET = "- "
"""What a line of patterns or anchors begins with."""

_BULLETS = re.compile(r"^(?:[-*•+]|\d{1,2}[.)])(?:\s+|$)")


@dataclass(frozen=True, slots=True)
class Noted:
    """What a layer says before it is condensed.

    Attributes:
        text: What it says; ``""`` if nothing.
        is_edited: Whether a person wrote it, and so knows better.
    """

    text: str = ""
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class Material:
    """What is condensed.

    Attributes:
        vector: Where the seven dimensions stand.
        readings: Those that are kept, the newest at most ``kept_readings``, oldest first.
        noted: What the layers say; one that is missing says nothing.
    """

    vector: RapportVector
    readings: Sequence[Reading]
    noted: Mapping[LayerName, Noted] = field(default_factory=dict)

    def lines(self, name: LayerName) -> list[str]:
        """The lines of a layer as it stands, without bullets."""
        return lines_of(self.noted.get(name, Noted()).text)


@dataclass(frozen=True, slots=True)
class Condensation:
    """What the three texts become.

    Attributes:
        base_tone: Who the peer is, in sentences.
        patterns: What they do when, a line each, without bullets.
        anchors: What changed how the two talk, a line each, without bullets.
        dropped_patterns: How many lines of patterns no reading that is kept supports.
    """

    base_tone: str
    patterns: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    dropped_patterns: int = 0

    def text(self, name: LayerName) -> str:
        """What a layer says from now on, ``""`` for nothing."""
        if name is LayerName.BASE_TONE:
            return self.base_tone
        lines = self.patterns if name is LayerName.PATTERNS else self.anchors
        return "\n".join(BULLET + line for line in lines)


def lines_of(text: str) -> list[str]:
    """The lines of a layer, without bullets and blank ones."""
    lines = (_BULLETS.sub("", line.strip(), count=1) for line in text.splitlines())
    return [line for line in lines if line]


def with_standing(standing: Sequence[str], lines: Iterable[str]) -> tuple[str, ...]:
    """Anchors that stand, and those that are new: what was written once is not lost.

    Whoever condenses may say the standing ones in other words, as long as there are as many; with
    fewer, the standing ones are all kept as they were, and the new ones follow as far as there is
    room.
    """
    new = list(dict.fromkeys(lines))
    if len(new) < len(standing) or not standing:
        new = list(dict.fromkeys([*standing, *new]))
    return tuple(new[:MOST_ANCHORS])
