"""How a sentence says that two are related: the shape of it, and the words of each language.

The words are data, one file per language in ``words``; a language is read as well as its file says.
Where a sentence is not exactly of a form that is written there, nothing is read of it.
"""

from dataclasses import dataclass
from enum import StrEnum

from ...core.records.graph import NodeType


class End(StrEnum):
    """What stands behind a verb."""

    NAME = "name"
    """A proper name: a place, an organisation, a thing."""
    PERSON = "person"
    """The name of a person, or whoever speaks: me."""
    THING = "thing"
    """A word or three, written small or not: computer science."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Some phrases that say the same of two.

    Attributes:
        relation: What edges call it, in English: ``works-at``.
        own: As one says it of oneself; ``|`` between phrases: ``live in|am based in``.
        others: As one says it of another one.
        end: What stands behind it.
        node: What that is.
        is_personal: Only people do it; who else does it must be known by that name.
        is_sure: What stands behind it is what is said here; else it must be known by that name.
        has_many: Several can stand behind it: Anna, Ben and Chris.
        attitude: 1–5, of who does it to what it is done to.
        proximity: 1–5.
    """

    relation: str
    own: str
    others: str
    end: End = End.NAME
    node: NodeType = NodeType.ENTITY
    is_personal: bool = True
    attitude: int = 3
    proximity: int = 3
    is_sure: bool = True
    has_many: bool = False


@dataclass(frozen=True, slots=True)
class Kin:
    """Nouns for what somebody is to another one.

    Attributes:
        relation: What edges call it.
        nouns: ``|`` between them.
        is_of_noun: Whether the one whom the noun means comes first: a boss manages whoever says
            *my boss*, and somebody is the parent of *my son*.
        node: What that one is.
        attitude: 1–5.
        proximity: 1–5.
    """

    relation: str
    nouns: str
    is_of_noun: bool = False
    node: NodeType = NodeType.PERSON
    attitude: int = 3
    proximity: int = 4


@dataclass(frozen=True, slots=True)
class RelationWords:
    """The words of one language.

    Attributes:
        speakers: What stands for whoever speaks, as a subject: ``i|we``; where it may be left out
            (*vivo en*), ``own`` of the verbs tells it.
        may_drop: Whether it may be left out.
        me: The same as an object: ``me``.
        them: Pronouns for the one who is spoken of: ``he|she|they``.
        my: Before what is one's own: ``my``.
        their: The same of the one who is spoken of: ``his|her``.
        is_called: Between a noun and a name: ``is|is called|'s name is``.
        is_: To be, between a name and a noun: ``is``.
        of: Between a noun and whose it is: ``of``; where the owner comes first, ``'s`` is read.
        owned: Before a noun and a name: ``have a|has a``, and between these ``called|named``.
        called: See there.
        adverbs: Words that may stand before or behind a verb and change nothing: ``now|still``.
        articles: Words before a noun that go.
        doubts: Words that make a sentence no statement, wherever they stand: ``if|maybe``.
        stops: Words that end what stands behind a verb.
        linkers: Small words inside of names: ``of|de``.
        conjunctions: Between two things, or two clauses: ``and``.
        endings: Before a verb, that it is so no longer: ``no longer``.
        verbs: What verbs say.
        kin: What nouns say.
    """

    speakers: str = ""
    may_drop: bool = False
    me: str = ""
    them: str = ""
    my: str = ""
    their: str = ""
    is_called: str = ""
    is_: str = ""
    of: str = ""
    owned: str = ""
    called: str = ""
    adverbs: str = ""
    articles: str = ""
    doubts: str = ""
    stops: str = ""
    linkers: str = ""
    conjunctions: str = ""
    endings: str = ""
    verbs: tuple[Verb, ...] = ()
    kin: tuple[Kin, ...] = ()


@dataclass(frozen=True, slots=True)
class Party:
    """One of two that are related.

    Attributes:
        node: What it is; ``None`` for whoever speaks.
        name: What it is called, as it was written.
        is_sure: Whether it is said that it is that, and not only that it has a name.
    """

    node: NodeType | None
    name: str = ""
    is_sure: bool = True

    @property
    def is_speaker(self) -> bool:
        """Whether it stands for whoever speaks."""
        return self.node is None


SPEAKER = Party(None)


@dataclass(frozen=True, slots=True)
class Relation:
    """That two are related.

    Attributes:
        start: Who does it, or is it.
        relation: What it is called.
        end: To whom, or what.
        is_ended: It is so no longer.
        attitude: 1–5.
        proximity: 1–5.
    """

    start: Party
    relation: str
    end: Party
    is_ended: bool = False
    attitude: int = 3
    proximity: int = 3
