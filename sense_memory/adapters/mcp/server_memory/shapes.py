"""An entity and a relation as the reference server spells them."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from pydantic import ConfigDict, Field

from ....core.entities import Entity, EntityRelation


@dataclass(frozen=True, slots=True)
class EntityShape:
    """A person, a concept or a thing."""

    name: str
    entityType: str  # noqa: N815 - as the reference server spells it
    observations: list[str]

    @classmethod
    def of(cls, entity: Entity) -> Self:
        """The same as the store has it."""
        return cls(entity.name, entity.type, list(entity.observations))

    def to_entity(self) -> Entity:
        """The same for the store."""
        return Entity(self.name, self.entityType, tuple(self.observations))


@dataclass(frozen=True, slots=True)
class RelationShape:
    """How one entity relates to another one."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(serialize_by_alias=True)

    start: Annotated[str, Field(alias="from")]
    end: Annotated[str, Field(alias="to")]
    relationType: str  # noqa: N815

    @classmethod
    def of(cls, relation: EntityRelation) -> Self:
        """The same as the store has it."""
        return cls(relation.start, relation.end, relation.type)

    def to_relation(self) -> EntityRelation:
        """The same for the store."""
        return EntityRelation(self.start, self.end, self.relationType)
