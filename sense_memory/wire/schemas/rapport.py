"""Rapport: what sessions with a peer were like, what they add up to, and the texts made of them.

All four types stand below ``rapport/{peer}/`` and belong to the peer's checkpoint, which each of
them names in ``peer``: whoever forgets the checkpoint forgets the peer. A peer is also what makes
a record of these stand (``alive``), so that none can stand that belongs to nobody.

``on`` says on which creations of the checkpoint a record was written. A peer that was forgotten may
be met again, and what arrives of the time before must go, what belongs to the time after must not,
whichever of checkpoint, forgetting and record a device hears of first.
"""

from collections.abc import Mapping
from typing import Any

from ...core.records.conversation import ConversationHead, Turn
from ...core.records.rapport import (
    DIMENSIONS,
    MOST_MISSING,
    NEUTRAL,
    RAPPORT_D_TAG_PREFIX,
    STYLE,
    Checkpoint,
    Correction,
    Direction,
    Layer,
    LayerName,
    LayerText,
    LayerVersion,
    RapportVector,
    Reading,
    ResilienceType,
    Score,
    checkpoint_name,
    is_checkpoint_name,
    is_layer_name,
    is_reading_name,
    is_version_name,
    reading_name,
)
from ...core.records.reference import referent
from ...core.ref import Ref
from ..body import Policy
from ..body_json import STAR
from ..schema import OnceForgotten, Reference, Schema, number, text


def _peer(name: str) -> str:
    return name.partition("/")[0]


def _owner(name: str, fields: Mapping[str, Any]) -> str:
    """The peer that a record belongs to; what says none belongs to nobody, and is no record."""
    text(fields["peer"])
    return _peer(name)


def _last(name: str) -> str:
    return name.rpartition("/")[2]


def _checkpoint(ref: Ref[Any], _peer_said: str) -> Ref[Any]:
    """The checkpoint that a record belongs to: its name tells that, whatever it says."""
    return Ref(Checkpoint, checkpoint_name(_peer(ref.name)), ref.scope)


def _reading(ref: Ref[Any], session: str) -> Ref[Any] | None:
    """The reading of a session that a record of the same peer names."""
    name = reading_name(_peer(ref.name), session)
    return Ref(Reading, name, ref.scope) if is_reading_name(name) else None


def _source(ref: Ref[Any], said: str) -> Ref[Any] | None:
    """The reading of a session, or the conversation of sessions whose readings may be folded."""
    found = referent(said, ref.scope)
    return found if found is not None and found.kind is ConversationHead else _reading(ref, said)


_APART = "//"
"""Stands between references: no part of a name is empty."""


def _turns(ref: Ref[Any], inputs: str) -> tuple[Ref[Any], ...]:
    """The turns that a session was read from."""
    found = (referent(one, ref.scope) for one in inputs.split(_APART))
    return tuple(one for one in found if one is not None and one.kind is Turn)


_CONVERSATIONS: frozenset[type] = frozenset((ConversationHead,))
_BELONGS = Reference((Checkpoint,), OnceForgotten.CASCADE, _checkpoint, grounds="on")


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("a count is needed")
    return value


def _part(value: object) -> float:
    """A number 0–1; what is outside is taken for the nearer end, as readings by a judge are."""
    return min(1.0, max(0.0, number(value)))


def _resilience(value: object) -> ResilienceType:
    try:
        return ResilienceType(text(value))
    except (TypeError, ValueError):
        return ResilienceType.UNTESTED


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError("a list of texts is needed")
    return [text(one) for one in value]


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("an object is needed")
    return value


# --- the checkpoint: versions that devices wrote apart stand beside each other


def _encode_checkpoint(one: Checkpoint) -> dict[str, Any]:
    vector = one.vector
    fields = {
        "peer": one.peer,
        "created_at": one.at if one.created_at is None else one.created_at,
        "values": dict(vector.items()),
        "session_count": vector.session_count,
        "resilience_type": vector.resilience_type.value,
        "unlearned": dict(zip(DIMENSIONS, vector.unlearned, strict=True)),
        "folded": sorted(one.folded),
        "readings": one.readings,
        "deleted": one.deleted,
        "at": one.at,
        "id": one.id,
    }
    if vector.last_updated is not None:
        fields["last_updated"] = vector.last_updated
    return fields


def _decode_checkpoint(name: str, fields: Mapping[str, Any], written_at: float) -> Checkpoint:
    created_at = number(fields.get("created_at", written_at))
    peer = _owner(name, fields)
    given = (fields, *fields.get(STAR, ())) if "id" in fields else ()
    found = []
    for version in given:
        try:
            found.append(_version(peer, version, created_at))
        except (KeyError, TypeError, ValueError):
            continue  # another device's, written by no release; the others count
    if given and not found:
        raise ValueError("no version of a checkpoint can be read")
    # SYNC §2: "the checkpoint with the most readings (then lowest id)"; before that, what was
    # deleted because it is in a checkpoint must be in the one that counts
    best, *others = sorted(found, key=lambda one: one.rank) or [
        Checkpoint(peer, at=written_at, created_at=created_at)
    ]
    return best.beside(others)


