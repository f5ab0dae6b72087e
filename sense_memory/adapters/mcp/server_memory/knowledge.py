"""What the tools do: each is one call of the store."""

from ....core.entities import EntityObservations
from ..hosted import Hosted
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

    Args:
        hosted: The store.
    """

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted

    async def create_entities(self, given: CreateEntities) -> Created:
        """Make entities; what exists stays as it is."""
        async with self._hosted.writing() as store:
            made = await store.graph.entities.create(one.to_entity() for one in given.entities)
        return Created(list(map(EntityShape.of, made)))

    async def create_relations(self, given: CreateRelations) -> Related:
        """Relate entities."""
        async with self._hosted.writing() as store:
            made = await store.graph.entities.relate(one.to_relation() for one in given.relations)
        return Related(list(map(RelationShape.of, made)))

    async def add_observations(self, given: AddObservations) -> AllAdded:
        """Add to what is known of entities.

        Raises:
            UnknownMemoryError: One of them does not exist; nothing was added.
        """
        observed = [
            EntityObservations(one.entityName, tuple(one.contents)) for one in given.observations
        ]
        async with self._hosted.writing() as store:
            added = await store.graph.entities.observe(observed)
        return AllAdded([Added(one.entity, list(one.contents)) for one in added])

    async def delete_entities(self, given: DeleteEntities) -> Deleted:
        """Forget entities, with all that is known of them."""
        async with self._hosted.writing() as store:
            await store.graph.entities.forget(given.entityNames)
        return Deleted.what("Entities")

    async def delete_observations(self, given: DeleteObservations) -> Deleted:
        """Forget observations."""
        observed = [
            EntityObservations(one.entityName, tuple(one.observations)) for one in given.deletions
        ]
        async with self._hosted.writing() as store:
            await store.graph.entities.forget_observations(observed)
        return Deleted.what("Observations")

    async def delete_relations(self, given: DeleteRelations) -> Deleted:
        """Forget relations."""
        async with self._hosted.writing() as store:
            await store.graph.entities.forget_relations(
                one.to_relation() for one in given.relations
            )
        return Deleted.what("Relations")

    async def read_graph(self, _given: ReadGraph) -> WholeGraph:
        """Everything."""
        store = await self._hosted.reading()
        return WholeGraph.of(await store.graph.entities.read())

    async def search_nodes(self, given: SearchNodes) -> WholeGraph:
        """Entities in which a text stands, and their relations."""
        store = await self._hosted.reading()
        return WholeGraph.of(await store.graph.entities.search(given.query))

    async def open_nodes(self, given: OpenNodes) -> WholeGraph:
        """Entities by their names, and their relations."""
        store = await self._hosted.reading()
        is_use = not self._hosted.read_only
        found = await store.graph.entities.open(given.names, is_use=is_use)
        return WholeGraph.of(found)
