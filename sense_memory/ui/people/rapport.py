"""How the agent talks with one peer: seven dimensions, how they came there, and three texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...core.rapport import Drift, Observed, PeerStatus
from ...core.records.rapport import (
    DIMENSIONS,
    LayerName,
    LayerVersion,
    RapportVector,
    ResilienceType,
    Score,
)
from ...mind.rapport.poles import POLES
from ...mind.rapport.telling import asked_for
from ...store import MemoryStore, Rapport
from ..asking import Act, Ask, Body, Done, Query
from ..mind import Mind


@dataclass(frozen=True, slots=True)
class Dimension:
    """Where one dimension stands.

    Attributes:
        name: One of ``DIMENSIONS``.
        low: What 0 means.
        high: What 1 means.
        drift: That it is far from where it used to be; ``None`` if it is not.
        is_stuck: Whether the last readings all score it alike.
    """

    name: str
    low: str
    high: str
    drift: Drift | None
    is_stuck: bool


@dataclass(frozen=True, slots=True)
class SessionRead:
    """A session, and what it moved.

    Attributes:
        id: Its name.
        at: When it was read, seconds since the epoch, as all times here.
        turns: How many messages it had; 0 where nobody said.
        reader: Who read it: a model's name, ``rules``, ``caller``.
        confidence: How far the reader is believed, above 0, up to 1.
        scores: What was read, and what it was seen by; up to two dimensions may be missing.
        asked_for: What the peer asked to be otherwise, in a sentence; ``""`` if nothing.
        corrected: The dimensions that this was about; ``style`` is none of them.
        values: Where the seven stood after it, in the order of the dimensions, 0–1.
    """

    id: str
    at: float
    turns: int
    reader: str
    confidence: float
    scores: tuple[Score, ...]
    asked_for: str
    corrected: tuple[str, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LayerShown:
    """One of the three texts.

    Attributes:
        name: ``base_tone``, ``patterns`` or ``anchors``.
        text: What it says; ``None`` if it waits to be made anew, as something that it named was
            forgotten.
        is_edited: Whether a person wrote it.
        updated: When it was written; 0 if it never was.
    """

    name: LayerName
    text: str | None
    is_edited: bool
    updated: float


@dataclass(frozen=True, slots=True)
class VersionShown:
    """What the three said once.

    Attributes:
        id: What it is restored by.
        at: When it was kept.
        label: Why.
        texts: The three, in the order of the layers.
    """

    id: str
    at: float
    label: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RapportShown:
    """All that is known of how the two talk.

    Attributes:
        peer: With whom.
        sessions: How many counted.
        last: When the last of them was; ``None`` before the first.
        resilience: What resilience showed when it last showed anything.
        is_due: Whether the texts are to be condensed anew.
        told: What the agent is told before it talks with the peer.
        dimensions: The seven, in order.
        earlier: How many of the sessions were before the first of ``course``.
        start: Where the seven stood then, in the order of the dimensions, 0–1.
        course: The sessions that are kept, the oldest first.
        layers: The three texts, in order.
        versions: What they said before, the newest first.
    """

    peer: str
    sessions: int
    last: float | None
    resilience: ResilienceType
    is_due: bool
    told: str
    dimensions: tuple[Dimension, ...]
    earlier: int
    start: tuple[float, ...]
    course: tuple[SessionRead, ...]
    layers: tuple[LayerShown, ...]
    versions: tuple[VersionShown, ...]


@dataclass(frozen=True, slots=True)
class HowWeTalk:
    """What there is to tell of a name.

    Attributes:
        rapport: ``None`` if no peer has that name; it may have been forgotten.
    """

    rapport: RapportShown | None


async def how_we_talk(mind: Mind, query: Query) -> HowWeTalk:
    """How the agent talks with a peer. It is no use of anything.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    name = query.text("peer")
    status = next((one for one in await mind.store.rapports() if one.peer == name), None)
    return HowWeTalk(None if status is None else await _shown(mind.store, status))


async def _shown(store: MemoryStore, status: PeerStatus) -> RapportShown:
    rapport, vector = store.rapport(status.peer), status.vector
    course = await rapport.course()
    start = course[0].before if course else vector
    return RapportShown(
        peer=status.peer,
        sessions=vector.session_count,
        last=vector.last_updated,
        resilience=vector.resilience_type,
        is_due=status.is_due,
        told=await rapport.context(),
        dimensions=await _dimensions(rapport),
        earlier=start.session_count,
        start=_values(start),
        course=tuple(map(_session, course)),
        layers=tuple(
            LayerShown(
                one.name,
                None if one.text is None and one.edit is None else one.shown,
                one.edit is not None,
                one.updated_at,
            )
            for one in await rapport.layers.read()
        ),
        versions=tuple(map(_version, await rapport.layers.versions())),
    )


async def _dimensions(rapport: Rapport) -> tuple[Dimension, ...]:
    drifts = {one.dimension: one for one in await rapport.drift()}
    stuck = await rapport.stuck()
    return tuple(
        Dimension(name, *POLES[name], drifts.get(name), name in stuck) for name in DIMENSIONS
    )


def _session(one: Observed) -> SessionRead:
    reading = one.reading
    return SessionRead(
        id=reading.id,
        at=reading.at,
        turns=reading.turns,
        reader=reading.reader,
        confidence=reading.confidence,
        scores=reading.scores,
        asked_for=asked_for(reading.peer, reading),
        corrected=tuple(one.dimension for one in reading.corrections),
        values=_values(one.after),
    )


def _values(vector: RapportVector) -> tuple[float, ...]:
    return tuple(value for _, value in vector.items())


def _version(one: LayerVersion) -> VersionShown:
    return VersionShown(one.id, one.at, one.label, tuple(text.text for text in one.texts))


# ----------------------------------------------------------------- with --write


async def edit_layer(mind: Mind, asked: Body) -> Done:
    """Put a person's text in the place of one that they saw.

    Raises:
        ChangedMeanwhileError: It says something else by now.
    """
    layers = mind.store.rapport(asked.text("peer")).layers
    name, text = asked.text("layer"), asked.text("text")
    return Done(await layers.edit(name, text, expected=asked.text("expected")))


async def take_back_edit(mind: Mind, asked: Body) -> Done:
    """Let what was condensed count again, in place of an edit that they saw.

    Raises:
        ChangedMeanwhileError: It says something else by now.
    """
    layers = mind.store.rapport(asked.text("peer")).layers
    return Done(await layers.edit(asked.text("layer"), None, expected=asked.text("expected")))


async def restore_layers(mind: Mind, asked: Body) -> Done:
    """Let all three texts say what they said in a version, in place of those that they saw.

    Raises:
        ChangedMeanwhileError: One says something else by now.
    """
    layers = mind.store.rapport(asked.text("peer")).layers
    seen = {one: asked.text(one) for one in LayerName}
    await layers.restore(asked.text("version"), expected=seen)
    return Done()


RAPPORT_ASKED: Mapping[str, Ask] = MappingProxyType({"/api/rapport": how_we_talk})
RAPPORT_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "/api/rapport/edit": edit_layer,
        "/api/rapport/take-back": take_back_edit,
        "/api/rapport/restore": restore_layers,
    }
)
