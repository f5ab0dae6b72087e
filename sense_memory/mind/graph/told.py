"""Who and what there is as other programs tell it, in the words of the graph.

They name things, and say perhaps what one is, in any word; a relation is any sentence.
"""

import hashlib
import re
import unicodedata
from dataclasses import dataclass

from ...core.errors import InputError
from ...core.records.graph import NodeType, node_key, node_type
from ...core.records.names import MAX_TAXONOMY_LENGTH
from .types import SEMANTIC, check_relationship, relationship_key

_PERSONS = frozenset(
    (
        *("person", "persons", "people", "human", "humans", "human-being", "individual"),
        *("user", "users", "default-user", "contact", "friend", "colleague", "coworker"),
        *("co-worker", "teammate", "team-member", "family-member", "relative", "partner"),
        *("spouse", "employee", "customer", "author", "developer"),
    )
)
_CONCEPTS = frozenset(
    (
        *("concept", "concepts", "topic", "topics", "idea", "ideas", "subject", "theme"),
        *("skill", "skills", "interest", "interests", "hobby", "preference", "preferences"),
        *("goal", "principle", "theory", "technique", "method", "methodology", "pattern"),
        *("technology", "programming-language", "language", "field", "discipline", "domain"),
    )
)
_FORBIDDEN = re.compile(r"[/\\\x00]")
_DOTS = re.compile(r"\.{2,}")
_CODE = 8
"""Hex digits that keep apart what is cut."""


def type_of(kind: str) -> NodeType | None:
    """What an entity is whose type another program calls so; ``None`` if that says nothing."""
    word = relationship_key(kind)
    if word in _PERSONS:
        return NodeType.PERSON
    if word in _CONCEPTS:
        return NodeType.CONCEPT
    return None if word in ("", "unknown") else NodeType.ENTITY


def description_of(kind: str) -> str:
    """What a node that is made of an entity is described as: what it says more than its type."""
    found = type_of(kind)
    return "" if found is not None and relationship_key(kind) == found.value else kind


@dataclass(frozen=True, slots=True)
class Meant:
    """A node that somebody may mean.

    Attributes:
        key: Its key.
        name: What it is called.
    """

    key: str
    name: str


def meant(name: str, kind: str = "") -> tuple[Meant, ...]:
    """The nodes that a name may mean, one if it is known what it is; the usual one is first.

    Args:
        name: As another program has it, or ``TYPE:NAME``.
        kind: What that calls its type; ``""`` if it says nothing.

    Raises:
        InputError: No node may be called so.
    """
    found = type_of(kind)
    explicit = _explicit(name)
    if explicit is not None and found in (None, node_type(explicit.key)):
        return (explicit,)
    kinds = tuple(reversed(SEMANTIC)) if found is None else (found,)
    return tuple(Meant(node_key(one, name), name) for one in kinds)


def _explicit(text: str) -> Meant | None:
    """What ``TYPE:NAME`` means, if a text is that."""
    kind, separator, name = text.partition(":")
    kind, name = kind.strip().casefold(), name.strip()
    if not separator or kind not in SEMANTIC:
        return None
    try:
        return Meant(node_key(NodeType(kind), name), name)
    except InputError:
        return None


def relationship_word(told: str) -> str:
    """What a relation is called here that somebody told in any words.

    What no name may have becomes a hyphen, and of a longer one the beginning stays, with eight hex
    digits of the hash of all of it.

    Raises:
        InputError: It has neither letter nor digit, or cannot be encoded.
    """
    whole = unicodedata.normalize("NFC", told).strip()
    word = _DOTS.sub("-", _FORBIDDEN.sub("-", whole))
    if len(word) > MAX_TAXONOMY_LENGTH:
        code = hashlib.sha256(whole.encode("utf-8", "backslashreplace")).hexdigest()[:_CODE]
        word = f"{word[: MAX_TAXONOMY_LENGTH - _CODE - 1]}-{code}"
    return check_relationship(word)
