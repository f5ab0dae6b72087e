"""Which record somebody means, of whatever type, and what names it."""

from typing import Any, TypeAlias

from ..core.change import Change
from ..core.errors import InputError, InvalidKeyError, UnknownMemoryError
from ..core.log_entry import LogEntry
from ..core.mention import Mention
from ..core.records.flat import FLAT, FLAT_FACET
from ..core.records.kv import Memory
from ..core.records.names import canonical
from ..core.records.persona import PersonaMemory
from ..core.ref import Ref
from ..core.search_result import SearchHit
from ..wire.schemas import SCHEMAS
from .context import Context
from .log import type_of
from .persona.naming import catalogued, ref_of

MOST_LIKELY = 5
"""How many names an error proposes."""

Named: TypeAlias = str | Ref[Any] | LogEntry | Change[Any] | Memory | PersonaMemory | SearchHit
"""What means one record: its name, a reference, or what the log, the changes, recalling and
searching give."""


async def references(context: Context, named: Named) -> list[Mention]:
    """Where the living records of a scope name a record."""
    standing = await known(context, named)
    return [one for ref in standing for one in await context.records.mentions(ref)]


async def known(context: Context, named: Named, otherwise: str = "") -> list[Ref[Any]]:
    """The records that stand where the one that is meant may stand: one, as a rule.

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
        raise UnknownMemoryError(f"there is no {title(refs[0])}{otherwise}{likely}")
    shown = named.memory if isinstance(named, SearchHit) else named
    if isinstance(shown, Memory | PersonaMemory):
        # what was found in another scope may have the name of something here
        same = [ref for ref, record in standing.items() if _is_same(shown, record)]
        if not same:
            raise UnknownMemoryError(
                f"the {title(refs[0])} of this scope is another one than that which was given"
                f"{otherwise}; ask the store of its scope, or give the name"
            )
        return same
    return list(standing)


def _is_same(shown: Memory | PersonaMemory, record: Memory | PersonaMemory) -> bool:
    """Whether a memory that was shown may be an earlier look at the one that stands."""
    return record.created_at == shown.created_at or record.value == shown.value


def meant(context: Context, named: Named) -> list[Ref[Any]]:
    """The places where the record that is meant may stand, the likeliest first.

    There are two where other clients write the name in another normal form.

    Raises:
        InputError: It is nothing that means a record of this scope's mind.
    """
    if isinstance(named, str):
        return _by_name(context, named)
    if isinstance(named, SearchHit):
        named = named.memory
    if isinstance(named, PersonaMemory):
        return _by_name(context, named.name)
    if isinstance(named, Memory):
        return _by_name(context, named.key)
    if isinstance(named, LogEntry):
        return [context.ref(kind_of(named.type), named.name)]
    if isinstance(named, Change):
        named = named.ref
    if not isinstance(named, Ref):
        raise InvalidKeyError(
            "a record is named by a text, a Ref, or what log(), changes(), recall() and the like "
            f"return, got {type(named).__name__}"
        )
    type_ = next((type_of(s.record) for s in SCHEMAS if s.record is named.kind), None)
    kind_of(type_ or named.kind.__name__)
    if named.scope != context.scope:
        raise InputError(
            f"the {title(named)} is of the scope {named.scope!r}, and this store is restricted to "
            f"{context.scope!r}; ask the store of that scope"
        )
    return [named]


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


def _by_name(context: Context, name: str) -> list[Ref[Any]]:
    names = dict.fromkeys([canonical(name), name])
    if name.count("/") != 2:
        for one in names:
            Memory(one, "", 0.0)  # the record's own checks name what is wrong
        return [context.ref(Memory, one) for one in names]
    domain, facet, key = name.split("/")
    if (domain, facet) == (FLAT, FLAT_FACET):
        return _by_name(context, key)
    return [ref_of(context, *one.split("/")) for one in names]
