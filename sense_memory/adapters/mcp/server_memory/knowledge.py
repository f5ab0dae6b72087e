"""What the tools do: each is one call of the store."""

import asyncio

from ....core.entities import EntityObservations
from ....store import MemoryStore
from .arguments import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    DeleteObservations,
    DeleteRelations,
    OpenNodes,
    ReadGraph,
    SearchNodes,
)
from .results import Added, AllAdded, Created, Deleted, Related, WholeGraph
from .shapes import EntityShape, RelationShape


class Knowledge:
    """The graph of a store as the reference server would know it.

    Writes happen in the order in which they were asked for, and who reads sees those before.

    Args:
        store: Open, and restricted to a scope if it is to be.
        read_only: Nothing is written, not even that an entity was used.
    """

    def __init__(self, store: MemoryStore, *, read_only: bool) -> None:
        self._entities = store.graph.entities
        self._read_only = read_only
        self._writing = asyncio.Lock()

    async def create_entities(self, given: CreateEntities) -> Created:
        """Make entities; what exists stays as it is."""
        async with self._writing:
            made = await self._entities.create(one.to_entity() for one in given.entities)
        return Created(list(map(EntityShape.of, made)))

    async def create_relations(self, given: CreateRelations) -> Related:
        """Relate entities."""
        async with self._writing:
            made = await self._entities.relate(one.to_relation() for one in given.relations)
        return Related(list(map(RelationShape.of, made)))

    async def add_observations(self, given: AddObservations) -> AllAdded:
        """Add to what is known of entities.

        Raises:
            UnknownMemoryError: One of them does not exist; nothing was added.
        """
        observed = [
            EntityObservations(one.entityName, tuple(one.contents)) for one in given.observations
        ]
        async with self._writing:
            added = await self._entities.observe(observed)
        return AllAdded([Added(one.entity, list(one.contents)) for one in added])

    async def delete_entities(self, given: DeleteEntities) -> Deleted:
        """Forget entities, with all that is known of them."""
        async with self._writing:
            await self._entities.forget(given.entityNames)
        return Deleted.what("Entities")

    async def delete_observations(self, given: DeleteObservations) -> Deleted:
        """Forget observations."""
        observed = [
            EntityObservations(one.entityName, tuple(one.observations)) for one in given.deletions
        ]
        async with self._writing:
            await self._entities.forget_observations(observed)
        return Deleted.what("Observations")

    async def delete_relations(self, given: DeleteRelations) -> Deleted:
        """Forget relations."""
        async with self._writing:
            await self._entities.forget_relations(one.to_relation() for one in given.relations)
        return Deleted.what("Relations")

    async def read_graph(self, _given: ReadGraph) -> WholeGraph:
        """Everything."""
        async with self._writing:
            pass
        return WholeGraph.of(await self._entities.read())

    async def search_nodes(self, given: SearchNodes) -> WholeGraph:
        """Entities in which a text stands, and their relations."""
        async with self._writing:
            pass
        return WholeGraph.of(await self._entities.search(given.query))

    async def open_nodes(self, given: OpenNodes) -> WholeGraph:
        """Entities by their names, and their relations."""
        async with self._writing:
            pass
        found = await self._entities.open(given.names, is_use=not self._read_only)
        return WholeGraph.of(found)
