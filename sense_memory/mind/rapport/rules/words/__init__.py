"""What words say about how two talk: data, one file per language."""

from ..lexicon import Language
from . import chinese, english, french, german, italian, portuguese, spanish

LANGUAGES: tuple[Language, ...] = (
    english.LANGUAGE,
    german.LANGUAGE,
    french.LANGUAGE,
    spanish.LANGUAGE,
    italian.LANGUAGE,
    portuguese.LANGUAGE,
    chinese.LANGUAGE,
)

__all__ = ["LANGUAGES"]
