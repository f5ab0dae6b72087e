"""All that is known of a graph, as JSON: every version of every edge, every note, every life.

One object: ``format``, ``version``, ``user_id``, ``exported_at``, ``nodes`` and ``edges``, each of
these on a line of its own. Times are ISO 8601 in UTC, ``null`` where there is none. Salience and
state are those of ``exported_at``; what uses made of a node or an edge until its last use stands in
``life``.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ....core.graph import EdgeStatus, NodeStatus
from ....core.records.graph import Digest, Edge, Life, Node, Note
from .snapshot import Snapshot, instant, joined

FORMAT = "sense-memory-graph"
VERSION = 1
"""Grows when a reader of the one before would misread the next."""


def pieces(graph: Snapshot) -> Iterator[str]:
    """The text, piece by piece.

    Args:
        graph: All versions of edges, all notes.
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "user_id": graph.user_id,
        "exported_at": instant(graph.at),
    }
    yield _text(head)[:-1] + ',\n"nodes": ['
    yield from _array(_node(one, graph.notes.get(one.key, ())) for one in graph.nodes)
    yield '],\n"edges": ['
    yield from _array(_edge(one, graph.notes.get(one.id, ())) for one in graph.edges)
    yield "]}\n"


def _array(values: Iterable[dict[str, Any]]) -> Iterable[str]:
    lines = (f"{',' if place else ''}\n{_text(value)}" for place, value in enumerate(values))
    return joined(lines)


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _node(one: NodeStatus, notes: Sequence[Note]) -> dict[str, Any]:
    node = one.node
    links: dict[str, list[str]] = {}
    for kind, key in node.links():
        links.setdefault(kind.value, []).append(key)
    return {
        "key": node.key,
        "type": node.type.value,
        "name": node.name,
        "at": instant(node.at),
        "origin": node.origin,
        "references": sorted(node.references),
        "links": links,
        "current_edges": one.edges,
        **_common(node, one, notes),
    }


def _edge(one: EdgeStatus, notes: Sequence[Note]) -> dict[str, Any]:
    edge = one.edge
    return {
        "id": edge.id,
        "type": one.type.value,
        "from": edge.from_key,
        "to": edge.to_key,
        "orientation": edge.orientation.value,
        "relationship_type": edge.relationship_type,
        "attitude": {"score": edge.attitude, "word": one.attitude},
        "proximity": {"score": edge.proximity, "word": one.proximity},
        "valid_from": instant(edge.valid_from),
        "valid_to": instant(edge.valid_to),
        "recorded_at": instant(edge.recorded_at),
        "invalidated_at": instant(edge.invalidated_at),
        "corrected_at": instant(edge.corrected_at),
        "recorded_by": edge.recorded_by,
        "origin": edge.origin,
        "replaces": edge.replaces or None,
        "is_current": one.is_current,
        "counts_until": instant(one.until),
        **_common(edge, one, notes),
    }


def _common(
    record: Node | Edge, one: NodeStatus | EdgeStatus, notes: Sequence[Note]
) -> dict[str, Any]:
    return {
        "description": record.description,
        "digest": _digest(record.digest),
        "is_dirty": one.is_dirty,
        "confidence": record.confidence,
        "salience": one.salience,
        "state": one.state.value,
        "ttl_policy": record.ttl_policy.value,
        "life": _life(record.life),
        "created_at": instant(record.created_at),
        "updated_at": instant(record.updated_at),
        "notes": [_note(note) for note in notes],
    }


def _digest(digest: Digest | None) -> dict[str, Any] | None:
    if digest is None:
        return None
    return {
        "text": digest.text,
        "inputs": sorted(digest.inputs),
        "at": instant(digest.at),
        "writer": digest.writer,
    }


def _life(life: Life) -> dict[str, Any]:
    return {
        "salience": life.salience,
        "access_count": life.access_count,
        "last_accessed_at": instant(life.last_accessed_at),
        "last_recall_interval_days": life.last_recall_interval,
        "decay_gradient": life.decay_gradient,
        "is_revived": life.is_revived,
    }


def _note(note: Note) -> dict[str, Any]:
    return {
        "id": note.id,
        "content": note.content,
        "added_by": note.added_by,
        "added_at": instant(note.added_at),
        "source": note.source,
        "expires_at": instant(note.expires_at),
    }
