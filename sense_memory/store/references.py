"""Which record somebody means, of whatever type, and what names it."""

from typing import Any, TypeAlias

from ..core.about import AboutLine
from ..core.change import Change
from ..core.errors import InputError, InvalidKeyError, UnknownMemoryError
from ..core.found import Found
from ..core.graph import EdgeStatus, NodeStatus
from ..core.log_entry import LogEntry
from ..core.mention import Mention
from ..core.records.conversation import Turn, turn_name
from ..core.records.flat import FLAT, FLAT_FACET
from ..core.records.graph import Edge, Node, NodeType, Note, note_name
from ..core.records.kv import Memory
from ..core.records.names import canonical
from ..core.records.persona import PersonaMemory
from ..core.records.pyramid import Observation
from ..core.records.reference import reference_to, referent
from ..core.ref import Ref
from ..core.search_result import SearchHit
from ..mind.graph.types import as_node_key
from ..wire.schemas import SCHEMAS
from .context import Context
from .log import type_of
from .persona.naming import catalogued, ref_of

MOST_LIKELY = 5
"""How many names an error proposes."""
_FULL = 2
"""Slashes in the full name of a persona memory."""

Named: TypeAlias = (
    str
    | Ref[Any]
    | LogEntry
    | Change[Any]
    | Memory
    | PersonaMemory
    | SearchHit
    | Found
    | AboutLine
    | Observation
    | Turn
    | Node
    | NodeStatus
    | Edge
    | EdgeStatus
    | Note
)
"""What means one record: its name, ``TYPE:NAME`` of a node, what ``reference`` says, a ``Ref``, or
what the log, the changes, recalling, searching and asking the graph give."""


async def reference(context: Context, named: Named) -> str:
    """The text by which others name a record that stands.

    Raises:
        InputError: It is nothing that means a record, or nothing refers to such records.
        UnknownMemoryError: There is none.
        ReadFailedError: That is not known.
    """
    (ref, *_) = await known(context, named)
    return reference_to(ref)


async def references(context: Context, named: Named) -> list[Mention]:
    """Where the living records of a scope name a record."""
    standing = await known(context, named)
    return [one for ref in standing for one in await context.records.mentions(ref)]


async def known(context: Context, named: Named, otherwise: str = "") -> list[Ref[Any]]:
    """The records that stand where the one that is meant may stand: one, as a rule.

    They are of one type. What is called like a key-value or a persona memory and like something
    else means the memory, where there is one.

    Args:
        context: The world.
        named: What means it.
        otherwise: For the error: what follows if there is none.

    Raises:
        InputError: It is nothing that means a record of this scope's mind.
        UnknownMemoryError: There is none.
        ReadFailedError: That is not known.
    """
    refs = meant(context, named)
    found = {ref: await context.records.get(ref) for ref in refs}
    standing = {ref: record for ref, record in found.items() if record is not None}
    if not standing:
        likely = await _likely(context, refs[0])
        titles = " or ".join({ref.kind: title(ref) for ref in reversed(refs)}.values())
        raise UnknownMemoryError(f"there is no {titles}{otherwise}{likely}")
    shown = _record(named)
    if isinstance(shown, Memory | PersonaMemory | Node):
        # what was found in another scope may have the name of something here
        same = [ref for ref, record in standing.items() if _is_same(shown, record)]
        if not same:
            raise UnknownMemoryError(
                f"the {title(refs[0])} of this scope is another one than that which was given"
                f"{otherwise}; ask the store of its scope, or give the name"
            )
        return same
    first = next(iter(standing)).kind
    return [ref for ref in standing if ref.kind is first]


def _is_same(shown: Memory | PersonaMemory | Node, record: Memory | PersonaMemory | Node) -> bool:
    """Whether what was shown may be an earlier look at the record that stands."""
    return record.created_at == shown.created_at or _said(record) == _said(shown)


def _said(record: Memory | PersonaMemory | Node) -> tuple[str, ...]:
    if isinstance(record, Node):
        return record.name, record.description
    return (record.value,)


def _record(named: Named) -> Named:
    """The record in what searching and asking the graph give."""
    match named:
        case SearchHit():
            return named.memory
        case NodeStatus():
            return named.node
        case EdgeStatus():
            return named.edge
        case Found() | AboutLine():
            return named.reference
        case _:
            return named


