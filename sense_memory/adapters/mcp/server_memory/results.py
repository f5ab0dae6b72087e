"""What the tools answer: data, and the JSON that the reference server writes of it."""

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pydantic import ConfigDict

from ....core.entities import EntityGraph
from ....mind.prompting.quoted import visible
from ..results import structured
from .shapes import EntityShape, RelationShape


@dataclass(frozen=True, slots=True)
class Created:
    """The entities that are new."""

    entities: list[EntityShape]

    def text(self) -> str:
        """For a model."""
        return _json(structured(self)["entities"])


@dataclass(frozen=True, slots=True)
class Related:
    """The relations that are new."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(serialize_by_alias=True)

    relations: list[RelationShape]

    def text(self) -> str:
        """For a model."""
        return _json(structured(self)["relations"])


@dataclass(frozen=True, slots=True)
class Added:
    """What of one entity is new."""

    entityName: str  # noqa: N815 - as the reference server spells it
    addedObservations: list[str]  # noqa: N815


@dataclass(frozen=True, slots=True)
class AllAdded:
    """The observations that are new, for each entity that was given."""

    results: list[Added]

    def text(self) -> str:
        """For a model."""
        return _json(structured(self)["results"])


@dataclass(frozen=True, slots=True)
class Deleted:
    """Whatever was named is not there any more."""

    success: bool
    message: str

    @classmethod
    def what(cls, things: str) -> Self:
        """The answer of the reference server."""
        return cls(success=True, message=f"{things} deleted successfully")

    def text(self) -> str:
        """For a model."""
        return self.message


@dataclass(frozen=True, slots=True)
class WholeGraph:
    """Entities and relations."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(serialize_by_alias=True)

    entities: list[EntityShape]
    relations: list[RelationShape]

    @classmethod
    def of(cls, graph: EntityGraph) -> Self:
        """The same as the store has it."""
        return cls(
            list(map(EntityShape.of, graph.entities)), list(map(RelationShape.of, graph.relations))
        )

    def text(self) -> str:
        """For a model."""
        return _json(structured(self))


def _json(value: Any) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=2).split("\n")
    return "\n".join(map(visible, lines))
