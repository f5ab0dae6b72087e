"""What words of a language say about how two talk: the shape of it, and how they are found.

The words themselves are data, one file per language in ``words``. Nothing here knows a language.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from ....core.records.rapport import Direction
from .tokens import Kind, Token, tokens_of


class Cue(StrEnum):
    """What a phrase is a sign of, as the signal of a score names it."""

    SELF = "first person"
    YOU = "second person"
    BUT = "objection"
    FORMAL = "polite forms"
    DISTANT = "formal address"
    FAMILIAR = "familiar address"
    CASUAL = "slang"
    WARM = "affection"
    THANKS = "thanks"
    COOL = "only the task"
    PLAYFUL = "jokes"
    SERIOUS = "gravity"
    DEEP = "reflection"
    SHALLOW = "small matters"
    OPEN = "self-disclosure"
    PERSONAL = "own life"
    GUARDED = "reserve"
    LIVELY = "enthusiasm"
    FLAT = "weariness"
    CHALLENGE = "a challenge"
    """Whoever says it questions what the other one said or did."""
    HARDY = "asks for candour"
    TENDER = "asks to be spared"
    STAYING = "takes it up"
    WITHDRAWING = "withdraws"
    DEPENDENT = "dependence"
    REPAIR = "making up"


@dataclass(frozen=True, slots=True)
class Quality:
    """Words for how somebody talks.

    Attributes:
        dimension: Of what.
        direction: Where more of it leads.
        words: The words: ``formal``.
        compared: Those that ask for more by themselves: ``warmer``.
    """

    dimension: str
    direction: Direction
    words: tuple[str, ...]
    compared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """Phrases that ask for another way of talking.

    Attributes:
        dimension: One of the seven, or ``style``.
        direction: Where it is to go, if they say.
        phrases: Said by themselves.
    """

    dimension: str
    direction: Direction | None
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """The words of one language.

    A phrase is compared by the stems of its words; a word with ``*`` by its beginning, one with
    a capital letter only with one that is written so within a sentence.

    Attributes:
        code: ISO 639-1.
        cues: What phrases are a sign of.
        negations: Words that turn what follows into its opposite.
        wishes: Phrases that ask for another way of talking.
        qualities: How somebody can talk.
        too_much: What, before a quality, asks for less of it.
        more: What, before a quality, asks for more of it.
        addressed: Words that say that the other one is spoken to.
        contractions: Second parts of words that are drawn together in speech: ``'t``.
        characters: The script alone tells the language: a regular expression's class.
    """

    code: str
    cues: Mapping[Cue, tuple[str, ...]]
    negations: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()
    qualities: tuple[Quality, ...] = ()
    too_much: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    addressed: tuple[str, ...] = ()
    contractions: frozenset[str] = frozenset()
    characters: str = ""


def phrases(text: str) -> tuple[str, ...]:
    """A list that is written with semicolons, on as many lines as it takes."""
    return tuple(phrase for each in text.split(";") if (phrase := " ".join(each.split())))


@dataclass(frozen=True, slots=True)
class Pattern:
    """A word of a phrase.

    Attributes:
        text: A stem; for a beginning, folded letters.
        is_beginning: A word that begins so is meant.
        is_capital: Only a word with a capital letter within a sentence is meant.
    """

    text: str
    is_beginning: bool = False
    is_capital: bool = False

    def fits(self, token: Token) -> bool:
        """Whether the token is such a word."""
        if self.is_capital and (token.is_first or not token.word.is_capital):
            return False
        if self.is_beginning:
            return token.word.folded.startswith(self.text)
        return token.word.stem == self.text


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase of the lexicon.

    Attributes:
        sign: What it stands for.
        patterns: Its words.
    """

    sign: object
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase in a turn.

    Attributes:
        sign: What it stands for.
        first: The index of its first token.
        end: The index after its last one.
    """

    sign: object
    first: int
    end: int


@dataclass(slots=True)
class Lexicon:
    """Phrases, found by their first word.

    Attributes:
        by_stem: Those that begin with a whole word.
        by_beginning: Those that begin with the beginning of one.
    """

    by_stem: dict[str, list[Entry]] = field(default_factory=dict)
    by_beginning: dict[str, list[Entry]] = field(default_factory=dict)
    _of_word: dict[tuple[str, str], tuple[Entry, ...]] = field(default_factory=dict)

    def add(self, sign: object, some: Iterable[str]) -> None:
        """Let phrases stand for something."""
        for phrase in some:
            patterns = patterns_of(phrase)
            index = self.by_beginning if patterns[0].is_beginning else self.by_stem
            index.setdefault(patterns[0].text, []).append(Entry(sign, patterns))

    def find(self, tokens: Sequence[Token]) -> list[Found]:
        """The phrases of a turn, in order; where two of one sign begin, the longer one.

        Args:
            tokens: Its words and pictures, without the marks between them.
        """
        found: list[Found] = []
        until: dict[object, int] = {}
        for first, token in enumerate(tokens):
            for entry in self._entries(token):
                if first >= until.get(entry.sign, 0) and _stands(entry, tokens, first):
                    end = first + len(entry.patterns)
                    until[entry.sign] = end
                    found.append(Found(entry.sign, first, end))
        return found

    def _entries(self, token: Token) -> tuple[Entry, ...]:
        """Those that may begin with the token, the longest first."""
        word = token.word
        known = self._of_word.get((word.folded, word.stem))
        if known is None:
            some = list(self.by_stem.get(word.stem, ()))
            for length in range(2, min(len(word.folded), _LONGEST_BEGINNING) + 1):
                some += self.by_beginning.get(word.folded[:length], ())
            known = tuple(sorted(some, key=lambda entry: -len(entry.patterns)))
            if len(self._of_word) < _REMEMBERED:
                self._of_word[word.folded, word.stem] = known
        return known


_LONGEST_BEGINNING = 24
_REMEMBERED = 50_000


def _stands(entry: Entry, tokens: Sequence[Token], first: int) -> bool:
    patterns = entry.patterns
    last = first + len(patterns) - 1
    if last >= len(tokens) or tokens[last].sentence != tokens[first].sentence:
        return False
    return all(pattern.fits(tokens[first + n]) for n, pattern in enumerate(patterns))


@cache
def patterns_of(phrase: str) -> tuple[Pattern, ...]:
    """The words of a phrase."""
    found: list[Pattern] = []
    for part in phrase.split(" "):
        is_beginning = part.endswith("*")
        tokens = [t for t in tokens_of(part.rstrip("*")) if t.kind not in (Kind.STOP, Kind.PAUSE)]
        for token in tokens:
            is_last = token is tokens[-1]
            found.append(
                Pattern(
                    token.word.folded if is_beginning and is_last else token.word.stem,
                    is_beginning=is_beginning and is_last,
                    is_capital=token.word.is_capital,
                )
            )
    return tuple(found)
