"""What ``store.graph.entities`` gives: the graph in the words of MCP's ``server-memory``."""

from collections.abc import Awaitable, Callable, Iterable

from ..core.entities import Entity, EntityGraph, EntityObservations, EntityRelation
from .context import Context


class Entities:
    """People, concepts and things by their names, what was observed of them, how they relate.

    It is the graph as ``graph.export(form="server-memory")`` writes it and an import of that reads
    it: what is current, and nothing of when, how close and how sure. A name means the same whatever
    its case and its blanks; where several nodes are called so, each is ``TYPE:NAME``.
    """

    def __init__(self, context: Callable[[], Awaitable[Context]]) -> None:
        self._context = context

    def __repr__(self) -> str:
        return "Entities()"

    # ------------------------------------------------------------------ reading

    async def read(self) -> EntityGraph:
        """Everything.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from .graph import entities

        return await entities.read(await self._context())

    async def search(self, query: str) -> EntityGraph:
        """The entities in whose name, type or observations a text stands, and their relations.

        Args:
            query: The text, as a whole; case makes no difference. ``graph.search`` goes by words
                and meaning.

        Raises:
            ReadFailedError: As for ``read``.
        """
        from .graph import entities

        return await entities.search(await self._context(), query)

    async def open(self, names: Iterable[str], *, is_use: bool = True) -> EntityGraph:
        """The entities that are called so, and their relations; a name that none has is left out.

        Args:
            names: Of one that several have, all of those.
            is_use: Whether that counts as a use of them.

        Raises:
            ReadFailedError: As for ``read``.
        """
        from .graph import entities

        return await entities.opened(await self._context(), names, is_use=is_use)

    # ------------------------------------------------------------------ telling

    async def create(self, entities: Iterable[Entity]) -> list[Entity]:
        """Make entities, all or none; what exists stays as it is.

        Args:
            entities: Names and types of at most 200 characters; the observations are kept for good.

        Returns:
            Those that did not exist, as they stand.

        Raises:
            InputError: Something is empty or too long, or nothing may be called so.
            TooLargeError: An observation is larger than a record may be.
        """
        from .graph import entity_writing

        return await entity_writing.create(await self._context(), entities)

    async def observe(self, observed: Iterable[EntityObservations]) -> list[EntityObservations]:
        """Add observations to entities, all or none.

        Args:
            observed: An entity's name and texts; what is known of it already is passed over.

        Returns:
            For each of them, which were not there.

        Raises:
            UnknownMemoryError: There is no such entity.
            InputError: Several are called so, or an observation is empty.
            TooLargeError: One is larger than a record may be.
        """
        from .graph import entity_writing

        return await entity_writing.observe(await self._context(), observed)

    async def relate(self, relations: Iterable[EntityRelation]) -> list[EntityRelation]:
        """Relate entities from now on, all or none; an entity that does not exist is made.

        Args:
            relations: Each goes one way; told both ways, it is two.

        Returns:
            Those that were not current.

        Raises:
            InputError: Several are called so, one would be related to itself, or something is
                empty or too long.
        """
        from .graph import entity_writing

        return await entity_writing.relate(await self._context(), relations)

    # --------------------------------------------------------------- forgetting

    async def forget(self, names: Iterable[str]) -> int:
        """Forget entities, with their observations and all relations they ever had.

        Returns:
            How many there were; that one is not there is no error.

        Raises:
            InputError: Several are called so; nothing was forgotten.
            ReadFailedError: One is not known here, and no relay could be read to its end.
        """
        from .graph import entity_forgetting

        return await entity_forgetting.forget_entities(await self._context(), names)

    async def forget_observations(self, observed: Iterable[EntityObservations]) -> int:
        """Forget observations; how many there were. Errors as for ``forget``."""
        from .graph import entity_forgetting

        return await entity_forgetting.forget_observations(await self._context(), observed)

    async def forget_relations(self, relations: Iterable[EntityRelation]) -> int:
        """Forget relations that are current, with all versions that each ever had.

        To say that one ended, and to keep that it was, ``graph.invalidate`` it.

        Returns:
            How many there were. Errors as for ``forget``.
        """
        from .graph import entity_forgetting

        return await entity_forgetting.forget_relations(await self._context(), relations)
