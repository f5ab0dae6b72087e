"""What the tools do: one name for a memory everywhere, whatever its type."""

import asyncio
import contextlib

from ...core.errors import InvalidKeyError, UnknownMemoryError
from ...core.records.flat import FLAT, FLAT_FACET
from ...core.records.persona import PersonaMemory
from ...store import Insight, MemoryStore
from .arguments import Forget, Recall, Remember, Search
from .results import Forgotten, Found, Remembered, shown, shown_value

LOOK_TIMEOUT = 5.0
"""Seconds to look on the relays for something that is not here."""
LOOK_AGAIN = 60.0
"""Seconds in which relays that were read need not be read once more for something missing."""


class Memories:
    """A store as an agent uses it.

    Writes happen in the order in which they were asked for, and who reads sees those before.

    Args:
        store: Open, and restricted to a scope if it is to be.
        read_only: Nothing is written, not even that a memory was used.
    """

    def __init__(self, store: MemoryStore, *, read_only: bool) -> None:
        self._store = store
        self._read_only = read_only
        self._looked_at: float | None = None
        self._writing = asyncio.Lock()

    async def remember(self, given: Remember) -> Remembered:
        """Store a memory.

        Raises:
            InputError: The name or the value is not taken.
            SenseMemoryError: It was not stored.
        """
        if "/" not in given.name:
            if given.themes or given.source:
                raise InvalidKeyError(
                    "only a memory named domain/facet/key has themes and a source; give it such a "
                    "name, or leave them out"
                )
            async with self._writing:
                await self._store.remember(given.name, given.value)
            return Remembered(given.name)
        insight = Insight(
            *_parts(given.name), given.value, themes=given.themes, source=given.source
        )
        async with self._writing:
            (stored,) = await self._store.persona_remember_many([insight], explain=True)
        found = stored.contradictions
        return Remembered(
            given.name,
            [one.old for one in found if one.is_superseded],
            [one.old for one in found if not one.is_superseded],
        )

    async def recall(self, given: Recall) -> Found:
        """Read one memory, or list what is below a domain or facet.

        Raises:
            InputError: It is no name.
            UnknownMemoryError: There is no such memory.
        """
        await self._written()
        if not given.name:
            return Found([], domains=await self._domains())
        parts = given.name.split("/")
        if parts[-1] == "" or len(parts) == 2:
            return await self._listed(given)
        found = await self._one(given.name)
        if found is None and await self._looked():
            found = await self._one(given.name)
        if found is None and f"{given.name}/" in await self._domains():
            return await self._listed(given)
        if found is None:
            # there is none, so this says so, and what may have been meant
            await self._store.references(_full(given.name))
            raise UnknownMemoryError(f"{given.name!r} was forgotten at this moment")
        return found

    async def search(self, given: Search) -> Found:
        """Find memories by what they say, the best first.

        Raises:
            InputError: The query or the domain is not taken.
        """
        await self._written()
        found = await self._store.persona_search(
            given.query, limit=given.limit, domain=given.domain or None
        )
        return Found([shown(memory) for memory in found])

    async def forget(self, given: Forget) -> Forgotten:
        """Delete a memory here and on every relay.

        Raises:
            InputError: It is no name.
            UnknownMemoryError: There is no such memory.
        """
        try:
            await self._forgotten(given.name)
        except UnknownMemoryError:
            if not await self._looked():
                raise
            await self._forgotten(given.name)
        return Forgotten(given.name, len(self._store.relay_urls))

    async def _forgotten(self, name: str) -> None:
        async with self._writing:
            await self._store.forget(_full(name))

    async def _written(self) -> None:
        """Wait for the writes that were asked for before."""
        async with self._writing:
            pass

    async def _one(self, name: str) -> Found | None:
        if "/" not in name:
            memory = await self._store.recall(name)
            return None if memory is None else Found([shown_value(memory)])
        domain, facet, key = _parts(name)
        if (domain, facet) == (FLAT, FLAT_FACET):
            return await self._one(key)
        found = await self._exact(domain, facet, key)
        return Found([shown(found[0], longest=None)]) if found else None

    async def _exact(self, domain: str, facet: str, key: str) -> list[PersonaMemory]:
        if not self._read_only:
            return await self._store.persona_recall(domain, facet, key)
        # recalling by the whole name counts as a use, and that is written
        return await self._store.persona_named([f"{domain}/{facet}/{key}"])

    async def _listed(self, given: Recall) -> Found:
        domain, _, facet = given.name.rstrip("/").partition("/")
        found = await self._store.persona_recall(domain, facet or None)
        if not found:
            known = ", ".join(await self._domains()) or "none yet"
            raise UnknownMemoryError(f"there is nothing below {given.name}; domains are: {known}")
        first = [shown(memory) for memory in found[: given.limit]]
        return Found(first, len(found) - len(first))

    async def _domains(self) -> list[str]:
        return [f"{domain}/" for domain in await self._store.persona_domains()]

    async def _looked(self) -> bool:
        """Read the relays for something that is not here; whether that can have changed anything.

        They tell of what is new by themselves, so this is for the first moments.
        """
        now = asyncio.get_running_loop().time()
        if not self._store.relay_urls or (
            self._looked_at is not None and now - self._looked_at < LOOK_AGAIN
        ):
            return False
        self._looked_at = now
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_TIMEOUT):
                await self._store.sync()
        return True


def _parts(name: str) -> tuple[str, str, str]:
    parts = name.split("/")
    if len(parts) != 3:
        raise InvalidKeyError(
            f"a memory is named domain/facet/key, or by a key without slashes; got {name!r}"
        )
    domain, facet, key = parts
    return domain, facet, key


def _full(name: str) -> str:
    """The name by which no key is forgotten on trust."""
    return name if "/" in name else f"{FLAT}/{FLAT_FACET}/{name}"
