"""What is current in a graph, as GraphML: for Gephi, yEd, networkx and other graph tools.

Edges lead the way they were told; one that was told both ways is ``mutual``. Bare links between
nodes are edges, too, whose type is the kind of link. Source of the format: the GraphML primer of
graphdrawing.org; names that Gephi shows by itself are ``label`` and ``weight``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from ....core.graph import EdgeStatus, NodeStatus
from ....core.records.graph import Edge, LinkKind, Node, Note, Orientation, node_type
from .snapshot import Snapshot, instant, joined

Value = str | int | float | bool | None

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns \
http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_GRAPH = {"user_id": "string", "exported_at": "string"}
_LIVING = {
    "description": "string",
    "notes": "string",
    "salience": "double",
    "state": "string",
    "confidence": "double",
    "access_count": "int",
    "last_accessed_at": "string",
    "ttl_policy": "string",
    "created_at": "string",
    "updated_at": "string",
}
_NODE = {"label": "string", "type": "string", "at": "string", **_LIVING}
_EDGE = {
    "label": "string",
    "type": "string",
    "weight": "double",
    "mutual": "boolean",
    "attitude": "int",
    "attitude_word": "string",
    "proximity": "int",
    "proximity_word": "string",
    "valid_from": "string",
    "valid_to": "string",
    "recorded_at": "string",
    "recorded_by": "string",
    **_LIVING,
}

# https://www.w3.org/TR/xml/#charsets
# Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
_NO_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# what a parser would make a line feed or a blank of
_LINE_ENDS = {"\r": "&#13;", "\x85": "&#133;", "\u2028": "&#8232;"}
_BLANKS = {"\t": "&#9;", "\n": "&#10;", **_LINE_ENDS}


def pieces(graph: Snapshot) -> Iterator[str]:
    """The text, piece by piece.

    Args:
        graph: The current edges, and the notes that count.
    """
    yield _HEAD
    for what, attributes in (("graph", _GRAPH), ("node", _NODE), ("edge", _EDGE)):
        for name, kind in attributes.items():
            declared = f'for="{what}" attr.name="{name}" attr.type="{kind}"'
            yield f'  <key id="{what}.{name}" {declared}/>\n'
    yield '  <graph id="graph" edgedefault="directed">\n'
    told = {"user_id": graph.user_id, "exported_at": instant(graph.at)}
    yield f"{_data('graph', told)}\n"
    yield from joined(_nodes(graph))
    yield from joined(_edges(graph))
    yield "  </graph>\n</graphml>\n"


def _nodes(graph: Snapshot) -> Iterator[str]:
    for one in graph.nodes:
        values: dict[str, Value] = {
            "label": one.node.name,
            "type": one.node.type.value,
            "at": instant(one.node.at),
            **_living(one.node, one, graph.notes.get(one.key, ())),
        }
        yield _element(f"node id={_quoted(one.key)}", "node", values)
    for key in graph.missing():
        kind = node_type(key).value
        values = {"label": key.removeprefix(f"{kind}:"), "type": kind}
        yield _element(f"node id={_quoted(key)}", "node", values)


def _edges(graph: Snapshot) -> Iterator[str]:
    for one in graph.edges:
        edge = one.edge
        values: dict[str, Value] = {
            "label": edge.relationship_type,
            "type": one.type.value,
            "weight": one.salience,
            "mutual": edge.orientation is Orientation.BOTH,
            "attitude": edge.attitude,
            "attitude_word": one.attitude,
            "proximity": edge.proximity,
            "proximity_word": one.proximity,
            "valid_from": instant(edge.valid_from),
            "valid_to": instant(one.until),
            "recorded_at": instant(edge.recorded_at),
            "recorded_by": edge.recorded_by,
            **_living(edge, one, graph.notes.get(edge.id, ())),
        }
        ends = (edge.from_key, edge.to_key)
        if edge.orientation is Orientation.BACKWARD:
            ends = (edge.to_key, edge.from_key)
        yield _edge(edge.id, ends, values)
    for node in graph.nodes:
        for kind, key in node.node.links():
            yield _link(node.key, kind, key)


def _link(start: str, kind: LinkKind, end: str) -> str:
    values = {"label": kind.value, "type": kind.value, "mutual": False}
    return _edge(f"{start} {kind.value} {end}", (start, end), values)


def _edge(name: str, ends: tuple[str, str], values: Mapping[str, Value]) -> str:
    source, target = map(_quoted, ends)
    return _element(f"edge id={_quoted(name)} source={source} target={target}", "edge", values)


def _living(
    record: Node | Edge, one: NodeStatus | EdgeStatus, notes: Sequence[Note]
) -> dict[str, Value]:
    return {
        "description": record.shown,
        "notes": "\n".join(note.content for note in notes),
        "salience": one.salience,
        "state": one.state.value,
        "confidence": record.confidence,
        "access_count": record.life.access_count,
        "last_accessed_at": instant(record.life.last_accessed_at),
        "ttl_policy": record.ttl_policy.value,
        "created_at": instant(record.created_at),
        "updated_at": instant(record.updated_at),
    }


def _element(tag: str, what: str, values: Mapping[str, Value]) -> str:
    return f"    <{tag}>{_data(what, values)}</{tag.partition(' ')[0]}>\n"


def _data(what: str, values: Mapping[str, Value]) -> str:
    """What is known of the attributes of a graph, a node or an edge."""
    said = ((name, value) for name, value in values.items() if value is not None and value != "")
    return "".join(f'<data key="{what}.{name}">{_shown(value)}</data>' for name, value in said)


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return escape(_legible(str(value)), _LINE_ENDS)


def _quoted(text: str) -> str:
    return quoteattr(_legible(text), _BLANKS)


def _legible(text: str) -> str:
    """A text of which every character may stand in XML; others are U+FFFD."""
    return _NO_CHARACTER.sub("\ufffd", text)
