"""Whom somebody means: a node by its type and name, by its name alone, or an edge by its id."""

import re
from collections.abc import Callable
from typing import TypeVar

from ...core.errors import InputError, UnknownMemoryError
from ...core.graph import EdgeStatus, NodeStatus
from ...core.records.graph import Edge, Node, NodeType, is_id, node_key
from ...core.records.names import check_encodable
from ...mind.graph.types import as_node_key
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import known

T = TypeVar("T")

SHOWN = 64
"""So many characters of what was given an error names."""
NAMED = 5
"""So many of those that are meant an error names."""
_TYPES = ", ".join(NodeType)
_EDGE_ID = re.compile("[0-9a-f]{32}")


async def meant(context: Context, find: Callable[[KnownGraph], T]) -> tuple[KnownGraph, T]:
    """What somebody means: of what this store holds, or else of what relays hold, too.

    Args:
        context: The world.
        find: Finds it in what is known, or raises ``UnknownMemoryError``.

    Returns:
        What is known, which is kept in step from then on, and what was found there.

    Raises:
        UnknownMemoryError: There is none.
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    graph = await known(context, held=True)
    try:
        return graph, find(graph)
    except UnknownMemoryError:
        graph = await known(context)
        return graph, find(graph)


def node_key_of(context: Context, graph: KnownGraph, given: object) -> str:
    """The key of a node that is there.

    Args:
        context: The world.
        graph: What is known of its scope.
        given: ``TYPE:NAME``, a name that only one node has, or the node itself.

    Raises:
        UnknownMemoryError: There is none; it says which are called alike, and which types there
            are.
        InputError: Several are called so; or it is no name of a node, or another user's node.
    """
    if isinstance(given, str):
        key = _typed(given) or _called(graph, given)
    else:
        key = _of_node(context, given)
    if graph.node(key) is None:
        raise _unknown_node(graph, key)
    return key


def key_to_make(context: Context, graph: KnownGraph, given: object) -> tuple[str, str]:
    """The key and the name of a node that is there, or may be made.

    Args:
        context: The world.
        graph: What is known of its scope.
        given: ``TYPE:NAME``, which need not be there; a name that only one node has; or the node
            itself.

    Returns:
        The key, and the name as it was given here, or as it stands where that says less.

    Raises:
        UnknownMemoryError: A name without a type that no node has.
        InputError: As for ``node_key_of``.
    """
    if isinstance(given, str) and (key := _typed(given)) is not None:
        name = given.partition(":")[2].strip()
        standing = graph.node(key)
        return key, standing.name if standing is not None and _is_slug(key, name) else name
    key = node_key_of(context, graph, given)
    return key, graph.name_of(key)


def edge_of(context: Context, graph: KnownGraph, given: object) -> Edge:
    """A version of an edge that is there, as it stands by now.

    Args:
        context: The world.
        graph: What is known of its scope.
        given: Its id, or the edge itself.

    Raises:
        UnknownMemoryError: There is none.
        InputError: It is no name of an edge, or another user's edge.
    """
    if isinstance(given, EdgeStatus):
        _check_user(context, f"edge {given.id}", given.user_id)
    name = given.id if isinstance(given, Edge | EdgeStatus) else given
    if not isinstance(name, str):
        raise InputError(f"an edge is meant by its id, or by itself; not {_kind(given)}")
    check_encodable(name, "an edge's id")
    name = name.strip()
    if (found := graph.edge(name)) is not None:
        return found
    if not is_id(name):
        raise InputError(
            f"an edge is meant by its id, 32 hex digits, which edges() lists; not {name[:SHOWN]!r}"
        )
    raise UnknownMemoryError(
        f"there is no edge {name[:SHOWN]!r}; edges() lists them with their ids, and history() "
        "what they replaced"
    )


def target_of(context: Context, graph: KnownGraph, given: object) -> Node | Edge:
    """A node or an edge that is there, as it stands by now.

    Args:
        context: The world.
        graph: What is known of its scope.
        given: As for ``node_key_of`` or ``edge_of``; a text that is an edge's id means that.

    Raises:
        UnknownMemoryError: There is neither.
        InputError: Several nodes are called so; or it is no name of either, or another user's.
    """
    if isinstance(given, Edge | EdgeStatus):
        return edge_of(context, graph, given)
    if isinstance(given, str):
        name = given.strip()
        is_edge = graph.edge(name) is not None
        if is_edge or (_EDGE_ID.fullmatch(name) is not None and not graph.named(name)):
            return edge_of(context, graph, name)
    key = node_key_of(context, graph, given)
    node = graph.node(key)
    if node is None:
        raise _unknown_node(graph, key)
    return node


# --- what was given


def _typed(given: str) -> str | None:
    """The key that is meant by ``TYPE:NAME``; ``None`` where no type stands before a colon."""
    check_encodable(given, "a node's name")
    kind, separator, name = given.partition(":")
    if not separator or kind.strip().casefold() not in _KINDS:
        return None
    return node_key(_KINDS[kind.strip().casefold()], name)


_KINDS = {one.value: one for one in NodeType}


def _is_slug(key: str, name: str) -> bool:
    """Whether a name says no more than the key does."""
    return key.partition(":")[2] == name.casefold()


def _called(graph: KnownGraph, name: str) -> str:
    """The key of the one node that has a name."""
    if not name.strip():
        raise InputError(f"a node is called TYPE:NAME, the type one of {_TYPES}; this is empty")
    keys = graph.named(name)
    if len(keys) > 1:
        there = ", ".join(keys[:NAMED]) + (f" and {len(keys) - NAMED} more" * (len(keys) > NAMED))
        raise InputError(f"several nodes are called {name[:SHOWN]!r}; say which: {there}")
    if keys:
        return keys[0]
    if ":" in name:
        as_node_key(name)  # what stands before the colon is meant as a type, and is none
    raise _unknown_node(graph, name)


def _of_node(context: Context, given: object) -> str:
    match given:
        case NodeStatus():
            _check_user(context, given.key, given.user_id)
            return given.key
        case Node():
            return given.key
        case _:
            raise InputError(
                f"a node is meant by TYPE:NAME, by a name, or by itself; not {_kind(given)}"
            )


def _check_user(context: Context, what: str, user: str) -> None:
    if user != context.user:
        raise InputError(
            f"{what} belongs to the graph of {user}; this one is {context.user}'s: ask the store "
            "of that scope"
        )


def _kind(given: object) -> str:
    return type(given).__name__


def _unknown_node(graph: KnownGraph, name: str) -> UnknownMemoryError:
    near = graph.alike(name)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    todo = (
        f"a node is called TYPE:NAME, the type one of {_TYPES}; relate and add make one"
        if _typed(name) is None
        else "add makes it"
    )
    return UnknownMemoryError(f"there is no node {name[:SHOWN]!r}{hint}; {todo}")