def _version(peer: str, fields: Mapping[str, Any], created_at: float) -> Checkpoint:
    values, unlearned = _mapping(fields["values"]), _mapping(fields.get("unlearned", {}))
    last_updated = fields.get("last_updated")
    text(fields["id"])
    vector = RapportVector(
        **{name: _part(values.get(name, NEUTRAL)) for name in DIMENSIONS},
        session_count=_count(fields.get("session_count", 0)),
        last_updated=None if last_updated is None else number(last_updated),
        resilience_type=_resilience(fields.get("resilience_type")),
        unlearned=tuple(_part(unlearned.get(name, 1.0)) for name in DIMENSIONS),
    )
    return Checkpoint(
        peer,
        vector,
        frozenset(_texts(fields.get("folded", []))),
        _count(fields.get("readings", 0)),
        number(fields.get("at", created_at)),
        created_at=created_at,
        deleted=_count(fields.get("deleted", 0)),
    )


def _contains(new: Mapping[str, Any], old: Mapping[str, Any]) -> bool:
    """Whether a checkpoint was made of another one, or of the same readings and more."""
    folded = old.get("folded")
    is_list = isinstance(folded, list) and all(isinstance(one, str) for one in folded)
    return (
        is_list
        and set(folded or ()) <= set(new["folded"])
        and all(type(old.get(n)) is int and old[n] <= new[n] for n in ("readings", "deleted"))
    )


CHECKPOINT = Schema(
    record=Checkpoint,
    type="sense-memory:rapport",
    root=RAPPORT_D_TAG_PREFIX,
    fields={
        "peer": Policy.REGISTER,
        # whoever folds readings has not met the peer anew, so it stands on this, and no longer
        "created_at": Policy.MIN,
        "values": Policy.VERSION,
        "session_count": Policy.VERSION,
        "last_updated": Policy.VERSION,
        "resilience_type": Policy.VERSION,
        "unlearned": Policy.VERSION,
        "folded": Policy.VERSION,
        "readings": Policy.VERSION,
        "deleted": Policy.VERSION,
        "at": Policy.VERSION,
        "id": Policy.VERSION,
    },
    alive="peer",
    encode=_encode_checkpoint,
    says=("values",),
    decode=_decode_checkpoint,
    name=lambda _fields: None,
    is_name=is_checkpoint_name,
    told_apart_by="id",
    outdates=_contains,
)


# --- a reading is written once


def _encode_reading(one: Reading) -> dict[str, Any]:
    signals: dict[str, Any] = {
        score.dimension: {"value": score.value, "signal": score.signal, "evidence": score.evidence}
        for score in one.scores
    }
    signals.setdefault("resilience", {})["type"] = one.resilience_type.value
    signals["explicit_corrections"] = [
        {"dimension": said.dimension, "quote": said.quote}
        | ({"direction": said.direction.value} if said.direction else {})
        for said in one.corrections
    ]
    fields = {
        "peer": one.peer,
        "timestamp": one.at,
        "signals": signals,
        "confidence": one.confidence,
        "reader": one.reader,
        "turns": one.turns,
    }
    if one.inputs:
        fields["inputs"] = _APART.join(sorted(one.inputs))
    return fields


def _decode_reading(name: str, fields: Mapping[str, Any], written_at: float) -> Reading:
    signals = _mapping(fields["signals"])
    scores = tuple(score for name in DIMENSIONS if (score := _score(name, signals.get(name))))
    if len(scores) < len(DIMENSIONS) - MOST_MISSING:
        raise ValueError("too few dimensions of a session were read")
    confidence = _part(fields.get("confidence", 1.0))
    if not confidence:
        raise ValueError("a reading that nobody believes is none")
    resilience = signals.get("resilience")
    corrections = signals.get("explicit_corrections", [])
    if not isinstance(corrections, list):
        raise TypeError("a list of corrections is needed")
    return Reading(
        _owner(name, fields),
        _last(name),
        number(fields.get("timestamp", written_at)),
        scores,
        tuple(said for one in corrections if (said := _correction(one))),
        _resilience(resilience.get("type") if isinstance(resilience, dict) else None),
        confidence,
        text(fields.get("reader", "")),
        _count(fields.get("turns", 0)),
        frozenset(filter(None, text(fields.get("inputs", "")).split(_APART))),
    )


def _score(dimension: str, given: object) -> Score | None:
    """One dimension, as a judge's object or a bare number; ``None`` if that is none."""
    said = given if isinstance(given, dict) else {"value": given}
    try:
        value = _part(said.get("value"))
        return Score(dimension, value, text(said.get("signal", "")), text(said.get("evidence", "")))
    except (TypeError, ValueError):
        return None


def _numbers(signals: object) -> dict[str, Any]:
    """What a session came to, without a word of what was said in it."""
    given = signals if isinstance(signals, dict) else {}
    found: dict[str, Any] = {
        name: score.value for name in DIMENSIONS if (score := _score(name, given.get(name)))
    }
    corrections = given.get("explicit_corrections")
    found["corrections"] = len(corrections) if isinstance(corrections, list) else 0
    return found


