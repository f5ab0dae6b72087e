"""How two talk to each other: readings of sessions, what they add up to, and what is told of it."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from ..errors import InputError, InvalidKeyError
from .names import canonical, check_taxonomy, is_visible

RAPPORT_D_TAG_PREFIX = "sense-memory/rapport/"
DIMENSIONS = ("formality", "warmth", "humor", "depth", "trust", "energy", "resilience")
"""What a reading scores, in the seed's order."""
NEUTRAL = 0.5
"""Where every dimension starts."""
MOST_MISSING = 2
"""Dimensions that a reading may lack. Source: seed 000."""
STYLE = "style"
"""What a correction is about that is about no dimension."""
BY_CALLER = "caller"
"""Who read a session: whoever called, and said what it was like."""
BY_RULES = "rules"
"""Who read a session, or condensed several, where there is no model."""


class ResilienceType(StrEnum):
    """What the resilience of a session shows."""

    RELATIONSHIP = "relationship"
    """Discomfort was met and came through: friction strengthens this."""
    DEPENDENCY = "dependency"
    """Discomfort was borne because the other one is needed: friction is no sign of strength."""
    UNTESTED = "untested"
    """There was no discomfort."""


class Direction(StrEnum):
    """Where somebody wants a dimension to go."""

    HIGHER = "higher"
    LOWER = "lower"


class LayerName(StrEnum):
    """The three texts about a peer."""

    BASE_TONE = "base_tone"
    """Who they are; it lasts months."""
    PATTERNS = "patterns"
    """What they do when; it lasts weeks."""
    ANCHORS = "anchors"
    """What changed how the two talk; it stays."""


def check_peer(peer: str) -> str:
    """The name of a peer in normal form, without blanks around it.

    Raises:
        InvalidKeyError: Not 1–64 characters without slash, backslash, NUL or ``..``, or none that
            can be seen.
    """
    name = peer.strip() if isinstance(peer, str) else peer
    check_taxonomy(name, "peer")
    if not any(is_visible(one) for one in name):
        raise InvalidKeyError("peer has no character that can be seen")
    return canonical(name)


