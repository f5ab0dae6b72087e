"""The words of all languages together, and which language a turn is in."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...stemming import stem
from ...stop_words import STOP_WORDS
from .lexicon import Language, Lexicon, patterns_of
from .tokens import Kind, Token
from .words import LANGUAGES
from .words.anywhere import ANYWHERE

_NONE: tuple[tuple[str, ...], float] = ((), 0.0)
_FEWEST = 1.5
"""So many votes more it takes to leave the language that was spoken before. A word votes for each
language that has it, with one vote in all."""
_TELLING = 6
"""Words of a turn from which on its language can be told …"""
_SHARE = 0.15
"""… by so many votes a word, at least: who writes another one has 0.14 at most …"""
_SAME = 0.05
"""… and by so many, to be the one that was spoken before."""
_OTHER_SCRIPTS = ((r"[\u3041-\u30ff\u31f0-\u31ff]", "ja", 3),)
"""Whoever writes kana writes no Chinese, whatever stands between."""


class Vocabulary:
    """What is looked up for every turn, made once."""

    def __init__(self) -> None:
        self._languages = {language.code: language for language in LANGUAGES}
        self._cues: dict[str, Lexicon] = {}
        spoken: dict[str, set[str]] = {}
        for code, stop_words in STOP_WORDS.items():
            for word in stop_words:
                spoken.setdefault(stem(word), set()).add(code)
        for language in LANGUAGES:
            for phrase in _phrases_of(language):
                for pattern in patterns_of(phrase):
                    if not pattern.is_beginning:
                        spoken.setdefault(pattern.text, set()).add(language.code)
        self._votes = {word: (tuple(sorted(some)), 1 / len(some)) for word, some in spoken.items()}
        self._scripts = [
            (re.compile(characters), code, weight)
            for characters, code, weight in (
                *((language.characters, language.code, 1) for language in LANGUAGES),
                *_OTHER_SCRIPTS,
            )
            if characters
        ]
        for code, known in (("", None), *self._languages.items()):
            lexicon = self._cues[code] = Lexicon()
            for cue, some in ANYWHERE.items():
                lexicon.add(cue, some)
            for cue, some in known.cues.items() if known is not None else ():
                lexicon.add(cue, some)

    def cues(self, language: Language | None) -> Lexicon:
        """The signs of a language, and those that are the same in all."""
        return self._cues[language.code if language is not None else ""]

    def language_of(self, tokens: Sequence[Token], usual: Language | None) -> Language | None:
        """The language of a turn; of one that is too short to tell, ``usual``."""
        votes: dict[str, float] = defaultdict(float)
        for token in tokens:
            codes, vote = self._votes.get(token.word.stem, _NONE)
            for code in codes:
                votes[code] += vote
            if token.size < 1 and token.kind is Kind.WORD:
                for script, code, weight in self._scripts:
                    if script.match(token.text) is not None:
                        votes[code] += weight
        best, count = max(votes.items(), key=lambda item: (item[1], item[0]), default=("", 0.0))
        share = _SAME if usual is not None and best == usual.code else _SHARE
        if len(tokens) >= _TELLING and count < share * len(tokens):
            return None
        if usual is not None and count - votes[usual.code] < _FEWEST:
            return usual
        return self._languages.get(best)


def _phrases_of(language: Language) -> Iterable[str]:
    for some in (
        *language.cues.values(),
        *(quality.words for quality in language.qualities),
        *(quality.compared for quality in language.qualities),
        *(wish.phrases for wish in language.wishes),
        language.negations,
        language.requests,
    ):
        yield from some


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The one vocabulary."""
    return Vocabulary()
