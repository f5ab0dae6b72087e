"""What each tool takes: the arguments of the reference server; what else is given is left aside."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from .shapes import EntityShape, RelationShape


@dataclass(frozen=True, slots=True)
class CreateEntities:
    """What is to be made."""

    entities: list[EntityShape]


@dataclass(frozen=True, slots=True)
class CreateRelations:
    """What is to be related."""

    relations: list[RelationShape]


@dataclass(frozen=True, slots=True)
class Addition:
    """What is to be added to one entity."""

    entityName: str  # noqa: N815 - as the reference server spells it
    contents: list[str]


@dataclass(frozen=True, slots=True)
class AddObservations:
    """What is to be added."""

    observations: list[Addition]


@dataclass(frozen=True, slots=True)
class DeleteEntities:
    """What is to be gone."""

    entityNames: list[str]  # noqa: N815


@dataclass(frozen=True, slots=True)
class Deletion:
    """What of one entity is to be gone."""

    entityName: str  # noqa: N815
    observations: list[str]


@dataclass(frozen=True, slots=True)
class DeleteObservations:
    """What is to be gone."""

    deletions: list[Deletion]


@dataclass(frozen=True, slots=True)
class DeleteRelations:
    """What is to be gone."""

    relations: list[RelationShape]


@dataclass(frozen=True, slots=True)
class ReadGraph:
    """Nothing is asked."""


@dataclass(frozen=True, slots=True)
class SearchNodes:
    """What is to be found."""

    query: Annotated[
        str, Field(description="Stands in names, types or observations; one word is best")
    ]


@dataclass(frozen=True, slots=True)
class OpenNodes:
    """What is to be read."""

    names: list[str]