def meant(context: Context, named: Named) -> list[Ref[Any]]:
    """The places where the record that is meant may stand, the likeliest first.

    There are two where other clients write the name in another normal form.

    Raises:
        InputError: It is nothing that means a record of this scope's mind.
    """
    if isinstance(named, NodeStatus | EdgeStatus) and named.user_id != context.user:
        raise InputError(
            f"it belongs to the graph of {named.user_id}; this one is {context.user}'s: ask the "
            "store of that scope"
        )
    named = _record(named)
    if isinstance(named, str):
        return _by_text(context, named)
    if isinstance(named, PersonaMemory | Memory):
        return _by_name(context, named.name if isinstance(named, PersonaMemory) else named.key)
    if isinstance(named, Change):
        named = named.ref
    if not isinstance(named, Ref):
        return [_place(context, named)]
    type_ = next((type_of(s.record) for s in SCHEMAS if s.record is named.kind), None)
    kind_of(type_ or named.kind.__name__)
    if named.scope != context.scope:
        raise InputError(
            f"the {title(named)} is of the scope {named.scope!r}, and this store is restricted to "
            f"{context.scope!r}; ask the store of that scope"
        )
    return [named]


def _place(context: Context, named: Named) -> Ref[Any]:
    """Where what has an id stands."""
    match named:
        case Observation():
            return context.ref(Observation, named.id)
        case Turn():
            return context.ref(Turn, turn_name(named.conversation, named.id))
        case Node():
            return context.ref(Node, named.key)
        case Edge():
            return context.ref(Edge, named.id)
        case Note():
            return context.ref(Note, note_name(named.target, named.id))
        case LogEntry():
            return context.ref(kind_of(named.type), named.name)
        case _:
            raise InvalidKeyError(
                "a record is named by a text, a Ref, or what log(), changes(), recall() and the "
                f"like return, got {type(named).__name__}"
            )


def kind_of(type_: str) -> type:
    """The record class that the log calls by a word.

    Raises:
        InputError: The mind has no such records.
    """
    kinds = {type_of(schema.record): schema.record for schema in SCHEMAS if not schema.is_of_store}
    if type_ not in kinds:
        raise InputError(
            f"records of the mind are of the types {', '.join(sorted(kinds))}; not {type_!r}"
        )
    return kinds[type_]


def title(ref: Ref[Any]) -> str:
    """A record for people."""
    word = "memory" if ref.kind in (Memory, PersonaMemory) else f"{type_of(ref.kind)} record"
    return f"{word} {ref.name!r}"


async def _likely(context: Context, ref: Ref[Any]) -> str:
    """What somebody may have meant by a key under which there is no key-value memory."""
    if ref.kind is not Memory:
        return ""
    await catalogued(context)
    found = context.views.catalogue.with_key(context.scope, ref.name)
    return f"; did you mean {' or '.join(found[:MOST_LIKELY])}?" if found else ""


def node_called(context: Context, name: str) -> Ref[Node] | None:
    """Where the node stands that ``TYPE:NAME`` means; ``None`` if it is no name like that."""
    key = node_key_in(name)
    return None if key is None else context.ref(Node, key)


def node_key_in(name: str) -> str | None:
    """The key of the node that ``TYPE:NAME`` means; ``None`` if it is no name like that."""
    kind, separator, _ = name.partition(":")
    if not separator or kind.strip().casefold() not in set(NodeType):
        return None
    try:
        return as_node_key(name)
    except InputError:
        return None  # it has neither letter nor digit, as no node's name


def _by_text(context: Context, name: str) -> list[Ref[Any]]:
    """Where what a text means may stand: a memory of that name, a node, or what it refers to.

    Who says ``flat/facts/{key}`` means a memory alone.
    """
    found = referent(canonical(name), context.scope)
    if found is not None and name.count("/") != _FULL:
        return [found]
    refs = _by_name(context, name)
    if (node := node_called(context, name)) is not None:
        refs.append(node)
    return refs if found is None else [*refs, found]


def _by_name(context: Context, name: str) -> list[Ref[Any]]:
    names = dict.fromkeys([canonical(name), name])
    if name.count("/") != _FULL:
        for one in names:
            Memory(one, "", 0.0)  # the record's own checks name what is wrong
        return [context.ref(Memory, one) for one in names]
    domain, facet, key = name.split("/")
    if (domain, facet) == (FLAT, FLAT_FACET):
        return _by_name(context, key)
    return [ref_of(context, *one.split("/")) for one in names]