@dataclass(frozen=True, slots=True)
class Score:
    """One dimension of one session.

    Attributes:
        dimension: One of ``DIMENSIONS``.
        value: 0–1.
        signal: What was seen, in a few words.
        evidence: What it was seen by, as far as somebody said.
    """

    dimension: str
    value: float
    signal: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """A peer asked for another way of talking.

    Attributes:
        dimension: One of ``DIMENSIONS``, or ``STYLE``.
        direction: Where it is to go; ``None`` if nobody said.
        quote: What was said.
    """

    dimension: str
    direction: Direction | None = None
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One session with a peer, as somebody read it; it never changes.

    Attributes:
        peer: With whom.
        id: The session's name, the same for all who read it; one session counts once.
        at: When it was read, seconds since the epoch. Readings count in the order of (at, id).
        scores: One a dimension, in the order of ``DIMENSIONS``; one or two may be missing.
        corrections: What the peer asked to be otherwise.
        resilience_type: What the resilience shows.
        confidence: How far the reader is to be believed (above 0, up to 1); a step is so much
            smaller.
        reader: Who read it: a model's ``extract_id``, ``rules``, ``caller``.
        turns: How many messages it had.
        inputs: References to the turns that were read, where they are kept in a conversation:
            whoever forgets one of them forgets what was read of it.
    """

    peer: str
    id: str
    at: float
    scores: tuple[Score, ...]
    corrections: tuple[Correction, ...] = ()
    resilience_type: ResilienceType = ResilienceType.UNTESTED
    confidence: float = 1.0
    reader: str = BY_CALLER
    turns: int = 0
    inputs: frozenset[str] = frozenset()

    def value(self, dimension: str) -> float | None:
        """The score of a dimension, 0–1; ``None`` if it is missing."""
        return next((one.value for one in self.scores if one.dimension == dimension), None)


@dataclass(frozen=True, slots=True)
class RapportVector:
    """Where the seven dimensions stand.

    Attributes:
        formality: 0 (casual) to 1 (formal), and so on for all seven.
        session_count: Sessions of which at least five dimensions were read.
        last_updated: When the last of them was, seconds since the epoch; ``None`` before the
            first.
        resilience_type: What resilience showed when it last showed anything.
        unlearned: Of each dimension, in the order of ``DIMENSIONS``, which part of its value is
            the neutral start still: 1 before the first reading, 0.9 after one.
    """

    formality: float = NEUTRAL
    warmth: float = NEUTRAL
    humor: float = NEUTRAL
    depth: float = NEUTRAL
    trust: float = NEUTRAL
    energy: float = NEUTRAL
    resilience: float = NEUTRAL
    session_count: int = 0
    last_updated: float | None = None
    resilience_type: ResilienceType = ResilienceType.UNTESTED
    unlearned: tuple[float, ...] = (1.0,) * len(DIMENSIONS)

    def __getitem__(self, dimension: str) -> float:
        """The value of a dimension by its name.

        Raises:
            InputError: There is no such dimension.
        """
        if dimension not in DIMENSIONS:
            raise InputError(f"a dimension is one of {', '.join(DIMENSIONS)}; not {dimension!r}")
        value: float = getattr(self, dimension)
        return value

    def items(self) -> Iterator[tuple[str, float]]:
        """Each dimension and its value, in order."""
        for dimension in DIMENSIONS:
            yield dimension, self[dimension]

    def to_dict(self) -> dict[str, Any]:
        """The values, the count and the time, in the seed's spelling."""
        return {
            "values": dict(self.items()),
            "session_count": self.session_count,
            "last_updated": self.last_updated,
        }


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What some readings add up to, so that they need not be kept.

    The vector of a peer is derived: of the checkpoints that devices wrote the best counts (see
    ``rank``), and on top of it the readings that it does not contain. A peer exists while one
    stands.

    Attributes:
        peer: With whom.
        vector: What they add up to.
        folded: The ids of the readings that it contains, as far as they may still be around.
        readings: How many it contains.
        at: When it was written, seconds since the epoch.
        others: What other devices wrote beside it, best first.
        created_at: When the peer was met, seconds since the epoch; ``None`` stands for ``at``.
        deleted: How many of the readings that it contains had been deleted when it was written,
            by any device: of those nothing is left but what they moved here.
    """

    peer: str
    vector: RapportVector = RapportVector()
    folded: frozenset[str] = frozenset()
    readings: int = 0
    at: float = 0.0
    others: tuple["Checkpoint", ...] = field(default=(), repr=False)
    created_at: float | None = None
    deleted: int = 0

    @property
    def id(self) -> str:
        """16 hex digits of SHA-256 over what it says."""
        said: Mapping[str, Any] = {
            **self.vector.to_dict(),
            "unlearned": self.vector.unlearned,
            "resilience_type": self.vector.resilience_type.value,
            "folded": sorted(self.folded),
            "readings": self.readings,
            "deleted": self.deleted,
        }
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def rank(self) -> tuple[int, int, str]:
        """Of several the one of the least rank is the best, on every device.

        First the one that contains the most deleted readings, since another one lacks them and
        nobody can put them back; then the one with the most readings; then the lowest id.
        """
        return -self.deleted, -self.readings, self.id

    def beside(self, others: Iterable["Checkpoint"]) -> "Checkpoint":
        """The same with what other devices wrote beside it."""
        return replace(self, others=tuple(others))


@dataclass(frozen=True, slots=True)
class Layer:
    """One of the three texts about a peer.

    Attributes:
        peer: About whom.
        name: Which one.
        text: What was condensed from readings; ``None`` where it named something that was
            forgotten since and waits to be made anew.
        edit: What a person wrote in its place; ``None`` if nobody did. It stands until it is
            taken back, or a model condenses it together with newer readings.
        inputs: The ids of the readings that ``text`` was condensed from, and references to the
            heads of the conversations that those were read from: they outlast the readings.
        sessions: How many sessions there were when it was condensed.
        updated_at: When it was written, seconds since the epoch.
    """

    peer: str
    name: LayerName
    text: str | None = ""
    edit: str | None = None
    inputs: frozenset[str] = frozenset()
    sessions: int = 0
    updated_at: float = 0.0

    @property
    def shown(self) -> str:
        """What counts: what a person wrote, else what was condensed."""
        return self.edit if self.edit is not None else self.text or ""


@dataclass(frozen=True, slots=True)
class LayerText:
    """What one layer said.

    Attributes:
        name: Which one.
        text: Its text, ``""`` if it was empty.
        is_edited: Whether a person wrote it.
    """

    name: LayerName
    text: str
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class LayerVersion:
    """All three texts about a peer as they once were; it never changes.

    Attributes:
        peer: About whom.
        id: ``YYYY-MM-DDTHH-MM-SS-n`` in UTC, and ``_label`` if it has one; n tells those of one
            second apart.
        at: When it was kept, seconds since the epoch.
        label: Why: ``pre-condensation``, ``pre-edit``, or what somebody called it.
        texts: The three, in the order of ``LayerName``; empty ones too.
        inputs: The ids of the readings that they were condensed from, and references to the heads
            of the conversations that those were read from.
    """

    peer: str
    id: str
    at: float
    label: str
    texts: tuple[LayerText, ...]
    inputs: frozenset[str] = frozenset()


def checkpoint_name(peer: str) -> str:
    """The name of a peer's checkpoint: it stands at the seed's ``rapport/{peer}/vector``."""
    return f"{peer}/vector"


def reading_name(peer: str, session: str) -> str:
    """The name of a session's reading."""
    return f"{peer}/reading/{session}"


def layer_name(peer: str, layer: LayerName) -> str:
    """The name of a layer."""
    return f"{peer}/layer/{layer.value}"


def version_name(peer: str, version: str) -> str:
    """The name of a version of the layers."""
    return f"{peer}/layer-version/{version}"


def is_checkpoint_name(name: str) -> bool:
    """Whether a name is ``{peer}/vector``."""
    peer, _, last = name.partition("/")
    return bool(peer) and last == "vector"


def is_reading_name(name: str) -> bool:
    """Whether a name is ``{peer}/reading/{session}``."""
    return _is_below("reading", name)


def is_layer_name(name: str) -> bool:
    """Whether a name is ``{peer}/layer/{layer}``."""
    return _is_below("layer", name) and name.rpartition("/")[2] in set(LayerName)


def is_version_name(name: str) -> bool:
    """Whether a name is ``{peer}/layer-version/{version}``."""
    return _is_below("layer-version", name)


def _is_below(part: str, name: str) -> bool:
    """Whether a name is ``{peer}/{part}/{something}``."""
    peer, *rest = name.split("/")
    return bool(peer) and len(rest) == 2 and rest[0] == part and bool(rest[1])
