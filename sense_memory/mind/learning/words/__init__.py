"""The words by which sentences say that two are related, by language (ISO 639-1)."""

from collections.abc import Mapping
from types import MappingProxyType

from ..relation import RelationWords
from .english import ENGLISH
from .french import FRENCH
from .german import GERMAN
from .spanish import SPANISH

RELATION_WORDS: Mapping[str, RelationWords] = MappingProxyType(
    {"en": ENGLISH, "de": GERMAN, "es": SPANISH, "fr": FRENCH}
)
"""English is read where nothing else says more."""

__all__ = ["RELATION_WORDS"]
