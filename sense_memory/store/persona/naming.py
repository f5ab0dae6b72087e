"""Which memory a text means, and how one memory names another."""

from typing import Any

from ...core.errors import AmbiguousKeyError, InvalidKeyError, UnknownMemoryError
from ...core.records.flat import FLAT
from ...core.records.graph import is_in_graph
from ...core.records.kv import Memory
from ...core.records.names import canonical, check_key, check_text
from ...core.records.persona import PersonaMemory
from ...core.records.reference import reference_to, referent
from ...core.ref import Ref
from ..context import Context


def ref_of(context: Context, domain: str, facet: str, key: str) -> Ref[PersonaMemory]:
    """The reference of a memory.

    Raises:
        InvalidKeyError: A part of its name is not taken, or it is of the domain ``flat``.
    """
    # the record's own checks name what is wrong
    PersonaMemory(domain, facet, key, "")
    if domain == FLAT:
        raise InvalidKeyError(
            "the domain 'flat' shows key-value memories; use remember(key, value), recall(key) and "
            "forget(key) for them"
        )
    return context.ref(PersonaMemory, f"{domain}/{facet}/{key}")


async def named(context: Context, name: str, purpose: str) -> Ref[PersonaMemory]:
    """The memory that somebody means by ``domain/facet/key``, or by a key that only one has.

    Raises:
        AmbiguousKeyError: Several have this key.
        UnknownMemoryError: None has.
        ReadFailedError: That is not known.
    """
    check_text(name, "the name of a memory")
    parts = canonical(name).split("/")
    if len(parts) == 3:
        ref = ref_of(context, *parts)
        if await context.records.get(ref) is None:
            if referent(ref.name, context.scope) is not None:
                raise _no_memory(ref.name, purpose)
            raise unknown(ref.name, purpose)
        return ref
    if len(parts) != 1 and referent("/".join(parts), context.scope) is not None:
        raise _no_memory("/".join(parts), purpose)
    if len(parts) != 1:
        raise InvalidKeyError(f"a memory is named by its key or domain/facet/key, got {name!r}")
    (key,) = parts
    check_key(key)
    await catalogued(context)
    found = context.views.catalogue.with_key(context.scope, key)
    if len(found) > 1:
        raise AmbiguousKeyError(key, found)
    if not found:
        if await context.records.get(context.ref(Memory, key)) is not None:
            raise UnknownMemoryError(
                f"there is no memory {key} to {purpose} but a key-value one; remember it as "
                "domain/facet/key first"
            )
        raise unknown(key, purpose)
    return context.ref(PersonaMemory, found[0])


async def pair(
    context: Context, first: str, second: str, purpose: str
) -> tuple[Ref[PersonaMemory], Ref[PersonaMemory]]:
    """Two different memories, as ``named`` finds them."""
    one = await named(context, first, purpose)
    other = await named(context, second, purpose)
    if one == other:
        raise InvalidKeyError(f"two memories are needed to {purpose}, got {one.name!r} twice")
    return one, other


def unknown(name: str, purpose: str) -> UnknownMemoryError:
    """The error that says so."""
    return UnknownMemoryError(f"there is no memory {name} to {purpose}; remember it first")


def _no_memory(name: str, purpose: str) -> InvalidKeyError:
    """The error for what is something else: whoever is told that there is none looks for it."""
    return InvalidKeyError(
        f"{name!r} is no memory, and to {purpose} takes memories, named domain/facet/key"
    )


def in_graph(context: Context, name: str) -> Ref[Any] | None:
    """The node or the edge that somebody means, by ``reference``; ``None`` if it is none."""
    text = canonical(name)
    return referent(text, context.scope) if isinstance(text, str) and is_in_graph(text) else None


def name_in(ref: Ref[PersonaMemory], other: Ref[Any]) -> str:
    """How a memory names another one: by its key within one facet, else in full.

    What is no memory is named by its reference.
    """
    if other.kind is not PersonaMemory:
        return reference_to(other)
    facet, _, key = other.name.rpartition("/")
    return key if facet == ref.name.rpartition("/")[0] else other.name


def meant(ref: Ref[PersonaMemory], name: str) -> Ref[PersonaMemory] | None:
    """Which memory a name stands for in another one; ``None`` if it is none."""
    parts = name.count("/")
    if parts == 0:
        name = f"{ref.name.rpartition('/')[0]}/{name}"
    return Ref(PersonaMemory, name, ref.scope) if parts in (0, 2) else None


async def catalogued(context: Context) -> None:
    """Fill the catalogue for this scope, once, and bring it up to date."""
    catalogue, scope = context.views.catalogue, context.scope
    await context.records.follow()
    if not catalogue.has(scope):
        catalogue.begin(scope)
        names = context.records.select(PersonaMemory, scope=scope)
        catalogue.fill(scope, {entry.ref.name async for entry in names})
