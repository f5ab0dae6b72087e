"""What words say about how two talk: data, one file per language."""

from ..lexicon import Language

LANGUAGES: tuple[Language, ...] = ()

__all__ = ["LANGUAGES"]
