"""The graph: nodes, versions of how two of them relate, and what is noted of either.

A node that is forgotten takes with it its edges, its notes, and what was told about it alone; an
edge takes its notes. Each of those says on which creations of the other it was written (``on``), as
in rapport: somebody of the same name may be met again, and what arrives of the time before must go.
What was learned from a turn, or any other record, goes with it; a source that is a node is named no
more, nor is what a node is elsewhere. A sentence that was made of notes, or of sources, waits to be
made anew once one of those is forgotten.

That a version of an edge ended is written into it, and nothing here deletes it for that. Which one
is current is written nowhere: it follows from all of them (``mind.graph.chains``).

What was made of uses is one version (``Policy.VERSION``), told apart by when the last use was: of
two that devices wrote apart the later use counts, whichever was written later.

No tag says when a note expires (NIP-40): it would tell relays which records are notes, and for how
long each counts; and what a relay drops by itself looks like something that it withholds.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.records.graph import (
    GRAPH_D_TAG_PREFIX,
    HIGHEST_SCORE,
    LOWEST_SCORE,
    START_CONFIDENCE,
    Digest,
    Edge,
    Life,
    LinkKind,
    Node,
    Note,
    Orientation,
    TTLPolicy,
    is_id,
    is_node_key,
    is_note_name,
)
from ...core.records.persona import SECONDS_PER_DAY
from ...core.ref import Ref
from ...mind.graph.lifecycle import accessed, decay, state
from ...mind.graph.types import in_order
from ..body import Policy
from ..body_json import STAR
from ..schema import OnceForgotten, Reference, Schema, count, moment_in, number, text
from .persona import STALE_PART
from .source import ELSEWHERE, LEARNED_FROM, ORIGIN_ON

_CREATED = "created_at"
"""What machines tell, count and end stands on it, and goes with it where somebody forgets the
record without having seen that; and so do the edges and notes that were written on it."""
_ANCHORED = (LinkKind.ABOUT, LinkKind.ROOTED_IN)
"""Links to what a story is about. It is nothing without that, so they are written anew with it, and
stand in a field of their own each: the key, or several with blanks between them."""
_SETS = tuple(kind for kind in LinkKind if kind not in _ANCHORED)


def _said(fields: Mapping[str, object]) -> dict[str, Any]:
    """The fields of which something is known."""
    return {name: value for name, value in fields.items() if value is not None and value != ""}


def _text_in(fields: Mapping[str, Any], name: str) -> str:
    return text(fields.get(name, ""))


def _number_in(fields: Mapping[str, Any], name: str, default: float) -> float:
    return number(fields.get(name, default))


def _part_in(fields: Mapping[str, Any], name: str, default: float) -> float:
    part = _number_in(fields, name, default)
    if not 0.0 <= part <= 1.0:
        raise ValueError("a number from 0 to 1 is needed")
    return part


def _score_in(fields: Mapping[str, Any], name: str) -> int:
    score = count(fields.get(name, 3), HIGHEST_SCORE)
    if score < LOWEST_SCORE:
        raise ValueError("a whole number from 1 to 5 is needed")
    return score


def _key(value: object) -> str:
    if not is_node_key(text(value)):
        raise ValueError("a node is named by its type and a slug")
    return text(value)


def _node(ref: Ref[Any], key: str) -> Ref[Any] | None:
    """The node that a key names."""
    return Ref(Node, key, ref.scope) if is_node_key(key) else None


def _nodes(ref: Ref[Any], keys: str) -> tuple[Ref[Any], ...]:
    """The nodes that a field of several keys names."""
    return tuple(found for key in keys.split() if (found := _node(ref, key)) is not None)


def _edge(ref: Ref[Any], edge: str) -> Ref[Any] | None:
    """The version of an edge of an id."""
    return Ref(Edge, edge, ref.scope) if is_id(edge) else None


def _note(ref: Ref[Any], name: str) -> Ref[Any] | None:
    """The note of a node or an edge that its digest was made of."""
    return Ref(Note, name, ref.scope) if is_note_name(name) else None


# --- what nodes and edges have in common: a digest of their notes, and a life

_DIGEST = {
    "digest": Policy.LAST,
    "inputs": Policy.SET,
    # of the text, too: beside another device's text it fits nothing
    "of": Policy.LAST,
    "digested_at": Policy.LAST,
    "writer": Policy.LAST,
}
_LIFE = {
    "access_count": Policy.COUNTER,
    "salience": Policy.VERSION,
    "last_accessed_at": Policy.VERSION,
    "last_recall_interval": Policy.VERSION,
    "decay_gradient": Policy.VERSION,
    "revived": Policy.VERSION,
}
_TIMES = {_CREATED: Policy.MIN, "updated_at": Policy.MAX}
_MADE_OF_NOTES = Reference((Note,), OnceForgotten.REBUILD, _note)


def _digested(digest: Digest | None) -> dict[str, Any]:
    if digest is None:
        return {"inputs": ()}
    said = {"digest": digest.text, "of": digest.seal, "digested_at": digest.at}
    return {**_said(said), "inputs": tuple(sorted(digest.inputs)), "writer": digest.writer}


def _digest_in(fields: Mapping[str, Any]) -> Digest | None:
    # one that was made anew while somebody forgot it may lack its writer, who was the same
    if not {"writer", "digest"} & fields.keys():
        return None
    return Digest(
        _text_in(fields, "digest") or None,
        frozenset(text(note) for note in fields.get("inputs", ())),
        _text_in(fields, "of"),
        moment_in(fields, "digested_at"),
        _text_in(fields, "writer"),
    )


def _lived(life: Life) -> dict[str, Any]:
    return {
        "access_count": life.access_count,
        "salience": life.salience,
        "last_accessed_at": life.last_accessed_at,
        "last_recall_interval": life.last_recall_interval,
        "decay_gradient": life.decay_gradient,
        "revived": life.is_revived,
    }


def _life_in(fields: Mapping[str, Any]) -> Life:
    """What the latest of all uses made of it."""
    uses = count(fields.get("access_count", 0))
    found = []
    for version in (fields, *fields.get(STAR, ())):
        try:
            found.append(_life(version, uses))
        except (TypeError, ValueError):
            continue  # another device's, written by no release; the others count
    if not found:
        raise ValueError("nothing that uses made can be read")
    return max(found, key=lambda life: _last_use(life.last_accessed_at))


def _life(version: Mapping[str, Any], uses: int) -> Life:
    usual = Life()
    is_revived = version.get("revived", usual.is_revived)
    if type(is_revived) is not bool:
        raise TypeError("yes or no is needed")
    return Life(
        _part_in(version, "salience", usual.salience),
        uses,
        moment_in(version, "last_accessed_at"),
        count(version.get("last_recall_interval", usual.last_recall_interval)),
        _number_in(version, "decay_gradient", usual.decay_gradient),
        is_revived,
    )


def _last_use(at: float | None) -> float:
    return -math.inf if at is None else at


def _used(one: Any, uses: int, at: float) -> Any:
    """Every use is a recall."""
    return replace(one, life=accessed(one, at, uses))


def _is_outdated(told: Node | Edge, true: Node | Edge, now: float) -> bool:
    """Whether a reader would see another state, or think that it was unused for much longer."""
    fall = decay(told)
    untold = (decay(true).since - fall.since) / SECONDS_PER_DAY
    return untold * fall.rate > STALE_PART * math.log(2) or state(told, now) != state(true, now)


# --- a node


def _encode_node(one: Node) -> dict[str, Any]:
    said = {
        "description": one.description,
        "timestamp": one.at,
        "origin": one.origin,
        "confidence": one.confidence,
        "ttl_policy": one.ttl_policy.value,
        **{kind.value: " ".join(sorted(getattr(one, kind))) for kind in _ANCHORED},
        **{kind.value: tuple(sorted(getattr(one, kind))) for kind in _SETS},
        "references": tuple(sorted(one.references)),
        _CREATED: one.created_at,
        "updated_at": one.updated_at,
    }
    return {"name": one.name, **_said(said), **_digested(one.digest), **_lived(one.life)}


def _decode_node(name: str, fields: Mapping[str, Any], written_at: float) -> Node:
    about, rooted_in = (frozenset(map(_key, _text_in(fields, kind).split())) for kind in _ANCHORED)
    mentions, produced, includes, groups = (
        frozenset(map(_key, fields.get(kind, ()))) for kind in _SETS
    )
    return Node(
        name,
        text(fields["name"]),
        _text_in(fields, "description"),
        _digest_in(fields),
        moment_in(fields, "timestamp"),
        _text_in(fields, "origin"),
        _part_in(fields, "confidence", START_CONFIDENCE),
        TTLPolicy(text(fields.get("ttl_policy", TTLPolicy.DECAY))),
        _life_in(fields),
        mentions,
        produced,
        about,
        includes,
        rooted_in,
        groups,
        _number_in(fields, _CREATED, written_at),
        _number_in(fields, "updated_at", written_at),
        frozenset(map(text, fields.get("references", ()))),
    )


def _type_in(name: str) -> str:
    """The type in a node's key, or in how keys start."""
    kind, separator, _ = name.partition(":")
    return kind if separator else ""


