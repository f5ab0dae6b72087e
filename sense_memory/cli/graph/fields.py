"""Nodes, edges and notes for programs."""

from typing import TYPE_CHECKING, Any

from ..output import iso

if TYPE_CHECKING:
    from ...core.graph import EdgeStatus, Hop, Neighbor, NodeStatus
    from ...core.records.graph import Edge, Node, Note


def kept_node_fields(one: "Node") -> dict[str, Any]:
    """What became of a node: what is said of it is not repeated."""
    return {"node": one.key, "name": one.name, "type": one.type.value}


def node_fields(one: "NodeStatus") -> dict[str, Any]:
    """A node, and what is noted of it."""
    from ...core.records.graph import LinkKind

    node = one.node
    return {
        **kept_node_fields(node),
        "user_id": one.user_id,
        "description": node.shown,
        "said": node.description,
        "at": iso(node.at),
        "origin": node.origin or None,
        "links": {
            kind.value: sorted(getattr(node, kind.value))
            for kind in LinkKind
            if getattr(node, kind.value)
        },
        "references": sorted(node.references),
        "confidence": node.confidence,
        "ttl_policy": node.ttl_policy.value,
        **_life_fields(one),
        "edge_count": one.edges,
        "notes": [note_fields(note) for note in one.notes],
        "created_at": iso(node.created_at),
        "updated_at": iso(node.updated_at),
    }


def kept_edge_fields(edge: "Edge") -> dict[str, Any]:
    """What became of an edge: what is said of it is not repeated."""
    return {
        "edge": edge.id,
        "from": edge.from_key,
        "to": edge.to_key,
        "orientation": edge.orientation.value,
        "relationship_type": edge.relationship_type,
        "valid_from": iso(edge.valid_from),
        "valid_to": iso(edge.valid_to),
        "recorded_at": iso(edge.recorded_at),
        "invalidated_at": iso(edge.invalidated_at),
        "replaces": edge.replaces or None,
    }


def edge_fields(one: "EdgeStatus") -> dict[str, Any]:
    """A version of an edge, and what is noted of it."""
    edge = one.edge
    return {
        **kept_edge_fields(edge),
        "type": one.type.value,
        "user_id": one.user_id,
        "description": edge.shown,
        "said": edge.description,
        "attitude": edge.attitude,
        "attitude_word": one.attitude,
        "proximity": edge.proximity,
        "proximity_word": one.proximity,
        "confidence": edge.confidence,
        "ttl_policy": edge.ttl_policy.value,
        "recorded_by": edge.recorded_by,
        "until": iso(one.until),
        "is_current": one.is_current,
        **_life_fields(one),
        "notes": [note_fields(note) for note in one.notes],
        "created_at": iso(edge.created_at),
        "updated_at": iso(edge.updated_at),
    }


def _life_fields(one: "NodeStatus | EdgeStatus") -> dict[str, Any]:
    from ...core.graph import NodeStatus

    life = (one.node if isinstance(one, NodeStatus) else one.edge).life
    return {
        "state": one.state.value,
        "salience": round(one.salience, 6),
        "access_count": life.access_count,
        "last_accessed_at": iso(life.last_accessed_at),
        "is_dirty": one.is_dirty,
    }


def kept_note_fields(note: "Note") -> dict[str, Any]:
    """What became of a note: what it says is not repeated."""
    return {
        "note": note.id,
        "target": note.target,
        "added_at": iso(note.added_at),
        "expires_at": iso(note.expires_at),
    }


def note_fields(note: "Note") -> dict[str, Any]:
    """A note."""
    return {
        **kept_note_fields(note),
        "content": note.content,
        "added_by": note.added_by,
        "source": note.source or None,
    }


def neighbor_fields(one: "Neighbor") -> dict[str, Any]:
    """A node, how far it is, and the last edge of the way there."""
    way = {"depth": one.depth, "via": one.via, "over": edge_fields(one.edge)}
    return {**node_fields(one.node), **way}


def hop_fields(one: "Hop") -> dict[str, Any]:
    """An edge, and which way it is walked."""
    return {"start": one.start, "end": one.end, **edge_fields(one.edge)}
