"""A graph in the words of MCP's ``server-memory``: entities by their names, and relations."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, a concept or a thing.

    Attributes:
        name: What it is called; where several are called so, ``TYPE:NAME``.
        type: What it is, in a word or a few: ``person``, ``organization``.
        observations: What is known of it, each a text.
    """

    name: str
    type: str
    observations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityRelation:
    """How one entity relates to another one.

    Attributes:
        start: The name of the one.
        end: The name of the other one.
        type: A word or a few: ``works_at``.
    """

    start: str
    end: str
    type: str


@dataclass(frozen=True, slots=True)
class EntityObservations:
    """Some observations of one entity.

    Attributes:
        entity: Its name.
        contents: Each a text.
    """

    entity: str
    contents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityGraph:
    """What there is at a moment, or what of it was asked for.

    Attributes:
        entities: The oldest first.
        relations: Likewise.
    """

    entities: tuple[Entity, ...]
    relations: tuple[EntityRelation, ...]