def _link(once_forgotten: OnceForgotten) -> Reference:
    return Reference((Node,), once_forgotten, _node)


NODE = Schema(
    record=Node,
    type="sense-memory:node",
    root=f"{GRAPH_D_TAG_PREFIX}node/",
    fields={
        "name": Policy.REGISTER,
        "description": Policy.REGISTER,
        "timestamp": Policy.LAST,
        "origin": Policy.LAST,
        ORIGIN_ON: Policy.LAST,
        "confidence": Policy.REGISTER,
        "ttl_policy": Policy.REGISTER,
        "mentions": Policy.SET,
        "produced": Policy.SET,
        "about": Policy.LAST,
        "about_on": Policy.LAST,
        "includes": Policy.SET,
        "rooted_in": Policy.LAST,
        "rooted_in_on": Policy.LAST,
        "groups": Policy.SET,
        "references": Policy.SET,
        **_DIGEST,
        **_LIFE,
        **_TIMES,
    },
    alive="name",
    # what is said anew of a node that somebody forgets with its origin or its anchor goes, too
    renewed=("timestamp", "origin", "about", "rooted_in"),
    encode=_encode_node,
    decode=_decode_node,
    says=("description",),
    name=lambda _fields: None,
    is_name=is_node_key,
    group=_type_in,
    told_apart_by="last_accessed_at",
    # who knew of a use has taken it in
    outdates=lambda _new, _old: True,
    counter="access_count",
    used=_used,
    is_outdated=_is_outdated,
    references={
        "inputs": _MADE_OF_NOTES,
        "origin": LEARNED_FROM,
        "mentions": _link(OnceForgotten.UNLINK),
        "produced": _link(OnceForgotten.UNLINK),
        # a story is told of what it includes
        "includes": _link(OnceForgotten.REBUILD),
        "groups": _link(OnceForgotten.REBUILD),
        "references": ELSEWHERE,
        "about": Reference((Node,), OnceForgotten.CASCADE, _nodes, grounds="about_on"),
        "rooted_in": Reference((Node,), OnceForgotten.CASCADE, _nodes, grounds="rooted_in_on"),
    },
    rebuilt=("digest",),
    made_by="writer",
)


