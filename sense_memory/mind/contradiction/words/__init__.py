"""What words say about whether two statements can both hold: data, one file per language."""

from . import chinese, english, french, german, spanish, things

LANGUAGES = {
    "english": english.LANGUAGE,
    "german": german.LANGUAGE,
    "spanish": spanish.LANGUAGE,
    "french": french.LANGUAGE,
    "chinese": chinese.LANGUAGE,
}
ANY = things.LANGUAGE
"""Names that are the same in all of them."""

__all__ = ["ANY", "LANGUAGES"]
