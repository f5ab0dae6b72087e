"""What words of a language say about how two talk: the shape of it, and how they are found.

The words themselves are data, one file per language in ``words``. Nothing here knows a language.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ....core.records.rapport import Direction
from ...stop_words import NEGATIONS, STOP_WORDS
from .tokens import Kind, Token, Word, tokens_of


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


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, slots=True, eq=False)
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
        negates_after: They stand after a verb, too: ``ich vertraue dir nicht``.
        wishes: Phrases that ask for another way of talking.
        qualities: How somebody can talk.
        too_much: What, before a quality, says that there is too much of it.
        too_much_after: What says so after it.
        joining: Words with which a clause goes on with the one before.
        less: What, before a quality, asks for less of it.
        more: What, before a quality, asks for more of it.
        too_little: What, before a quality, says that there is too little of it.
        enough: What, after a quality that is negated, says the same.
        requests: What a clause that asks for something begins with, before the wish itself.
        describing: What a clause that says how the other one is begins with.
        fillers: What may stand before and after a wish and changes nothing.
        not_meant: What tells that a sentence asks nothing, whatever else it says.
        contractions: Second parts of words that are drawn together in speech: ``'t``.
        characters: The script alone tells the language: a regular expression's class.
    """

    code: str
    cues: Mapping[Cue, tuple[str, ...]]
    negations: tuple[str, ...] = ()
    negates_after: bool = False
    wishes: tuple[Wish, ...] = ()
    qualities: tuple[Quality, ...] = ()
    too_much: tuple[str, ...] = ()
    too_much_after: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    too_little: tuple[str, ...] = ()
    enough: tuple[str, ...] = ()
    requests: tuple[str, ...] = ()
    describing: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    not_meant: tuple[str, ...] = ()
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
        key: What a word of a turn is looked up by.
        is_beginning: A word that begins so is meant.
        is_capital: Only a word with a capital letter within a sentence is meant.
    """

    text: str
    key: str
    is_beginning: bool = False
    is_capital: bool = False


@dataclass(slots=True)
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


@dataclass(slots=True, eq=False)
class Node:
    """The phrases that go on alike.

    Attributes:
        signs: What the phrase stands for that ends here.
        words: How it goes on, by the next word's key.
        capitals: The same, for a word with a capital letter within a sentence.
        beginnings: The same, for a word that begins so.
    """

    signs: list[object] = field(default_factory=list)
    words: dict[str, "Node"] = field(default_factory=dict)
    capitals: dict[str, "Node"] = field(default_factory=dict)
    beginnings: dict[str, "Node"] = field(default_factory=dict)

    def towards(self, pattern: Pattern) -> "Node":
        """The node after a word; made if there is none."""
        some = self.words
        if pattern.is_beginning:
            some = self.beginnings
        elif pattern.is_capital:
            some = self.capitals
        return some.setdefault(pattern.key, Node())

    def after(self, token: Token) -> list["Node"]:
        """The nodes that a word leads to."""
        word = token.word
        found = [self.words.get(key) for key in {_key(word), _as_written(word)}]
        if self.capitals and word.is_capital and not token.is_first:
            found.append(self.capitals.get(word.stem))
        if self.beginnings:
            longest = min(len(word.folded), _LONGEST_BEGINNING)
            found += [self.beginnings.get(word.folded[:n]) for n in range(2, longest + 1)]
        return [node for node in found if node is not None]


class Lexicon:
    """Phrases and what they stand for."""

    def __init__(self) -> None:
        self._root = Node()
        self._first: dict[tuple[str, bool], list[Node]] = {}

    def add(self, sign: object, some: Iterable[str]) -> None:
        """Let phrases stand for something; what that is compares by identity."""
        for phrase in some:
            node = self._root
            for pattern in patterns_of(phrase):
                node = node.towards(pattern)
            if sign not in node.signs:
                node.signs.append(sign)

    def find(self, tokens: Sequence[Token]) -> list[Found]:
        """The phrases of a turn, in order; of those of one sign that overlap, the first.

        Where two of one sign begin, it is the longer one.

        Args:
            tokens: Its words and pictures, without the marks between them.
        """
        found: list[Found] = []
        until: dict[object, int] = {}
        for first, token in enumerate(tokens):
            nodes = self._begun(token)
            longest: dict[object, int] = {}
            end = first + 1
            while nodes:
                for node in nodes:
                    for sign in node.signs:
                        longest[sign] = end
                if end == len(tokens) or tokens[end].sentence != token.sentence:
                    break
                nodes = [after for node in nodes for after in node.after(tokens[end])]
                end += 1
            for sign, last in longest.items():
                if first >= until.get(sign, 0):
                    until[sign] = last
                    found.append(Found(sign, first, last))
        return found

    def _begun(self, token: Token) -> list[Node]:
        """The nodes after a first word, remembered for the next time."""
        key = token.word.folded, token.word.is_capital and not token.is_first
        known = self._first.get(key)
        if known is None:
            known = self._root.after(token)
            if len(self._first) < _REMEMBERED:
                self._first[key] = known
        return known


_LONGEST_BEGINNING = 24
_REMEMBERED = 50_000
_SMALL = frozenset[str]().union(*STOP_WORDS.values())


def _key(word: Word) -> str:
    """What a word shares with its other forms.

    Negations have none, and the stem of a small word is that of small words only: else ``not`` was
    ``noted``, ``don`` of ``don't`` was ``done``, and every sentence full of signs.
    """
    if word.folded in NEGATIONS:
        return _as_written(word)
    return f"~{word.stem}" if word.folded in _SMALL else word.stem


def _as_written(word: Word) -> str:
    return f"={word.folded}"


def patterns_of(phrase: str) -> tuple[Pattern, ...]:
    """The words of a phrase; one after ``=`` is meant as it is written, and not by its stem."""
    found: list[Pattern] = []
    for part in phrase.split(" "):
        is_beginning = part.endswith("*")
        tokens = [
            token
            for token in tokens_of(part.lstrip("=").rstrip("*"))
            if token.kind not in (Kind.STOP, Kind.PAUSE)
        ]
        for token in tokens:
            word = token.word
            if is_beginning and token is tokens[-1]:
                found.append(Pattern(word.folded, word.folded, is_beginning=True))
            elif word.is_capital:
                found.append(Pattern(word.stem, word.stem, is_capital=True))
            else:
                key = _as_written(word) if part.startswith("=") else _key(word)
                found.append(Pattern(word.stem, key))
    return tuple(found)