def _correction(given: object) -> Correction | None:
    said = given if isinstance(given, dict) else {}
    dimension, quote = said.get("dimension"), said.get("quote", "")
    if dimension not in (*DIMENSIONS, STYLE) or not isinstance(quote, str):
        return None
    try:
        direction = Direction(text(said.get("direction")))
    except (TypeError, ValueError):
        direction = None
    return Correction(dimension, direction, quote)


READING = Schema(
    record=Reading,
    type="sense-memory:reading",
    root=RAPPORT_D_TAG_PREFIX,
    # one session read on two devices is one reading: all of the later writer's, on both
    fields={
        "peer": Policy.REGISTER,
        "timestamp": Policy.LAST,
        "signals": Policy.LAST,
        "confidence": Policy.LAST,
        "reader": Policy.LAST,
        "turns": Policy.LAST,
        "inputs": Policy.LAST,
        "on": Policy.LAST,
    },
    alive="peer",
    encode=_encode_reading,
    says=("signals",),
    in_short=_numbers,
    decode=_decode_reading,
    name=lambda _fields: None,
    is_name=is_reading_name,
    references={
        "peer": _BELONGS,
        # what was seen in a forgotten message cannot be told from the rest, nor read anew
        "inputs": Reference((Turn,), OnceForgotten.CASCADE, _turns),
    },
)


# --- a layer: what was condensed, and what a person wrote in its place


def _encode_layer(one: Layer) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "peer": one.peer,
        "name": one.name.value,
        "inputs": tuple(sorted(one.inputs)),
        "sessions": one.sessions,
        "updated_at": one.updated_at,
    }
    if one.text is not None:
        fields["text"] = one.text
    if one.edit is not None:
        fields["edit"] = one.edit
    return fields


def _decode_layer(name: str, fields: Mapping[str, Any], written_at: float) -> Layer:
    condensed, edit = fields.get("text"), fields.get("edit")
    return Layer(
        _owner(name, fields),
        LayerName(_last(name)),
        None if condensed is None else text(condensed),
        None if edit is None else text(edit),
        frozenset(text(session) for session in fields.get("inputs", ())),
        _count(fields.get("sessions", 0)),
        number(fields.get("updated_at", written_at)),
    )


LAYER = Schema(
    record=Layer,
    type="sense-memory:layer",
    root=RAPPORT_D_TAG_PREFIX,
    fields={
        "peer": Policy.REGISTER,
        "name": Policy.IDENTITY,
        # of two that were condensed at once, the later; it can be made anew
        "text": Policy.LAST,
        "edit": Policy.REGISTER,
        "inputs": Policy.SET,
        "sessions": Policy.LAST,
        "updated_at": Policy.LAST,
        "on": Policy.LAST,
    },
    alive="peer",
    encode=_encode_layer,
    says=("edit", "text"),
    decode=_decode_layer,
    name=lambda _fields: None,
    is_name=is_layer_name,
    references={
        "peer": _BELONGS,
        "inputs": Reference(
            (Reading, ConversationHead), OnceForgotten.REBUILD, _source, noted=_CONVERSATIONS
        ),
    },
    rebuilt=("text",),
)


# --- a version of all three, written once


def _encode_version(one: LayerVersion) -> dict[str, Any]:
    return {
        "peer": one.peer,
        "at": one.at,
        "label": one.label,
        "texts": {said.name.value: said.text for said in one.texts},
        "edited": [said.name.value for said in one.texts if said.is_edited],
        "inputs": tuple(sorted(one.inputs)),
    }


def _decode_version(name: str, fields: Mapping[str, Any], written_at: float) -> LayerVersion:
    texts, edited = _mapping(fields["texts"]), _texts(fields.get("edited", []))
    return LayerVersion(
        _owner(name, fields),
        _last(name),
        number(fields.get("at", written_at)),
        text(fields.get("label", "")),
        tuple(
            LayerText(layer, text(texts.get(layer.value, "")), layer.value in edited)
            for layer in LayerName
        ),
        frozenset(text(session) for session in fields.get("inputs", ())),
    )


LAYER_VERSION = Schema(
    record=LayerVersion,
    type="sense-memory:layer-version",
    root=RAPPORT_D_TAG_PREFIX,
    fields={
        "peer": Policy.REGISTER,
        "at": Policy.LAST,
        "label": Policy.LAST,
        "texts": Policy.LAST,
        "edited": Policy.LAST,
        "inputs": Policy.SET,
        "on": Policy.LAST,
    },
    alive="peer",
    encode=_encode_version,
    says=("label",),
    decode=_decode_version,
    name=lambda _fields: None,
    is_name=is_version_name,
    references={
        "peer": _BELONGS,
        # what it says of a forgotten session cannot be told from the rest, nor made anew
        "inputs": Reference(
            (Reading, ConversationHead), OnceForgotten.CASCADE, _source, noted=_CONVERSATIONS
        ),
    },
)
