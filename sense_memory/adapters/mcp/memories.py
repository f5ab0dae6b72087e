"""Memories by their names: stored, read, listed, linked."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...core.errors import InputError, InvalidKeyError, UnknownMemoryError
from ...core.records.flat import FLAT, FLAT_FACET
from ...core.records.graph import NODE_REFERENCE
from ...core.records.persona import PersonaMemory
from ...core.records.reference import referent
from ...mind.told import told
from ...store import Insight
from . import rooms
from .arguments import Link, Recall, Remember
from .hosted import Hosted
from .names import given_name, is_memory, parts_of
from .results import LONGEST, Found, Shown, listed, quoted, shown, shown_value
from .whose import whose


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was stored."""

    name: str
    supersedes: list[str] = field(default_factory=list)
    may_contradict: list[str] = field(default_factory=list)

    def text(self) -> str:
        """For a model."""
        said = [f"Remembered {quoted(self.name)}."]
        if self.supersedes:
            said.append(f"It supersedes {listed(self.supersedes)}.")
        if self.may_contradict:
            said.append(f"It may contradict {listed(self.may_contradict)}: keep what is true.")
        return " ".join(said)


_HOW = {
    "connected": "connected with",
    "not_connected": "not connected with",
    "superseded_by": "superseded by",
    "not_superseded_by": "not superseded by",
}


@dataclass(frozen=True, slots=True)
class Linked:
    """What was linked, or let go."""

    a: str
    b: str
    how: str

    def text(self) -> str:
        """For a model."""
        return f"From now on {quoted(self.a)} is {_HOW[self.how]} {quoted(self.b)}."


async def remember(hosted: Hosted, given: Remember) -> Remembered:
    """Store a memory.

    Raises:
        InputError: The name or the value is not taken.
        SenseMemoryError: It was not stored.
    """
    name = given_name(given.name)
    if "/" not in name:
        if given.themes or given.source:
            raise InvalidKeyError(
                "only a memory named domain/facet/key has themes and a source; give it such a "
                "name, or leave them out"
            )
        async with hosted.writing() as store:
            await store.remember(name, given.value)
        return Remembered(name)
    insight = Insight(*parts_of(name), given.value, themes=given.themes, source=given.source)
    async with hosted.writing() as store:
        (stored,) = await store.persona_remember_many([insight], explain=True)
    found = stored.contradictions
    return Remembered(
        name,
        [one.old for one in found if one.is_superseded],
        [one.old for one in found if not one.is_superseded],
    )


async def recall(hosted: Hosted, given: Recall) -> Found:
    """Read one record, or list what is below a domain or facet.

    Raises:
        InputError: It is no name.
        UnknownMemoryError: There is no such record.
    """
    store = await hosted.reading()
    if not given.name:
        return Found([], domains=await _domains(hosted))
    name = given_name(given.name)
    if not is_memory(name):
        return Found([await hosted.looking(lambda: rooms.read(store, name))])
    parts = name.split("/")
    if parts[-1] == "" or len(parts) == 2:
        return await _listed(hosted, name, given.limit)
    found = await _one(hosted, name)
    if found is None and await hosted.looked():
        found = await _one(hosted, name)
    if found is None and f"{name}/" in await _domains(hosted):
        return await _listed(hosted, name, given.limit)
    if found is not None:
        return Found([found])
    if (other := rooms.reference_of(name)) is not None:
        return Found([await rooms.read(store, other)])
    # there is none, so this says so, and what may have been meant
    await store.references(name)
    raise UnknownMemoryError(f"{name!r} was forgotten at this moment")


async def link(hosted: Hosted, given: Link) -> Linked:
    """Say that two belong together, or that one took the place of the other; or take that back.

    Raises:
        InputError: They cannot be linked so.
        UnknownMemoryError: One of them is not there.
    """
    a, b = given_name(given.a), given_name(given.b)
    linked = Linked(a, b, given.how)
    async with hosted.writing() as store:
        if given.how == "superseded_by":
            await store.persona_contradict(a, b)
        elif given.how == "not_superseded_by":
            await store.persona_reconcile(a, b)
        elif _is_no_reference(a) or _is_no_reference(b):
            linking = given.how == "connected"
            await (store.persona_connect if linking else store.persona_disconnect)(a, b)
        else:
            # of a node it says what that is elsewhere, too
            node, other = (a, b) if a.startswith(NODE_REFERENCE) else (b, a)
            if not node.startswith(NODE_REFERENCE):
                raise InputError(
                    f"of {given.a!r} and {given.b!r} one must be a memory or a node of the graph"
                )
            graph, key = store.graph, node.removeprefix(NODE_REFERENCE)
            await (graph.connect if given.how == "connected" else graph.disconnect)(key, other)
    return linked


def _is_no_reference(name: str) -> bool:
    return referent(name, "") is None


async def _one(hosted: Hosted, name: str) -> Shown | None:
    if "/" not in name:
        memory = await hosted.store.recall(name)
        return None if memory is None else shown_value(memory)
    domain, facet, key = parts_of(name)
    if (domain, facet) == (FLAT, FLAT_FACET):
        return await _one(hosted, key)
    found = await _exact(hosted, domain, facet, key)
    return (await _trusted(hosted, found, longest=None))[0] if found else None


async def _exact(hosted: Hosted, domain: str, facet: str, key: str) -> list[PersonaMemory]:
    if not hosted.read_only:
        return await hosted.store.persona_recall(domain, facet, key)
    # recalling by the whole name counts as a use, and that is written
    return await hosted.store.persona_named([f"{domain}/{facet}/{key}"])


async def _listed(hosted: Hosted, name: str, limit: int) -> Found:
    domain, _, facet = name.rstrip("/").partition("/")
    found = await hosted.store.persona_recall(domain, facet or None)
    if not found:
        known = ", ".join(await _domains(hosted)) or "none yet"
        raise UnknownMemoryError(f"there is nothing below {name}; domains are: {known}")
    first = await _trusted(hosted, found[:limit])
    return Found(first, len(found) - len(first))


async def _trusted(
    hosted: Hosted, memories: Sequence[PersonaMemory], *, longest: int | None = LONGEST
) -> list[Shown]:
    """Memories as they are shown; of those with a source also how far that is to be believed."""
    of = await whose(hosted.store, [told(one, str, "") for one in memories])
    return [
        replace(shown(memory, longest=longest), whose=trust if memory.source else "")
        for memory, trust in zip(memories, of, strict=True)
    ]


async def _domains(hosted: Hosted) -> list[str]:
    return [f"{domain}/" for domain in await hosted.store.persona_domains()]
