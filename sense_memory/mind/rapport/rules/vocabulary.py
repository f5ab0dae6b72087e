"""The words of all languages together, and which language a turn is in."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ...stop_words import STOP_WORDS
from .lexicon import Language, Lexicon
from .tokens import Kind, Token
from .words import LANGUAGES
from .words.anywhere import ANYWHERE

_FEWEST = 2
"""So many words more it takes to leave the language that was spoken before."""
_TELLING = 6
"""Words of a turn from which on its language can be told …"""
_SHARE = 0.15
"""… by so many of them, at least, that are in every sentence of it."""
_OTHER_SCRIPTS = ((r"[\u3041-\u30ff\u31f0-\u31ff]", "ja", 3),)
"""Whoever writes kana writes no Chinese, whatever stands between."""


class Vocabulary:
    """What is looked up for every turn, made once."""

    def __init__(self) -> None:
        self._languages = {language.code: language for language in LANGUAGES}
        self._cues: dict[str, Lexicon] = {}
        self._votes: dict[str, list[str]] = {}
        for code, stop_words in STOP_WORDS.items():
            for word in stop_words:
                self._votes.setdefault(word, []).append(code)
        self._scripts = [
            (re.compile(characters), code, weight)
            for characters, code, weight in (
                *((language.characters, language.code, 1) for language in LANGUAGES),
                *_OTHER_SCRIPTS,
            )
            if characters
        ]
        for code, language in (("", None), *self._languages.items()):
            lexicon = self._cues[code] = Lexicon()
            for cue, some in ANYWHERE.items():
                lexicon.add(cue, some)
            for cue, some in language.cues.items() if language is not None else ():
                lexicon.add(cue, some)

    def cues(self, language: Language | None) -> Lexicon:
        """The signs of a language, and those that are the same in all."""
        return self._cues[language.code if language is not None else ""]

    def language_of(self, tokens: Sequence[Token], usual: Language | None) -> Language | None:
        """The language of a turn; of one that is too short to tell, ``usual``."""
        votes: Counter[str] = Counter()
        for token in tokens:
            for code in self._votes.get(token.word.folded, ()):
                votes[code] += 1
            if token.size < 1 and token.kind is Kind.WORD:
                for script, code, weight in self._scripts:
                    if script.match(token.text) is not None:
                        votes[code] += weight
        best, count = max(votes.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        if len(tokens) >= _TELLING and count < _SHARE * len(tokens):
            return None
        if usual is not None and count - votes[usual.code] < _FEWEST:
            return usual
        return self._languages.get(best)


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The one vocabulary."""
    return Vocabulary()