# --- a version of an edge


def _encode_edge(one: Edge) -> dict[str, Any]:
    said = {
        "from": one.from_key,
        "to": one.to_key,
        "description": one.description,
        "attitude": one.attitude,
        "proximity": one.proximity,
        "confidence": one.confidence,
        "valid_from": one.valid_from,
        "valid_to": one.valid_to,
        "recorded_at": one.recorded_at,
        "invalidated_at": one.invalidated_at,
        "corrected_at": one.corrected_at,
        "recorded_by": one.recorded_by,
        "orientation": one.orientation.value,
        "replaces": one.replaces,
        "origin": one.origin,
        "ttl_policy": one.ttl_policy.value,
        _CREATED: one.created_at,
        "updated_at": one.updated_at,
    }
    made = {**_digested(one.digest), **_lived(one.life)}
    return {"relationship_type": one.relationship_type, **_said(said), **made}


def _decode_edge(name: str, fields: Mapping[str, Any], written_at: float) -> Edge:
    first, second = text(fields["from"]), text(fields["to"])
    if in_order(first, second)[:2] != (first, second):
        raise ValueError("the nodes of an edge stand in the order of their types and keys")
    valid_from = moment_in(fields, "valid_from")
    return Edge(
        name,
        first,
        second,
        text(fields["relationship_type"]),
        _text_in(fields, "description"),
        _digest_in(fields),
        _score_in(fields, "attitude"),
        _score_in(fields, "proximity"),
        _part_in(fields, "confidence", START_CONFIDENCE),
        written_at if valid_from is None else valid_from,
        moment_in(fields, "valid_to"),
        _number_in(fields, "recorded_at", written_at),
        moment_in(fields, "invalidated_at"),
        moment_in(fields, "corrected_at"),
        _text_in(fields, "recorded_by"),
        Orientation(text(fields.get("orientation", Orientation.FORWARD))),
        _text_in(fields, "replaces"),
        TTLPolicy(text(fields.get("ttl_policy", TTLPolicy.DECAY))),
        _life_in(fields),
        _number_in(fields, _CREATED, written_at),
        _number_in(fields, "updated_at", written_at),
        _text_in(fields, "origin"),
    )


EDGE = Schema(
    record=Edge,
    type="sense-memory:edge",
    root=f"{GRAPH_D_TAG_PREFIX}edge/",
    fields={
        "from": Policy.LAST,
        "from_on": Policy.LAST,
        "to": Policy.LAST,
        "to_on": Policy.LAST,
        "relationship_type": Policy.REGISTER,
        "description": Policy.REGISTER,
        "attitude": Policy.REGISTER,
        "proximity": Policy.REGISTER,
        "confidence": Policy.REGISTER,
        "valid_from": Policy.LAST,
        # of two that ended it apart, people are shown both
        "valid_to": Policy.REGISTER,
        "recorded_at": Policy.LAST,
        # it is of the shown end, which was written with it
        "invalidated_at": Policy.LAST,
        "corrected_at": Policy.LAST,
        "recorded_by": Policy.LAST,
        "orientation": Policy.LAST,
        "replaces": Policy.LAST,
        "origin": Policy.LAST,
        ORIGIN_ON: Policy.LAST,
        "ttl_policy": Policy.REGISTER,
        **_DIGEST,
        **_LIFE,
        **_TIMES,
    },
    alive="relationship_type",
    # what is written once: whatever outlives a forgetting says whose it is, since when, till when
    renewed=(
        *("from", "to", "orientation", "valid_from", "recorded_at", "recorded_by"),
        *("valid_to", "invalidated_at", "corrected_at", "replaces", "origin"),
    ),
    encode=_encode_edge,
    decode=_decode_edge,
    says=("description",),
    name=lambda _fields: None,
    is_name=is_id,
    told_apart_by="last_accessed_at",
    # who knew of a use has taken it in
    outdates=lambda _new, _old: True,
    counter="access_count",
    used=_used,
    is_outdated=_is_outdated,
    references={
        "inputs": _MADE_OF_NOTES,
        "replaces": Reference((Edge,), OnceForgotten.UNLINK, _edge),
        "origin": LEARNED_FROM,
        "from": Reference((Node,), OnceForgotten.CASCADE, _node, grounds="from_on"),
        "to": Reference((Node,), OnceForgotten.CASCADE, _node, grounds="to_on"),
    },
    rebuilt=("digest",),
    made_by="writer",
)


# --- a note is written once


def _target_in(name: str) -> str:
    """What a note is of, from its name, or from how names start."""
    target, separator, _ = name.partition("/")
    return target if separator else ""


def _target(ref: Ref[Any], _target_said: str) -> Ref[Any]:
    """The node or the edge that a note is of: its name tells that, whatever it says."""
    target = _target_in(ref.name)
    return Ref(Node if is_node_key(target) else Edge, target, ref.scope)


def _encode_note(one: Note) -> dict[str, Any]:
    said = {
        "target": one.target,
        "added_by": one.added_by,
        "date_added": one.added_at,
        "source_entity_key" if is_node_key(one.source) else "origin": one.source,
        "expires_at": one.expires_at,
    }
    return {"content": one.content, **_said(said)}


def _decode_note(name: str, fields: Mapping[str, Any], written_at: float) -> Note:
    text(fields["target"])  # what says none belongs to nobody, and is no note
    target, _, note = name.partition("/")
    return Note(
        target,
        note,
        text(fields["content"]),
        _text_in(fields, "added_by"),
        _number_in(fields, "date_added", written_at),
        _text_in(fields, "origin") or _text_in(fields, "source_entity_key"),
        moment_in(fields, "expires_at"),
    )


NOTE = Schema(
    record=Note,
    type="sense-memory:note",
    root=f"{GRAPH_D_TAG_PREFIX}note/",
    fields={
        "target": Policy.LAST,
        "content": Policy.REGISTER,
        "added_by": Policy.LAST,
        "date_added": Policy.LAST,
        "source_entity_key": Policy.LAST,
        "origin": Policy.LAST,
        ORIGIN_ON: Policy.LAST,
        "expires_at": Policy.LAST,
        "on": Policy.LAST,
    },
    alive="content",
    renewed=("target", "added_by", "date_added", "source_entity_key", "origin", "expires_at"),
    encode=_encode_note,
    decode=_decode_note,
    name=lambda _fields: None,
    is_name=is_note_name,
    group=_target_in,
    references={
        "target": Reference((Node, Edge), OnceForgotten.CASCADE, _target, grounds="on"),
        "source_entity_key": _link(OnceForgotten.UNLINK),
        "origin": LEARNED_FROM,
    },
)
